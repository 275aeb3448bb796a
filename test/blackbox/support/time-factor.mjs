/** How much longer than its goal something may take on a machine that has other things to do; TEST_TIME_FACTOR overrides it. */
export const timeFactorOf = ({ short }) => Number(process.env.TEST_TIME_FACTOR ?? (short ? 4 : 1));

/** How much longer than its goal something may take on a machine that has other things to do; TEST_PATIENCE says otherwise. */
export const patienceOf = ({ short }) => Number(process.env.TEST_PATIENCE ?? (short ? 4 : 1));

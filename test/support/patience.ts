/**
 * How much longer than its goal an answer may take in a test, because the machine that runs the tests has other things to do.
 * `TEST_PATIENCE=1` holds the goals themselves, on a machine of its own.
 */
export const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 5);

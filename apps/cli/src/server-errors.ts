/** Imported on the first unexpected error, because loading takes a second. */
export { exitCodeOf, operatorMessage } from '@app/platform/runtime';

/** Loaded with the first unexpected error, because it takes a second. */
export { exitCodeOf, operatorMessage } from '@app/platform/runtime';

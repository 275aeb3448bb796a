/** Loaded with the first command that runs: help and errors of usage come without the platform. */
export { runAsOperator } from '@app/platform/audit';

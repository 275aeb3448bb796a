/** A module of its own, imported dynamically, so that help and usage errors do not load the platform. */
export { runAsOperator } from '@app/platform/audit';

/** Injection token of the `Settings` of the process. */
export const SETTINGS = Symbol('Settings');

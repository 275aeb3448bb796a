/** What the process was started with; see `settings.ts`. */
export const SETTINGS = Symbol('Settings');

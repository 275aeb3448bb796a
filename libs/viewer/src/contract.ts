/** The public contract of the viewer: response types for the browser program. No other context uses the viewer. */
export type * from './composition/viewer-document.schema.js';

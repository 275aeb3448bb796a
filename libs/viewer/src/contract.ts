/** The public contract of the viewer: response types for the browser programs, and how texts for renters are rendered. No other context uses the viewer. */
export type * from './composition/viewer-document.schema.js';
export { htmlOf } from './composition/markdown.js';

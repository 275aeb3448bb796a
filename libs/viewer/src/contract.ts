/** No context may know of the viewer: these are the types of what it answers, for the browser program. */
export type * from './composition/viewer-document.js';

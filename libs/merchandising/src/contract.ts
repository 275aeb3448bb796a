/** What other contexts may know of merchandising. */
export { type Declared, DeclareGallery } from './galleries/declare-gallery.command.js';
export { DeclareMarkerDescription } from './marker-descriptions/declare-marker-description.command.js';
export { isUrlTemplate, renderUrlTemplate, type Variables } from './url-template.value.js';

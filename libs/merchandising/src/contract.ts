/** The public contract of merchandising for other contexts. */
export { CreateDescriptionGroupDto } from './description-groups/description-group.dto.js';
export { CreateDescriptionDto } from './descriptions/description.dto.js';
export { CREATE_FILTER_OPTION } from './filter-options/filter-option.dto.js';
export { CREATE_FILTER } from './filters/filter.dto.js';
export { IMAGE_ALT } from './galleries/gallery.dto.js';
export { MEDIA_URL } from './galleries/media-url.value.js';
export { type MarkerPlace } from './marker-descriptions/marker-description.dto.js';
export { CREATE_UNIT_OUTBOUND_LINK } from './unit-outbound-links/unit-outbound-link.dto.js';
export { renderUrlTemplate, type UnitVariables } from './url-template.value.js';
export {
  type ViewerGallery,
  type ViewerMerchandiseParts,
  ViewerMerchandise,
} from './read-models/viewer-merchandise.queries.js';

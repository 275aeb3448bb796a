/** What other contexts may know of merchandising. */
export { CreateAssetOutboundLinkDto } from './asset-outbound-links/asset-outbound-link.dto.js';
export { DeclareMerchandise } from './declare/declare-merchandise.command.js';
export { DeclareUnitMerchandise, type UnitsOf } from './declare/declare-unit-merchandise.command.js';
export { DeclaredMerchandise, type DeclaredMerchandiseParts } from './declare/declared-merchandise.queries.js';
export { PruneMerchandise } from './declare/prune-merchandise.command.js';
export { CreateDescriptionGroupDto } from './description-groups/description-group.dto.js';
export { CreateDescriptionDto } from './descriptions/description.dto.js';
export { CREATE_FILTER_OPTION } from './filter-options/filter-option.dto.js';
export { CREATE_FILTER } from './filters/filter.dto.js';
export { type Declared, DeclareGallery } from './galleries/declare-gallery.command.js';
export { DeclareMarkerDescription } from './marker-descriptions/declare-marker-description.command.js';
export { MarkerDescriptionDto, type MarkerPlace } from './marker-descriptions/marker-description.dto.js';
export { CREATE_UNIT_OUTBOUND_LINK } from './unit-outbound-links/unit-outbound-link.dto.js';
export { renderUrlTemplate, type Variables } from './url-template.value.js';
export { type ShownMerchandiseParts, ShownMerchandise } from './shown/shown-merchandise.queries.js';

/** Commands and queries that import and export merchandising for provision files, and the entities of their sets; for applications only. */
export { DescriptionGroup } from './description-groups/description-group.aggregate.js';
export { Description } from './descriptions/description.aggregate.js';
export { FilterOption } from './filter-options/filter-option.aggregate.js';
export { Filter } from './filters/filter.aggregate.js';
export { Gallery } from './galleries/gallery.aggregate.js';
export { MarkerDescription } from './marker-descriptions/marker-description.aggregate.js';
export { ExportMerchandise, type MerchandiseExport } from './provisioning/exported-merchandise.queries.js';
export { DESCRIPTION_ASSIGNMENTS } from './description-assignments/description-assignment.entity.js';
export { FILTER_OPTION_UNITS } from './filter-option-units/filter-option-unit.entity.js';
export { UNIT_OUTBOUND_LINK_URLS } from './unit-outbound-links/unit-outbound-link-url.entity.js';
export { UpsertFilterOptions } from './provisioning/upsert-filter-options.command.js';
export { UnitOutboundLink } from './unit-outbound-links/unit-outbound-link.aggregate.js';

import { catalogSections } from './catalog-sections.js';
import { keysSections } from './keys-sections.js';
import { pricingSections } from './pricing-sections.js';
import type { Section } from './section.js';

/** What a provision file may hold, in the order in which it is made true: what is named by others comes first. */
export const SECTIONS: Section[] = [...catalogSections, ...pricingSections, ...keysSections];

/** What the format knows and this version does not; `*` stands for the number of an item. */
export const NOT_YET = new Set([
  'accounts.*.embeds',
  'assets.*.unit_maps',
  'assets.*.landing_pages',
  'assets.*.galleries',
  'assets.*.marker_descriptions',
  'assets.*.data_models',
  'assets.*.floor_plans.*.image',
  'assets.*.floor_plans.*.secondary_image',
  'assets.*.units.*.view_image',
  'assets.*.units.*.secondary_view_image',
]);

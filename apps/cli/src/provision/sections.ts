import { PROVISIONED } from '../contexts.js';
import { accountSections, catalogSections } from './catalog-sections.js';
import { dataModelSections } from './data-model-sections.js';
import { expenseSections, withPriceDisplay } from './expense-sections.js';
import { keysSections } from './keys-sections.js';
import { embedSections, mappingSections } from './mapping-sections.js';
import { merchandisingSections } from './merchandising-sections.js';
import { pricingSections } from './pricing-sections.js';
import { referenceSections } from './reference-sections.js';
import { inOrder } from './resource-references.js';
import { resourceSection } from './resource-section.js';
import type { Section } from './section.js';

/** The sections of a provision file in the order of application: targets of references come first. */
export const SECTIONS: Section[] = [
  ...catalogSections.map((section) => (section.path === 'assets' ? withPriceDisplay(section) : section)),
  ...mappingSections,
  ...merchandisingSections,
  ...referenceSections,
  ...pricingSections,
  ...expenseSections,
  ...inOrder(PROVISIONED).map(resourceSection),
  ...dataModelSections,
  ...accountSections,
  ...embedSections,
  ...keysSections,
];

/** @throws Error for two sections of one path: an item of the file would be read by only one of them */
export function requireDistinct(sections: readonly Pick<Section, 'path'>[]): void {
  const paths = sections.map(({ path }) => path);
  const twice = paths.find((path, at) => paths.indexOf(path) < at);
  if (twice !== undefined)
    throw new Error(
      `Two sections of provision files have the path ${twice}: change the \`list\` of one in \`provisioned\` of its module`,
    );
}

requireDistinct(SECTIONS);

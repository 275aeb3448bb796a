import type { JsonSchema } from '@app/platform/core';
import type { Item } from './section.js';
import { SECTIONS } from './sections.js';

interface Properties {
  properties?: Record<string, JsonSchema>;
  oneOf?: { properties: Record<string, JsonSchema> }[];
}

/**
 * Converts a resource to an item of a provision document, with its id and the fields of its section.
 * @param also fields that the document expresses differently
 */
export function itemOf(section: string, resource: object, also: Item = {}): Item {
  const properties = propertiesOf(section, resource as Item);
  const kept = Object.entries(resource).filter(
    ([name, value]) => properties[name] && value !== undefined && (value !== null || isNullable(properties[name])),
  );
  return { ...Object.fromEntries(kept), ...also };
}

function propertiesOf(section: string, resource: Item): Record<string, JsonSchema> {
  const { properties, oneOf } = SECTIONS.find(({ path }) => path === section)!.item as Properties;
  const variant = oneOf?.find(({ properties: { type } }) => type?.['const'] === resource['type']);
  return properties ?? variant?.properties ?? {};
}

const isNullable = (schema: JsonSchema): boolean =>
  [schema['type']].flat().includes('null') || ((schema['enum'] as unknown[] | undefined)?.includes(null) ?? false);

export const byId = (id: string): { id: string } => ({ id });

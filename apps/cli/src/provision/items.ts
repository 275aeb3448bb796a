import type { JsonSchema } from '@app/platform/core';
import { type Item, keyOf, type Section } from './section.js';
import { SECTIONS } from './sections.js';

interface Shape {
  properties: Record<string, JsonSchema>;
  required?: string[];
}

/**
 * Converts a resource to an item of a provision document, with its id and the fields of its section.
 * @param also fields that the document expresses differently
 */
export function itemOf(section: string, resource: object, also: Item = {}): Item {
  const { properties } = shapeOf(section, resource as Item);
  const kept = Object.entries(resource).filter(
    ([name, value]) => properties[name] && value !== undefined && (value !== null || isNullable(properties[name])),
  );
  return { ...Object.fromEntries(kept), ...also };
}

function shapeOf(section: string, resource: Item): Shape {
  const item = SECTIONS.find(({ path }) => path === section)!.item as Partial<Shape> & { oneOf?: Shape[] };
  const variant = item.oneOf?.find(({ properties: { type } }) => type?.['const'] === resource['type']);
  return variant ?? { properties: {}, ...item };
}

/** An image of a gallery, with its text if it has one. */
export const galleryImage = (file: string, alt: string | null | undefined): Item | string =>
  alt ? { file, alt } : file;

/** Fields that are written even if empty: a gallery may have no images. */
const ALWAYS_WRITTEN = ['images'];

/** Omits ids of resources, except in lists in which only they tell some apart, and null or empty values of fields that an item need not have. Values that are objects stay whole. */
export const sparse = (document: Item): Item => sparseIn('', document, ALWAYS_WRITTEN, false);

function sparseIn(prefix: string, item: Item, required: readonly string[], keepsId: boolean): Item {
  const kept = Object.entries(item).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    const section = SECTIONS.find((each) => each.path === path);
    if (isEmpty(value) && !(required.includes(name) && value !== undefined)) return [];
    if (!section) return name === 'id' && !keepsId ? [] : [[name, value]];
    const items = value as Item[];
    const keepsIds = sharesKeys(section, items);
    return [
      [
        name,
        items.map((each) =>
          sparseIn(`${path}.`, each, [...ALWAYS_WRITTEN, ...(shapeOf(path, each).required ?? [])], keepsIds),
        ),
      ],
    ];
  });
  return Object.fromEntries(kept) as Item;
}

/** Whether several items have the same key. */
const sharesKeys = (section: Section, items: readonly Item[]): boolean =>
  new Set(items.map((item) => JSON.stringify(keyOf(section, item)))).size < items.length;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const isNullable = (schema: JsonSchema): boolean =>
  [schema['type']].flat().includes('null') || ((schema['enum'] as unknown[] | undefined)?.includes(null) ?? false);

export const byId = (id: string): { id: string } => ({ id });

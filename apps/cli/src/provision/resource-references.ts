import { type FieldErrors, type JsonSchema } from '@app/platform/core';
import { type ProvisionedSet } from '@app/platform/resources';
import { fieldsOf } from '@app/platform/rest';
import { sectionOfTable, type UnitName, UNITS_SECTION } from './names.js';
import { byType, type Item, REFERENCE, type SectionContext, throwIfAny, UNIT } from './section.js';

/** A field with the id of another resource of the asset, which provision files write as its name. */
interface ReferenceField {
  /** `unit_id` */
  id: string;
  /** `unit` */
  name: string;
  /** section of the other resource: `assets.units` */
  section: string;
  /** schema of the name */
  schema: JsonSchema;
  isRequired: boolean;
}

/** @throws Error for a reference to resources that have no section */
export function referencesOf({ entity, body, list }: ProvisionedSet): ReferenceField[] {
  const fields = fieldsOf(body);
  return Object.entries(entity.references ?? {}).flatMap(([property, table]) => {
    const field = fields.find((each) => each.property === property);
    if (!field) return []; // the server sets it
    const section = sectionOfTable(table);
    if (!section || section === `assets.${list}`)
      throw new Error(
        `${entity.name}.${property} refers to ${table}, which provision files cannot name: remove ${entity.name} from \`provisioned\` of its module, and write a section in apps/cli/src/provision, or name its operations in test/CONTEXT/not-provisioned.ts`,
      );
    const schema = section === UNITS_SECTION ? UNIT : REFERENCE;
    const isNullable = [field.compiled['type']].flat().includes('null');
    return [
      {
        id: field.name,
        name: field.name.replace(/_id$/, ''),
        section,
        schema: isNullable ? byType('null', {}, schema) : schema,
        isRequired: field.required,
      },
    ];
  });
}

/** Replaces the names of other resources by their ids. @throws Problem invalid, naming those that are unknown or ambiguous */
export async function withIds(
  items: readonly Item[],
  references: readonly ReferenceField[],
  { ids: [asset], names }: Pick<SectionContext, 'ids' | 'names'>,
): Promise<Item[]> {
  if (references.length === 0) return [...items];
  const errors: FieldErrors = {};
  const resolved: Item[] = [];
  for (const [n, item] of items.entries()) {
    const row = { ...item };
    for (const { id, name, section } of references) {
      const named = item[name] as UnitName | null | undefined;
      if (named === undefined) continue;
      delete row[name];
      row[id] = named && (await names.in(section, asset!, named, `${n}.${name}`, errors));
    }
    resolved.push(row);
  }
  throwIfAny(errors);
  return resolved;
}

/** Replaces ids by names. @param nameOf names an item of a section */
export const withNames = (
  item: Item,
  references: readonly ReferenceField[],
  nameOf: (section: string, id: string) => UnitName | undefined,
): Item =>
  references.reduce<Item>((row, { id, name, section }) => {
    const { [id]: target, ...others } = row;
    return { ...others, [name]: target === null ? null : nameOf(section, target as string) };
  }, item);

/** Sets that others refer to come first. */
export function inOrder(sets: readonly ProvisionedSet[]): ProvisionedSet[] {
  const ordered = new Set<ProvisionedSet>();
  const seen = new Set<ProvisionedSet>();
  const add = (set: ProvisionedSet): void => {
    if (seen.has(set)) return;
    seen.add(set);
    const sections = referencesOf(set).map(({ section }) => section);
    sets.filter(({ list }) => sections.includes(`assets.${list}`)).forEach(add);
    ordered.add(set);
  };
  sets.forEach(add);
  return [...ordered];
}

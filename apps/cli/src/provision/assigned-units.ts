import type { FieldErrors, JsonSchema } from '@app/platform/core';
import type { Assignments } from '@app/platform/resources';
import { type Field, fieldsOf, transformOf } from '@app/platform/rest';
import { constraintsOf } from './create-body.js';
import type { UnitName } from './names.js';
import { byType, fields, type Item, listOf, NAME, UNIT, UNITS } from './section.js';

/** The values of assignments. @throws Error for one that provision files cannot contain */
export function assignedValues({ values, options: { entity, dto } }: Assignments): Field[] {
  const names = new Set(values.map(({ property }) => property));
  const found = fieldsOf(dto).filter(({ property }) => names.has(property));
  const lost = found.find(({ name }) => name === 'unit' || /(^|_)id$/.test(name));
  if (lost)
    throw new Error(
      `${entity.name}.${lost.property} is a value that provision files cannot contain: rename it, or remove \`units\` from \`provisioned\` of its module, and write a section in apps/cli/src/provision`,
    );
  return found;
}

/** An entry of `units`: the unit, or `{unit: "101", min_guests: 3}` if the assignments have values. @param row the values by name */
export function unitEntry(assignments: Assignments, unit: UnitName, row: Item): UnitName | Item {
  const values = assignedValues(assignments);
  const known = values.filter(({ name }) => row[name] !== undefined); // another server may not return a value
  return values.length === 0 ? unit : { unit, ...Object.fromEntries(known.map(({ name }) => [name, row[name]])) };
}

const IS_UNIT = { anyOf: [{ required: ['id'] }, { required: ['unit_number'] }], not: { required: ['unit'] } };

/** The schema of `units`. Units without values may be written as such, unless a value is required. */
export function unitsSchema(assignments: Assignments): JsonSchema {
  const values = assignedValues(assignments);
  if (values.length === 0) return UNITS;
  const entries = values.map(({ name, required, compiled }) => [required ? name : `${name}?`, compiled] as const);
  const entry = fields({ unit: UNIT, ...Object.fromEntries(entries) });
  if (values.some(({ required }) => required)) return listOf(entry);
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
  return listOf(byType('object', { if: IS_UNIT, then: UNIT, else: entry }, NAME));
}

/** Validates `units` of an item with class-validator, by the constraints of the REST body. */
export function unitConstraints({ options: { dto } }: Assignments): (item: Item) => Promise<FieldErrors> {
  const constraints = constraintsOf(dto);
  return async ({ units = [] }) => {
    const errors: FieldErrors = {};
    for (const [at, entry] of (units as unknown[]).entries())
      for (const [path, texts] of Object.entries(typeof entry === 'object' ? await constraints(entry as Item) : {}))
        errors[`units.${at}.${path}`] = texts;
    return errors;
  };
}

/** Applies `@Transform` and `@Type` of the REST body to the values in `units` of an item. */
export function unitTransform(assignments: Assignments): (item: Item) => Item {
  const transform = transformOf(assignments.options.dto, assignedValues(assignments));
  return ({ units, ...item }) => {
    if (!units) return item;
    const entries = units as (UnitName | Item)[];
    return { ...item, units: entries.map((entry) => (typeof entry === 'object' ? transform(entry) : entry)) };
  };
}

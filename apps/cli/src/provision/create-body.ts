import type { FieldErrors, JsonSchema } from '@app/platform/core';
import { checkRules, type Dto, type Field, fieldsOf, PartialType, transformOf } from '@app/platform/rest';
import type { Type } from '@nestjs/common';
import { fields, ID, type Item, type Section } from './section.js';

type More = Record<string, JsonSchema>;
type Body = Required<Pick<Section, 'item' | 'constraints' | 'transform'>>;

/**
 * The schema of a section's items: the fields of the REST create body with the same rules and constraints. References are names
 * instead of ids; `id` is the resource's id on another server.
 * @param also fields that only provision files have, or that they write differently
 */
export const createBody = (dto: Dto, also: More = {}): Body => ({
  item: schemaOf(dto, also),
  constraints: constraintsOf(dto, also),
  transform: transformOf(dto, sameFields(dto, also)),
});

/** The schema of items of several types, each with the fields of its class. */
export function createBodies(dtos: Readonly<Record<string, Dto>>, alsoOf: (type: string) => More): Body {
  const bodies = Object.entries(dtos).map(([type, dto]) => {
    const also = { type: { const: type }, ...alsoOf(type) };
    return [type, createBody(dto, also)] as const;
  });
  const byType = new Map<unknown, Body>(bodies);
  return {
    item: {
      type: 'object',
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: bodies.map(([, { item }]) => item),
    },
    constraints: (item, parent) => byType.get(item['type'])!.constraints(item, parent),
    transform: (item) => byType.get(item['type'])!.transform(item),
  };
}

function schemaOf(dto: Dto, also: More): JsonSchema {
  const own = inFile(dto).map(({ name, required, compiled }) => [required ? name : `${name}?`, compiled] as const);
  return fields({ 'id?': ID, ...Object.fromEntries(own), ...also });
}

/** @throws Error for a constraint on a field that provision files write differently, because it could not be checked */
export function constraintsOf(dto: Dto, also: More = {}): (item: Item) => Promise<FieldErrors> {
  const same = new Set(sameFields(dto, also).map(({ name }) => name));
  const ruled = fieldsOf(dto).filter(({ hasRules }) => hasRules);
  const lost = ruled.find(({ name }) => !same.has(name));
  if (lost)
    throw new Error(`${dto.name}.${lost.property} has a constraint, but provision files write this field differently: move the constraint to another field, or the rule to the aggregate`); // oxfmt-ignore
  if (ruled.length === 0) return () => Promise.resolve({});
  const partial = PartialType(dto as Type<object>);
  const required = inFile(dto).filter((field) => field.required);
  return async (item) => {
    const isWhole = required.every(({ name }) => name in item); // an asset with an id may omit its fields
    const value = Object.fromEntries(Object.entries(item).filter(([name]) => same.has(name)));
    const errors = await checkRules(isWhole ? dto : partial, value);
    return Object.fromEntries(Object.entries(errors).filter(([path]) => same.has(path.split('.', 1)[0]!)));
  };
}

const inFile = (dto: Dto): Field[] => fieldsOf(dto).filter(({ name }) => !/(^|_)id$/.test(name));

/** Fields that provision files write as the REST body does. */
function sameFields(dto: Dto, also: More): Field[] {
  const others = Object.keys(also).map((name) => name.replace(/\?$/, ''));
  return inFile(dto).filter(({ name }) => !others.includes(name));
}

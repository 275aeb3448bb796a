import { Expose, plainToInstance, TransformationType } from 'class-transformer';
// The root of the package does not export the storage.
import { defaultMetadataStorage as storage } from 'class-transformer/cjs/storage.js';
import { snakeCase } from '../../core/model/names.js';
import type { Type } from '@nestjs/common';
import type { Dto } from './fields.js';

/** The wire name of a property: from `@Expose`, otherwise in snake_case. */
export function wireName(dto: Dto, property: string): string {
  const name = storage.findExposeMetadata(dto, property)?.options.name;
  if (name !== undefined) return name;
  Expose({ name: snakeCase(property) })(dto.prototype as object, property);
  return snakeCase(property);
}

/** The nested class that `@Type` declares for a property. */
export const nestedIn = (dto: Dto, property: string): { dto: Dto; isArray: boolean } | undefined => {
  const type = storage.findTypeMetadata(dto, property);
  return type && { dto: type.typeFunction() as Dto, isArray: type.reflectedType === Array };
};

/** Creates an instance with class-transformer, renaming wire names to properties and dropping unknown fields. */
export const fromWire = <T extends object>(dto: Type<T>, value: object): T =>
  plainToInstance(dto, value, { excludeExtraneousValues: true, exposeUnsetFields: false });

/** What `@Transform` and `@Type` of a class make of a body: it keeps its wire names, and other fields stay as they are. */
export function transformOf(
  dto: Dto,
  fields: readonly { property: string; name: string }[],
): <T extends object>(body: T) => T {
  const transformed = fields.filter(({ property }) => isTransformed(dto, property));
  if (transformed.length === 0) return (body) => body;
  return (body) => {
    const instance = fromWire(dto as Type<object>, body) as Readonly<Record<string, unknown>>;
    const sent = transformed.filter(({ name }) => name in body);
    return { ...body, ...Object.fromEntries(sent.map(({ name, property }) => [name, instance[property]])) };
  };
}

const isTransformed = (dto: Dto, property: string): boolean =>
  storage.findTypeMetadata(dto, property) !== undefined ||
  storage.findTransformMetadatas(dto, property, TransformationType.PLAIN_TO_CLASS).length > 0;

type Construct = (value: Readonly<Record<string, unknown>>) => object;

const constructors = new WeakMap<Dto, Construct>();

/** Does the same in a hundredth of the time when class-transformer would only rename the fields of the class. */
export function toInstance(
  dto: Dto,
  fields: readonly { property: string; name: string }[],
  value: Readonly<Record<string, unknown>>,
): object {
  let construct = constructors.get(dto);
  if (!construct) constructors.set(dto, (construct = constructorOf(dto, fields)));
  return construct(value);
}

function constructorOf(dto: Dto, fields: readonly { property: string; name: string }[]): Construct {
  const isPlain = fields.every(
    ({ property }) => !isTransformed(dto, property) && !storage.findExcludeMetadata(dto, property),
  );
  if (!isPlain) return (value) => fromWire(dto as Type<object>, value);
  return (value) => {
    const instance = Object.create(dto.prototype as object) as Record<string, unknown>;
    for (const { name, property } of fields) if (Object.hasOwn(value, name)) instance[property] = value[name];
    return instance;
  };
}

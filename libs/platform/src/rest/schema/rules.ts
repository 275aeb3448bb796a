import { getMetadataStorage, validate, type ValidationError, ValidationTypes } from 'class-validator';
import { validationMetadataArrayToSchemas } from 'class-validator-jsonschema';
import type { Type } from '@nestjs/common';
import type { FieldErrors } from '../../core/model/errors.js';
import type { Dto } from './fields.js';
import { fromWire, wireName } from './instances.js';
import type { JsonSchema } from '../../core/validation/json-schema.js';

export type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Rules whose JSON Schema is only a type, yet complete. */
const OF_TYPE = ['isString', 'isBoolean', 'isInt', 'isNumber', 'isArray', 'isObject', ValidationTypes.IS_DEFINED];

/** As for `@IsISO8601`, which is the same check; the converter's own pattern needs fractions of a second. */
const ISO_8601 = { oneOf: ['date', 'date-time'].map((format) => ({ type: 'string' as const, format })) };

/**
 * Documents a rule that class-validator checks: by a JSON Schema, otherwise by its message.
 * @throws Error for a rule with neither
 */
export function documented(dto: Dto, rule: Rule): JsonSchema {
  const constraint = rule.constraintCls && getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls)[0];
  const where = `${dto.name}.${rule.propertyName}`;
  if (rule.constraintCls && !constraint)
    throw new Error(`${where}: ${rule.constraintCls.name} is never run: it is not a @ValidatorConstraint`);
  const type = rule.name ?? constraint?.name ?? rule.type;
  const [schemas] = Object.values(
    validationMetadataArrayToSchemas([Object.assign({}, rule, { type, target: dto })], {
      additionalConverters: { [ValidationTypes.CUSTOM_VALIDATION]: {}, isDateString: ISO_8601 },
    }),
  );
  const schema = schemas!.properties![rule.propertyName] as JsonSchema;
  const said = rule.each ? (schema['items'] as JsonSchema) : schema;
  if (OF_TYPE.includes(type) || Object.keys(said).some((keyword) => keyword !== 'type')) return schema;
  const description = messageOf(dto, rule, constraint?.instance.defaultMessage?.bind(constraint.instance));
  if (description) return { ...schema, description };
  throw new Error(`${where}: @${constraint?.name ?? type} cannot be shown in the OpenAPI document: give it a message`);
}

function messageOf(dto: Dto, rule: Rule, standard?: (given: never) => string): string {
  const { propertyName: property, constraints } = rule;
  const given = { targetName: dto.name, property, constraints, object: {}, value: undefined };
  const message = rule.message || standard;
  const text = typeof message === 'function' ? message(given as never) : (message ?? '');
  const shown = text
    .replace(/^\$property /, '')
    .replace('$property', property)
    .replace(/\$constraint(\d)/g, (_, n: string) => String(constraints?.[Number(n) - 1]));
  return shown && `${shown[0]!.toUpperCase()}${shown.slice(1)}.`;
}

/** Rules that class-validator itself evaluates, because the compiled schema cannot express them. */
export const isCondition = ({ type }: Rule): boolean => type === ValidationTypes.CONDITIONAL_VALIDATION;
export const isNested = ({ type }: Rule): boolean => type === ValidationTypes.NESTED_VALIDATION;

/** Validates a body with class-validator. @returns its errors by wire path */
export const checkRules = (dto: Dto, value: Record<string, unknown>): Promise<FieldErrors> =>
  checkInstance(fromWire(dto as Type<object>, value));

/** Validates an instance of a class with class-validator. @returns its errors by wire path */
export async function checkInstance(instance: object): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const collect = (violations: readonly ValidationError[], prefix: string) => {
    for (const { target, property, constraints = {}, children = [] } of violations) {
      const path =
        prefix + (Array.isArray(target) ? property : wireName(target!.constructor as unknown as Dto, property));
      const texts = Object.values(constraints).map((text) => text.replace(`${property} `, ''));
      if (texts.length > 0) errors[path] = texts;
      collect(children, `${path}.`);
    }
  };
  collect(await validate(instance, { forbidUnknownValues: false }), '');
  return errors;
}

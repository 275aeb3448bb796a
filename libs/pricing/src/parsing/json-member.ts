import { type SchemaValidator, compileSchema, EXACT, type JsonSchema } from '@app/platform/core';
import { Buffer } from 'node:buffer';

/** The column type of a member; `none` = accepted and ignored. */
export type ColumnType = 'text' | 'integer' | 'date' | 'json' | 'none';

/** The kind of plain value recognised by its bytes; undefined = JSON.parse is needed. */
type Plain = 'text' | 'integer' | 'date' | 'fields' | undefined;

/** A property of a schema, prepared for json-records.ts. */
export interface Member {
  /** name including quotes */
  name: Uint8Array;
  type: ColumnType;
  plain: Plain;
  isNullable: boolean;
  isRequired: boolean;
  isFilled: boolean;
  /** bounds in bytes for a text, in value for an integer */
  min: number;
  max: number;
  /** limits of an object's fields */
  fields?: { max: number; name: number; value: number };
  check: SchemaValidator;
}

const DESCRIBING = ['description', 'examples', 'example', 'title'];

/** Whether a schema has only keywords that the reader of plain values supports. */
function decides(schema: JsonSchema, ...known: string[]): boolean {
  return Object.keys(schema).every((keyword) => known.includes(keyword) || DESCRIBING.includes(keyword));
}

export function memberOf(name: string, schema: JsonSchema, type: ColumnType, required: readonly string[]): Member {
  const types = [schema['type']].flat();
  const format = schema['format'];
  const isText = format === 'text' || format === 'filled-text';
  const base = {
    name: Buffer.from(JSON.stringify(name)),
    type,
    isNullable: types.includes('null'),
    isRequired: required.includes(name),
    isFilled: format === 'filled-text',
    min: format === 'filled-text' ? 1 : 0,
    max: 0,
    plain: undefined,
    check: compileSchema(schema),
  };
  const only = types.filter((each) => each !== 'null').join();
  if (type === 'text' && only === 'string' && isText && decides(schema, 'type', 'format', 'maxLength'))
    return { ...base, plain: 'text', max: Number(schema['maxLength']) };
  if (type === 'integer' && only === 'integer' && decides(schema, 'type', 'format', 'minimum', 'maximum'))
    return { ...base, plain: 'integer', min: Number(schema['minimum']), max: Number(schema['maximum']) };
  if (type === 'date' && only === 'string' && format === 'date' && decides(schema, 'type', 'format'))
    return { ...base, plain: 'date' };
  const fields = type === 'json' && only === 'object' ? fieldsOf(schema) : undefined;
  return fields ? { ...base, plain: 'fields', fields } : base;
}

function fieldsOf(schema: JsonSchema): Member['fields'] {
  const value = schema['additionalProperties'] as JsonSchema;
  const name = schema['propertyNames'] as JsonSchema;
  const isPlain =
    decides(schema, 'type', 'maxProperties', 'propertyNames', 'additionalProperties') &&
    decides(name, 'type', 'format', 'maxLength') &&
    decides(value, 'type', 'format', 'maxLength', EXACT) &&
    [name, value].every(({ format }) => format === 'text') &&
    ['string', 'number', 'boolean', 'null'].every((type) => [value['type']].flat().includes(type));
  const max = Number(schema['maxProperties']);
  return isPlain ? { max, name: Number(name['maxLength']), value: Number(value['maxLength']) } : undefined;
}

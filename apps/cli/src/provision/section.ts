import { type Dto, type Faults, fieldsOf, type JsonSchema } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';

/** What became of a declared thing. */
export interface Outcome {
  id: string;
  made: 'created' | 'changed' | 'unchanged';
  /** of a key made new */
  secret?: string;
}

export type Item = Record<string, unknown>;

/** A list of a provision file, and how it is made true. Contexts add theirs in `sections.ts`. */
export interface Section {
  /** where it stands: `assets`, or in the items of another section, `assets.units` */
  path: string;
  /** JSON schema of an item, without the lists that are sections of their own */
  item: JsonSchema;
  /** the fields that an item is found by within its parent; no two items may agree in them */
  key: string[];
  /** Faults that a schema cannot see, by the path within the list: `3.permissions.0`. */
  check?(items: readonly Item[]): Faults;
  /**
   * Makes the items true, inside the transaction of the whole file. Answers one outcome for each.
   * @throws Problem invalid, with fields as those of `check`
   */
  declare(app: INestApplicationContext, items: readonly Item[], around: Surroundings): Promise<Outcome[]>;
}

/** What else of the file is true already. */
export interface Surroundings {
  /** id of the thing that the list belongs to */
  parentId: string;
  /** id of a thing of this file by its name, when just one has it */
  idOf(section: string, name: string): string | undefined;
}

export const NAME: JsonSchema = { type: 'string', format: 'filled-text', maxLength: 255 };
export const ID: JsonSchema = { type: 'string', format: 'filled-text', maxLength: 255 };
/** An object of these fields and no others; `?` at the end of a name makes it optional. */
export function fields(shape: Record<string, JsonSchema>): JsonSchema {
  const entries = Object.entries(shape);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

/** One schema for values of a type, another for all others: each value's faults are told by one of them. */
export const byType = (type: string, its: JsonSchema, others: JsonSchema): JsonSchema =>
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
  ({ if: { type }, then: its, else: others });

/** A thing by its name, or `{id: "12"}`. */
export const REFERENCE = byType('object', fields({ id: ID }), NAME);

/** The fields of the REST API's create body, by the same rules. Ids are left out: a file names things by name. */
export function fieldsOfCreate(dto: Dto, also: Record<string, JsonSchema> = {}): JsonSchema {
  const written = fieldsOf(dto).filter(({ create, name }) => create !== '-' && !/(^|_)id$/.test(name));
  const own = written.map(({ name, create, schema }) => [create === 'R' ? name : `${name}?`, schema] as const);
  return fields({ ...Object.fromEntries(own), ...also });
}

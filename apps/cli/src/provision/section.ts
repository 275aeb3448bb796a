import { unitNumberKey } from '@app/catalog/contract';
import { type FieldErrors, Problem, type JsonSchema } from '@app/platform/core';
import type { ProvisionRow, StoredAggregate } from '@app/platform/persistence';
import { PruneResources, UpsertResources } from '@app/platform/resources';
import { type Dto, rulesOf, type Variants } from '@app/platform/rest';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Names } from './names.js';
import type { FileKind, ProvidedFiles } from './provided-files.js';

/** The outcome of an item. */
export interface Outcome {
  id: string;
  outcome: 'created' | 'changed' | 'unchanged';
  /** secret of a new key */
  secret?: string;
  /** resources deleted from its lists, by the name of the list */
  deleted?: Record<string, Deleted[]>;
}

/** A resource deleted because it is missing in the file. */
export interface Deleted {
  id: string;
  name: string;
}

export type Item = Record<string, unknown>;

/** A list of a provision file, and the commands that apply it. Contexts add theirs in `sections.ts`. */
export interface Section {
  /** path of the list: `assets`, or inside the items of another section, `assets.units` */
  path: string;
  /** JSON Schema of an item, without its lists that are sections of their own */
  item: JsonSchema;
  /** table of the resources, if they can keep the ids of another server */
  table?: string;
  /** fields that identify an item within its parent; must be unique */
  key: string[];
  /** fields that contain a file name, or a list of them or of objects whose `file` is one */
  files?: Record<string, FileKind>;
  /** Validates an item with class-validator, by the constraints of the REST body. */
  constraints?(item: Item, parent: Item): Promise<FieldErrors>;
  /** Applies `@Transform` and `@Type` of the REST body to a valid item. */
  transform?(item: Item): Item;
  /** Finds errors that a schema cannot express, by path within the list: `3.permissions.0`. */
  check?(items: readonly Item[], parent: Item): FieldErrors;
  /**
   * Creates or updates the items, inside the transaction of the whole file. @returns an outcome per item
   * @throws Problem invalid, with fields like those of `check`
   */
  apply(app: INestApplicationContext, items: readonly Item[], context: SectionContext): Promise<Outcome[]>;
  /** Deletes all other resources of the parent. Sections without `prune` never delete. */
  prune?(app: INestApplicationContext, keep: readonly string[], context: SectionContext): Promise<Deleted[]>;
}

/** The applied part of the file that a section may refer to. */
export interface SectionContext {
  /** ids of the items that contain the list, the outermost first: an asset, its filter */
  ids: readonly string[];
  /** the item that contains the list; empty for a top-level list */
  parent: Item;
  /** the id of an item of this file by name, if the name is unique */
  idOf(section: string, name: string): string | undefined;
  names: Names;
  files: ProvidedFiles;
  /** whether to delete resources that are missing in the file */
  isPruning: boolean;
  /** ids of the assets whose maps the embeds of the file list; they keep those of others. Default: all */
  mapsOf?: ReadonlySet<string> | undefined;
}

export const NAME: JsonSchema = { type: 'string', format: 'filled-text', maxLength: 255 };
export const ID: JsonSchema = { type: 'string', format: 'filled-text', maxLength: 255 };
export const FILE: JsonSchema = { type: 'string', format: 'filled-text' };
export const FLAG: JsonSchema = { type: 'boolean' };
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });

/** The schema of an object with exactly these fields; a `?` at the end of a name makes it optional. */
export function fields(shape: Record<string, JsonSchema>): JsonSchema {
  const entries = Object.entries(shape);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

/** Validates values of a type by one schema and all others by another, so that errors refer to one of them. */
export const byType = (type: string, its: JsonSchema, others: JsonSchema): JsonSchema =>
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
  ({ if: { type }, then: its, else: others });

/** A reference to a resource: its name, or `{id: "12"}`. */
export const REFERENCE = byType('object', fields({ id: ID }), NAME);

/** A reference to a unit: its number, number and building, or id. */
export const UNIT = byType(
  'object',
  {
    if: { required: ['id'] },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
    then: fields({ id: ID }),
    else: fields({ unit_number: NAME, building: NAME }),
  },
  NAME,
);
export const UNITS: JsonSchema = listOf(UNIT);

/** Converts an item to the camel case of commands. */
export const modelOf = <T>(item: Item): T =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, first: string) => first.toUpperCase()),
      value,
    ]),
  ) as T;

/** Handles items one by one; errors are collected and reported by path of the item. */
export async function each<T>(items: readonly Item[], work: (item: Item, n: number) => Promise<T>): Promise<T[]> {
  const errors: FieldErrors = {};
  const done: T[] = [];
  for (const [n, item] of items.entries())
    try {
      done.push(await work(item, n));
    } catch (error) {
      if (!(error instanceof Problem) || !error.fields) throw error;
      for (const [path, texts] of Object.entries(error.fields)) errors[`${n}.${path}`] = texts;
    }
  throwIfAny(errors);
  return done;
}

/** Like `each`, but finds resources by `id` first and by name second, and never matches two items to the same one. */
export function eachMatched(
  items: readonly Item[],
  work: (item: Item, declared: ProvisionRow) => Promise<Outcome>,
): Promise<Outcome[]> {
  const otherIds = items.flatMap(({ id }) => (id === undefined ? [] : [id as string]));
  return each(items, async (item) => {
    const { id } = item as ProvisionRow;
    const outcome = await work(item, id === undefined ? {} : { id, otherIds });
    otherIds.push(outcome.id);
    return outcome;
  });
}

export function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length === 0) return;
  const problem = new Problem('invalid', 'invalid', 'The file is invalid');
  problem.fields = errors; // all errors; the list in a response would be truncated
  throw problem;
}

type Parents = Readonly<Record<string, string | boolean>>;

/** `apply` for resources whose only rules are those of the aggregate and of the class that creates them. */
export const upsertAll =
  (entity: UpsertResources<never>['entity'], create: Dto | Variants): Section['apply'] =>
  (app, items, { ids: [assetId], isPruning }) => {
    const rows = items.map(modelOf<never>);
    return app
      .get(CommandBus)
      .execute(new UpsertResources(entity, { assetId: assetId! }, rows, rulesOf(create), isPruning));
  };

/** `prune` for resources. @param setOf maps the ids of the parents to the columns that select the resources */
export const pruneAll =
  <T extends StoredAggregate>(
    entity: PruneResources<T>['entity'],
    nameField: keyof T & string,
    setOf: (...ids: string[]) => Parents = (assetId) => ({ assetId: assetId! }),
  ): NonNullable<Section['prune']> =>
  (app, keep, { ids }) =>
    app.get(CommandBus).execute(new PruneResources(entity, setOf(...ids), keep, nameField));

/** The values by which a section identifies an item. Unit numbers are compared by their keys. */
export const keyOf = ({ key }: Pick<Section, 'key'>, item: Item): unknown[] =>
  key.map((field) => (field === 'unit_number' ? unitNumberKey(String(item[field])) : item[field]));

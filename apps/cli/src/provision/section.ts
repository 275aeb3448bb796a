import { type FieldErrors, Problem, type JsonSchema } from '@app/platform/core';
import type { MatchedRow, Stored } from '@app/platform/persistence';
import { PruneResources, UpsertResources } from '@app/platform/resources';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Names } from './names.js';
import type { FileKind, ProvidedFiles } from './provided-files.js';

/** What became of a declared thing. */
export interface Outcome {
  id: string;
  outcome: 'created' | 'changed' | 'unchanged';
  /** of a key made new */
  secret?: string;
  /** what a list of it held beyond the file, by the name of the list */
  deleted?: Record<string, Deleted[]>;
}

/** What was deleted because the file does not name it. */
export interface Deleted {
  id: string;
  name: string;
}

export type Item = Record<string, unknown>;

/** A list of a provision file, and the commands that apply it. Contexts add theirs in `sections.ts`. */
export interface Section {
  /** where it stands: `assets`, or in the items of another section, `assets.units` */
  path: string;
  /** JSON schema of an item, without the lists that are sections of their own */
  item: JsonSchema;
  /** the table of its resources, if they may keep the ids of another server */
  table?: string;
  /** the fields that an item is found by within its parent; no two items may agree in them */
  key: string[];
  /** fields that name a file, or a list of files */
  files?: Record<string, FileKind>;
  /** Errors that class-validator finds in an item: the constraints of the REST body. */
  constraints?(item: Item, parent: Item): Promise<FieldErrors>;
  /** Errors that a schema cannot see, by the path within the list: `3.permissions.0`. */
  check?(items: readonly Item[], parent: Item): FieldErrors;
  /**
   * Makes the items true, inside the transaction of the whole file. Answers one outcome for each.
   * @throws Problem invalid, with fields as those of `check`
   */
  declare(app: INestApplicationContext, items: readonly Item[], context: SectionContext): Promise<Outcome[]>;
  /** Deletes what the parent holds beyond the ids. Without it nothing of the section is ever deleted. */
  prune?(app: INestApplicationContext, keep: readonly string[], context: SectionContext): Promise<Deleted[]>;
}

/** What else of the file is true already. */
export interface SectionContext {
  /** ids of the things that the list belongs to, the outermost first: an asset, its filter */
  ids: readonly string[];
  /** the item that the list belongs to; empty for a list of the file itself */
  parent: Item;
  /** id of a thing of this file by its name, when just one has it */
  idOf(section: string, name: string): string | undefined;
  names: Names;
  files: ProvidedFiles;
  /** whether to delete what the file does not name */
  isPruning: boolean;
}

export const NAME: JsonSchema = { type: 'string', format: 'filled-text', maxLength: 255 };
export const ID: JsonSchema = { type: 'string', format: 'filled-text', maxLength: 255 };
export const FILE: JsonSchema = { type: 'string', format: 'filled-text' };
export const FLAG: JsonSchema = { type: 'boolean' };
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });

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

/** One schema for values of a type, another for all others: each value is validated by one of them. */
export const byType = (type: string, its: JsonSchema, others: JsonSchema): JsonSchema =>
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
  ({ if: { type }, then: its, else: others });

/** A thing by its name, or `{id: "12"}`. */
export const REFERENCE = byType('object', fields({ id: ID }), NAME);

/** A unit by its number, or by its building too, where the number is not enough, or by its id. */
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

/** An item as the contexts' commands take it. */
export const modelOf = <T>(item: Item): T =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, first: string) => first.toUpperCase()),
      value,
    ]),
  ) as T;

/** Handles the items one by one; errors are reported with the path of the item. */
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
  refuseAny(errors);
  return done;
}

/** Like `each`, but finds resources by `id` first and by name second, and never matches two items to the same one. */
export function eachMatched(
  items: readonly Item[],
  work: (item: Item, declared: MatchedRow) => Promise<Outcome>,
): Promise<Outcome[]> {
  const otherIds = items.flatMap(({ id }) => (id === undefined ? [] : [id as string]));
  return each(items, async (item) => {
    const { id } = item as MatchedRow;
    const outcome = await work(item, id === undefined ? {} : { id, otherIds });
    otherIds.push(outcome.id);
    return outcome;
  });
}

export function refuseAny(errors: FieldErrors): void {
  if (Object.keys(errors).length === 0) return;
  const problem = new Problem('invalid', 'invalid', 'The file is invalid');
  problem.fields = errors; // all of them: the file's own list is cut
  throw problem;
}

type Parents = Readonly<Record<string, string | boolean>>;

/** `declare` of resources without rules beyond their aggregate. */
export const upsertAll =
  (entity: UpsertResources<never>['entity']): Section['declare'] =>
  (app, items, { ids: [assetId] }) =>
    app.get(CommandBus).execute(new UpsertResources(entity, { assetId: assetId! }, items.map(modelOf<never>)));

/** `prune` of resources. @param setOf columns that select them, from the ids of what they belong to */
export const pruneAll =
  <T extends Stored>(
    entity: PruneResources<T>['entity'],
    nameField: keyof T & string,
    setOf: (...ids: string[]) => Parents = (assetId) => ({ assetId: assetId! }),
  ): NonNullable<Section['prune']> =>
  (app, keep, { ids }) =>
    app.get(CommandBus).execute(new PruneResources(entity, setOf(...ids), keep, nameField));

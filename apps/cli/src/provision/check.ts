import {
  type FieldErrors,
  MAX_LISTED_ERRORS,
  type SchemaValidator,
  compileSchema,
  type JsonSchema,
} from '@app/platform/core';
import { CommandError } from '../errors.js';
import { printable } from '../printable.js';
import type { Declaration } from './document.js';
import { type Item, keyOf, type Section } from './section.js';
import { SECTIONS } from './sections.js';

/** A list of the document that belongs to a section, with its path: `assets.0.units`. */
interface Occurrence {
  section: Section;
  path: string;
  items: Item[];
  /** the item that contains the list; empty for a top-level list */
  parent: Item;
}

let check: SchemaValidator | undefined;

/** Validates a document without the database. @throws CommandError naming all errors */
export async function requireValid(declaration: Declaration): Promise<void> {
  check ??= compileSchema(documentSchema());
  const errors = check(declaration.value)?.errors ?? {};
  if (Object.keys(errors).length === 0)
    for (const section of SECTIONS)
      for (const occurrence of occurrencesOf(section, declaration)) {
        add(errors, occurrence);
        await addConstraints(errors, occurrence);
      }
  throwIfInvalid(errors, declaration);
}

/** All lists of a section, in the order of the document. */
export function occurrencesOf(section: Section, { value }: Declaration): Occurrence[] {
  let found = [{ path: '', parent: value as Item }];
  const names = section.path.split('.');
  const last = names.pop()!;
  for (const name of names)
    found = found.flatMap(({ path, parent }) =>
      ((parent[name] ?? []) as Item[]).map((item, n) => ({ path: `${path}${name}.${n}.`, parent: item })),
    );
  return found.flatMap(({ path, parent }) => {
    const items = parent[last] as Item[] | undefined;
    return items ? [{ section, path: `${path}${last}`, items, parent: path ? parent : {} }] : [];
  });
}

/** @throws CommandError with a line per error, if there are any */
export function throwIfInvalid(errors: FieldErrors, { value, file, lineOf }: Declaration): void {
  const found = Object.entries(errors).map(([path, texts]) => ({ path, texts, line: lineOf?.(path) ?? 0 }));
  if (found.length === 0) return;
  const lines = found
    .sort((a, b) => a.line - b.line)
    .slice(0, MAX_LISTED_ERRORS)
    .map(({ path, texts, line }) => {
      const place = file === undefined ? '' : `${file}:${line}: `;
      return printable(`${place}${shown(path)} ${texts.map((text) => better(text, path, value)).join(', ')}`);
    });
  if (found.length > lines.length) lines.push(`... and ${found.length - lines.length} more`);
  throw new CommandError(lines.join('\n'));
}

function documentSchema(): JsonSchema {
  const top = SECTIONS.filter(({ path }) => !path.includes('.'));
  return object(top.map((section) => [section.path, listOf(section)] as const));
}

function listOf(section: Section): JsonSchema {
  const nameIn = ({ path }: Section) =>
    path.startsWith(`${section.path}.`) ? path.slice(section.path.length + 1) : '.';
  const inner = SECTIONS.filter((each) => !nameIn(each).includes('.'));
  const lists = inner.map((each) => [nameIn(each), listOf(each)] as const);
  const item = section.key.includes('id') ? orById(section.item) : section.item;
  const properties = { ...(item['properties'] as object), ...Object.fromEntries(lists) };
  return { type: 'array', items: { ...item, properties } };
}

/** An item with an id exists already, so it needs no required fields. */
const orById = ({ required, ...item }: JsonSchema): JsonSchema => ({
  ...item,
  if: { required: ['id'] },
  else: { required },
});

const object = (properties: (readonly [string, JsonSchema])[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  additionalProperties: false,
});

function add(errors: FieldErrors, { section, path, items, parent }: Occurrence): void {
  const seen = new Set<string>();
  items.forEach((item, n) => {
    const named = keyOf(section, item);
    const key = JSON.stringify(item['id'] === undefined ? named : [item['id'], item['uuid']]);
    const field = item['id'] === undefined ? section.key.at(-1) : 'id';
    if (seen.has(key)) errors[`${path}.${n}.${field}`] = ['is declared more than once'];
    seen.add(key);
  });
  for (const [at, texts] of Object.entries(section.check?.(items, parent) ?? {})) errors[`${path}.${at}`] = texts;
}

async function addConstraints(errors: FieldErrors, { section, path, items, parent }: Occurrence): Promise<void> {
  if (!section.constraints) return;
  for (const [n, item] of items.entries())
    for (const [at, texts] of Object.entries(await section.constraints(item, parent)))
      errors[`${path}.${n}.${at}`] ??= texts;
}

/** `assets.0.units.3.floor` as `assets[0].units[3].floor`. */
const shown = (path: string): string => (path === 'body' ? 'The file' : path.replace(/\.(\d+)(?=\.|$)/g, '[$1]'));

function better(text: string, path: string, document: unknown): string {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Item | undefined)?.[name], document);
  return text === 'must be a string' && typeof value === 'number' ? `${text}: write "${value}"` : text;
}

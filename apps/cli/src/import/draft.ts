import { type SchemaValidator, compileSchema } from '@app/platform/core';
import type { Declaration } from '../provision/document.js';
import { type Item, keyOf } from '../provision/section.js';
import { SECTIONS } from '../provision/sections.js';
import type { Rejects } from './rejects.js';

export type List =
  | 'buildings'
  | 'floors'
  | 'floor_plans'
  | 'units'
  | 'pricing_processes'
  | 'asset_expenses'
  | 'floor_plan_expenses'
  | 'unit_expenses';

/** A parsed item with its position in the file. */
export interface Read {
  item: Item;
  line: number;
  /** its name in reports */
  element: string;
}

const checks = new Map<string, SchemaValidator>();

/**
 * Collects an asset to import. Parts that violate the rules of the REST API are reported and skipped. Reports of a missing field
 * name the option that supplies it.
 */
export class Draft {
  private readonly lists: Partial<Record<List, Item[]>> = {};
  private readonly keys = new Map<string, number>();

  private constructor(
    private readonly rejects: Rejects,
    private readonly asset: Read,
    private readonly options: Readonly<Record<string, string>>,
  ) {}

  /**
   * @param options names of options by the field that they supply
   * @returns undefined if the asset itself cannot be imported, which is reported
   */
  static of(rejects: Rejects, asset: Read, options: Readonly<Record<string, string>>): Draft | undefined {
    const { required = [] } = sectionOf('assets').item as { required?: string[] };
    const item = omitUndefined(asset.item);
    const draft = new Draft(rejects, { ...asset, item }, options);
    const errors = errorsOf('assets', item);
    for (const field of Object.keys(errors).filter((name) => !required.includes(name))) {
      rejects.add({ ...asset, reason: `${field} ${errors[field]!.join(', ')}: left out` });
      delete item[field];
      delete errors[field];
    }
    if (Object.keys(errors).length === 0) return draft;
    rejects.add({ ...asset, reason: draft.reasonOf(errors) });
    return undefined;
  }

  /** Adds an item if it is valid and new; otherwise reports it. @returns whether it was added */
  add(list: List, { item, ...at }: Read): boolean {
    const given = omitUndefined(item);
    const errors = errorsOf(`assets.${list}`, given);
    const { key } = sectionOf(`assets.${list}`);
    const its = `${list} ${JSON.stringify(keyOf(sectionOf(`assets.${list}`), given))}`;
    const before = this.keys.get(its);
    if (Object.keys(errors).length > 0) this.rejects.add({ ...at, reason: this.reasonOf(errors) });
    else if (before !== undefined)
      this.rejects.add({
        ...at,
        reason: `${key.map((field) => `${field} "${String(given[field])}"`).join(', ')} is that of line ${before}`,
      });
    else {
      this.keys.set(its, at.line);
      (this.lists[list] ??= []).push(given);
      return true;
    }
    return false;
  }

  /** Adds an item unless one with the same key exists. @returns whether the list now has it */
  once(list: List, read: Read): boolean {
    return this.has(list, read.item) || this.add(list, read);
  }

  /** Whether the list has an item with the same key. */
  has(list: List, item: Item): boolean {
    return this.keys.has(`${list} ${JSON.stringify(keyOf(sectionOf(`assets.${list}`), item))}`);
  }

  count(list: List): number {
    return this.lists[list]?.length ?? 0;
  }

  /** The asset as a provision document, assigned to the account if one is given. */
  declaration(file: string, account?: string): Declaration {
    const { item, line } = this.asset;
    const accounts = account === undefined ? [] : [{ name: account, assets: [item['name']] }];
    return { value: { accounts, assets: [{ ...item, ...this.lists }] }, file, lineOf: () => line };
  }

  private reasonOf(errors: Record<string, string[]>): string {
    return Object.entries(errors)
      .map(([field, texts]) => {
        const option = this.options[field];
        return `${field} ${texts.join(', ')}${option === undefined ? '' : ` (${option})`}`;
      })
      .join('; ');
  }
}

function errorsOf(path: string, item: Item): Record<string, string[]> {
  const check = checks.get(path) ?? compileSchema(sectionOf(path).item);
  checks.set(path, check);
  return check(item)?.errors ?? {};
}

const sectionOf = (path: string) => SECTIONS.find((section) => section.path === path)!;

const omitUndefined = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

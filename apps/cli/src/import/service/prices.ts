import { createHash } from 'node:crypto';
import { type PageRequest, firstPage, type JsonPage } from '@app/platform/persistence';
import { OPERATOR } from '@app/platform/auth';
import { ListEntries, ListPricingUnits, type SentEntry, UpdatePricingUnit } from '@app/pricing/contract';
import type { PricingEntry, PricingUnit } from '@app/sdk';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, type Query, QueryBus } from '@nestjs/cqrs';
import { BATCH, publish } from '../feed.js';
import { PAGE, type SourceServer } from './source-server.js';

/** Ids of a process there and here. */
export interface MovedProcess {
  name: string;
  there: { asset: string; process: string };
  here: { asset: string; process: string };
  /** what unit has the id here that the source calls by this one */
  unitHere: (id: string) => string | undefined;
}

/** What an operator has set on a pricing unit, or the last commit. */
const SET = [
  'provider_id',
  'full_price',
  'show_pricing',
  'show_online_leasing',
  'status',
  'specials_description',
] as const;
type Switches = Pick<PricingUnit, (typeof SET)[number]>;

export interface MovedPrices {
  process: string;
  entries: number;
  published: boolean;
  /** pricing units that became as they are there */
  units: number;
}

/** Publishes what a process of the source publishes, and sets its units as they are set there. Nothing, where all is so already. */
export async function movePrices(
  app: INestApplicationContext,
  source: SourceServer,
  moved: MovedProcess,
  signal: AbortSignal,
): Promise<MovedPrices> {
  const { there, here, name } = moved;
  const its = { ...there, ...PAGE };
  const entries = (await source.all('entries', source.api.listPricingEntries({ ...its, flatPricing: false })))
    .flat()
    .map(sent);
  const units = await source.all('pricing_units', source.api.listPricingUnits(its));
  const unmatched = await source.all('unmatched_entries', source.api.listUnmatchedEntries(its));
  if (unmatched.length > 0)
    source.notShown.add(
      `prices of process ${there.process} that match no unit: ${unmatched.length}; the next feed brings them`,
    );
  const ids = { assetId: here.asset, processId: here.process };
  const own = await allOf<PricingEntry[]>(app, (page) => new ListEntries(OPERATOR, ids, { flatPricing: false }, page));
  const isSame = digestOf(own.flat().map(sent)) === digestOf(entries);
  let set = 0;
  if (!isSame) {
    set += await setUnits(app, moved, units, ['provider_id']); // so that each entry finds the unit that has it there
    await publish(app, here, batchesOf(entries), signal);
  }
  set += await setUnits(app, moved, units, SET);
  return { process: name, entries: entries.length, published: !isSame, units: set };
}

/** An entry as it can be sent. */
function sent(entry: PricingEntry): SentEntry {
  const { unit_id: _, show_pricing: _pricing, show_online_leasing: _leasing, created_at: _created, ...fields } = entry;
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as SentEntry;
}

function digestOf(entries: readonly SentEntry[]): string {
  const lines = entries.map((entry) => JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))));
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

function* batchesOf(entries: readonly SentEntry[]): Generator<readonly SentEntry[]> {
  for (let at = 0; at < entries.length; at += BATCH) yield entries.slice(at, at + BATCH);
}

/** Every page of a list of ours. */
async function allOf<T>(app: INestApplicationContext, list: (page: PageRequest) => Query<JsonPage>): Promise<T[]> {
  const items: T[] = [];
  let page = firstPage(PAGE.perPage);
  for (;;) {
    const { text, next } = await app.get(QueryBus).execute(list(page));
    items.push(...(JSON.parse(text) as T[]));
    if (!next) return items;
    const number = page.number + 1;
    page = { ...page, number, offset: (number - 1) * page.size, after: next.after ?? undefined };
  }
}

/** @returns how many units were changed */
async function setUnits(
  app: INestApplicationContext,
  { here, unitHere }: MovedProcess,
  units: readonly PricingUnit[],
  fields: readonly (keyof Switches)[],
): Promise<number> {
  const ids = { assetId: here.asset, processId: here.process };
  const own = await allOf<PricingUnit>(app, (page) => new ListPricingUnits(OPERATOR, ids, {}, page));
  const ownById = new Map(own.map((unit) => [unit.id, unit]));
  const changes = units.flatMap((unit) => {
    const known = ownById.get(unitHere(unit.id) ?? '');
    const differing = known ? fields.filter((field) => unit[field] !== known[field]) : [];
    return differing.length > 0 ? [{ known: known!, unit, differing }] : [];
  });
  const update = (unitId: string, changed: Partial<Switches>): Promise<void> =>
    app.get(CommandBus).execute(new UpdatePricingUnit({ ...ids, unitId }, { id: unitId, ...dtoOf(changed) }));
  // A provider id is of one unit only: those that are passed on are given up first.
  for (const { known, differing } of changes)
    if (differing.includes('provider_id') && known.provider_id !== null) await update(known.id, { provider_id: null });
  for (const { known, unit, differing } of changes)
    await update(known.id, Object.fromEntries(differing.map((field) => [field, unit[field]])));
  return changes.length;
}

const dtoOf = (changed: Partial<Switches>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

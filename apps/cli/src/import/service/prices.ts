import { createHash } from 'node:crypto';
import type { JsonPage, PageRequest } from '@app/platform/persistence';
import { firstPage, nextPage } from '../../pages.js';
import { OPERATOR } from '@app/platform/auth';
import { ListEntries, ListPricingUnits, type SentEntry, UpdatePricingUnit } from '@app/pricing/contract';
import type { PricingEntry, PricingUnit } from '@app/sdk';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, type Query, QueryBus } from '@nestjs/cqrs';
import { BATCH, publish } from '../feed.js';
import { PAGE, type SourceServer } from './source-server.js';

/** Ids of a process on the source and on this server. */
interface MovedProcess {
  name: string;
  there: { asset: string; process: string };
  here: { asset: string; process: string };
  /** maps a unit id of the source to that on this server */
  unitHere: (id: string) => string | undefined;
}

/** Fields of a pricing unit set by an operator or by the last commit. */
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
  /** number of updated pricing units */
  units: number;
}

/** Publishes the live prices of a process of the source and copies the settings of its units, unless both are equal already. */
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
    set += await setUnits(app, moved, units, ['provider_id']); // first, so that each entry matches the same unit as on the source
    await publish(app, here, batchesOf(entries), signal);
  }
  set += await setUnits(app, moved, units, SET);
  return { process: name, entries: entries.length, published: !isSame, units: set };
}

/** Converts an entry to its ingest form. */
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

/** All pages of a list on this server. */
async function allOf<T>(app: INestApplicationContext, list: (page: PageRequest) => Query<JsonPage>): Promise<T[]> {
  const items: T[] = [];
  for (let page: PageRequest | undefined = firstPage(PAGE.perPage); page;) {
    const read: JsonPage = await app.get(QueryBus).execute(list(page));
    items.push(...(JSON.parse(read.text) as T[]));
    page = nextPage(page, read);
  }
  return items;
}

/** @returns the number of changed units */
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
    app.get(CommandBus).execute(new UpdatePricingUnit({ ...ids, unitId }, dtoOf(changed)));
  // Provider ids are unique, so ids that move to another unit are cleared first.
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

import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids, notFound } from '@app/platform/core';
import {
  all,
  type Condition,
  Database,
  exists,
  type JsonPage,
  JsonQuery,
  type PageRequest,
} from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { PastPublications } from './past-publications.js';
import { FLAT_ORDER } from './flat-rule.js';
import { LargePages, PAGE_BYTES } from './large-pages.js';

export interface EntryFilter {
  /** forces the flat view, or forbids it; otherwise the strategy of the process decides */
  flatPricing?: boolean;
  /** id of a unit */
  unit?: string;
  /** number of a publication, for the entries that it showed */
  publication?: string;
  /** instant, for the entries that were published then */
  at?: string;
}

/** Entries of what is published, one array for each unit that has any. */
export class ListEntries extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly filter: EntryFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

const OF_PAST = `entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id`;

const PUBLISHED = `(select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process)`;
const OF_UNIT = `entry.asset_id = :asset and entry.transaction_id = ${PUBLISHED} and entry.until is null and entry.provider_id = unit.provider_id`;

const ENTRY = `unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, unit.show_pricing,
  unit.show_online_leasing, entry.created_at`;

/** `offset 0`: asked for each unit of the page. As a join, Postgres compares each unit with every entry of the process. */
const HAS_ENTRIES = `exists (select from pricing.entry entry where ${OF_UNIT} offset 0)`;

/** The same of what is published: a commit and a mapping give a unit a price exactly when it has entries. */
const HAS_PRICE = 'unit.price is not null';

const ALL = `(select '[' || string_agg(row_to_json(shown)::text, ',') || ']' from (
  select ${ENTRY} from pricing.entry entry where ${OF_UNIT} order by entry.id) shown)`;
const FLAT = `(select '[' || row_to_json(shown)::text || ']' from (
  select ${ENTRY} from pricing.entry entry where ${OF_UNIT} order by ${FLAT_ORDER('entry')} limit 1) shown)`;

/** `bytes` is null where nobody counted them. */
const PROCESS = `select process.pricing_strategy = 'flat_pricing' as flat, process.published_transaction_id is not null as published,
    process.published_bytes as bytes
  from pricing.process process where process.asset_id = :asset and process.id = :process`;

interface Process {
  flat: boolean;
  published: boolean;
  bytes: number | null;
}

interface PastList {
  requires: Condition;
  ofProcess: string;
  flat: boolean;
  values: Record<string, unknown>;
}

@QueryHandler(ListEntries)
export class ListEntriesHandler implements IQueryHandler<ListEntries> {
  constructor(
    private readonly json: JsonQuery,
    private readonly database: Database,
    private readonly large: LargePages,
    private readonly publications: PastPublications,
  ) {}

  async execute({ actor, ids, page, filter }: ListEntries): Promise<JsonPage> {
    const process = await this.process(ids);
    const flat = filter.flatPricing ?? process?.flat ?? false;
    const byUnit = filter.unit === undefined ? '' : 'and unit.id = :unit';
    const ofProcess = `unit.asset_id = :asset and unit.process_id = :process ${byUnit}`;
    const values = filter.unit === undefined ? {} : { unit: filter.unit };
    const requires = all(visibleAsset(actor, ids.assetId), exists('pricing.process', { process: ids.processId }));
    if (filter.publication !== undefined || filter.at !== undefined)
      return this.past(page, filter, ids, { requires, ofProcess, flat, values });
    if (process?.published && (process.bytes ?? Infinity) > PAGE_BYTES)
      return this.large.read(page, {
        requires,
        units: `${ofProcess} and ${HAS_ENTRIES}`,
        counted: `${ofProcess} and ${HAS_PRICE}`,
        entries: OF_UNIT,
        order: flat ? `${FLAT_ORDER('entry')} limit 1` : 'entry.id',
        select: ENTRY,
        values,
      });
    return this.json.page(page, {
      requires,
      from: 'pricing.unit unit',
      where: `${ofProcess} and ${HAS_ENTRIES}`,
      counted: `${ofProcess} and ${HAS_PRICE}`,
      json: flat ? FLAT : ALL,
      values,
    });
  }

  /** What a publication showed, with the units as they are mapped today. */
  private async past(
    page: PageRequest,
    filter: EntryFilter,
    ids: Ids<'asset' | 'process'>,
    { requires, ofProcess, flat, values }: PastList,
  ): Promise<JsonPage> {
    const [asked] = await this.database.read<{ isVisible: boolean }>(
      `select ${requires.sql} as "isVisible"`,
      requires.values,
    );
    if (!asked?.isVisible) throw notFound();
    const past = await this.publications.find(ids, filter);
    const hasEntries = `exists (select from pricing.entry entry where ${OF_PAST} offset 0)`;
    return this.large.read(page, {
      requires,
      units: `${ofProcess} and ${hasEntries}`,
      counted: `${ofProcess} and ${hasEntries}`,
      entries: OF_PAST,
      order: flat ? `${FLAT_ORDER('entry', ':day::date')} limit 1` : 'entry.id',
      select: ENTRY,
      values: { ...values, ...past },
    });
  }

  private async process({ assetId, processId }: Ids<'asset' | 'process'>): Promise<Process | undefined> {
    return (await this.database.read<Process>(PROCESS, { asset: assetId, process: processId }))[0];
  }
}

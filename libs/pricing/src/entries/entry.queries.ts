import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
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
import { type Moment, type PastPublication, PastPublications } from './past-publications.js';
import {
  LIVE,
  publicationPage,
  type PublicationPage,
  withLivePublication,
  publicationShownIn,
} from './publication-page.js';
import { flatPricingOrder } from './flat-rule.js';
import { LargePages, MAX_PAGE_BYTES } from './large-pages.js';

export interface EntryFilter extends Moment {
  /** forces or disables the flat view; default: by the strategy of the process */
  flatPricing?: boolean;
  /** id of a unit */
  unit?: string;
}

/** Lists published entries, one array per unit with entries. */
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

const OF_PUBLICATION = `entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id`;

const PUBLISHED = `(select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process)`;
const OF_UNIT = `entry.asset_id = :asset and entry.transaction_id = ${PUBLISHED} and entry.until is null and entry.provider_id = unit.provider_id`;

const ENTRY = `unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, entry.building,
  unit.show_pricing, unit.show_online_leasing, entry.created_at`;

/** `offset 0` evaluates the condition per unit of the page; otherwise Postgres would join all units with all entries. */
const HAD_ENTRIES = `exists (select from pricing.entry entry where ${OF_PUBLICATION} offset 0)`;

/** True exactly for units with live entries: commits and mappings set a price only then. */
const HAS_PRICE = 'unit.price is not null';

/** Looks entries up only if another publication has replaced the one listed: a page by number skips units by their price. */
const HAS_LISTED_ENTRIES = `case when :number::bigint = (select coalesce(process.publication_id, 0) from pricing.process process
    where process.asset_id = :asset and process.id = :process)
  then ${HAS_PRICE} else ${HAD_ENTRIES} end`;

const ALL = `(select '[' || string_agg(row_to_json(shown)::text, ',') || ']' from (
  select ${ENTRY} from pricing.entry entry where ${OF_UNIT} order by entry.id) shown)`;
const FLAT = `(select '[' || row_to_json(shown)::text || ']' from (
  select ${ENTRY} from pricing.entry entry where ${OF_UNIT} order by ${flatPricingOrder('entry')} limit 1) shown)`;

const PROCESS = `select process.pricing_strategy = 'flat_pricing' as flat, process.published_transaction_id::text as generation,
    coalesce(process.publication_id, 0)::text as number, process.published_bytes as bytes,
    (select to_json(date_trunc('second', publication.published_at)) from pricing.publication publication
      where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id) as "publishedAt"
  from pricing.process process where process.asset_id = :asset and process.id = :process`;

interface Process {
  flat: boolean;
  /** null = nothing is published */
  generation: string | null;
  number: string;
  publishedAt: string | null;
  /** null = nothing is published */
  bytes: number | null;
}

interface EntryConditions {
  requires: Condition;
  /** condition that selects units of the process */
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

  async execute({ actor, ids, page: requested, filter }: ListEntries): Promise<JsonPage> {
    const page = publicationPage(requested);
    const process = await this.process(ids);
    const byUnit = filter.unit === undefined ? '' : 'and unit.id = :unit';
    const conditions: EntryConditions = {
      requires: all(visibleAsset(actor, ids.assetId), exists('pricing.process', { process: ids.processId })),
      ofProcess: `unit.asset_id = :asset and unit.process_id = :process ${byUnit}`,
      flat: filter.flatPricing ?? process?.flat ?? false,
      values: filter.unit === undefined ? {} : { unit: filter.unit },
    };
    if (filter.publication !== undefined || filter.at !== undefined) return this.past(page, filter, ids, conditions);
    const { publication } = page;
    if (publication === undefined || publication === process?.number) {
      const large = process?.generation ? () => this.largePage(page, process, conditions) : undefined;
      if (large && (page.within !== undefined || (process?.bytes ?? Infinity) > MAX_PAGE_BYTES)) return large();
      const live = await this.livePage(page, conditions);
      // Small entries have several times the bytes with which they were sent.
      if (large && !page.isNumbered && Buffer.byteLength(live.text) > MAX_PAGE_BYTES) return large();
      if (publication === undefined || publication === publicationShownIn(live)) return live;
    }
    return this.nextPage(page, publication, ids, conditions);
  }

  private livePage(page: PublicationPage, { requires, ofProcess, flat, values }: EntryConditions): Promise<JsonPage> {
    const from = 'pricing.unit unit';
    const where = `${ofProcess} and ${HAS_PRICE}`;
    const expression = flat ? FLAT : ALL;
    return this.json.page(page, { requires, from, where, expression, members: LIVE, values }, withLivePublication);
  }

  /** Reads a page of the live entries in bounded memory, consistent while they are being replaced. */
  private largePage(page: PublicationPage, process: Process, { requires, ofProcess, flat, values }: EntryConditions) {
    const { generation, number } = process;
    return this.large.read(page, {
      requires,
      units: `${ofProcess} and ${HAS_LISTED_ENTRIES}`,
      entries: OF_PUBLICATION,
      order: flat ? flatPricingOrder('entry') : 'entry.id',
      flat,
      select: ENTRY,
      values: { ...values, generation, number },
      shows: process,
    });
  }

  /** Lists the entries of a past publication, by the current mapping of units. */
  private async past(
    page: PublicationPage,
    filter: EntryFilter,
    ids: Ids<'asset' | 'process'>,
    conditions: EntryConditions,
  ): Promise<JsonPage> {
    await this.publications.requireVisible(conditions.requires);
    const { publication } = page;
    const past = await (publication === undefined
      ? this.publications.find(ids, filter)
      : this.publications.ofPreviousPages(ids, publication));
    return this.pastPage(page, past, ids, { ...conditions, order: flatPricingOrder('entry', ':day::date') });
  }

  /** Reads the next page of a publication that was replaced after the previous page. */
  private async nextPage(
    page: PublicationPage,
    publication: string,
    ids: Ids<'asset' | 'process'>,
    conditions: EntryConditions,
  ): Promise<JsonPage> {
    await this.publications.requireVisible(conditions.requires);
    const past = await this.publications.ofPreviousPages(ids, publication);
    return this.pastPage(page, past, ids, { ...conditions, order: flatPricingOrder('entry') });
  }

  private async pastPage(
    page: PublicationPage,
    past: PastPublication,
    ids: Ids<'asset' | 'process'>,
    { requires, ofProcess, flat, values, order }: EntryConditions & { order: string },
  ): Promise<JsonPage> {
    const found = await this.large.read(page, {
      requires,
      units: `${ofProcess} and ${HAD_ENTRIES}`,
      entries: OF_PUBLICATION,
      order: flat ? order : 'entry.id',
      flat,
      select: ENTRY,
      values: { ...values, ...past },
      shows: past,
    });
    await this.publications.requireKept(ids, past);
    return found;
  }

  private async process({ assetId, processId }: Ids<'asset' | 'process'>): Promise<Process | undefined> {
    return (await this.database.read<Process>(PROCESS, { asset: assetId, process: processId }))[0];
  }
}

import { Database } from '@app/platform/persistence';
import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FLAT_ORDER } from './flat-rule.js';

export interface EntryFilter {
  /** forces the flat view, or forbids it; otherwise the strategy of the process decides */
  flatPricing?: boolean;
  /** id of a unit */
  unit?: string;
}

/** Entries of what is published, one array for each unit that has any. */
export class ListEntries extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    readonly filter: EntryFilter,
  ) {
    super();
  }
}

const PUBLISHED = `(select process.published_transaction_id from pricing.process process
  where process.asset_id = :asset and process.id = :process)`;
const OF_UNIT = `entry.asset_id = :asset and entry.transaction_id = ${PUBLISHED} and entry.provider_id = unit.provider_id`;

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

const STRATEGY = `select pricing_strategy = 'flat_pricing' as flat from pricing.process where asset_id = :asset and id = :process`;

@QueryHandler(ListEntries)
export class ListEntriesHandler implements IQueryHandler<ListEntries> {
  constructor(
    private readonly rows: JsonRows,
    private readonly database: Database,
  ) {}

  async execute({ scope, page, filter }: ListEntries): Promise<Reply> {
    const flat = filter.flatPricing ?? (await this.isFlat(scope));
    const byUnit = filter.unit === undefined ? '' : 'and unit.id = :unit';
    const ofProcess = `unit.asset_id = :asset and unit.process_id = :process ${byUnit}`;
    return this.rows.page(scope, page, {
      from: 'pricing.unit unit',
      where: `${ofProcess} and ${HAS_ENTRIES}`,
      counted: `${ofProcess} and ${HAS_PRICE}`,
      json: flat ? FLAT : ALL,
      values: filter.unit === undefined ? {} : { unit: filter.unit },
    });
  }

  private async isFlat(scope: Scope): Promise<boolean> {
    const [process] = await this.database.read<{ flat: boolean }>(STRATEGY, {
      asset: scope.asset,
      process: scope.id('process'),
    });
    return process?.flat ?? false;
  }
}

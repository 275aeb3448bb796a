import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import {
  all,
  type Condition,
  exists,
  type Json,
  type JsonPage,
  JsonQuery,
  type PageRequest,
} from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Moment, type PastPublication, PastPublications } from '../entries/past-publications.js';
import {
  LIVE,
  publicationPage,
  withPublication,
  withLivePublication,
  publicationShownIn,
} from '../entries/publication-page.js';
import { stateOf } from './availability.js';
import { AT_TIME, IN_PUBLICATION, pricedThen, STATE_COLUMNS, STATES } from './unit-states.js';

/** Lists the units of the asset in a process; every unit exists in every process. */
export class ListPricingUnits extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly moment: Moment,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewPricingUnit extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'unit'>,
    readonly moment: Moment = {},
  ) {
    super();
  }
}

/** Lists the history of a unit in a process, the latest first. */
export class ListUnitHistory extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'unit'>,
    readonly bounds: { from?: string; to?: string },
    readonly page: PageRequest,
  ) {
    super();
  }
}

const inProcess = (priced: string): string =>
  `join pricing.process process on process.asset_id = :asset and process.id = :process ${priced}`;

/** `offset 0` looks up each unit of the page; otherwise Postgres may read all units of the process for a join. */
const PRICED = inProcess(`left join lateral (select * from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true`);
const PRICED_AT_TIME = inProcess(pricedThen(AT_TIME));
const PRICED_IN_PUBLICATION = inProcess(pricedThen(IN_PUBLICATION));

const SINCE = 'greatest(unit.created_at, process.created_at)';

/** @param process SQL of its id */
export const pricingUnitColumns = (
  process: string,
): string => `unit.id::text, ${process}::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, ${stateOf('priced', 'process')} as state, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, ${SINCE}) as created_at, coalesce(priced.updated_at, ${SINCE}) as updated_at`;

const PRICING_UNIT = pricingUnitColumns(':process::bigint');

const STATE = `date_trunc('second', state.valid_from) as "from", date_trunc('second', state.valid_to) as "to", nullif(state.since, 0) as publication,
  ${STATE_COLUMNS.map((column) => `state.${column}`).join(', ')}`;

const WITHIN = `(:from::timestamptz is null or state.valid_to is null or state.valid_to >= :from::timestamptz)
  and (:to::timestamptz is null or state.valid_from is null or state.valid_from < :to::timestamptz + interval '1 second')`;

const requires = (actor: Actor, { assetId, processId }: Ids<'asset' | 'process'>) =>
  all(visibleAsset(actor, assetId), exists('pricing.process', { process: processId }));

/** SQL that joins the state of units at a moment, with its values, and the publication that was live. */
interface PricedThen {
  past: PastPublication;
  join: string;
  values: Record<string, unknown>;
}

const inPublication = (past: PastPublication): PricedThen => ({
  past,
  join: PRICED_IN_PUBLICATION,
  values: { number: past.number },
});

/** Reads units as they were at a moment. */
@Injectable()
export class PastUnits {
  constructor(private readonly publications: PastPublications) {}

  /**
   * @param publication the number of the one that the previous pages show
   * @throws Problem if a precondition fails or the moment was purged from the history
   */
  async read<T>(
    ids: Ids<'asset' | 'process'>,
    required: Condition,
    { moment, publication }: { moment: Moment; publication?: string | undefined },
    read: (priced: PricedThen) => Promise<T>,
  ): Promise<T> {
    await this.publications.requireVisible(required);
    const priced = await this.pricedThen(ids, moment, publication);
    const found = await read(priced);
    await this.publications.requireKept(ids, priced.past);
    return found;
  }

  private async pricedThen(
    ids: Ids<'asset' | 'process'>,
    moment: Moment,
    shown: string | undefined,
  ): Promise<PricedThen> {
    const { at } = moment;
    if (at === undefined)
      return inPublication(
        await (shown === undefined
          ? this.publications.find(ids, moment)
          : this.publications.ofPreviousPages(ids, shown)),
      );
    const past = await this.publications.find(ids, moment);
    if (shown !== undefined && shown !== past.number)
      return inPublication(await this.publications.ofPreviousPages(ids, shown));
    return { past, join: PRICED_AT_TIME, values: { at } };
  }
}

@QueryHandler(ListPricingUnits)
export class ListPricingUnitsHandler implements IQueryHandler<ListPricingUnits> {
  constructor(
    private readonly json: JsonQuery,
    private readonly past: PastUnits,
  ) {}

  async execute({ actor, ids, moment, page: requested }: ListPricingUnits): Promise<JsonPage> {
    const page = publicationPage(requested);
    const { publication } = page;
    const listed = {
      requires: requires(actor, ids),
      from: 'catalog.unit_v1 unit',
      where: 'unit.asset_id = :asset',
      select: PRICING_UNIT,
    };
    if (!isPast(moment)) {
      const live = await this.json.page(page, { ...listed, join: PRICED, members: LIVE }, withLivePublication);
      if (publication === undefined || publication === publicationShownIn(live)) return live;
    }
    return this.past.read(ids, listed.requires, { moment, publication }, async ({ past, join, values }) =>
      withPublication(past, await this.json.page(page, { ...listed, join, values })),
    );
  }
}

@QueryHandler(ViewPricingUnit)
export class ViewPricingUnitHandler implements IQueryHandler<ViewPricingUnit> {
  constructor(
    private readonly json: JsonQuery,
    private readonly past: PastUnits,
  ) {}

  execute({ actor, ids, moment }: ViewPricingUnit): Promise<Json> {
    const viewed = {
      requires: requires(actor, ids),
      from: 'catalog.unit_v1 unit',
      where: 'unit.asset_id = :asset and unit.id = :unit',
      select: PRICING_UNIT,
    };
    const values = { unit: ids.unitId };
    if (!isPast(moment)) return this.json.one({ ...viewed, join: PRICED, values });
    return this.past.read(ids, viewed.requires, { moment }, (priced) =>
      this.json.one({ ...viewed, join: priced.join, values: { ...values, ...priced.values } }),
    );
  }
}

@QueryHandler(ListUnitHistory)
export class ListUnitHistoryHandler implements IQueryHandler<ListUnitHistory> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, bounds, page }: ListUnitHistory): Promise<JsonPage> {
    const { from = null, to = null } = bounds;
    return this.json.page(page, {
      requires: all(requires(actor, ids), exists('catalog.unit_v1', { unit: ids.unitId })),
      from: STATES,
      where: WITHIN,
      newestFirst: true,
      select: STATE,
      values: { from, to },
    });
  }
}

const isPast = ({ publication, at }: Moment): boolean => publication !== undefined || at !== undefined;

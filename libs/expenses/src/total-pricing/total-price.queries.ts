import type { Actor } from '@app/platform/auth';
import { type Ids, notFound } from '@app/platform/core';
import { Json, JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { ListPricingUnits } from '@app/pricing/contract';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Charges, type State } from './charges.value.js';
import { type Charge, type Totals, totalPrice, totalsWith } from './total-price.value.js';

/** A time, or a publication, of the past. */
export interface Moment {
  publication?: string;
  at?: string;
}

/** Lists the total prices of the units of an asset in a pricing process. */
export class ListTotalPrices extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly moment: Moment,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Reads the total price of a unit with its breakdown. */
export class ViewTotalPrice extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'unit'>,
    readonly moment: Moment,
  ) {
    super();
  }
}

/** A unit as the pricing context lists it. */
interface PricedUnit {
  id: string;
  pricing_id: string;
  unit_number: string;
  price: number | null;
  show_pricing: boolean;
  available_on: string | null;
}

interface Context {
  states: State[];
  /** floor plan by unit */
  floorPlans: Record<string, string | null>;
}

/** The states at a time, which has whole seconds and means the end of the second; without one, the present states. */
const STATE = `state.asset_id = :asset and (:at::timestamptz is null and state.valid_to is null
    or state.valid_from < :at::timestamptz + interval '1 second'
      and (state.valid_to is null or state.valid_to >= :at::timestamptz + interval '1 second'))
  and (state.kind <> 'unit_entry' or state.subject_id = any (:units::bigint[]))`;

const CONTEXT = `json_build_object(
  'states', (select coalesce(json_agg(json_build_object('kind', state.kind, 'expense', state.expense_id::text,
      'subject', state.subject_id::text, 'content', state.content)), '[]') from expenses.expense_state state where ${STATE}),
  'floorPlans', (select coalesce(json_object_agg(unit.id, unit.floor_plan_id::text), '{}') from catalog.unit_v1 unit
      where unit.asset_id = :asset and unit.id = any (:units::bigint[])))::text`;

/** Computes the total prices of units that the pricing context has read. */
@Injectable()
export class TotalPrices {
  /** By page of pricing units: as long as the response cache returns the same one, nothing of its asset has changed. */
  private readonly known = new WeakMap<JsonPage, JsonPage>();

  constructor(
    private readonly queries: QueryBus,
    private readonly json: JsonQuery,
  ) {}

  async list(actor: Actor, ids: Ids<'asset' | 'process'>, moment: Moment, page: PageRequest): Promise<JsonPage> {
    const listed = await this.queries.execute(new ListPricingUnits(actor, ids, moment, page));
    const known = this.known.get(listed);
    if (known) return known;
    const { units, context } = await this.contextOf(listed, ids.assetId, moment);
    const text = JSON.stringify(units.map(computing(ids.assetId, context, byCharges())));
    const computed = new JsonPage(text, listed.next, listed.total, listed.previous, listed.members);
    if (listed.onGrowth) {
      this.known.set(listed, computed);
      listed.onGrowth(text.length);
    }
    return computed;
  }

  /** A page of one unit: the one after the id before it. */
  async view(actor: Actor, ids: Ids<'asset' | 'process' | 'unit'>, moment: Moment): Promise<Json> {
    const position = String(BigInt(ids.unitId) - 1n);
    const page = { number: 1, isNumbered: false, size: 1, position, offset: 0, withTotal: false };
    const listed = await this.queries.execute(new ListPricingUnits(actor, ids, moment, page));
    const { units, context } = await this.contextOf(listed, ids.assetId, moment);
    const unit = units[0];
    if (unit?.id !== ids.unitId) throw notFound();
    return new Json(JSON.stringify(computing(ids.assetId, context, totalPrice)(unit)));
  }

  private async contextOf(listed: JsonPage, asset: string, moment: Moment) {
    const units = JSON.parse(listed.text) as PricedUnit[];
    const at = moment.at ?? (moment.publication === undefined ? null : asOf(listed));
    const context = await this.json.one({
      from: 'catalog.asset_v1 asset',
      where: 'asset.id = :asset',
      expression: CONTEXT,
      values: { asset, at, units: units.map(({ id }) => id) },
    });
    return { units, context };
  }
}

/** When the publication that a page shows was published. */
const asOf = ({ members }: JsonPage): string | null => (members as { as_of?: string } | undefined)?.as_of ?? null;

type Compute = (price: number | null, charges: readonly Charge[]) => Totals;

/** Adds up each list of charges once, because most units of a floor plan have the same. */
function byCharges(): Compute {
  const known = new Map<readonly Charge[], ReturnType<typeof totalsWith>>();
  return (price, charges) => {
    const total = known.get(charges) ?? totalsWith(charges);
    known.set(charges, total);
    return total(price);
  };
}

function computing(assetId: string, { text }: Json, compute: Compute) {
  const { states, floorPlans } = JSON.parse(text) as Context;
  const charges = new Charges(states);
  return ({ id, pricing_id, unit_number, available_on, ...unit }: PricedUnit) => {
    const price = unit.show_pricing ? unit.price : null;
    const floorPlanId = floorPlans[id] ?? null;
    return {
      ...{ id, asset_id: assetId, pricing_id, unit_number, floor_plan_id: floorPlanId, available_on, price },
      price_display: charges.priceDisplay,
      ...compute(price, charges.of(id, floorPlanId)),
    };
  };
}

@QueryHandler(ListTotalPrices)
export class ListTotalPricesHandler implements IQueryHandler<ListTotalPrices> {
  constructor(private readonly prices: TotalPrices) {}

  execute({ actor, ids, moment, page }: ListTotalPrices): Promise<JsonPage> {
    return this.prices.list(actor, ids, moment, page);
  }
}

@QueryHandler(ViewTotalPrice)
export class ViewTotalPriceHandler implements IQueryHandler<ViewTotalPrice> {
  constructor(private readonly prices: TotalPrices) {}

  execute({ actor, ids, moment }: ViewTotalPrice): Promise<Json> {
    return this.prices.view(actor, ids, moment);
  }
}

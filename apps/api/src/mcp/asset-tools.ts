import {
  ASSET,
  date,
  inAsset,
  inProcess,
  integer,
  items,
  type Json,
  object,
  PROCESS,
  text,
  tool,
  type Toolbox,
} from './tool.js';

interface Named extends Json {
  id: string;
  name: string;
}

interface Plan extends Named {
  bedroom_count: number;
  bathroom_count: number;
}

interface Unit extends Json {
  id: string;
  unit_number: string;
  floor_plan_id: string;
  floor_id: string;
  building_id: string;
  area: number;
}

interface Priced extends Json {
  id: string;
  price: number | null;
  full_price: number | null;
  available_on: string | null;
  status: string | null;
}

const shortly = (rows: Named[]) => rows.map(({ id, name }) => ({ id, name }));

const findAssets = tool<{ words?: string; limit?: number }>({
  name: 'find_assets',
  title: 'Find assets',
  description:
    'Assets (properties) by words in their name or address; without words the first ones. Start here: all other tools ask for an asset id.',
  input: { words: text('Words, or beginnings of words'), limit: integer('Most assets to list; default 20', 1, 100) },
  output: { assets: items },
  kind: 'read',
  async run({ api }, { words, limit = 20 }) {
    const found = await api.list<Named>('/v1/assets', { q: words }, limit);
    const fields = [
      'id',
      'name',
      'display_name',
      'market',
      'unit_count',
      'address_line1',
      'address_city',
      'address_state',
    ];
    return { assets: found.map((asset) => Object.fromEntries(fields.map((field) => [field, asset[field]]))) };
  },
});

const overview = tool<{ asset_id: string }>({
  name: 'asset_overview',
  title: 'Overview of an asset',
  description:
    'An asset with the ids and names of its buildings, floors, floor plans and pricing processes. Use it before search_units and the price tools.',
  input: { asset_id: ASSET },
  required: ['asset_id'],
  output: { asset: object, buildings: items, floors: items, floor_plans: items, pricing_processes: items },
  permissions: ['service.buildings.read', 'service.floors.read', 'service.floor-plans.read', 'service.pricing.read'],
  kind: 'read',
  async run({ api }, { asset_id: asset }) {
    const [itself, buildings, floors, plans, processes] = await Promise.all([
      api.get<Json>(inAsset(asset)),
      api.list<Named>(inAsset(asset, 'buildings')),
      api.list<Named>(inAsset(asset, 'floors')),
      api.list<Plan>(inAsset(asset, 'floor-plans')),
      api.list<Named & { pricing_strategy: string }>(inAsset(asset, 'pricing')),
    ]);
    return {
      asset: itself,
      buildings: shortly(buildings),
      floors: shortly(floors),
      floor_plans: plans.map(({ id, name, bedroom_count, bathroom_count }) => ({
        id,
        name,
        bedroom_count,
        bathroom_count,
      })),
      pricing_processes: processes.map(({ id, name, pricing_strategy }) => ({ id, name, pricing_strategy })),
    };
  },
});

interface Search {
  asset_id: string;
  process_id: string;
  unit_number?: string;
  bedrooms?: number;
  min_price?: number;
  max_price?: number;
  available_by?: string;
  floor_id?: string;
  building_id?: string;
  limit?: number;
}

const searchUnits = tool<Search>({
  name: 'search_units',
  title: 'Search units',
  description:
    'Units of an asset with their price and availability now. Every condition narrows the list. `available_by` keeps units that are free on that day: for "free in March" take the last day of March. Sorted by price; `total` counts all that match. `price` is the base rent: `total_price` adds what every renter pays.',
  input: {
    asset_id: ASSET,
    process_id: PROCESS,
    unit_number: text('Exactly this unit number'),
    bedrooms: integer('Bedrooms; 0 is a studio', 0, 50),
    min_price: integer('Minimum price'),
    max_price: integer('Highest price; "under 3,000" is 2999'),
    available_by: date('Available on or before this day, YYYY-MM-DD'),
    floor_id: text('Id of the floor'),
    building_id: text('Id of the building'),
    limit: integer('Maximum number of units; default 50', 1, 500),
  },
  required: ['asset_id', 'process_id'],
  output: { total: integer('Units that match'), units: items },
  permissions: ['service.units.read', 'service.floor-plans.read'],
  kind: 'read',
  async run({ api }, search) {
    const { asset_id: asset, process_id: process, limit = 50 } = search;
    const filter = { 'unit-number': search.unit_number, floor: search.floor_id, building: search.building_id };
    const [units, plans, prices] = await Promise.all([
      api.list<Unit>(inAsset(asset, 'units'), filter, 100_000),
      api.list<Plan>(inAsset(asset, 'floor-plans')),
      api.list<Priced>(inProcess(asset, process, 'units'), {}, 100_000),
    ]);
    const planOf = new Map(plans.map((plan) => [plan.id, plan]));
    const priceOf = new Map(prices.map((price) => [price.id, price]));
    const found = units
      .map((unit) => shownUnit(unit, planOf.get(unit.floor_plan_id), priceOf.get(unit.id)))
      .filter((unit) => matches(unit, search))
      .sort((a, b) => (a.price ?? Infinity) - (b.price ?? Infinity));
    return { total: found.length, units: found.slice(0, limit) };
  },
});

const shownUnit = (unit: Unit, plan: Plan | undefined, price: Priced | undefined) => ({
  id: unit.id,
  unit_number: unit.unit_number,
  floor_plan: plan?.name ?? null,
  bedrooms: plan?.bedroom_count ?? null,
  bathrooms: plan?.bathroom_count ?? null,
  area: unit.area,
  price: price?.price ?? null,
  full_price: price?.full_price ?? null,
  available_on: price?.available_on ?? null,
  status: price?.status ?? null,
});

function matches(
  unit: ReturnType<typeof shownUnit>,
  { bedrooms, min_price, max_price, available_by }: Search,
): boolean {
  const { price, available_on: availableOn } = unit;
  if (bedrooms !== undefined && unit.bedrooms !== bedrooms) return false;
  if (min_price !== undefined && (price === null || price < min_price)) return false;
  if (max_price !== undefined && (price === null || price > max_price)) return false;
  return available_by === undefined || (availableOn !== null && availableOn <= available_by);
}

const unitDetails = tool<{ asset_id: string; unit_id: string; process_id?: string }>({
  name: 'unit_details',
  title: 'Details of a unit',
  description:
    'A unit with its floor plan, floor and building; with a pricing process also its price and every entry (lease terms and starts).',
  input: { asset_id: ASSET, unit_id: text('Id of the unit, from search_units'), process_id: PROCESS },
  required: ['asset_id', 'unit_id'],
  output: { unit: object, floor_plan: object, floor: object, building: object, price: object, entries: items },
  permissions: ['service.units.read', 'service.floors.read', 'service.buildings.read'],
  kind: 'read',
  async run({ api }, { asset_id: asset, unit_id: id, process_id: process }) {
    const unit = await api.get<Unit>(inAsset(asset, `units/${encodeURIComponent(id)}`));
    const [plan, floor, building, priced] = await Promise.all([
      api.get<Json>(inAsset(asset, `floor-plans/${unit.floor_plan_id}`)),
      api.get<Json>(inAsset(asset, `floors/${unit.floor_id}`)),
      api.get<Json>(inAsset(asset, `buildings/${unit.building_id}`)),
      process === undefined ? undefined : pricesOf({ api }, asset, process, id),
    ]);
    return { unit, floor_plan: plan, floor, building, ...priced };
  },
});

async function pricesOf({ api }: Pick<Toolbox, 'api'>, asset: string, process: string, unit: string): Promise<Json> {
  const [price, entries] = await Promise.all([
    api.get<Json>(inProcess(asset, process, `units/${encodeURIComponent(unit)}`)),
    api.list<Json[]>(inProcess(asset, process, 'entries'), { unit, 'flat-pricing': '0' }),
  ]);
  return { price, entries: entries.flat() };
}

const recentEvents = tool<{ asset_id?: string; types?: string; after?: string; limit?: number }>({
  name: 'recent_events',
  title: 'Recent events',
  description:
    'What changed lately, the newest last. An event names its subject; read its values with the other tools. To learn later what changed since, pass `cursor` as `after`.',
  input: {
    asset_id: text('Only events of this asset'),
    types: text('Only these types: unit.*,pricing.published'),
    after: text('`cursor` of an earlier call'),
    limit: integer('Most events to list; default 50', 1, 500),
  },
  output: { data: items, cursor: text('The end'), has_more: { type: 'boolean' } },
  permissions: ['service.events.read'],
  kind: 'read',
  run: ({ api }, { asset_id: asset, types, after = 'newest', limit = 50 }) =>
    api.get('/v1/events', { after, types, asset, limit }),
});

export const ASSET_TOOLS = [findAssets, overview, searchUnits, unitDetails, recentEvents];

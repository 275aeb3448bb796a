import { DEMO_KEYS } from '@app/mapping/contract';
import { costs, type Costs } from './costs.js';
import { offers, type Merchandise } from './offers.js';
import { homesOn, LEVELS, WINGS } from './building/building.js';
import { LAYOUTS } from './building/layouts.js';
import { LOGO_PICTURE, planPictureOf, viewPictureOf } from './pictures.js';
import { housing } from './housing.js';
import type { HousingBuilding } from './housing.js';
import { Random } from './random.js';

/** The provision file of the demonstration, with the fields that it uses (test/contract/provision.example.yaml). */
export interface DemoDocument {
  keys: DemoKey[];
  webhooks: DemoWebhook[];
  accounts: DemoAccount[];
  assets: DemoAsset[];
}

/** A key whose secret nobody knows: something to see, change, rotate and revoke. */
interface DemoKey {
  name: string;
  permissions: string[];
  accounts: 'all';
}

/** A webhook to a name that does not exist, which sends nothing: something to change and ping. */
interface DemoWebhook {
  name: string;
  url: string;
  types: string[];
  accounts: 'all';
  is_enabled: boolean;
}

interface DemoAccount {
  name: string;
  /** names of assets */
  assets: string[];
  embeds?: object[];
}

export interface DemoAsset extends Partial<Merchandise>, Partial<Costs> {
  name: string;
  display_name: string;
  description: string;
  market: 'affordable_housing' | 'mixed_use' | 'multifamily';
  address_line1: string;
  address_city: string;
  address_state: string;
  address_country: string;
  address_postal_code: string;
  address_latitude: number;
  address_longitude: number;
  contact_phone: string;
  contact_email: string;
  contact_hours: string;
  /** name of a picture */
  logo?: string;
  count_visits?: boolean;
  buildings: { name: string }[];
  floors: DemoFloor[];
  floor_plans: DemoFloorPlan[];
  units: DemoUnit[];
  pricing_processes: DemoPricingProcess[];
}

interface DemoFloor {
  name: string;
  filter_label: string;
  filter_short_label: string;
  sort: number;
}

interface DemoFloorPlan {
  name: string;
  bedroom_count: number;
  bathroom_count: number;
  filter_label: string;
  /** name of a picture (files.ts) */
  image?: string;
}

/** `building`, `floor` and `floor_plan` are names. */
export interface DemoUnit {
  unit_number: string;
  building: string;
  floor: string;
  floor_plan: string;
  /** in square feet */
  area: number;
  is_affordable_housing_unit: boolean;
  view_image?: string;
}

interface DemoPricingProcess {
  name: string;
  type: 'push';
  pricing_strategy: 'flat_pricing' | 'revenue_management';
  guard: { max_removed_percent: number; max_price_change_percent: number; refuse_empty: boolean };
}

/** An apartment without a number yet. */
interface Apartment {
  building: string;
  bedrooms: number;
  affordable: boolean;
}

interface UnitPosition {
  unitNumber: string;
  level: number;
}

const BEDROOM_TYPES = [
  { plan: 'Studio', bathrooms: 1, area: [400, 520] },
  { plan: 'One bedroom', bathrooms: 1, area: [560, 700] },
  { plan: 'Two bedrooms', bathrooms: 1, area: [760, 940] },
  { plan: 'Three bedrooms', bathrooms: 1.5, area: [980, 1200] },
  { plan: 'Four bedrooms', bathrooms: 2, area: [1240, 1480] },
  { plan: 'Five bedrooms', bathrooms: 2.5, area: [1500, 1750] },
  { plan: 'Six bedrooms', bathrooms: 3, area: [1760, 2000] },
] as const;

const UNITS_PER_FLOOR = 12;

/** A floor plan without units, as an example for deletion. */
const PLANNED: DemoFloorPlan = { name: 'Loft', bedroom_count: 1, bathroom_count: 1.5, filter_label: 'Loft' };

const GUARD = { max_removed_percent: 25, max_price_change_percent: 50, refuse_empty: true };
const FLAT_FEED: DemoPricingProcess = {
  name: 'Nightly feed',
  type: 'push',
  pricing_strategy: 'flat_pricing',
  guard: GUARD,
};
const LEASE_TERMS: DemoPricingProcess = {
  name: 'Lease terms',
  type: 'push',
  pricing_strategy: 'revenue_management',
  guard: GUARD,
};

const DESCRIPTION =
  'Demonstration. Name, address and apartment counts are those of a real project (NYC open data); unit numbers, floors, areas and prices are invented.';
const DRAWN_DESCRIPTION =
  'Demonstration. Name and address are those of a real project (NYC open data); the building, its homes and the prices are invented.';

/** Of nobody: numbers with 555-01 and the domain are reserved for examples. */
const CONTACT = {
  contact_phone: '+1 212 555 0134',
  contact_email: 'leasing@example.com',
  contact_hours: 'Monday to Friday, 9 a.m. to 6 p.m.',
};

/** The demonstration: three New York properties of two accounts, the first with floor drawings. Identical in every run. */
export function demonstration(): DemoDocument {
  const buildings = housing();
  const project = (id: string) => buildings.filter(({ projectId }) => projectId === id);
  const springCreek = drawn('Spring Creek', project('54360')[0]!);
  const laCentral = onStackedFloors('La Central', 'mixed_use', project('51302'));
  const villageEast = onStackedFloors('Village East Towers', 'multifamily', project('63372'));
  return {
    keys: [
      { name: 'Website', permissions: ['units.read', 'pricing.read'], accounts: 'all' },
      { name: 'Nightly prices', permissions: ['pricing.read', 'pricing.create-entries'], accounts: 'all' },
      { name: 'Former agency', permissions: ['units.*'], accounts: 'all' },
    ],
    webhooks: [
      {
        name: 'Website',
        url: 'https://www.harbour.example/webhooks',
        types: ['unit.*', 'pricing.published'],
        accounts: 'all',
        is_enabled: false,
      },
    ],
    accounts: [
      {
        name: 'Demonstration Homes',
        assets: [springCreek.name, villageEast.name],
        embeds: [
          {
            name: 'Website map',
            key: DEMO_KEYS.embed,
            tags: ['website'],
            // Each wing has homes on all of these floors.
            maps: springCreek.floors.map(({ name: map, sort }) => ({
              asset: springCreek.name,
              map,
              instance_key: sort === 1 ? 'main' : `level-${sort}`,
              pricing_process: FLAT_FEED.name,
            })),
          },
          {
            name: 'Leasing office',
            tags: ['office'],
            maps: [{ asset: springCreek.name, map: 'Level 1', pricing_process: LEASE_TERMS.name }],
          },
        ],
      },
      { name: 'Demonstration Communities', assets: [laCentral.name] },
    ],
    assets: [
      { ...springCreek, ...costs(springCreek, 'base'), count_visits: true },
      { ...laCentral, ...costs(laCentral, 'total') },
      villageEast,
    ],
  };
}

/** The property with drawings, and with an example of everything that a viewer can show. */
function drawn(name: string, at: HousingBuilding): DemoAsset {
  const homes = LEVELS.flatMap(homesOn);
  const { studio, oneBedroom, twoBedrooms, threeBedrooms } = LAYOUTS;
  const plans = [studio, oneBedroom, twoBedrooms, threeBedrooms].map(({ plan, bedrooms, bathrooms }) => ({
    name: plan,
    bedroom_count: bedrooms,
    bathroom_count: bathrooms,
    filter_label: plan,
    image: planPictureOf(bedrooms),
  }));
  const units = homes.map(({ number, wing, level, layout, area, affordable, aspect }) => ({
    unit_number: number,
    building: WINGS[wing],
    floor: levelName(level),
    floor_plan: layout.plan,
    area,
    is_affordable_housing_unit: affordable,
    view_image: viewPictureOf(aspect, level),
  }));
  return {
    ...address(at),
    name,
    display_name: name,
    description: DRAWN_DESCRIPTION,
    logo: LOGO_PICTURE,
    market: 'multifamily',
    buildings: Object.values(WINGS).map((wing) => ({ name: wing })),
    floors: LEVELS.map(floor),
    floor_plans: [...plans, PLANNED],
    units,
    pricing_processes: [FLAT_FEED, LEASE_TERMS],
    ...offers(homes),
  };
}

/** Stacks the project's apartments, twelve per floor: the third on floor 7 of the second building is B-703. */
function onStackedFloors(name: string, market: DemoAsset['market'], buildings: HousingBuilding[]): DemoAsset {
  const units = buildings.flatMap((building, order) => {
    const letter = String.fromCharCode('A'.charCodeAt(0) + order);
    return apartments(building).map((home, index) => unit(name, home, stackedPosition(letter, index)));
  });
  return asset(name, market, buildings, units, [FLAT_FEED]);
}

function stackedPosition(letter: string, index: number): UnitPosition {
  const level = Math.floor(index / UNITS_PER_FLOOR) + 1;
  const position = (index % UNITS_PER_FLOOR) + 1;
  return { unitNumber: `${letter}-${level}${String(position).padStart(2, '0')}`, level };
}

/** A building's apartments in random order, with the numbers of bedroom types and low-income units of the housing table. */
function apartments(building: HousingBuilding): Apartment[] {
  const name = streetAddress(building);
  const bedrooms = building.unitsByBedrooms.flatMap((count, type) => Array<number>(count).fill(type));
  const affordable = new Random(`${name}/low-income`).shuffle(
    bedrooms.map((_, index) => index < building.lowIncomeUnits),
  );
  return new Random(`${name}/bedrooms`)
    .shuffle(bedrooms)
    .map((type, index) => ({ building: name, bedrooms: type, affordable: affordable[index]! }));
}

function unit(
  asset: string,
  { building, bedrooms, affordable }: Apartment,
  { unitNumber, level }: UnitPosition,
): DemoUnit {
  const { plan, area } = BEDROOM_TYPES[bedrooms]!;
  return {
    unit_number: unitNumber,
    building,
    floor: levelName(level),
    floor_plan: plan,
    area: new Random(`${asset}/${unitNumber}/area`).integer(area[0], area[1]),
    is_affordable_housing_unit: affordable,
  };
}

function asset(
  name: string,
  market: DemoAsset['market'],
  buildings: HousingBuilding[],
  units: DemoUnit[],
  pricing_processes: DemoPricingProcess[],
): DemoAsset {
  const first = buildings[0]!;
  const floors = new Set(units.map(({ floor }) => floor));
  const plans = new Set<string>(units.map(({ floor_plan }) => floor_plan));
  return {
    ...address(first),
    name,
    display_name: name,
    description: DESCRIPTION,
    market,
    buildings: buildings.map((building) => ({ name: streetAddress(building) })),
    floors: Array.from({ length: floors.size }, (_, index) => floor(index + 1)),
    floor_plans: BEDROOM_TYPES.map(floorPlan).filter((plan) => plans.has(plan.name)),
    units,
    pricing_processes,
  };
}

const address = (at: HousingBuilding) => ({
  address_line1: streetAddress(at),
  address_city: at.borough === 'Manhattan' ? 'New York' : at.borough,
  address_state: 'NY',
  address_country: 'USA',
  address_postal_code: at.postcode,
  address_latitude: at.latitude,
  address_longitude: at.longitude,
  ...CONTACT,
});

function floor(level: number): DemoFloor {
  return { name: levelName(level), filter_label: levelName(level), filter_short_label: `L${level}`, sort: level };
}

function floorPlan({ plan, bathrooms }: (typeof BEDROOM_TYPES)[number], bedrooms: number): DemoFloorPlan {
  return { name: plan, bedroom_count: bedrooms, bathroom_count: bathrooms, filter_label: plan };
}

function levelName(level: number): string {
  return `Level ${level}`;
}

function streetAddress({ number, street }: HousingBuilding): string {
  return `${number} ${street.toLowerCase().replace(/\b[a-z]/g, (initial) => initial.toUpperCase())}`;
}

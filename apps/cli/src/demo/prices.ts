import type { DemoAsset, DemoUnit } from './demonstration.js';
import { Random } from './random.js';

/** A pricing entry in an ingest request (docs/contract/specification.md, Pricing ingest). */
export interface IngestEntry {
  unit_number: string;
  provider_id: string;
  /** US dollars per month */
  price: number;
  available_on: string;
  /** in months */
  lease_term: number | null;
  lease_starts_on: string | null;
  status: 'vacant' | 'on notice';
  specials_description?: string;
  leasing_fields: Record<string, string | number>;
}

/** An available unit, with the base of its prices. */
interface Offer {
  unit: DemoUnit;
  providerId: string;
  /** US dollars per month for a twelve-month lease, before the seasonal factor */
  rent: number;
  availableOn: string;
  vacant: boolean;
  special: boolean;
}

const AVAILABLE_SHARE = 0.4;
const VACANT_SHARE = 0.4;
const SPECIAL_SHARE = 0.25;
const NOTICE_DAYS = 90;

/** Rents by bedroom count, from studios: at market rate, and limited for low incomes. */
const MARKET_RENTS = [2900, 3500, 4400, 5400, 6300, 7100, 7900];
const AFFORDABLE_RENTS = [1450, 1600, 1900, 2200, 2450, 2700, 2950];

const STANDARD_TERM = 12;
const LEASE_TERMS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** A lease starts on the day that the unit is available, or a number of weeks later. */
const START_WEEKS = Array.from({ length: 17 }, (_, week) => week);

const SPECIAL = 'One month free on leases of twelve months or more.';

/**
 * One entry per available unit (two in five): the price of a twelve-month lease from the day that the unit is available.
 * @param today `YYYY-MM-DD`; units become available between that day and 90 days later
 * @throws RangeError for an invalid date
 */
export function flatEntries(asset: DemoAsset, today: string): IngestEntry[] {
  return offers(asset, today).map((offer) => ({
    ...common(offer),
    price: price(offer, STANDARD_TERM, offer.availableOn),
    lease_term: null,
    lease_starts_on: null,
    ...(offer.special && { specials_description: SPECIAL }),
    leasing_fields: leasingFields(offer, STANDARD_TERM, offer.availableOn),
  }));
}

/** An entry for a unit that the asset lacks, as an example of an unmatched entry. */
export function unmatchedEntry(asset: DemoAsset, today: string): IngestEntry {
  const [unit] = asset.units;
  const number = `${unit!.unit_number}-PH`;
  const offered = offer(asset, { ...unit!, unit_number: number }, today);
  return {
    ...common(offered),
    price: price(offered, STANDARD_TERM, offered.availableOn),
    lease_term: null,
    lease_starts_on: null,
    leasing_fields: leasingFields(offered, STANDARD_TERM, offered.availableOn),
  };
}

/**
 * For each available unit (two in five), one entry per lease term from 3 to 15 months and per weekly start date (17).
 * @param today `YYYY-MM-DD`; units become available between that day and 90 days later
 * @throws RangeError for an invalid date
 */
export const leaseTermEntries = (asset: DemoAsset, today: string): IngestEntry[] =>
  entriesOf(asset, today, START_WEEKS, LEASE_TERMS);

/** The same for four terms and three start dates, as in the feed of a website. */
export const fewTermEntries = (asset: DemoAsset, today: string): IngestEntry[] =>
  entriesOf(asset, today, [0, 4, 8], [6, 9, STANDARD_TERM, 15]);

function entriesOf(asset: DemoAsset, today: string, weeks: number[], terms: number[]): IngestEntry[] {
  return offers(asset, today).flatMap((offer) =>
    weeks
      .map((week) => daysAfter(offer.availableOn, 7 * week))
      .flatMap((startsOn) =>
        terms.map((term) => ({
          ...common(offer),
          price: price(offer, term, startsOn),
          lease_term: term,
          lease_starts_on: startsOn,
          ...(offer.special && term >= STANDARD_TERM && { specials_description: SPECIAL }),
          leasing_fields: leasingFields(offer, term, startsOn),
        })),
      ),
  );
}

function offers(asset: DemoAsset, today: string): Offer[] {
  const count = Math.round(asset.units.length * AVAILABLE_SHARE);
  const available = new Set(new Random(`${asset.name}/free`).shuffle(asset.units).slice(0, count));
  return asset.units.filter((unit) => available.has(unit)).map((unit) => offer(asset, unit, today));
}

function offer(asset: DemoAsset, unit: DemoUnit, today: string): Offer {
  const random = new Random(`${asset.name}/${unit.unit_number}/offer`);
  const rents = unit.is_affordable_housing_unit ? AFFORDABLE_RENTS : MARKET_RENTS;
  const vacant = random.next() < VACANT_SHARE;
  return {
    unit,
    providerId: `${asset.name} ${unit.unit_number}`.toLowerCase().replaceAll(' ', '-'),
    rent: rents[bedrooms(asset, unit)]! * (0.95 + 0.13 * random.next()),
    availableOn: daysAfter(today, vacant ? 0 : random.integer(1, NOTICE_DAYS)),
    vacant,
    special: random.next() < SPECIAL_SHARE,
  };
}

function bedrooms(asset: DemoAsset, unit: DemoUnit): number {
  const plan = asset.floor_plans.find(({ name }) => name === unit.floor_plan);
  if (!plan) throw new Error(`Unit ${unit.unit_number} names the unknown floor plan "${unit.floor_plan}"`);
  return plan.bedroom_count;
}

function common({ unit, providerId, availableOn, vacant }: Offer) {
  return {
    unit_number: unit.unit_number,
    provider_id: providerId,
    available_on: availableOn,
    status: vacant ? ('vacant' as const) : ('on notice' as const),
  };
}

/** Leasing fields for the link to an online application. */
function leasingFields({ unit }: Offer, term: number, startsOn: string): IngestEntry['leasing_fields'] {
  return {
    floor_plan: unit.floor_plan,
    lease_term: term,
    move_in: startsOn,
    apply_url: `https://www.example.com/apply?unit=${encodeURIComponent(unit.unit_number)}&term=${term}`,
  };
}

function price({ rent }: Offer, term: number, startsOn: string): number {
  return Math.round(rent * termFactor(term) * seasonFactor(startsOn));
}

/** Adds two percent per month below twelve, subtracts half a percent per month above. */
function termFactor(term: number): number {
  const short = STANDARD_TERM - term;
  return 1 + (short > 0 ? 0.02 : 0.005) * short;
}

/** Leases that start in July cost most (+4 %), in January least (-4 %). */
function seasonFactor(startsOn: string): number {
  const month = Number(startsOn.slice(5, 7));
  return 1 + 0.04 * Math.cos((2 * Math.PI * (month - 7)) / 12);
}

function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

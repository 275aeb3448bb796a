/**
 * The total price: the one place that computes it. It has no imports, so that the map page computes with it too. Amounts are exact:
 * cents in integers, over a common denominator, rounded half up once.
 */

/** A charge that a unit has, as on the wire; amounts have at most two decimal places. */
export interface Charge {
  expense_id: string;
  level: 'asset' | 'floor_plan' | 'unit';
  label: string;
  type: string | null;
  category: string | null;
  frequency: string;
  due_at: string | null;
  value_type: string;
  amount: number | null;
  min_amount: number | null;
  max_amount: number | null;
  percentage: number | null;
  steps: number[] | null;
  text_amount: string | null;
  max_quantity: number | null;
  is_required: boolean;
  is_enabled: boolean;
  is_situational: boolean;
  is_included: boolean;
  is_refundable: boolean;
  is_third_party: boolean;
  is_per_applicant: boolean;
  tooltip_label: string | null;
  disclaimer: string | null;
}

/** What totals depend on. */
export type Countable = Pick<
  Charge,
  | ('level' | 'type' | 'frequency' | 'due_at' | 'value_type' | 'amount' | 'max_amount' | 'percentage' | 'steps')
  | ('is_required' | 'is_enabled' | 'is_situational' | 'is_included' | 'is_refundable')
>;

/** Why a line is or is not part of the monthly total. */
export const REASONS = [
  'rent',
  'counted',
  'disabled',
  'situational',
  'included',
  'optional',
  'replaced',
  'not_monthly',
  'no_amount',
] as const;
export type Reason = (typeof REASONS)[number];

/** What becomes of a line in the totals. */
interface Verdict {
  /** what is counted each time it is paid; null if that cannot be said in numbers */
  counted_amount: number | null;
  /** its share of the monthly total, rounded; null if it is not counted */
  monthly_amount: number | null;
  is_counted: boolean;
  is_counted_at_move_in: boolean;
  reason: Reason;
}

/** A line of the breakdown: the rent, or a charge. */
export interface Line extends Omit<Charge, 'expense_id' | 'level'>, Verdict {
  /** null for the rent */
  expense_id: string | null;
  level: Charge['level'] | null;
}

export interface Totals {
  /** null without a price */
  total_price: number | null;
  is_estimate: boolean;
  is_complete: boolean;
  move_in_total: number | null;
  move_in_refundable: number | null;
  move_in_non_refundable: number | null;
  move_in_is_estimate: boolean;
  move_in_is_complete: boolean;
}

export interface TotalPrice extends Totals {
  breakdown: Line[];
}

/** Twelfths of a payment that fall on a month. Charges with another frequency are not monthly. */
const TWELFTHS: Readonly<Record<string, bigint>> = {
  daily: 365n,
  weekly: 52n,
  monthly: 12n,
  quarterly: 4n,
  annually: 1n,
};
const ONCE = 12n;
/** Parts of a cent: twelfths of ten-thousandths, the latter for percentages with two decimal places. */
const PARTS = 120_000n;

/** The double of a number with two decimal places is closer to it than to any other. */
const hundredths = (value: number): bigint => BigInt(Math.round(value * 100));

/** Rounds half up. */
const centsOf = (parts: bigint): bigint => (2n * parts + PARTS) / (2n * PARTS);
const moneyOf = (cents: bigint): number => Number(cents) / 100;
const rounded = (parts: bigint): number => moneyOf(centsOf(parts));

/** A cost in parts: an amount, and what is multiplied by the hundredths of the rent. */
interface Cost {
  fixed: bigint;
  ofRent: bigint;
}

/** What a charge costs each time; null if that cannot be said in numbers. */
function costOf({ value_type, amount, max_amount, percentage, steps }: Countable): Cost | null {
  if (value_type === 'percentage') return percentage === null ? null : { fixed: 0n, ofRent: hundredths(percentage) };
  const value = { amount, range: max_amount, stepped: steps?.[0] ?? null }[value_type] ?? null;
  return value === null ? null : { fixed: hundredths(value) * 10_000n, ofRent: 0n };
}

/** Parts times twelve. */
const partsOf = ({ fixed, ofRent }: Cost, price: number): bigint => fixed + ofRent * hundredths(price);

const DEPTH = { asset: 0, floor_plan: 1, unit: 2 };

const isApplicable = (charge: Countable): boolean =>
  charge.is_enabled && charge.is_required && !charge.is_situational && !charge.is_included;

/** The most specific level that has an applicable charge, by type. */
function deepest(charges: readonly Countable[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const charge of charges)
    if (charge.type !== null && isApplicable(charge))
      depths.set(charge.type, Math.max(depths.get(charge.type) ?? 0, DEPTH[charge.level]));
  return depths;
}

/** Where a charge counts, or why it does not. */
type Place = 'monthly' | 'move_in' | Exclude<Reason, 'rent' | 'counted' | 'no_amount'>;

function placeOf(charge: Countable, depths: ReadonlyMap<string, number>): Place {
  if (!charge.is_enabled) return 'disabled';
  if (charge.is_situational) return 'situational';
  if (charge.is_included) return 'included';
  if (!charge.is_required) return 'optional';
  const { type, level, frequency, due_at: due } = charge;
  if (type !== null && DEPTH[level] < depths.get(type)!) return 'replaced';
  if (frequency in TWELFTHS) return 'monthly';
  return due === 'application' || due === 'move_in' ? 'move_in' : 'not_monthly';
}

/**
 * Computes the total price of a unit from its rent and all charges it has.
 * @param price null if the unit shows none: nothing is added up then
 */
export function totalPrice(price: number | null, charges: readonly Charge[]): TotalPrice {
  const depths = deepest(charges);
  const lines = charges.map((charge): Line => ({ ...charge, ...verdictOn(charge, placeOf(charge, depths), price) }));
  return { ...totalsWith(charges)(price), breakdown: [...rentLine(price), ...lines] };
}

function verdictOn(charge: Countable, place: Place, price: number | null): Verdict {
  const cost = costOf(charge);
  const each = cost && (cost.ofRent === 0n || price !== null) ? partsOf(cost, price ?? 0) : null;
  const isCounted = place === 'monthly' && each !== null;
  return {
    counted_amount: each === null ? null : rounded(each * ONCE),
    monthly_amount: isCounted ? rounded(each * TWELFTHS[charge.frequency]!) : null,
    is_counted: isCounted,
    is_counted_at_move_in: isCounted || (place === 'move_in' && each !== null),
    reason: reasonOf(place, each !== null),
  };
}

function reasonOf(place: Place, hasAmount: boolean): Reason {
  if (place !== 'monthly' && place !== 'move_in') return place;
  if (!hasAmount) return 'no_amount';
  return place === 'monthly' ? 'counted' : 'not_monthly';
}

/** The same without the breakdown, for any rent: units with the same charges share the function. */
export function totalsWith(charges: readonly Countable[]): (price: number | null) => Totals {
  const depths = deepest(charges);
  const sums = { monthly: NOTHING, refundable: NOTHING, other: NOTHING };
  const found = { isEstimate: false, isComplete: true, isMoveInEstimate: false, isMoveInComplete: true };
  for (const charge of charges) {
    const place = placeOf(charge, depths);
    if (place !== 'monthly' && place !== 'move_in') continue;
    const cost = costOf(charge);
    const isEstimate = charge.value_type === 'range' && cost !== null;
    if (place === 'monthly') {
      found.isEstimate ||= isEstimate;
      found.isComplete &&= cost !== null;
      sums.monthly = sum(sums.monthly, cost, TWELFTHS[charge.frequency]!);
    } else {
      found.isMoveInEstimate ||= isEstimate;
      found.isMoveInComplete &&= cost !== null;
      const part = charge.is_refundable ? 'refundable' : 'other';
      sums[part] = sum(sums[part], cost, ONCE);
    }
  }
  const flags = namesOf(found);
  return (price) => ({ ...totalsOf(price, sums), ...flags });
}

const NOTHING: Cost = { fixed: 0n, ofRent: 0n };

const sum = ({ fixed, ofRent }: Cost, cost: Cost | null, times: bigint): Cost =>
  cost === null ? { fixed, ofRent } : { fixed: fixed + cost.fixed * times, ofRent: ofRent + cost.ofRent * times };

function totalsOf(price: number | null, sums: Record<'monthly' | 'refundable' | 'other', Cost>) {
  if (price === null)
    return { total_price: null, move_in_total: null, move_in_refundable: null, move_in_non_refundable: null };
  const rent = hundredths(price) * PARTS;
  const [monthly, refundable, other] = [sums.monthly, sums.refundable, sums.other].map((each) => partsOf(each, price));
  const moveIn = centsOf(rent + monthly! + refundable! + other!);
  const back = centsOf(refundable!);
  return {
    total_price: rounded(rent + monthly!),
    move_in_total: moneyOf(moveIn),
    move_in_refundable: moneyOf(back),
    move_in_non_refundable: moneyOf(moveIn - back),
  };
}

const namesOf = (found: Record<'isEstimate' | 'isComplete' | 'isMoveInEstimate' | 'isMoveInComplete', boolean>) => ({
  is_estimate: found.isEstimate,
  is_complete: found.isComplete,
  move_in_is_estimate: found.isEstimate || found.isMoveInEstimate,
  move_in_is_complete: found.isComplete && found.isMoveInComplete,
});

const rentLine = (price: number | null): Line[] =>
  price === null
    ? []
    : [
        {
          ...{ expense_id: null, level: null, label: 'Rent', type: 'rent', category: null },
          ...{ frequency: 'monthly', due_at: 'monthly', value_type: 'amount', amount: price },
          ...{ min_amount: null, max_amount: null, percentage: null, steps: null, text_amount: null },
          ...{
            max_quantity: null,
            tooltip_label: null,
            disclaimer: null,
            is_third_party: false,
            is_per_applicant: false,
          },
          ...{ is_required: true, is_enabled: true, is_situational: false, is_included: false, is_refundable: false },
          ...{ counted_amount: price, monthly_amount: price, is_counted: true, is_counted_at_move_in: true },
          reason: 'rent',
        },
      ];

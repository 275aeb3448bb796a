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

/** What a charge costs each time, in parts times twelve; null if that cannot be said in numbers. */
function cost(charge: Charge, price: number | null): bigint | null {
  const { value_type, amount, max_amount, percentage, steps } = charge;
  if (value_type === 'percentage')
    return percentage === null || price === null ? null : hundredths(price) * hundredths(percentage);
  const value = { amount, range: max_amount, stepped: steps?.[0] ?? null }[value_type] ?? null;
  return value === null ? null : hundredths(value) * 10_000n;
}

const DEPTH = { asset: 0, floor_plan: 1, unit: 2 };

const isApplicable = (charge: Charge): boolean =>
  charge.is_enabled && charge.is_required && !charge.is_situational && !charge.is_included;

/** The most specific level that has an applicable charge, by type. */
function deepest(charges: readonly Charge[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { type, level } of charges.filter(isApplicable))
    if (type !== null) depths.set(type, Math.max(depths.get(type) ?? 0, DEPTH[level]));
  return depths;
}

function reasonOf(charge: Charge, depths: ReadonlyMap<string, number>): Reason | undefined {
  if (!charge.is_enabled) return 'disabled';
  if (charge.is_situational) return 'situational';
  if (charge.is_included) return 'included';
  if (!charge.is_required) return 'optional';
  const { type, level } = charge;
  return type !== null && DEPTH[level] < depths.get(type)! ? 'replaced' : undefined;
}

/** Charges paid before the first month ends, besides the rent and its monthly charges. */
const isDueAtMoveIn = ({ frequency, due_at }: Charge): boolean =>
  !(frequency in TWELFTHS) && (due_at === 'application' || due_at === 'move_in');

/**
 * Computes the total price of a unit from its rent and all charges it has.
 * @param price null if the unit shows none: nothing is added up then
 */
export function totalPrice(price: number | null, charges: readonly Charge[]): TotalPrice {
  const { totals, verdicts } = judge(price, charges);
  return {
    ...totals,
    breakdown: [...rentLine(price), ...charges.map((charge, at) => ({ ...charge, ...verdicts[at]! }))],
  };
}

/** The same without the breakdown. */
export const totals = (price: number | null, charges: readonly Charge[]): Totals => judge(price, charges).totals;

function judge(price: number | null, charges: readonly Charge[]): { totals: Totals; verdicts: Verdict[] } {
  const depths = deepest(charges);
  const total = { monthly: 0n, refundable: 0n, other: 0n };
  const found = { isEstimate: false, isComplete: true, isMoveInEstimate: false, isMoveInComplete: true };
  const verdicts = charges.map((charge): Verdict => {
    const refused = reasonOf(charge, depths);
    const each = cost(charge, price);
    const share = TWELFTHS[charge.frequency];
    const verdict = {
      counted_amount: each === null ? null : rounded(each * ONCE),
      ...{ monthly_amount: null, is_counted: false, is_counted_at_move_in: false },
    };
    if (refused) return { ...verdict, reason: refused };
    const isAtMoveIn = isDueAtMoveIn(charge);
    if (share === undefined && !isAtMoveIn) return { ...verdict, reason: 'not_monthly' };
    const isEstimate = charge.value_type === 'range' && each !== null;
    const isMissing = each === null && !(charge.value_type === 'percentage' && price === null);
    if (isAtMoveIn) {
      found.isMoveInEstimate ||= isEstimate;
      found.isMoveInComplete &&= !isMissing;
      total[charge.is_refundable ? 'refundable' : 'other'] += (each ?? 0n) * ONCE;
      return { ...verdict, is_counted_at_move_in: each !== null, reason: each === null ? 'no_amount' : 'not_monthly' };
    }
    found.isEstimate ||= isEstimate;
    found.isComplete &&= !isMissing;
    if (each === null) return { ...verdict, reason: 'no_amount' };
    total.monthly += each * share!;
    return {
      ...{ counted_amount: verdict.counted_amount, monthly_amount: rounded(each * share!) },
      ...{ is_counted: true, is_counted_at_move_in: true, reason: 'counted' },
    };
  });
  return { totals: { ...sums(price, total), ...namesOf(found) }, verdicts };
}

function sums(
  price: number | null,
  { monthly, refundable, other }: Record<'monthly' | 'refundable' | 'other', bigint>,
) {
  if (price === null)
    return { total_price: null, move_in_total: null, move_in_refundable: null, move_in_non_refundable: null };
  const rent = hundredths(price) * PARTS;
  const moveIn = centsOf(rent + monthly + refundable + other);
  const back = centsOf(refundable);
  return {
    total_price: rounded(rent + monthly),
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

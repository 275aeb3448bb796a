import { type Countable, totalsWith } from '@app/expenses/contract';
import type { ViewerCharge } from '../document.js';
import type { Home } from './catalog.js';

/** Whether it is paid regularly. */
export const isMonthly = ({ frequency }: ViewerCharge): boolean =>
  !['one_time', 'per_lease', 'per_stay'].includes(frequency);

const hundredths = (value: number): number => Math.round(value * 100);

export const chargesOf = ({ unit, asset }: Home): ViewerCharge[] =>
  unit.charges === undefined ? [] : (asset.charge_sets?.[unit.charges] ?? []);

/** The rent alone, which `price` is not if the asset displays total prices. */
export const rentOf = ({ unit: { base_price, price } }: Home): number | undefined => base_price ?? price;

/** The rent with every required monthly charge; undefined if it is not known. */
export const totalOf = ({ unit: { base_price, price, total_price } }: Home): number | undefined =>
  base_price === undefined ? total_price : price;

/** Whether it is paid once, before the first month ends. */
export const isDueAtMoveIn = (charge: ViewerCharge): boolean =>
  !isMonthly(charge) && (charge.due_at === 'application' || charge.due_at === 'move_in');

/** Optional charges that a visitor may add to a total, some of them several times. */
export const choicesOf = (home: Home): ViewerCharge[] =>
  chargesOf(home).filter(
    (charge) =>
      !charge.required &&
      !charge.included &&
      !charge.situational &&
      !charge.replaced &&
      (isMonthly(charge) || isDueAtMoveIn(charge)) &&
      valueOf(charge, 1).amount !== null,
  );

/** What totals count of so many pieces; the last step goes for all further ones. */
function valueOf({ amount, max_amount: max, percentage, steps }: ViewerCharge, quantity: number) {
  const pieces = steps ?? [amount, max, percentage].filter((value) => value !== undefined);
  const each = Array.from({ length: quantity }, (_, at) => hundredths(pieces[Math.min(at, pieces.length - 1)] ?? 0));
  const sum = pieces.length === 0 ? null : each.reduce((all, more) => all + more, 0) / 100;
  return {
    value_type: percentage !== undefined ? 'percentage' : max !== undefined ? 'range' : 'amount',
    ...{ amount: sum, max_amount: sum, percentage: sum, steps: null },
  };
}

const countable = (charge: ViewerCharge, quantity: number): Countable => ({
  ...{ level: 'unit', type: null, is_required: true, is_enabled: true, is_situational: false, is_included: false },
  ...{ frequency: charge.frequency, due_at: charge.due_at ?? null, is_refundable: charge.refundable ?? false },
  ...valueOf(charge, quantity),
});

/** What a required charge adds to the total price; undefined if that is its amount, or not known. */
export function shareOf(home: Home, charge: ViewerCharge): number | undefined {
  const rent = rentOf(home);
  const isAmount = charge.frequency === 'monthly' && charge.amount !== undefined;
  if (rent === undefined || isAmount || !charge.required || !isMonthly(charge)) return undefined;
  const { total_price: total, is_complete: isKnown } = totalsWith([countable(charge, 1)])(rent);
  return isKnown ? (hundredths(total!) - hundredths(rent)) / 100 : undefined;
}

/** The totals with the pieces that a visitor chose, by id of the charge; undefined if the total price is not known. */
export function totalsWithChoices(home: Home, chosen: Readonly<Record<string, number>>) {
  const rent = rentOf(home);
  if (rent === undefined || totalOf(home) === undefined) return undefined;
  const counted = chargesOf(home).flatMap((charge) => {
    const quantity = charge.required ? 1 : (chosen[charge.id] ?? 0);
    return quantity === 0 ? [] : [countable(charge, quantity)];
  });
  return totalsWith(counted)(rent);
}

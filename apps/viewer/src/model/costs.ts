import type { ViewerCharge } from '../document.js';
import type { Home } from './catalog.js';

/** Twelfths of a payment that fall on a month. */
const TWELFTHS: Partial<Record<ViewerCharge['frequency'], number>> = {
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  annually: 1,
};

export const chargesOf = ({ unit, asset }: Home): ViewerCharge[] =>
  unit.charges === undefined ? [] : (asset.charge_sets?.[unit.charges] ?? []);

/** The rent alone, which `price` is not if the asset displays total prices. */
export const rentOf = ({ unit: { base_price, price } }: Home): number | undefined => base_price ?? price;

/** The rent with every required monthly charge; undefined if it is not known. */
export const totalOf = ({ unit: { base_price, price, total_price } }: Home): number | undefined =>
  base_price === undefined ? total_price : price;

/** Optional charges of a month that a visitor may add, some of them several times. */
export const choicesOf = (home: Home): ViewerCharge[] =>
  chargesOf(home).filter(
    (charge) =>
      !charge.required &&
      !charge.included &&
      !charge.situational &&
      !charge.replaced &&
      TWELFTHS[charge.frequency] !== undefined &&
      (charge.amount !== undefined || charge.steps !== undefined),
  );

const cents = (amount: number): number => Math.round(amount * 100);

/** Cents of so many pieces; the last step goes for all further ones. */
function centsOf({ amount, steps }: ViewerCharge, quantity: number): number {
  if (!steps) return cents(amount!) * quantity;
  return Array.from({ length: quantity }, (_, at) => cents(steps[Math.min(at, steps.length - 1)]!)).reduce(
    (sum, each) => sum + each,
    0,
  );
}

/** The total price with the pieces that a visitor chose, by id of the charge. Exact, rounded half up once. */
export function totalWith(home: Home, chosen: Readonly<Record<string, number>>): number | undefined {
  const total = totalOf(home);
  if (total === undefined) return undefined;
  const twelfths = choicesOf(home).reduce(
    (sum, charge) => sum + centsOf(charge, chosen[charge.id] ?? 0) * TWELFTHS[charge.frequency]!,
    0,
  );
  return (cents(total) + Math.floor((2 * twelfths + 12) / 24)) / 100;
}

import fc from 'fast-check';
import { type Charge, totalPrice } from './total-price.value.js';

const amount = fc.integer({ min: 0, max: 999_999_999 }).map((cents) => cents / 100);
const choice = <T>(...values: T[]) => fc.constantFrom(...values);

const values: fc.Arbitrary<Partial<Charge>> = fc.oneof(
  amount.map((amount) => ({ value_type: 'amount', amount })),
  fc.tuple(amount, amount).map(([a, b]) => ({
    ...{ value_type: 'range', min_amount: Math.min(a, b), max_amount: Math.max(a, b) },
  })),
  fc.array(amount, { minLength: 2, maxLength: 4 }).map((steps) => ({ value_type: 'stepped', steps })),
  fc.integer({ min: 0, max: 100_000 }).map((percent) => ({ value_type: 'percentage', percentage: percent / 100 })),
  fc.constant({ value_type: 'text', text_amount: 'billed by usage' }),
);

const charge: fc.Arbitrary<Charge> = fc
  .tuple(
    fc.record({
      expense_id: fc.nat(999).map(String),
      level: choice('asset' as const, 'floor_plan' as const, 'unit' as const),
      type: choice(null, 'trash', 'water', 'parking'),
      frequency: choice('one_time', 'daily', 'weekly', 'monthly', 'quarterly', 'annually', 'per_lease', 'per_stay'),
      due_at: choice(null, 'application', 'move_in', 'monthly', 'move_out'),
      is_required: fc.boolean(),
      is_enabled: fc.boolean(),
      is_situational: fc.boolean(),
      is_included: fc.boolean(),
      is_refundable: fc.boolean(),
    }),
    values,
  )
  .map(([fields, value]) => ({
    ...{ label: 'Fee', category: null, amount: null, min_amount: null, max_amount: null, percentage: null },
    ...{ steps: null, text_amount: null, max_quantity: null, is_third_party: false, is_per_applicant: false },
    ...{ tooltip_label: null, disclaimer: null, value_type: 'amount' },
    ...fields,
    ...value,
  }));

const rent = fc.nat(100_000);
const charges = fc.array(charge, { maxLength: 12 });
const sums = (...given: Parameters<typeof totalPrice>) => ({ ...totalPrice(...given), breakdown: undefined });
const isCountable = (one: Charge) => one.is_enabled && one.is_required && !one.is_situational && !one.is_included;

describe('The total price', () => {
  it('does not depend on the order of the charges', () => {
    fc.assert(
      fc.property(rent, charges, (price, all) => {
        expect(sums(price, [...all].reverse())).toEqual(sums(price, all));
      }),
    );
  });

  it('is the same with and without charges that are optional, disabled, situational or included', () => {
    fc.assert(
      fc.property(rent, charges, (price, all) => {
        expect(sums(price, all)).toEqual(sums(price, all.filter(isCountable)));
      }),
    );
  });

  it('is exact: monthly amounts add up in cents', () => {
    const monthly = fc.array(amount, { maxLength: 40 });
    fc.assert(
      fc.property(rent, charge, monthly, (price, model, amounts) => {
        const plain = { ...model, type: null, frequency: 'monthly', value_type: 'amount', is_required: true };
        const flags = { is_enabled: true, is_situational: false, is_included: false };
        const all = amounts.map((each) => ({ ...plain, ...flags, amount: each }));
        const cents = amounts.reduce((sum, each) => sum + Math.round(each * 100), price * 100);
        expect(totalPrice(price, all).total_price).toBe(cents / 100);
      }),
    );
  });

  it('of no charges is the rent', () => {
    expect(sums(2150, [])).toMatchObject({ total_price: 2150, move_in_total: 2150, is_complete: true });
  });

  it('splits what is due at move-in without losing a cent', () => {
    fc.assert(
      fc.property(rent, charges, (price, all) => {
        const { move_in_total: total, move_in_refundable: back, move_in_non_refundable: rest } = totalPrice(price, all);
        expect(Math.round(back! * 100) + Math.round(rest! * 100)).toBe(Math.round(total! * 100));
      }),
    );
  });

  it('counts each line that it says it counts', () => {
    fc.assert(
      fc.property(rent, charges, (price, all) => {
        const { breakdown } = totalPrice(price, all);
        const counted = breakdown.filter((line) => line.is_counted);
        expect(counted.every(({ reason }) => reason === 'counted' || reason === 'rent')).toBe(true);
        expect(counted.every((line) => line.monthly_amount !== null)).toBe(true);
      }),
    );
  });

  it('differs from the sum of its rounded lines by at most half a cent each', () => {
    fc.assert(
      fc.property(rent, charges, (price, all) => {
        const { breakdown, total_price: total } = totalPrice(price, all);
        const sum = breakdown.reduce((cents, line) => cents + Math.round((line.monthly_amount ?? 0) * 100), 0);
        expect(Math.abs(sum - Math.round(total! * 100))).toBeLessThanOrEqual(breakdown.length / 2);
      }),
    );
  });
});

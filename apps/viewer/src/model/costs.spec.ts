import type { Home } from './catalog.js';
import { choicesOf, rentOf, shareOf, totalOf, totalsWithChoices } from './costs.js';

const charge = (id: string, more: object) => ({ id, label: id, frequency: 'monthly', ...more });
const CHARGES = [
  charge('trash', { amount: 64.5, required: true }),
  charge('pets', { steps: [45, 30.25] }),
  charge('garage', { amount: 90 }),
  charge('lockers', { amount: 10, frequency: 'annually' }),
  charge('damage', { amount: 75, situational: true }),
  charge('heat', { amount: 0, included: true }),
  charge('key', { amount: 25, frequency: 'one_time' }),
  charge('deposit', { amount: 500, frequency: 'one_time', due_at: 'move_in', required: true, refundable: true }),
  charge('pet_deposit', { amount: 300, frequency: 'one_time', due_at: 'move_in', max_quantity: 2 }),
  charge('amenities', { percentage: 1.25 }),
  charge('storage', { min_amount: 20, max_amount: 35.5 }),
  charge('power', { text_amount: 'as used' }),
];
const home = (unit: object) =>
  ({ unit: { charges: 0, ...unit }, asset: { charge_sets: [CHARGES] } }) as unknown as Home;

const shown = home({ price: 2214.5, base_price: 2150 });
const calculated = (chosen: Record<string, number>, of = shown) => totalsWithChoices(of, chosen);
const monthly = (...given: Parameters<typeof calculated>) => calculated(...given)?.total_price;

describe('The calculator', () => {
  it('offers optional charges that are paid regularly, or due at move-in, and have an amount', () => {
    const offered = ['pets', 'garage', 'lockers', 'pet_deposit', 'amenities', 'storage'];
    expect(choicesOf(home({})).map(({ id }) => id)).toEqual(offered);
    expect(choicesOf(home({ charges: undefined }))).toEqual([]);
  });

  it('adds pieces by their steps, and the share of a month of other charges, to the total price', () => {
    expect(monthly({})).toBe(2214.5);
    expect(monthly({ garage: 2 })).toBe(2394.5);
    expect(monthly({ pets: 3 })).toBe(2320);
    expect(monthly({ lockers: 1 })).toBe(2215.33);
    expect(monthly({ amenities: 1 })).toBe(2241.38);
    expect(monthly({ storage: 1 })).toBe(2250);
  });

  it('rounds once, as the total price does', () => {
    const shares = [
      charge('filters', { amount: 0.05, frequency: 'annually', required: true }),
      charge('lockers', { amount: 0.04, frequency: 'annually' }),
    ];
    const its = { unit: { charges: 0, price: 1000, base_price: 1000 }, asset: { charge_sets: [shares] } };
    expect([monthly({}, its as unknown as Home), monthly({ lockers: 1 }, its as unknown as Home)]).toEqual([
      1000, 1000.01,
    ]);
  });

  it('adds up what is due at move-in', () => {
    expect(calculated({ pet_deposit: 2, garage: 1 })).toMatchObject({ total_price: 2304.5, move_in_total: 3404.5 });
  });

  it('starts from the total price also where the base price is displayed', () => {
    const its = home({ price: 2150, total_price: 2214.5 });
    expect([rentOf(its), totalOf(its), monthly({ garage: 1 }, its)]).toEqual([2150, 2214.5, 2304.5]);
  });

  it('says nothing while the total price is not known', () => {
    expect(calculated({ garage: 1 }, home({ price: 2150 }))).toBeUndefined();
  });
});

describe('A charge', () => {
  const shareIn = (more: object) => shareOf(shown, { ...charge('fee', { required: true, ...more }) } as never);

  it('shows its monthly share if that differs from its amount', () => {
    expect(shareIn({ amount: 42, frequency: 'annually' })).toBe(3.5);
    expect(shareIn({ percentage: 1.25 })).toBe(26.88);
    expect(shareIn({ min_amount: 20, max_amount: 35.5 })).toBe(35.5);
    expect(shareIn({ amount: 42 })).toBeUndefined();
    expect(shareIn({ text_amount: 'as used' })).toBeUndefined();
    expect(shareIn({ amount: 42, frequency: 'one_time' })).toBeUndefined();
    expect(shareIn({ amount: 42, frequency: 'annually', required: undefined })).toBeUndefined();
  });
});

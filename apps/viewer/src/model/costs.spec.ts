import type { Home } from './catalog.js';
import { choicesOf, rentOf, totalOf, totalWith } from './costs.js';

const charge = (id: string, more: object) => ({ id, label: id, frequency: 'monthly', ...more });
const CHARGES = [
  charge('trash', { amount: 64.5, required: true }),
  charge('pets', { steps: [45, 30.25] }),
  charge('garage', { amount: 90 }),
  charge('lockers', { amount: 10, frequency: 'annually' }),
  charge('damage', { amount: 75, situational: true }),
  charge('heat', { amount: 0, included: true }),
  charge('deposit', { amount: 500, frequency: 'one_time' }),
  charge('power', { text_amount: 'as used' }),
];
const home = (unit: object) =>
  ({ unit: { charges: 0, ...unit }, asset: { charge_sets: [CHARGES] } }) as unknown as Home;

describe('The calculator', () => {
  it('offers optional charges that are paid regularly and have an amount', () => {
    expect(choicesOf(home({})).map(({ id }) => id)).toEqual(['pets', 'garage', 'lockers']);
    expect(choicesOf(home({ charges: undefined }))).toEqual([]);
  });

  it('adds pieces by their steps, and the share of a month of other charges, to the total price', () => {
    const shown = home({ price: 2214.5, base_price: 2150 });
    expect(totalWith(shown, {})).toBe(2214.5);
    expect(totalWith(shown, { garage: 2 })).toBe(2394.5);
    expect(totalWith(shown, { pets: 3 })).toBe(2320);
    expect(totalWith(shown, { lockers: 1 })).toBe(2215.33);
  });

  it('starts from the total price also where the base price is displayed', () => {
    const shown = home({ price: 2150, total_price: 2214.5 });
    expect([rentOf(shown), totalOf(shown), totalWith(shown, { garage: 1 })]).toEqual([2150, 2214.5, 2304.5]);
  });

  it('says nothing while the total price is not known', () => {
    expect(totalWith(home({ price: 2150 }), { garage: 1 })).toBeUndefined();
  });
});

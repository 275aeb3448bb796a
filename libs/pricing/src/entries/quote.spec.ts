import { type Offer, quoteOf } from './quote.value.js';

const TODAY = '2026-11-28';
const offer = (price: number, more: Partial<Offer> = {}): Offer => ({
  ...{ price, available_on: '2026-11-01', lease_term: 12, lease_starts_on: null },
  ...more,
});
const price = (offers: Offer[], wish: Parameters<typeof quoteOf>[1] = {}) => quoteOf(offers, wish, TODAY)?.price;

describe('A quote', () => {
  const terms = [offer(2000, { lease_term: 6 }), offer(1800), offer(1700, { lease_term: 14 }), offer(1600, { lease_term: null })]; // oxfmt-ignore
  const starts = ['2026-12-01', '2026-12-15', '2027-01-15'].map((lease_starts_on, i) => offer(1000 + i, { lease_starts_on })); // oxfmt-ignore

  it('is for the term that is asked for, else for one without a term', () => {
    expect([6, 12, 14, 9].map((term) => price(terms, { term }))).toEqual([2000, 1800, 1700, 1600]);
    expect(price(terms.slice(0, 3), { term: 9 })).toBeUndefined();
  });

  it('is for the latest start until the move-in date, else for one without a start', () => {
    const days = ['2026-12-01', '2026-12-14', '2026-12-15', '2027-06-01'];
    expect(days.map((moveIn) => price(starts, { moveIn }))).toEqual([1000, 1000, 1001, 1002]);
    expect(price(starts, { moveIn: '2026-11-30' })).toBeUndefined();
    expect(price([...starts, offer(900)], { moveIn: '2026-11-30' })).toBe(900);
  });

  it('is only for homes that are free on the date', () => {
    const later = [offer(1500, { available_on: '2026-12-10' })];
    expect(['2026-12-09', '2026-12-10'].map((moveIn) => price(later, { moveIn }))).toEqual([undefined, 1500]);
  });

  it('without a date and a term is that of the flat view', () => {
    expect(price([offer(900, { lease_starts_on: '2026-11-27' }), ...starts])).toBe(1000);
    expect(price([offer(900, { lease_starts_on: '2026-11-27' })])).toBe(900);
    expect(price([offer(1, { lease_term: 11 }), offer(2, { lease_term: 13 }), offer(3, { lease_term: null })])).toBe(2);
    expect(price([offer(5), offer(4), offer(4, { lease_term: 24 })])).toBe(4);
    expect(price([])).toBeUndefined();
  });
});

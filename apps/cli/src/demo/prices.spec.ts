import { demonstration } from './demonstration.js';
import { fewTermEntries, flatEntries, leaseTermEntries, unmatchedEntry } from './prices.js';
import type { IngestEntry } from './prices.js';

const TODAY = '2026-11-20';
const NINETY_DAYS_LATER = '2027-02-18';
const { assets } = demonstration();
const first = assets[0]!;
const flat = flatEntries(first, TODAY);
const terms = leaseTermEntries(first, TODAY);

function unitNumbers(entries: IngestEntry[]): string[] {
  return [...new Set(entries.map(({ unit_number }) => unit_number))];
}

describe('The flat prices', () => {
  it.each(assets.map((asset) => [asset.name, asset] as const))(
    'of %s cover two of five units with one entry each',
    (_, asset) => {
      const entries = flatEntries(asset, TODAY);

      expect(entries).toHaveLength(Math.round(asset.units.length * 0.4));
      expect(unitNumbers(entries)).toHaveLength(entries.length);
      expect(asset.units.map(({ unit_number }) => unit_number)).toEqual(expect.arrayContaining(unitNumbers(entries)));
    },
  );

  it('cover twelve months from the first day', () => {
    const standard = terms.filter((entry) => entry.lease_term === 12 && entry.lease_starts_on === entry.available_on);

    expect(flat.map(({ unit_number, price }) => [unit_number, price])).toEqual(
      standard.map(({ unit_number, price }) => [unit_number, price]),
    );
  });

  it('are the twelve-month prices of the feed with few terms, which the map shows', () => {
    const few = fewTermEntries(first, TODAY);
    const shown = few.filter((entry) => entry.lease_term === 12 && entry.lease_starts_on === entry.available_on);

    expect(few).toHaveLength(flat.length * 4 * 3);
    expect(shown.map(({ unit_number, price }) => [unit_number, price])).toEqual(
      flat.map(({ unit_number, price }) => [unit_number, price]),
    );
  });

  it('are plausible for New York', () => {
    const prices = assets.flatMap((asset) => flatEntries(asset, TODAY)).map(({ price }) => price);

    expect(Math.min(...prices)).toBeGreaterThan(1_200);
    expect(Math.max(...prices)).toBeLessThan(8_000);
  });
});

it('the unmatched entry is a flat entry for a unit that the asset does not have', () => {
  const entry = unmatchedEntry(first, TODAY);

  expect(first.units.map(({ unit_number }) => unit_number)).not.toContain(entry.unit_number);
  expect(terms.concat(flat).map(({ provider_id }) => provider_id)).not.toContain(entry.provider_id);
  expect(entry).toMatchObject({ price: expect.any(Number), lease_term: null, lease_starts_on: null });
});

describe('The prices by lease term', () => {
  it('are about 14,000, for the units with a flat price', () => {
    expect(terms.length).toBeGreaterThanOrEqual(14_000);
    expect(terms.length).toBeLessThanOrEqual(15_000);
    expect(unitNumbers(terms)).toEqual(unitNumbers(flat));
  });

  it('are unique by unit, term and start date', () => {
    const keys = terms.map(
      ({ unit_number, lease_term, lease_starts_on }) => `${unit_number} ${lease_term} ${lease_starts_on}`,
    );

    expect(new Set(keys).size).toBe(terms.length);
  });

  it('decrease with the length of the term', () => {
    const starts = new Map<string, number[]>();
    for (const { unit_number, lease_term, lease_starts_on, price } of terms) {
      const start = `${unit_number} ${lease_starts_on}`;
      starts.set(start, Object.assign(starts.get(start) ?? [], { [lease_term!]: price }));
    }

    for (const byTerm of starts.values()) {
      const prices = Object.values(byTerm);
      expect(prices).toHaveLength(13);
      expect(prices).toEqual([...new Set(prices)].sort((a, b) => b - a));
    }
  });

  it('never start before the unit is available', () => {
    expect(terms.filter((entry) => entry.lease_starts_on! < entry.available_on)).toEqual([]);
  });
});

describe('Every entry', () => {
  const entries = [...assets.flatMap((asset) => flatEntries(asset, TODAY)), ...terms];

  it('respects the limits of ingest', () => {
    const faulty = entries.filter(
      ({ price, available_on, lease_term, specials_description = '' }) =>
        !Number.isInteger(price) ||
        available_on < TODAY ||
        available_on > NINETY_DAYS_LATER ||
        (lease_term !== null && (lease_term < 1 || lease_term > 120)) ||
        specials_description.length > 512,
    );

    expect(faulty).toEqual([]);
  });

  it('is available from today if its status says so, otherwise later', () => {
    const statuses = entries.map(({ available_on }) => (available_on === TODAY ? 'vacant' : 'on notice'));

    expect(entries.map(({ status }) => status)).toEqual(statuses);
    expect(new Set(statuses).size).toBe(2);
  });

  it('of a unit has the same provider id, which no other unit has', () => {
    for (const asset of assets) {
      const own = [...flatEntries(asset, TODAY), ...leaseTermEntries(asset, TODAY)];
      const pairs = new Set(own.map(({ unit_number, provider_id }) => `${unit_number} ${provider_id}`));
      expect(new Set(own.map(({ provider_id }) => provider_id)).size).toBe(pairs.size);
      expect(unitNumbers(own)).toHaveLength(pairs.size);
    }
  });

  it('is the same in every run on one day, and moves with the date', () => {
    expect(flatEntries(first, TODAY)).toEqual(flat);
    expect(leaseTermEntries(first, TODAY)).toEqual(terms);
    expect(flatEntries(first, '2027-11-20').map(({ available_on }) => available_on)).toEqual(
      flat.map(({ available_on }) => `${Number(available_on.slice(0, 4)) + 1}${available_on.slice(4)}`),
    );
  });

  it('requires a date', () => {
    expect(() => flatEntries(first, 'today')).toThrow(RangeError);
  });
});

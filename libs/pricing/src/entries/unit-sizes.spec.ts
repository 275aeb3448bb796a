import fc from 'fast-check';
import { CopyRows } from '../ingest/copy-rows.js';
import { entryRecords } from './copy-entries.js';
import { ENTRIES_OF_UNIT_MOST, UnitSizes } from './unit-sizes.js';

const entry = (provider: string) => ({
  unit_number: '1',
  provider_id: provider,
  price: 1,
  available_on: '2026-12-01',
  leasing_fields: { a: provider },
});

function rowsOf(providers: readonly string[]): Buffer[] {
  const rows = new CopyRows(['1', '2'], 1, entryRecords.columns);
  for (const provider of providers) entryRecords.add(entry(provider), rows);
  return rows.finish();
}

function most(providers: readonly string[], step: number, few = ENTRIES_OF_UNIT_MOST): number {
  const buffers = rowsOf(providers);
  const sizes = new UnitSizes(few);
  for (let seen = step; seen < buffers.length; seen += step) sizes.follow(buffers.slice(0, seen), providers.length);
  sizes.follow(buffers, providers.length);
  return sizes.most(providers.length);
}

describe('The sizes of units', () => {
  it('are never less than what a unit has', () => {
    const unit = fc.tuple(fc.string({ maxLength: 40 }), fc.integer({ min: 1, max: 1_500 }));
    const property = fc.property(fc.array(unit, { minLength: 1, maxLength: 6 }), fc.nat(3), (units, step) => {
      const providers = units.flatMap(([name, count]) => Array.from({ length: count }, () => `P${name}`));
      const counts = new Map<string, number>();
      for (const provider of providers) counts.set(provider, (counts.get(provider) ?? 0) + 1);
      expect(most(providers, step + 1, 100)).toBeGreaterThanOrEqual(Math.max(...counts.values()));
    });
    fc.assert(property, { numRuns: 30 });
  });

  it('of many units are far below all entries', () => {
    const providers = Array.from({ length: 60_000 }, (_, n) => `P-${n % 2_000}`);
    expect(most(providers, 1)).toBeLessThan(600);
  });

  it('of few entries are not looked at', () => {
    expect(most(['a', 'b'], 1, 2)).toBe(2);
    expect(most(['a', 'b'], 1, 1)).toBe(1);
  });
});

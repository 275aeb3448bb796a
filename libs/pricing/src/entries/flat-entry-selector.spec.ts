import { CopyRows } from '../ingest/copy-rows.js';
import { FlatEntrySelector } from './flat-entry-selector.js';
import { entryRecords } from './copy-entries.js';

/** What is shown of whom is held against Postgres in test/pricing/flat-entry-selector.e2e-spec.ts. */
describe('Chosen entries', () => {
  const now = new Date('2026-11-21T23:59:59.999Z');

  function chosenOf(units: number, each: number): FlatEntrySelector {
    const rows = new CopyRows(['1', '2'], 1, entryRecords.columns);
    const chosen = new FlatEntrySelector(now);
    for (let at = 0; at < units * each; at += 1) {
      const unit = at % units;
      const name = { unit_number: `${unit}`, provider_id: `P-${unit}` };
      entryRecords.add({ ...name, price: 2000 + at, available_on: '2027-01-01', lease_term: 12 }, rows);
      chosen.follow(rows.full);
    }
    chosen.follow(rows.finish());
    return chosen;
  }

  it('hold until the day ends', () => {
    const chosen = new FlatEntrySelector(now);
    expect(chosen.holdsAt(now)).toBe(true);
    expect(chosen.holdsAt(new Date('2026-11-21T00:00:00Z'))).toBe(true);
    expect(chosen.holdsAt(new Date('2026-11-22T00:00:00Z'))).toBe(false);
  });

  it('are those of up to 25,000 units, the first of equal ones', async () => {
    const chosen = chosenOf(25_000, 3);
    const { prices } = (await chosen.columns())!;
    const [count, first, last] = [12, 24, prices.length - 4].map((at) => prices.readInt32BE(at));
    expect([count, first, last]).toEqual([25_000, 2000, 26_999]);
    chosen.release();
    expect(await chosenOf(25_001, 3).columns()).toBeUndefined();
  });

  it('are left to Postgres where there are hardly more entries than units', async () => {
    expect(await chosenOf(100, 2).columns()).toBeUndefined();
    expect(await chosenOf(100, 3).columns()).toBeDefined();
    expect(await chosenOf(100, 1).columns(true, true)).toBeDefined();
  });

  it('are nothing any more once released, and leave nothing to the next', async () => {
    const before = chosenOf(100, 3);
    before.release();
    expect(await before.columns()).toBeUndefined();
    const { providers } = (await chosenOf(2, 3).columns())!;
    expect(providers.subarray(20).toString('latin1')).toBe('\0\0\0\x03P-0\0\0\0\x03P-1');
  });
});

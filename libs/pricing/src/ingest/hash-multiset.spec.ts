import fc from 'fast-check';
import { HashMultiset } from './hash-multiset.js';

const hash = fc.tuple(fc.constantFrom(0, 1, -1, 2 ** 31 - 1), fc.integer({ min: -3, max: 3 }));

describe('A multiset of hashes', () => {
  it('has each as often as it was added, less as often as it was removed', () => {
    const property = fc.property(fc.array(hash), fc.array(hash), (added, removed) => {
      const multiset = new HashMultiset(added.length);
      const known = new Set<string>();
      for (const [high, low] of added) {
        expect(multiset.add(high, low)).toBe(!known.has(`${high} ${low}`));
        known.add(`${high} ${low}`);
      }
      const left = added.map(String);
      for (const each of removed) {
        const at = left.lastIndexOf(String(each));
        expect(multiset.remove(...each)).toBe(at);
        if (at >= 0) left[at] = '';
      }
      expect(Array.from(multiset.left(), (at) => String(added[at]))).toEqual(left.filter(Boolean));
      expect(multiset.size).toBe(left.filter(Boolean).length);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('removes equal hashes as fast as different ones', () => {
    const multiset = new HashMultiset(200_000);
    for (let count = 0; count < 200_000; count += 1) multiset.add(1, 1);
    for (let count = 0; count < 200_000; count += 1) multiset.remove(1, 1);
    expect(multiset.size).toBe(0);
  });
});

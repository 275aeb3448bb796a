import { ReferenceBatch } from './reference-batch.value.js';

const batch = (...sent: [unit: string, value: string | null][]) =>
  new ReferenceBatch(sent.map(([unitId, value]) => ({ unitId, value })));

const TORN = ['has different values in this request'];
const SHARED = ['is given to different units in this request'];

describe('A batch of unit references', () => {
  it('counts equal duplicates once', () => {
    const { units, values, errors } = batch(['1', 'A'], ['2', null], ['1', 'A'], ['2', null]);
    expect({ units, values, errors }).toEqual({ units: ['1', '2'], values: ['A', null], errors: {} });
  });

  it('rejects different values for one unit, and names every item of that unit', () => {
    const { errors } = batch(['1', 'A'], ['2', 'B'], ['1', 'A'], ['1', null]);
    expect(errors).toEqual({ 'data.0.unit_id': TORN, 'data.2.unit_id': TORN, 'data.3.unit_id': TORN });
  });

  it('rejects one value for different units, and names both', () => {
    const { errors } = batch(['1', 'A'], ['2', 'B'], ['3', 'A']);
    expect(errors).toEqual({ 'data.0.value': SHARED, 'data.2.value': SHARED });
  });

  it('accepts null for any number of units', () => {
    expect(batch(['1', null], ['2', null]).errors).toEqual({});
  });

  it('finds the items with a given value', () => {
    expect(batch(['1', 'A'], ['2', null], ['3', 'B']).pathsOf(new Set(['B']))).toEqual(['data.2.value']);
  });
});

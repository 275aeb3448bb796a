import { dedupe } from './dedupe.js';

const unit = ({ unitId }: { unitId: string }) => unitId;

describe('The items of a batch', () => {
  it('are deduplicated in the order of their first occurrence', () => {
    const items = [
      { unitId: '2', url: 'b' },
      { unitId: '1', url: 'a' },
      { url: 'b', unitId: '2' },
    ];

    expect(dedupe(items, unit, 'unit_id')).toEqual({ items: [items[0], items[1]], errors: {} });
  });

  it('are rejected when they contradict each other', () => {
    const items = [
      { unitId: '1', url: 'a' },
      { unitId: '2', url: 'a' },
      { unitId: '1', url: null },
      { unitId: '1', url: 'a' },
      { unitId: '1', url: 'c' },
    ];

    expect(dedupe(items, unit, 'unit_id').errors).toEqual({
      'data.2.unit_id': ['contradicts data.0'],
      'data.4.unit_id': ['contradicts data.0'],
    });
  });

  it('never contradict each other when the key is the whole item', () => {
    expect(dedupe([{ name: 'a' }, { name: 'b' }, { name: 'a' }])).toEqual({
      items: [{ name: 'a' }, { name: 'b' }],
      errors: {},
    });
  });
});

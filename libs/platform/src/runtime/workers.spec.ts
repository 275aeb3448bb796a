import { readSettings } from '../core/settings/settings.js';
import { shareOf } from './workers.js';

describe('A worker', () => {
  const settings = (WORKERS: string) => readSettings({ DATABASE_URL: 'postgres://none', DATABASE_POOL: '20', WORKERS });

  it('gets its share of the limits', () => {
    expect(shareOf(settings('1'))).toEqual(settings('1'));
    expect(shareOf(settings('4'))).toEqual({ ...settings('4'), poolSize: 5, responseCacheMb: 16 });
    expect(shareOf(settings('8'))).toMatchObject({ poolSize: 4, responseCacheMb: 8 });
  });
});

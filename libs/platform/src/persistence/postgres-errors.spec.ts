import { isDatabaseTrouble, violatedConstraint } from './postgres-errors.js';

const fault = (code: string, message: string, constraint?: string) => ({
  driverError: { code, message, ...(constraint && { constraint }) },
});

describe('The constraint that was violated', () => {
  it('is what Postgres says', () => {
    const message = 'duplicate key value violates unique constraint "unit_pkey"';
    expect(violatedConstraint(fault('23505', message, 'unit_by_2026'))).toBe('unit_by_2026');
  });

  it('is read from the message of Citus, without the number of the shard', () => {
    const key = 'insert or update on table "unit_102118" violates foreign key constraint "unit_floor_fkey_102118"';
    expect(violatedConstraint(fault('23503', key))).toBe('unit_floor_fkey');
    const unique = 'duplicate key value violates unique constraint "asset_reference_key_102054"';
    expect(violatedConstraint(fault('23505', unique))).toBe('asset_reference_key');
  });

  it('is none where nothing of that kind happened', () => {
    const other = fault('42704', 'constraint "gone" of relation "unit" does not exist');
    expect([violatedConstraint(other), violatedConstraint(new Error('constraint "unit_pkey"'))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(isDatabaseTrouble(other)).toBe(false);
  });
});

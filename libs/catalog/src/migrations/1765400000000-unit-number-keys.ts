import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnitNumberKeys1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      create function catalog.unit_number_key(text) returns text language sql immutable parallel safe
        as $$ select btrim(normalize($1, nfkc), E' \t\n\x0b\f\r\u0085\u1680\u2028\u2029\ufeff') $$;
      drop index catalog.unit_by_number;
      create index unit_by_number on catalog.unit (asset_id, catalog.unit_number_key(unit_number));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index catalog.unit_by_number;
      drop function catalog.unit_number_key;
      create index unit_by_number on catalog.unit (asset_id, unit_number);
    `);
  }
}

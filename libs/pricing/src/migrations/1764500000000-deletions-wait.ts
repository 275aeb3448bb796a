import type { MigrationInterface, QueryRunner } from 'typeorm';

const removal = (lock: string): string => `
  create or replace function pricing.remove_deleted_units() returns trigger language plpgsql as $$
  declare
    gone record;
  begin
    ${lock}
    for gone in select asset_id, id from removed loop
      delete from pricing.unit where asset_id = gone.asset_id and id = gone.id;
    end loop;
    return null;
  end $$`;

/**
 * The deletion of a unit and commits wait for each other through the lock of the process. Before, commits locked each unit that they
 * priced for the first time, which took a fifth of the time of a first delivery.
 */
export class DeletionsWait1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      removal(`for gone in select distinct asset_id from removed loop
      perform from pricing.process where asset_id = gone.asset_id order by id for share;
    end loop;`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(removal(''));
  }
}

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
 * The deletion of a unit waits for commits, which lock their process, and a commit waits for the deletion. Commits locked
 * each unit that they priced for the first time instead: of a first delivery, a fifth of the time.
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

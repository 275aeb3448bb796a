import type { MigrationInterface, QueryRunner } from 'typeorm';

const BUILT = `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('pricing.unit_state_key')`;

const REPLACE_KEY = `
  alter table pricing.unit_state drop constraint unit_state_pkey;
  alter table pricing.unit_state add constraint unit_state_pkey primary key using index unit_state_key;`;

/** A state ends with the publication in which the next one started, so each leads to the one before it. */
const REMOVE_STATES = `
  create or replace function pricing.remove_unit_states() returns trigger language plpgsql as $$
  declare
    gone record;
    began bigint;
    earlier bigint;
  begin
    for gone in select asset_id, process_id, id, since from removed loop
      began := gone.since;
      while began is not null loop
        with deleted as (
          delete from pricing.unit_state
          where asset_id = gone.asset_id and process_id = gone.process_id and until = began and unit_id = gone.id
          returning since
        )
        select min(since) into earlier from deleted;
        began := case when earlier < began then earlier end;
      end loop;
    end loop;
    return null;
  end $$;`;

const REMOVE_STATES_BY_UNIT = `
  create or replace function pricing.remove_unit_states() returns trigger language plpgsql as $$
  declare
    gone record;
  begin
    for gone in select asset_id, process_id, id from removed loop
      delete from pricing.unit_state
        where asset_id = gone.asset_id and process_id = gone.process_id and unit_id = gone.id;
    end loop;
    return null;
  end $$;`;

/**
 * A commit that changes all units adds a state for each. With the publication before the unit in the key, it writes to one range of
 * the index instead of everywhere.
 */
export class StateKeys1764600000000 implements MigrationInterface {
  /** `create index concurrently` cannot run in a transaction; a second attempt continues where the first failed. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await build(runner, 'asset_id, process_id, until, unit_id, id');
    await runner.query(`${REPLACE_KEY} ${REMOVE_STATES}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await build(runner, 'asset_id, process_id, unit_id, id');
    await runner.query(`${REPLACE_KEY} ${REMOVE_STATES_BY_UNIT}`);
  }
}

async function build(runner: QueryRunner, columns: string): Promise<void> {
  const concurrently = runner.isTransactionActive ? '' : 'concurrently'; // a restore migrates in its own transaction
  const [index] = (await runner.query(BUILT)) as { isValid: boolean }[];
  if (index?.isValid) return;
  await runner.query(`drop index ${concurrently} if exists pricing.unit_state_key`);
  await runner.query(`create unique index ${concurrently} unit_state_key on pricing.unit_state (${columns})`);
}

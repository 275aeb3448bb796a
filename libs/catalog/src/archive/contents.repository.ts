import { Injectable } from '@nestjs/common';
import { Database } from '@app/platform/persistence';
import { type Affected, kindOf } from '@app/platform/resources';

/** Rows removed in one transaction. */
const BATCH = 2_000;

/** Triggers write it when units are removed, and a job empties it. */
const APART = 'catalog.unit_count';

/**
 * The tables with rows of assets, in an order in which no row is removed before those that refer to it. One that a table refers to which
 * it refers to itself is left to the cascade of that table.
 */
const TABLES = `with recursive held as (
    select class.oid, space.nspname || '.' || class.relname as name
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute owner on owner.attrelid = class.oid and owner.attname = 'asset_id' and not owner.attisdropped
    where class.relkind in ('r', 'p') and space.nspname not in ('platform', 'audit', 'pg_catalog', 'information_schema')
  ), keys as (
    select conrelid, confrelid, confdeltype in ('a', 'r') as restricts from pg_constraint
    where contype = 'f' and conrelid <> confrelid and conrelid in (select oid from held) and confrelid in (select oid from held)
  ), above as (
    select conrelid as referring, confrelid as referred from keys
    union select above.referring, keys.confrelid from above join keys on keys.conrelid = above.referred
  )
  select name from held
  where name <> '${APART}' and not exists (select from keys
    join keys back on back.conrelid = keys.confrelid and back.confrelid = keys.conrelid
    where keys.confrelid = held.oid and keys.restricts)
  order by (select count(*) from above where above.referred = held.oid), name`;

/** What belongs to an asset or an account, by the column `asset_id` or `account_id` of every table. */
@Injectable()
export class Contents {
  constructor(private readonly database: Database) {}

  /** Counts it by kind. */
  async of(owner: 'asset' | 'account', id: string): Promise<Affected[]> {
    const tables = this.database.source.entityMetadatas.filter(
      ({ columns, schema, tablePath }) =>
        columns.some(({ databaseName }) => databaseName === `${owner}_id`) &&
        !['platform', 'audit'].includes(schema!) &&
        tablePath !== APART,
    );
    const counts = tables.map(
      ({ name, tablePath }) =>
        `select '${kindOf(name)}' as resource, count(*)::int as count from ${tablePath} where ${owner}_id = :id`,
    );
    const rows = await this.database.rows<Affected>(counts.join(' union all '), { id });
    return rows.filter(({ count }) => count > 0).sort((a, b) => a.resource.localeCompare(b.resource));
  }

  async tablesOfAssets(): Promise<string[]> {
    return (await this.database.rows<{ name: string }>(TABLES)).map(({ name }) => name);
  }

  /** Removes some rows of an asset from a table. @returns how many */
  removeSome(table: string, asset: string): Promise<number> {
    return this.database.execute(
      `delete from ${table} where asset_id = :asset and ctid = any (array(
        select ctid from ${table} where asset_id = :asset limit ${BATCH}))`,
      { asset },
    );
  }
}

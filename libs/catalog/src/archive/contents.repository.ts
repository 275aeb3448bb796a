import { Injectable } from '@nestjs/common';
import { Database } from '@app/platform/persistence';
import { type Affected, kindOf } from '@app/platform/resources';

/** Rows removed in one transaction. */
const BATCH = 2_000;

/** Triggers write it when units are removed, and a job empties it. */
const APART = 'catalog.unit_count';

/**
 * The tables with rows of assets, in an order in which no row is removed before those that refer to it. One that a table refers to which
 * it refers to itself is left to the cascade of that table. Temporary tables belong to sessions that are receiving prices.
 */
const TABLES = `with recursive held as (
    select class.oid, space.nspname || '.' || class.relname as name
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute owner on owner.attrelid = class.oid and owner.attname = 'asset_id' and not owner.attisdropped
    where class.relkind in ('r', 'p') and class.relpersistence <> 't' and space.nspname not in ('platform', 'audit', 'pg_catalog', 'information_schema')
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

/** The tables with a column whose changes the audit trail records. */
const RECORDED = `select space.nspname || '.' || class.relname as name
  from pg_class class join pg_namespace space on space.oid = class.relnamespace
  join pg_attribute owner on owner.attrelid = class.oid and owner.attname = :column and not owner.attisdropped
  where space.nspname <> 'platform' and exists (select from pg_trigger where tgrelid = class.oid and tgname = 'audit_delete')`;

/** What belongs to an asset or an account, by the column `asset_id` or `account_id` of every table. */
@Injectable()
export class Contents {
  constructor(private readonly database: Database) {}

  /** Counts it by kind. What the audit trail leaves out is derived, or belongs to what it records, such as the entries of a publication. */
  async of(owner: 'asset' | 'account', id: string): Promise<Affected[]> {
    const recorded = await this.database.rows<{ name: string }>(RECORDED, { column: `${owner}_id` });
    const names = new Set(recorded.map(({ name }) => name));
    const counts = this.database.source.entityMetadatas
      .filter(({ tablePath }) => names.has(tablePath))
      .sort((a, b) => a.tablePath.localeCompare(b.tablePath))
      .map(({ name, tablePath }) => `select '${kindOf(name)}' as resource, count(*)::int as count from ${tablePath} where ${owner}_id = :id`); // oxfmt-ignore
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

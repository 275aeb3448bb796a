import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** So many are looked up one by one; more are met often enough by walking the key. */
const FEW = 1000;

/**
 * Rows that were updated lately, found by the index on `updated_at`. Their ids go into the condition of a list: by
 * `updated_at` alone, in a plan that is made once for all values, Postgres walks through the whole key instead.
 */
@Injectable()
export class RecentChanges {
  constructor(private readonly database: Database) {}

  /**
   * @param where condition beside that on the time: `unit.asset_id = :asset`
   * @returns undefined when they are many, or no time was given
   */
  async ids(
    from: string,
    where: string,
    since: string | undefined,
    values: Record<string, unknown> = {},
  ): Promise<string[] | undefined> {
    if (since === undefined) return undefined;
    const name = from.split(' ').at(-1)!;
    const sql = `select ${name}.id::text from ${from} where ${where} and ${name}.updated_at >= :since::timestamptz
      order by ${name}.updated_at limit ${FEW + 1}`;
    const rows = await this.database.read<{ id: string }>(sql, { ...values, since });
    return rows.length > FEW ? undefined : rows.map(({ id }) => id);
  }
}

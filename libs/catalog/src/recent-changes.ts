import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { MAX_LOOKUPS } from './access.js';

/**
 * Finds recently updated rows by the index on `updated_at`. A list then filters by their ids, because with a condition on
 * `updated_at` alone the generic plan walks the whole primary key.
 */
@Injectable()
export class RecentChanges {
  constructor(private readonly database: Database) {}

  /**
   * @param where further condition: `unit.asset_id = :asset`
   * @returns undefined when there are too many
   */
  async ids(
    from: string,
    where: string,
    since: string,
    values: Record<string, unknown> = {},
  ): Promise<string[] | undefined> {
    const name = from.split(' ').at(-1)!;
    const sql = `select ${name}.id::text from ${from} where ${where} and ${name}.updated_at >= :since::timestamptz
      order by ${name}.updated_at limit ${MAX_LOOKUPS + 1}`;
    const rows = await this.database.read<{ id: string }>(sql, { ...values, since });
    return rows.length > MAX_LOOKUPS ? undefined : rows.map(({ id }) => id);
  }
}

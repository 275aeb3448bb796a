import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';
import type { Actor } from './caller.js';

/** So many are looked up one by one; of more, a list by id meets some often enough. */
const FEW = 1000;

const HELD = `select case when count(*) <= ${FEW} then coalesce(array_agg(held.asset_id::text), '{}') end as ids
  from (select seen.asset_id from catalog.account_asset_v1 seen
    where seen.account_id = any (:accounts::bigint[]) limit ${FEW + 1}) held`;

/**
 * The assets of a caller who sees few. Their ids go into the condition of a list, beside that on what is seen: in a plan that
 * is made once for all callers, Postgres walks through all assets instead.
 */
@Injectable()
export class VisibleAssets {
  constructor(private readonly database: Database) {}

  /** @returns undefined when the caller sees all, or many */
  async ids({ accounts }: Actor): Promise<string[] | undefined> {
    if (accounts === null) return undefined;
    const [held] = await this.database.read<{ ids: string[] | null }>(HELD, { accounts });
    return held!.ids ?? undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';
import type { Scope } from './scope.js';

/** So many are looked up one by one; of more, a list by id meets some often enough. */
const FEW = 1000;

const HELD = `select seen.asset_id::text as id from catalog.account_asset_v1 seen
  where seen.account_id = any (:accounts::bigint[]) limit ${FEW + 1}`;

/**
 * The assets of a caller who sees few. Their ids go into the condition of a list, beside that on what is seen: in a plan that
 * is made once for all callers, Postgres walks through all assets instead.
 */
@Injectable()
export class HeldAssets {
  constructor(private readonly database: Database) {}

  /** @returns undefined when the caller sees all, or many */
  async ids({ caller: { accounts } }: Scope): Promise<string[] | undefined> {
    if (accounts === null) return undefined;
    const rows = await this.database.read<{ id: string }>(HELD, { accounts });
    return rows.length > FEW ? undefined : rows.map(({ id }) => id);
  }
}

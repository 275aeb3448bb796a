import { type Actor, declareVisibility } from '@app/platform/auth';
import type { Condition, Database } from '@app/platform/persistence';

/** The one predicate of which assets an actor sees: those of its accounts (`:accounts`), or all when there are none to see by. */
export const isVisible = (assetId: string, planning = ''): string => `(:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
    where seen.asset_id = ${assetId} and seen.account_id = any (:accounts) ${planning}))`;

/** The same of accounts. */
export const isAccountVisible = (accountId: string): string =>
  `(:accounts::bigint[] is null or ${accountId} = any (:accounts))`;

const VISIBLE_ASSET = `exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ${isVisible(':asset')})`;
const VISIBLE_ACCOUNT = `exists (select 1 from catalog.account_v1 account
  where account.id = :account and ${isAccountVisible('account.id')})`;

/** That the asset exists and the actor sees it: what every query about an asset requires. */
export const visibleAsset = ({ accounts }: Actor, asset: string): Condition => ({
  sql: VISIBLE_ASSET,
  values: { asset, accounts },
});

export const visibleAccount = ({ accounts }: Actor, account: string): Condition => ({
  sql: VISIBLE_ACCOUNT,
  values: { account, accounts },
});

/** So many are looked up one by one; of more, a list by id meets some often enough. */
const FEW = 1000;

const FEW_VISIBLE = `select case when count(*) <= ${FEW} then coalesce(array_agg(few.asset_id::text), '{}') end as ids
  from (select seen.asset_id from catalog.account_asset_v1 seen
    where seen.account_id = any (:accounts::bigint[]) limit ${FEW + 1}) few`;

/**
 * The assets of an actor who sees few. Their ids go into the condition of a list, beside that on what is seen: in a plan that
 * is made once for all actors, Postgres walks through all assets instead.
 * @returns undefined when the actor sees all, or many
 */
export async function visibleAssetIds(database: Database, { accounts }: Actor): Promise<string[] | undefined> {
  if (accounts === null) return undefined;
  const [few] = await database.read<{ ids: string[] | null }>(FEW_VISIBLE, { accounts });
  return few!.ids ?? undefined;
}

// What `:asset` and `:account` in a path are checked by, before a write.
declareVisibility('asset', VISIBLE_ASSET);
declareVisibility('account', VISIBLE_ACCOUNT);

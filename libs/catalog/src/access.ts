import { type Actor, declareVisibility } from '@app/platform/auth';
import type { Condition, Database } from '@app/platform/persistence';

/**
 * SQL condition: the actor sees the asset, because one of its accounts (`:accounts`) has it or it sees all, and it is one of those
 * chosen for the actor (`:assets`), if any are.
 */
export const isVisible = (assetId: string, planning = ''): string => `((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
    where seen.asset_id = ${assetId} and seen.account_id = any (:accounts) ${planning}))
  and (:assets::bigint[] is null or ${assetId} = any (:assets)))`;

/** SQL condition: the actor sees everything, or the asset and what meets another condition. */
export const isVisibleWhere = (assetId: string, condition: string): string =>
  `(:accounts::bigint[] is null and :assets::bigint[] is null or ${condition} and ${isVisible(assetId)})`;

/** SQL condition: the actor sees the account. An actor with chosen assets sees none, because an account and its embeds show others too. */
export const isAccountVisible = (accountId: string): string =>
  `((:accounts::bigint[] is null or ${accountId} = any (:accounts)) and :assets::bigint[] is null)`;

/** SQL condition: the row's own `accounts` and `assets` are within those of the actor. */
export const isWithinScope = (row: string): string => `((:accounts::bigint[] is null or ${row}.accounts <@ :accounts)
  and (:assets::bigint[] is null or ${row}.assets <@ :assets))`;

/** SQL condition: the key may do no more than the actor, which holds `:permissions`. */
export const isKeyVisible = (key: string): string => `(${isWithinScope(key)}
  and not exists (select 1 from unnest(${key}.permissions) granted where not exists (
    select 1 from unnest(:permissions::text[]) held where held = granted
      or held like '%.*' and starts_with(granted, left(held, -1)))))`;

const VISIBLE_ASSET = `exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ${isVisible(':asset')})`;
const VISIBLE_ACCOUNT = `exists (select 1 from catalog.account_v1 account
  where account.id = :account and ${isAccountVisible('account.id')})`;

/** The asset exists and is visible to the actor; every query about an asset requires it. */
export const visibleAsset = ({ accounts, assets }: Actor, asset: string): Condition => ({
  sql: VISIBLE_ASSET,
  values: { asset, accounts, assets },
});

export const visibleAccount = ({ accounts, assets }: Actor, account: string): Condition => ({
  sql: VISIBLE_ACCOUNT,
  values: { account, accounts, assets },
});

/** Lists select up to this many rows by id; with more, walking the primary key is as fast. */
export const MAX_LOOKUPS = 1000;

const VISIBLE_IDS = `select case when count(*) <= ${MAX_LOOKUPS} then coalesce(array_agg(visible.asset_id::text), '{}') end as ids
  from (select seen.asset_id from catalog.account_asset_v1 seen
    where seen.account_id = any (:accounts::bigint[]) limit ${MAX_LOOKUPS + 1}) visible`;

/**
 * The asset ids of an actor with few assets. A list adds them to its condition, because the generic plan for all actors walks
 * through all assets.
 * @returns undefined when the actor sees all assets, or many
 */
export async function visibleAssetIds(
  database: Database,
  { accounts, assets }: Actor,
): Promise<readonly string[] | undefined> {
  if (assets !== null) return assets;
  if (accounts === null) return undefined;
  const [visible] = await database.read<{ ids: string[] | null }>(VISIBLE_IDS, { accounts });
  return visible!.ids ?? undefined;
}

// Checks of `:asset`, `:account` and `:key` in paths.
declareVisibility('asset', VISIBLE_ASSET);
declareVisibility('account', VISIBLE_ACCOUNT);

/** Days for which what is archived can be restored. */
const ARCHIVE_DAYS = 30;

/** SQL condition: a row is archived, and can be restored. */
export const isRestorable = (row: string): string =>
  `${row}.archived_at >= platform.now() - interval '${ARCHIVE_DAYS} days'`;

/** SQL condition: the actor would see the asset if it was not archived. */
export const wasVisible = (assetId: string): string => `((:accounts::bigint[] is null
  or exists (select from catalog.account_asset held where held.asset_id = ${assetId} and held.account_id = any (:accounts)))
  and (:assets::bigint[] is null or ${assetId} = any (:assets)))`;

declareVisibility(
  'archivedAsset',
  `exists (select from catalog.asset asset where asset.id = :archivedAsset
    and (asset.archived_at is null or ${isRestorable('asset')}) and ${wasVisible('asset.id')})`,
);
declareVisibility(
  'archivedAccount',
  `exists (select from catalog.account account
    where account.id = :archivedAccount
    and (account.archived_at is null or ${isRestorable('account')}) and ${isAccountVisible('account.id')})`,
);
declareVisibility('key', `exists (select 1 from platform.api_key key where key.id = :key and ${isKeyVisible('key')})`);

import { type Actor, declareVisibility } from '@app/platform/auth';
import { type Condition } from '@app/platform/persistence';

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

// What `:asset` and `:account` in a path are checked by, before a write.
declareVisibility('asset', VISIBLE_ASSET);
declareVisibility('account', VISIBLE_ACCOUNT);

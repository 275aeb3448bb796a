/**
 * What other contexts may know of the catalog.
 * SQL may read its published views: `catalog.asset_v1`, `catalog.unit_v1`, `catalog.account_v1`, `catalog.account_asset_v1`;
 * foreign keys may name its ids.
 */

export { AssetUnassigned } from './accounts/account.events.js';
export { AssetDto } from './assets/asset.dto.js';
export { ListAssets, ViewAsset } from './assets/asset.queries.js';
export { UnitsChanged } from './units/unit.events.js';

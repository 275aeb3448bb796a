/**
 * The public contract of the catalog for other contexts.
 * Their SQL may read the published views `catalog.asset_v1`, `catalog.time_zone_v1`, `catalog.building_v1`, `catalog.named_building_v1`, `catalog.floor_v1`,
 * `catalog.floor_plan_v1`, `catalog.unit_v1`, `catalog.account_v1` and `catalog.account_asset_v1`, and compare unit numbers by the function
 * `catalog.unit_number_key`; their foreign keys may reference its ids.
 */

export { isVisible, isVisibleWhere, isWithinScope, visibleAccount, visibleAsset, visibleAssetIds } from './access.js';
export { WriteAccountDto } from './accounts/account.dto.js';
export { AssetDto, CreateAssetDto } from './assets/asset.dto.js';
export { CreateBuildingDto } from './buildings/building.dto.js';
export { CreateFloorPlanDto } from './floor-plans/floor-plan.dto.js';
export { CreateFloorDto } from './floors/floor.dto.js';
export { ListAssets, ViewAsset } from './assets/asset.queries.js';
export { unitNumberKey } from './units/unit-number.value.js';
export { FindReferencedUnits, MatchUnits, type UnitMatch } from './units/match-units.queries.js';
export { type BatchQuery, MATCH_UNITS, matchOf } from './units/unit-match.dto.js';
export { AddUnitReferences } from './units/save-units.command.js';
export { namedUnits } from './units/named-units.value.js';
export { PricingUnitsOfUnits, ReferencesOfUnits, type RowsOfUnits } from './units/unit-parts.js';
export { CreateUnitDto } from './units/unit.dto.js';
export { UnitsChanged } from './units/unit.events.js';
export { ViewerCatalog, type ViewerCatalogParts } from './read-models/viewer-catalog.queries.js';

// Generated from apps/api/openapi.json by libs/sdk/generate.mjs: run `npm run openapi`, do not edit.
import type { CallOptions, Filled, OperationTable, Pages, Upload } from '../operation.js';

export type Account = {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
};

export type AccountAssetBatch = {
  data: Array<{
    account_id: string;
    asset_id: string;
  }>;
};

export type AccountList = {
  paging: Paging;
  data: Array<Account>;
};

export type Asset = {
  id: string;
  market: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
  name: string;
  display_name: string;
  description: string | null;
  address_line1: string;
  address_line2: string | null;
  address_city: string;
  address_state: string;
  /** ISO 3166-1 alpha-3 */
  address_country: "ABW" | "AFG" | "AGO" | "AIA" | "ALA" | "ALB" | "AND" | "ARE" | "ARG" | "ARM" | "ASM" | "ATA" | "ATF" | "ATG" | "AUS" | "AUT" | "AZE" | "BDI" | "BEL" | "BEN" | "BES" | "BFA" | "BGD" | "BGR" | "BHR" | "BHS" | "BIH" | "BLM" | "BLR" | "BLZ" | "BMU" | "BOL" | "BRA" | "BRB" | "BRN" | "BTN" | "BVT" | "BWA" | "CAF" | "CAN" | "CCK" | "CHE" | "CHL" | "CHN" | "CIV" | "CMR" | "COD" | "COG" | "COK" | "COL" | "COM" | "CPV" | "CRI" | "CUB" | "CUW" | "CXR" | "CYM" | "CYP" | "CZE" | "DEU" | "DJI" | "DMA" | "DNK" | "DOM" | "DZA" | "ECU" | "EGY" | "ERI" | "ESH" | "ESP" | "EST" | "ETH" | "FIN" | "FJI" | "FLK" | "FRA" | "FRO" | "FSM" | "GAB" | "GBR" | "GEO" | "GGY" | "GHA" | "GIB" | "GIN" | "GLP" | "GMB" | "GNB" | "GNQ" | "GRC" | "GRD" | "GRL" | "GTM" | "GUF" | "GUM" | "GUY" | "HKG" | "HMD" | "HND" | "HRV" | "HTI" | "HUN" | "IDN" | "IMN" | "IND" | "IOT" | "IRL" | "IRN" | "IRQ" | "ISL" | "ISR" | "ITA" | "JAM" | "JEY" | "JOR" | "JPN" | "KAZ" | "KEN" | "KGZ" | "KHM" | "KIR" | "KNA" | "KOR" | "KWT" | "LAO" | "LBN" | "LBR" | "LBY" | "LCA" | "LIE" | "LKA" | "LSO" | "LTU" | "LUX" | "LVA" | "MAC" | "MAF" | "MAR" | "MCO" | "MDA" | "MDG" | "MDV" | "MEX" | "MHL" | "MKD" | "MLI" | "MLT" | "MMR" | "MNE" | "MNG" | "MNP" | "MOZ" | "MRT" | "MSR" | "MTQ" | "MUS" | "MWI" | "MYS" | "MYT" | "NAM" | "NCL" | "NER" | "NFK" | "NGA" | "NIC" | "NIU" | "NLD" | "NOR" | "NPL" | "NRU" | "NZL" | "OMN" | "PAK" | "PAN" | "PCN" | "PER" | "PHL" | "PLW" | "PNG" | "POL" | "PRI" | "PRK" | "PRT" | "PRY" | "PSE" | "PYF" | "QAT" | "REU" | "ROU" | "RUS" | "RWA" | "SAU" | "SDN" | "SEN" | "SGP" | "SGS" | "SHN" | "SJM" | "SLB" | "SLE" | "SLV" | "SMR" | "SOM" | "SPM" | "SRB" | "SSD" | "STP" | "SUR" | "SVK" | "SVN" | "SWE" | "SWZ" | "SXM" | "SYC" | "SYR" | "TCA" | "TCD" | "TGO" | "THA" | "TJK" | "TKL" | "TKM" | "TLS" | "TON" | "TTO" | "TUN" | "TUR" | "TUV" | "TWN" | "TZA" | "UGA" | "UKR" | "UMI" | "URY" | "USA" | "UZB" | "VAT" | "VCT" | "VEN" | "VGB" | "VIR" | "VNM" | "VUT" | "WLF" | "WSM" | "YEM" | "ZAF" | "ZMB" | "ZWE";
  address_postal_code: string;
  address_latitude: number | null;
  address_longitude: number | null;
  created_at: string;
  updated_at: string;
  uuid: string;
  unit_count: number;
};

export type AssetList = {
  paging: Paging;
  data: Array<Asset>;
};

export type AssetOutboundLink = {
  id: string;
  asset_id: string;
  name: string;
  template: string;
  label: string;
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Unit outbound links spell it `open_in_new_window` */
  open_new_window: boolean;
  created_at: string;
  updated_at: string;
};

export type AssetOutboundLinkList = {
  paging: Paging;
  data: Array<AssetOutboundLink>;
};

export type AssetReference = {
  id: string;
  asset_id: string;
  name: string;
  description: string | null;
  /** Names the third-party system; unique in the asset */
  key: string | null;
  /** The asset in that system */
  value: string;
  created_at: string;
  updated_at: string;
};

export type AssetReferenceList = {
  paging: Paging;
  data: Array<AssetReference>;
};

export type Background = {
  created_at: string;
  updated_at: string;
  id: string;
  asset_id: string;
  unit_map_id: string;
  name: string;
  /** The picture; needs no key. */
  image_url: string;
};

export type BackgroundList = {
  paging: Paging;
  data: Array<Background>;
};

export type Building = {
  id: string;
  asset_id: string;
  name: string;
  /** The name, when it is left out in create. */
  label: string;
  created_at: string;
  updated_at: string;
};

export type BuildingList = {
  paging: Paging;
  data: Array<Building>;
};

export type CreateAsset = {
  market: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
  name: string;
  display_name: string;
  description?: string | null;
  address_line1: string;
  address_line2?: string | null;
  address_city: string;
  address_state: string;
  /** ISO 3166-1 alpha-3 */
  address_country: "ABW" | "AFG" | "AGO" | "AIA" | "ALA" | "ALB" | "AND" | "ARE" | "ARG" | "ARM" | "ASM" | "ATA" | "ATF" | "ATG" | "AUS" | "AUT" | "AZE" | "BDI" | "BEL" | "BEN" | "BES" | "BFA" | "BGD" | "BGR" | "BHR" | "BHS" | "BIH" | "BLM" | "BLR" | "BLZ" | "BMU" | "BOL" | "BRA" | "BRB" | "BRN" | "BTN" | "BVT" | "BWA" | "CAF" | "CAN" | "CCK" | "CHE" | "CHL" | "CHN" | "CIV" | "CMR" | "COD" | "COG" | "COK" | "COL" | "COM" | "CPV" | "CRI" | "CUB" | "CUW" | "CXR" | "CYM" | "CYP" | "CZE" | "DEU" | "DJI" | "DMA" | "DNK" | "DOM" | "DZA" | "ECU" | "EGY" | "ERI" | "ESH" | "ESP" | "EST" | "ETH" | "FIN" | "FJI" | "FLK" | "FRA" | "FRO" | "FSM" | "GAB" | "GBR" | "GEO" | "GGY" | "GHA" | "GIB" | "GIN" | "GLP" | "GMB" | "GNB" | "GNQ" | "GRC" | "GRD" | "GRL" | "GTM" | "GUF" | "GUM" | "GUY" | "HKG" | "HMD" | "HND" | "HRV" | "HTI" | "HUN" | "IDN" | "IMN" | "IND" | "IOT" | "IRL" | "IRN" | "IRQ" | "ISL" | "ISR" | "ITA" | "JAM" | "JEY" | "JOR" | "JPN" | "KAZ" | "KEN" | "KGZ" | "KHM" | "KIR" | "KNA" | "KOR" | "KWT" | "LAO" | "LBN" | "LBR" | "LBY" | "LCA" | "LIE" | "LKA" | "LSO" | "LTU" | "LUX" | "LVA" | "MAC" | "MAF" | "MAR" | "MCO" | "MDA" | "MDG" | "MDV" | "MEX" | "MHL" | "MKD" | "MLI" | "MLT" | "MMR" | "MNE" | "MNG" | "MNP" | "MOZ" | "MRT" | "MSR" | "MTQ" | "MUS" | "MWI" | "MYS" | "MYT" | "NAM" | "NCL" | "NER" | "NFK" | "NGA" | "NIC" | "NIU" | "NLD" | "NOR" | "NPL" | "NRU" | "NZL" | "OMN" | "PAK" | "PAN" | "PCN" | "PER" | "PHL" | "PLW" | "PNG" | "POL" | "PRI" | "PRK" | "PRT" | "PRY" | "PSE" | "PYF" | "QAT" | "REU" | "ROU" | "RUS" | "RWA" | "SAU" | "SDN" | "SEN" | "SGP" | "SGS" | "SHN" | "SJM" | "SLB" | "SLE" | "SLV" | "SMR" | "SOM" | "SPM" | "SRB" | "SSD" | "STP" | "SUR" | "SVK" | "SVN" | "SWE" | "SWZ" | "SXM" | "SYC" | "SYR" | "TCA" | "TCD" | "TGO" | "THA" | "TJK" | "TKL" | "TKM" | "TLS" | "TON" | "TTO" | "TUN" | "TUR" | "TUV" | "TWN" | "TZA" | "UGA" | "UKR" | "UMI" | "URY" | "USA" | "UZB" | "VAT" | "VCT" | "VEN" | "VGB" | "VIR" | "VNM" | "VUT" | "WLF" | "WSM" | "YEM" | "ZAF" | "ZMB" | "ZWE";
  address_postal_code: string;
  address_latitude?: number | null;
  address_longitude?: number | null;
};

export type CreateAssetOutboundLink = {
  asset_id: string;
  name: string;
  template: string;
  label: string;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Unit outbound links spell it `open_in_new_window` */
  open_new_window: boolean;
};

export type CreateAssetReference = {
  asset_id: string;
  name: string;
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
  /** The asset in that system */
  value: string;
};

export type CreateBuilding = {
  asset_id: string;
  name: string;
  /** The name, when it is left out in create. */
  label?: string;
};

export type CreateCustomFilter = {
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  /** Units are assigned to its options */
  type: "custom";
};

export type CreateCustomFilterOption = {
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  type: "custom";
};

export type CreateDescriptionGroup = {
  asset_id: string;
  name: string;
};

export type CreateFilter = CreateCustomFilter | CreateFloorFilter | CreateFloorPlanFilter | CreateRangeFilter;

export type CreateFilterOption = CreateCustomFilterOption | CreateFloorFilterOption | CreateFloorPlanFilterOption | CreateRangeFilterOption;

export type CreateFloor = {
  asset_id: string;
  name: string;
  /** Default filter label */
  filter_label: string;
  filter_short_label: string;
  /** Place in lists */
  sort: number;
};

export type CreateFloorFilter = {
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  type: "floor";
};

export type CreateFloorFilterOption = {
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  type: "floor";
  floor_id: string;
  short_label?: string | null;
};

export type CreateFloorPlan = {
  asset_id: string;
  name: string;
  bedroom_count: number;
  /** 1.5 = one bath and a partial one */
  bathroom_count: number;
  filter_label: string;
};

export type CreateFloorPlanFilter = {
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  type: "floor_plan";
};

export type CreateFloorPlanFilterOption = {
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  type: "floor_plan";
  floor_plan_id: string;
};

export type CreateIframeUnitOutboundLink = {
  asset_id: string;
  name: string;
  label?: string | null;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "iframe_api";
  /** The viewer fires `outbound.<event_key>.click` */
  event_key: string;
};

export type CreatePricingEntry = {
  /** Name of the unit */
  unit_number: string;
  /** Id of the unit in the sending system */
  provider_id: string;
  price: number;
  /** From when the unit is available */
  available_on: string;
  /** Months */
  lease_term?: number | null;
  lease_starts_on?: string | null;
  status?: string | null;
  specials_description?: string | null;
  /** Free keys: what online leasing URLs of the unit are made of. */
  leasing_fields?: Record<string, string | number | boolean | null> | null;
};

export type CreateRangeFilter = {
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  type: "range";
  range_type: "unit_area" | "unit_move_in" | "unit_price";
};

export type CreateRangeFilterOption = {
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  type: "range";
  /** At most `max` */
  min: number;
  max: number;
};

export type CreateTemplateUnitOutboundLink = {
  asset_id: string;
  name: string;
  label?: string | null;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "url_template";
  event_key?: string | null;
  /** Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded */
  template: string;
  open_in_new_window: boolean;
};

export type CreateUnit = {
  asset_id: string;
  building_id: string;
  floor_id: string;
  floor_plan_id: string;
  unit_number: string;
  /** Square feet or square meters */
  area: number;
  /** Default false */
  is_affordable_housing_unit?: boolean;
};

export type CreateUnitOutboundLink = CreateUrlsUnitOutboundLink | CreateIframeUnitOutboundLink | CreateTemplateUnitOutboundLink;

export type CreateUnitReferenceGroup = {
  asset_id: string;
  name: string;
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
};

export type CreateUrlsUnitOutboundLink = {
  asset_id: string;
  name: string;
  label?: string | null;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "urls_per_unit";
  event_key?: string | null;
  open_in_new_window: boolean;
  /** Default false */
  show_icon_in_list?: boolean;
};

export type CustomFilter = {
  id: string;
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled: boolean;
  created_at: string;
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    id: string;
    label: string;
    sort: number;
  }>;
  /** Units are assigned to its options */
  type: "custom";
};

export type CustomFilterOption = {
  id: string;
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  type: "custom";
  created_at: string;
  updated_at: string;
};

export type Description = {
  id: string;
  asset_id: string;
  group_id: string;
  name: string;
  /** Tab label in the viewer */
  label: string;
  /** Plain text or basic Markdown */
  body: string;
  /** Whether it is displayed */
  is_enabled: boolean;
  created_at: string;
  updated_at: string;
};

export type DescriptionAssignment = {
  asset_id: string;
  group_id: string;
  unit_id: string;
  description_id: string;
};

export type DescriptionAssignmentBatch = {
  data: Array<{
    asset_id?: string;
    group_id: string;
    unit_id: string;
    description_id: string;
  }>;
};

export type DescriptionAssignmentData = {
  data: Array<DescriptionAssignment>;
};

export type DescriptionAssignmentList = {
  paging: Paging;
  data: Array<DescriptionAssignment>;
};

export type DescriptionBatch = {
  data: Array<{
    asset_id?: string;
    group_id: string;
    name: string;
    /** Tab label in the viewer */
    label: string;
    /** Plain text or basic Markdown */
    body: string;
    /** Whether it is displayed */
    is_enabled: boolean;
  }>;
};

export type DescriptionData = {
  data: Array<Description>;
};

export type DescriptionGroup = {
  id: string;
  asset_id: string;
  name: string;
  created_at: string;
  updated_at: string;
};

export type DescriptionGroupList = {
  paging: Paging;
  data: Array<DescriptionGroup>;
};

export type DescriptionList = {
  paging: Paging;
  data: Array<Description>;
};

export type Embed = {
  id: string;
  name: string;
  tags: Array<string>;
  created_at: string;
  updated_at: string;
  account_id: string;
  /** Maps of assets, in the order in which the viewer shows them */
  service_maps: Array<{
    id: string;
    asset_id: string;
    instance_key: string | null;
  }>;
  /** The viewer's page */
  url: string;
};

export type EmbedDocument = {
  /** The embed and the maps placed on it */
  embed: Record<string, unknown>;
  /** A document for each asset on the embed: docs/viewer-document.md */
  assets: Array<Record<string, unknown>>;
};

export type EmbedList = {
  paging: Paging;
  data: Array<Embed>;
};

/** What went wrong. Programs read `code`, people `message`. */
export type Error = {
  /** What went wrong, for people. Its wording may change. */
  message: string;
  /** What went wrong, for programs. Codes may be added: treat one that you do not know by its status. */
  code: "asset_exists" | "body_too_large" | "conflict" | "expectation_failed" | "experimental_flag_missing.accounts-assets" | "experimental_flag_missing.asset-outbound-links-resource" | "experimental_flag_missing.build-caches" | "experimental_flag_missing.create-unitmap-resource" | "experimental_flag_missing.embed-resource" | "experimental_flag_missing.filters-resource" | "experimental_flag_missing.gallery-resource" | "experimental_flag_missing.landing-page-resource" | "experimental_flag_missing.marker-descriptions-resource" | "experimental_flag_missing.references" | "experimental_flag_missing.unit-descriptions-resource" | "file_too_large" | "floor_plan_in_use" | "guard_refused" | "headers_too_large" | "https_required" | "idempotency_key_in_use" | "internal" | "invalid" | "invalid_credentials" | "key_taken" | "link_without_urls" | "malformed_json" | "malformed_multipart" | "malformed_request" | "method_not_allowed" | "nested_too_deep" | "no_api_key" | "not_found" | "not_ready" | "option_without_units" | "permission_missing" | "precondition_failed" | "provider_id_taken" | "publication_forgotten" | "publication_replaced" | "range_not_satisfiable" | "rate_limit" | "request_timeout" | "too_many_entries" | "too_many_entries_of_unit" | "transaction_closed" | "transaction_open" | "transaction_too_large" | "unavailable" | "unsupported_charset" | "unsupported_media_type" | "upload_gone" | "value_taken";
  /** Quote it when you ask for help: the log has the request under it. */
  request_id: string;
  /** The faults by path: `name`, `data.3.unit_id`, ingest entries `3.price`. At most 100 paths. */
  fields?: Record<string, Array<string>>;
  /** Further data of the error: for `guard_refused`, the members of the ingest response. */
  details?: Record<string, unknown>;
  /** Only from `/health/ready`: what works, and what does not. */
  checks?: Record<string, "ok" | "failing">;
  /** All faults, also those beyond the listed ones. */
  fault_count?: number;
};

export type Filter = CustomFilter | FloorFilter | FloorPlanFilter | RangeFilter;

export type FilterList = {
  paging: Paging;
  data: Array<Filter>;
};

export type FilterOption = CustomFilterOption | FloorFilterOption | FloorPlanFilterOption | RangeFilterOption;

export type FilterOptionList = {
  paging: Paging;
  data: Array<FilterOption>;
};

export type FilterOptionUnit = {
  asset_id: string;
  filter_id: string;
  option_id: string;
  unit_id: string;
};

export type FilterOptionUnitBatch = {
  data: Array<{
    asset_id: string;
    filter_id: string;
    option_id: string;
    unit_id: string;
  }>;
};

export type FilterOptionUnitData = {
  data: Array<FilterOptionUnit>;
};

export type FilterOptionUnitList = {
  paging: Paging;
  data: Array<FilterOptionUnit>;
};

export type Floor = {
  id: string;
  asset_id: string;
  name: string;
  /** Default filter label */
  filter_label: string;
  filter_short_label: string;
  /** Place in lists */
  sort: number;
  created_at: string;
  updated_at: string;
};

export type FloorFilter = {
  id: string;
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled: boolean;
  created_at: string;
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    id: string;
    label: string;
    sort: number;
  }>;
  type: "floor";
};

export type FloorFilterOption = {
  id: string;
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  type: "floor";
  floor_id: string;
  short_label: string | null;
  created_at: string;
  updated_at: string;
};

export type FloorList = {
  paging: Paging;
  data: Array<Floor>;
};

export type FloorPlan = {
  id: string;
  asset_id: string;
  name: string;
  bedroom_count: number;
  /** 1.5 = one bath and a partial one */
  bathroom_count: number;
  filter_label: string;
  created_at: string;
  updated_at: string;
  image_url: string | null;
  secondary_image_url: string | null;
};

export type FloorPlanFilter = {
  id: string;
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled: boolean;
  created_at: string;
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    id: string;
    label: string;
    sort: number;
  }>;
  type: "floor_plan";
};

export type FloorPlanFilterOption = {
  id: string;
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  type: "floor_plan";
  floor_plan_id: string;
  created_at: string;
  updated_at: string;
};

export type FloorPlanList = {
  paging: Paging;
  data: Array<FloorPlan>;
};

export type Gallery = {
  created_at: string;
  updated_at: string;
  id: string;
  asset_id: string;
  name: string;
  images: Array<{
    url: string;
  }>;
};

export type GalleryList = {
  paging: Paging;
  data: Array<Gallery>;
};

export type IframeUnitOutboundLink = {
  id: string;
  asset_id: string;
  name: string;
  label: string | null;
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "iframe_api";
  /** The viewer fires `outbound.<event_key>.click` */
  event_key: string;
  created_at: string;
  updated_at: string;
};

export type Ingest = {
  transaction_url: string | null;
  transaction_ingest_url: string | null;
  transaction_id: string | null;
  transaction_uuid: string | null;
  status: "pending" | "finished" | "expired" | null;
  expires_in: number | null;
  /** Entries of the transaction so far */
  entry_count: number | null;
  /** What the request did, or with `dry-run=1` would do. */
  report: {
    /** `unchanged`: exactly what is published was sent again, and stays. `refused`: it exceeds the limits of the process, and nothing is published. `staged`: the transaction is still open. `nothing_sent`: no array was ever accepted, and the transaction ends without publishing. */
    outcome: "published" | "unchanged" | "refused" | "staged" | "nothing_sent";
    dry_run: boolean;
    /** The publication that is live after it */
    publication: number | null;
    /** The publication that was live before it */
    compared_with: number | null;
    /** Counts of entries and of units. `received` less `added` are entries that were there before; one entry may be in several of the counts of changes. */
    totals: {
      received?: number;
      matched?: number;
      unmatched?: number;
      unchanged?: number;
      added?: number;
      removed?: number;
      price_up?: number;
      price_down?: number;
      availability_changed?: number;
      specials_changed?: number;
      other_changed?: number;
      duplicates?: number;
      units_priced?: number;
      units_losing_prices?: number;
    };
    /** `no_prices_left`: the process had prices and has none after it. */
    warnings: Array<"no_prices_left" | "unmatched_entries" | "duplicate_entries">;
    /** Only where the process has limits, and something to compare with. */
    guard?: {
      /** `refused` in the report of a dry run: a commit would be refused. */
      outcome: "passed" | "refused" | "overridden";
      exceeded: Array<{
        limit?: "max_removed_percent" | "max_price_change_percent" | "refuse_empty";
        /** Entries that exceed it, or are removed */
        entries?: number;
      }>;
    };
    /** The first 50 changes of each kind. */
    changes?: {
      added?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
      removed?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
      price_up?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
      price_down?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
      availability_changed?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
      specials_changed?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
      other_changed?: Array<{
        /** Place of the entry in the array that it came in */
        index?: number | null;
        /** null for an entry that reaches no unit */
        unit_id?: string | null;
        provider_id?: string;
        lease_term?: number | null;
        lease_starts_on?: string | null;
        before?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
        after?: {
          price?: number;
          available_on?: string;
          status?: string | null;
          specials_description?: string | null;
        } | null;
      }>;
    };
  };
};

export type LandingPage = {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  asset_id: string;
  /** Id of the unit map that the page shows */
  service_map_id: string;
  /** The viewer's page */
  url: string;
};

export type LandingPageList = {
  paging: Paging;
  data: Array<LandingPage>;
};

export type Liveness = {
  status: "live";
};

export type MapUnits = {
  asset_id: string;
  unit_map_id: string;
  /** Shapes with their units: by a name of the shape, by a text in it, or as the compiled map says. */
  bound_shapes: Array<{
    shape_id: string;
    names: Array<string>;
    texts: Array<string>;
    unit_id: string;
    unit_number: string;
    bound_by: "name" | "text" | "given";
  }>;
  /** Shapes that are called something, but have no unit: none has such a number, several could be meant, names and texts differ, or the unit is of another floor, whose own map shows it. */
  unbound_shapes: Array<{
    shape_id: string;
    names: Array<string>;
    texts: Array<string>;
    reason: "unknown" | "ambiguous" | "contradictory" | "elsewhere";
  }>;
  /** Units of the asset without a shape on this map. */
  unplaced_units: Array<{
    unit_id: string;
    unit_number: string;
    floor_id: string | null;
    on_other_map: boolean;
  }>;
};

export type MarkerDescription = {
  created_at: string;
  updated_at: string;
  id: string;
  asset_id: string;
  gallery_id: string | null;
  name: string;
  label: string | null;
  description: string | null;
  iframe_source_url: string | null;
  outbound_link_url: string | null;
};

export type MarkerDescriptionList = {
  paging: Paging;
  data: Array<MarkerDescription>;
};

/** Where the page stands in its list. */
export type Paging = {
  /** Resources on a page, at most. */
  per_page: number;
  /** Number of this page. */
  current_page: number;
  /** Address of the page before; null on the first. */
  prev_url: string | null;
  /** Address of the next page; null on the last. Follow it as it is. */
  next_url: string | null;
  /** Resources on all pages; only with `total=1`. */
  total_count?: number;
};

export type PricingEntries = Array<CreatePricingEntry>;

export type PricingEntry = {
  /** Name of the unit */
  unit_number: string;
  /** Id of the unit in the sending system */
  provider_id: string;
  price: number;
  /** From when the unit is available */
  available_on: string;
  /** Months */
  lease_term: number | null;
  lease_starts_on: string | null;
  status: string | null;
  specials_description: string | null;
  /** Free keys: what online leasing URLs of the unit are made of. */
  leasing_fields: Record<string, string | number | boolean | null> | null;
  unit_id: string;
  show_pricing: boolean;
  show_online_leasing: boolean;
  created_at: string;
};

export type PricingEntryList = {
  paging: Paging;
  /** The publication that the page shows, and all pages after it; null before the first */
  publication?: number | null;
  /** When it was published */
  as_of?: string | null;
  data: Array<Array<PricingEntry>>;
};

export type PricingProcess = {
  id: string;
  name: string;
  type: "push" | "poll" | "manual";
  pricing_strategy: "flat_pricing" | "revenue_management";
  /** Limits of a commit, compared with what is published; `null`: no limits. */
  guard: {
    /** Of the published entries, how many a commit may remove */
    max_removed_percent?: number | null;
    /** How much the price of an entry may rise or fall */
    max_price_change_percent?: number | null;
    /** Whether a commit that leaves no unit with a price is refused */
    refuse_empty?: boolean;
  } | null;
  /** Days that a publication is kept after the next one replaces it; `null`: as the server is configured */
  history_days: number | null;
  created_at: string;
  updated_at: string;
  asset_id: string;
};

export type PricingProcessList = {
  paging: Paging;
  data: Array<PricingProcess>;
};

export type PricingTransaction = {
  id: string;
  uuid: string;
  asset_id: string;
  process_id: string;
  pricing_strategy: "flat_pricing" | "revenue_management";
  status: "pending" | "finished" | "expired";
  /** Accepted requests that carried a body */
  source_count: number;
  entry_count: number;
  /** Whole seconds left while it is pending */
  expires_in: number | null;
  /** The publication that its commit made, or confirmed */
  publication: number | null;
  /** Totals of its commit */
  report: Record<string, number> | null;
  /** Outcome of the guard: a commit was refused, or exceeded the limits with `override=guard` */
  guard: "refused" | "overridden" | null;
  created_at: string;
  queued_at: string | null;
  started_at: string | null;
  ended_at: string | null;
};

export type PricingUnit = {
  id: string;
  /** Third-party id that entries are matched by */
  provider_id: string | null;
  status: string | null;
  /** When given, `price` is a discounted price */
  full_price: number | null;
  show_pricing: boolean;
  show_online_leasing: boolean;
  specials_description: string | null;
  created_at: string;
  updated_at: string;
  /** Id of the pricing process */
  pricing_id: string;
  unit_number: string;
  price: number | null;
  available_on: string | null;
};

export type PricingUnitList = {
  paging: Paging;
  /** The publication that the page shows, and all pages after it; null before the first */
  publication?: number | null;
  /** When it was published */
  as_of?: string | null;
  data: Array<PricingUnit>;
};

export type PricingUnitState = {
  /** null: since before anything was remembered */
  from: string | null;
  /** null: it is shown now */
  to: string | null;
  /** The publication that was live when it began */
  publication: number | null;
  provider_id: string | null;
  status: string | null;
  price: number | null;
  full_price: number | null;
  show_pricing: boolean;
  show_online_leasing: boolean;
  specials_description: string | null;
  available_on: string | null;
};

export type PricingUnitStateList = {
  paging: Paging;
  data: Array<PricingUnitState>;
};

export type Publication = {
  /** Counts the publications of the process, from 1 */
  number: number;
  asset_id: string;
  process_id: string;
  transaction_id: string;
  /** The publication that it replaced */
  compared_with: number | null;
  /** The publication whose data set it restored */
  restored_from: number | null;
  published_at: string;
  entry_count: number;
  /** Counts of entries and of units. `received` less `added` are entries that were there before; one entry may be in several of the counts of changes. */
  totals: {
    received?: number;
    matched?: number;
    unmatched?: number;
    unchanged?: number;
    added?: number;
    removed?: number;
    price_up?: number;
    price_down?: number;
    availability_changed?: number;
    specials_changed?: number;
    other_changed?: number;
    duplicates?: number;
    units_priced?: number;
    units_losing_prices?: number;
  };
  /** Who published it */
  actor: "key" | "operator" | "job";
  /** Id of the API key */
  key_id: string | null;
};

export type PublicationChange = {
  kind: "added" | "removed" | "price_up" | "price_down" | "availability_changed" | "specials_changed" | "other_changed";
  /** null for an entry that reaches no unit */
  unit_id: string | null;
  provider_id: string;
  lease_term: number | null;
  lease_starts_on: string | null;
  before: {
    price?: number;
    available_on?: string;
    status?: string | null;
    specials_description?: string | null;
  } | null;
  after: {
    price?: number;
    available_on?: string;
    status?: string | null;
    specials_description?: string | null;
  } | null;
};

export type PublicationChangeList = {
  paging: Paging;
  data: Array<PublicationChange>;
};

export type PublicationList = {
  paging: Paging;
  data: Array<Publication>;
};

export type RangeFilter = {
  id: string;
  asset_id: string;
  name: string;
  label: string;
  /** Default true */
  is_enabled: boolean;
  created_at: string;
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    id: string;
    label: string;
    sort: number;
  }>;
  type: "range";
  range_type: "unit_area" | "unit_move_in" | "unit_price";
};

export type RangeFilterOption = {
  id: string;
  asset_id: string;
  filter_id: string;
  label: string;
  /** Place among the options; default: the end */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  type: "range";
  /** At most `max` */
  min: number;
  max: number;
  created_at: string;
  updated_at: string;
};

export type Readiness = {
  status: "ready";
  checks: {
    database: "ok" | "failing";
    migrations: "ok" | "failing";
    files: "ok" | "failing";
  };
};

export type TemplateUnitOutboundLink = {
  id: string;
  asset_id: string;
  name: string;
  label: string | null;
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "url_template";
  event_key: string | null;
  /** Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded */
  template: string;
  open_in_new_window: boolean;
  created_at: string;
  updated_at: string;
};

export type Unit = {
  id: string;
  asset_id: string;
  building_id: string;
  floor_id: string;
  floor_plan_id: string;
  unit_number: string;
  /** Square feet or square meters */
  area: number;
  /** Default false */
  is_affordable_housing_unit: boolean;
  created_at: string;
  updated_at: string;
  /** The same as `id`; accepted and ignored in bodies. */
  map_id: string;
  view_image_url: string | null;
  secondary_view_image_url: string | null;
};

export type UnitList = {
  paging: Paging;
  data: Array<Unit>;
};

export type UnitMap = {
  id: string;
  asset_id: string;
  name: string;
  tags: Array<string>;
  style: "a" | "a.1" | "a.2" | "b" | "c" | "d" | "e" | "f.1" | "f.2" | "f.3" | "g.1" | "g.2" | "h" | "x";
  /** Default false */
  is_dimension_locked: boolean;
  created_at: string;
  updated_at: string;
  /** The compiled map (docs/umap.md); its address changes with it. */
  url: string | null;
  /** The same shapes as GeoJSON in coordinates of the drawing. */
  geojson_url: string | null;
  /** What the map was made of; needs the key. */
  source_url: string | null;
};

export type UnitMapList = {
  paging: Paging;
  data: Array<UnitMap>;
};

export type UnitOutboundLink = UrlsUnitOutboundLink | IframeUnitOutboundLink | TemplateUnitOutboundLink;

export type UnitOutboundLinkList = {
  paging: Paging;
  data: Array<UnitOutboundLink>;
};

export type UnitOutboundLinkUrl = {
  unit_id: string;
  /** null where the unit has none */
  url: string | null;
};

export type UnitOutboundLinkUrlBatch = {
  data: Array<{
    unit_id: string;
    /** null where the unit has none */
    url: string | null;
  }>;
};

export type UnitOutboundLinkUrlList = {
  paging: Paging;
  data: Array<UnitOutboundLinkUrl>;
};

export type UnitReference = {
  group_id: string;
  asset_id: string;
  unit_id: string;
  /** The unit in the system of the group; unique in it */
  value: string | null;
  created_at: string;
  updated_at: string;
  /** That of the group */
  key: string | null;
};

export type UnitReferenceGroup = {
  id: string;
  asset_id: string;
  name: string;
  description: string | null;
  /** Names the third-party system; unique in the asset */
  key: string | null;
  created_at: string;
  updated_at: string;
};

export type UnitReferenceGroupList = {
  paging: Paging;
  data: Array<UnitReferenceGroup>;
};

export type UnitReferenceList = {
  paging: Paging;
  data: Array<UnitReference>;
};

export type UnmatchedEntry = {
  provider_id: string;
  unit_number: string;
  price: number;
  available_on: string;
  /** `unit_unknown`: no unit has the number. `unit_ambiguous`: several have it. `provider_id_taken`: the unit that has it takes its prices from another provider id. `unit_added_since`: the next commit matches it. */
  code: "unit_unknown" | "unit_ambiguous" | "provider_id_taken" | "unit_added_since";
  /** Units that it may mean: map one with Update pricing unit */
  suggestions: Array<{
    unit_id: string;
    unit_number: string;
    /** The one that the unit has already */
    provider_id: string | null;
    reason: "same_number" | "similar_number";
  }>;
};

export type UnmatchedEntryList = {
  paging: Paging;
  data: Array<UnmatchedEntry>;
};

export type UpdateAsset = {
  id: string;
  market?: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
  name?: string;
  display_name?: string;
  description?: string | null;
  address_line1?: string;
  address_line2?: string | null;
  address_city?: string;
  address_state?: string;
  /** ISO 3166-1 alpha-3 */
  address_country?: "ABW" | "AFG" | "AGO" | "AIA" | "ALA" | "ALB" | "AND" | "ARE" | "ARG" | "ARM" | "ASM" | "ATA" | "ATF" | "ATG" | "AUS" | "AUT" | "AZE" | "BDI" | "BEL" | "BEN" | "BES" | "BFA" | "BGD" | "BGR" | "BHR" | "BHS" | "BIH" | "BLM" | "BLR" | "BLZ" | "BMU" | "BOL" | "BRA" | "BRB" | "BRN" | "BTN" | "BVT" | "BWA" | "CAF" | "CAN" | "CCK" | "CHE" | "CHL" | "CHN" | "CIV" | "CMR" | "COD" | "COG" | "COK" | "COL" | "COM" | "CPV" | "CRI" | "CUB" | "CUW" | "CXR" | "CYM" | "CYP" | "CZE" | "DEU" | "DJI" | "DMA" | "DNK" | "DOM" | "DZA" | "ECU" | "EGY" | "ERI" | "ESH" | "ESP" | "EST" | "ETH" | "FIN" | "FJI" | "FLK" | "FRA" | "FRO" | "FSM" | "GAB" | "GBR" | "GEO" | "GGY" | "GHA" | "GIB" | "GIN" | "GLP" | "GMB" | "GNB" | "GNQ" | "GRC" | "GRD" | "GRL" | "GTM" | "GUF" | "GUM" | "GUY" | "HKG" | "HMD" | "HND" | "HRV" | "HTI" | "HUN" | "IDN" | "IMN" | "IND" | "IOT" | "IRL" | "IRN" | "IRQ" | "ISL" | "ISR" | "ITA" | "JAM" | "JEY" | "JOR" | "JPN" | "KAZ" | "KEN" | "KGZ" | "KHM" | "KIR" | "KNA" | "KOR" | "KWT" | "LAO" | "LBN" | "LBR" | "LBY" | "LCA" | "LIE" | "LKA" | "LSO" | "LTU" | "LUX" | "LVA" | "MAC" | "MAF" | "MAR" | "MCO" | "MDA" | "MDG" | "MDV" | "MEX" | "MHL" | "MKD" | "MLI" | "MLT" | "MMR" | "MNE" | "MNG" | "MNP" | "MOZ" | "MRT" | "MSR" | "MTQ" | "MUS" | "MWI" | "MYS" | "MYT" | "NAM" | "NCL" | "NER" | "NFK" | "NGA" | "NIC" | "NIU" | "NLD" | "NOR" | "NPL" | "NRU" | "NZL" | "OMN" | "PAK" | "PAN" | "PCN" | "PER" | "PHL" | "PLW" | "PNG" | "POL" | "PRI" | "PRK" | "PRT" | "PRY" | "PSE" | "PYF" | "QAT" | "REU" | "ROU" | "RUS" | "RWA" | "SAU" | "SDN" | "SEN" | "SGP" | "SGS" | "SHN" | "SJM" | "SLB" | "SLE" | "SLV" | "SMR" | "SOM" | "SPM" | "SRB" | "SSD" | "STP" | "SUR" | "SVK" | "SVN" | "SWE" | "SWZ" | "SXM" | "SYC" | "SYR" | "TCA" | "TCD" | "TGO" | "THA" | "TJK" | "TKL" | "TKM" | "TLS" | "TON" | "TTO" | "TUN" | "TUR" | "TUV" | "TWN" | "TZA" | "UGA" | "UKR" | "UMI" | "URY" | "USA" | "UZB" | "VAT" | "VCT" | "VEN" | "VGB" | "VIR" | "VNM" | "VUT" | "WLF" | "WSM" | "YEM" | "ZAF" | "ZMB" | "ZWE";
  address_postal_code?: string;
  address_latitude?: number | null;
  address_longitude?: number | null;
};

export type UpdateAssetOutboundLink = {
  id: string;
  asset_id: string;
  name?: string;
  template?: string;
  label?: string;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Unit outbound links spell it `open_in_new_window` */
  open_new_window?: boolean;
};

export type UpdateAssetReference = {
  id: string;
  asset_id: string;
  name?: string;
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
  /** The asset in that system */
  value: string;
};

export type UpdateBuilding = {
  id: string;
  asset_id: string;
  name: string;
  /** The name, when it is left out in create. */
  label?: string;
};

export type UpdateCustomFilter = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  /** Units are assigned to its options */
  type: "custom";
};

export type UpdateDescriptionBatch = {
  data: Array<{
    id: string;
    asset_id?: string;
    group_id: string;
    name?: string;
    /** Tab label in the viewer */
    label?: string;
    /** Plain text or basic Markdown */
    body?: string;
    /** Whether it is displayed */
    is_enabled?: boolean;
  }>;
};

export type UpdateDescriptionGroup = {
  id: string;
  asset_id: string;
  name: string;
};

export type UpdateFilter = UpdateCustomFilter | UpdateFloorFilter | UpdateFloorPlanFilter | UpdateRangeFilter;

export type UpdateFilterOption = {
  id: string;
  asset_id: string;
  filter_id: string;
  label?: string;
  /** Place among the options; default: the end */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  /** The type of the filter */
  type?: "custom" | "floor" | "floor_plan" | "range";
  /** Only of options of type `floor` */
  floor_id?: string;
  /** Only of options of type `floor` */
  short_label?: string | null;
  /** Only of options of type `floor_plan` */
  floor_plan_id?: string;
  /** Only of options of type `range` */
  min?: number;
  /** Only of options of type `range` */
  max?: number;
};

export type UpdateFloor = {
  id: string;
  asset_id: string;
  name?: string;
  /** Default filter label */
  filter_label?: string;
  filter_short_label?: string;
  /** Place in lists */
  sort?: number;
};

export type UpdateFloorFilter = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  type: "floor";
};

export type UpdateFloorPlan = {
  id: string;
  asset_id: string;
  name?: string;
  bedroom_count?: number;
  /** 1.5 = one bath and a partial one */
  bathroom_count?: number;
  /** At most 65 characters, unless it stays as it is. */
  filter_label?: string;
  /** `delete` removes the image */
  image?: "delete";
  /** `delete` removes the image */
  secondary_image?: "delete";
};

export type UpdateFloorPlanFilter = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  type: "floor_plan";
};

export type UpdateIframeUnitOutboundLink = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string | null;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "iframe_api";
  /** The viewer fires `outbound.<event_key>.click` */
  event_key?: string;
};

export type UpdatePricingUnit = {
  id: string;
  /** Third-party id that entries are matched by */
  provider_id?: string | null;
  status?: string | null;
  /** When given, `price` is a discounted price */
  full_price?: number | null;
  show_pricing?: boolean;
  show_online_leasing?: boolean;
  specials_description?: string | null;
  asset_id?: string;
};

export type UpdateRangeFilter = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  type: "range";
  range_type?: "unit_area" | "unit_move_in" | "unit_price";
};

export type UpdateTemplateUnitOutboundLink = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string | null;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "url_template";
  event_key?: string | null;
  /** Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded */
  template?: string;
  open_in_new_window?: boolean;
};

export type UpdateUnit = {
  id: string;
  asset_id: string;
  building_id?: string;
  floor_id?: string;
  floor_plan_id?: string;
  unit_number?: string;
  /** Square feet or square meters */
  area?: number;
  /** Default false */
  is_affordable_housing_unit?: boolean;
  /** `delete` removes the image */
  view_image?: "delete";
  /** `delete` removes the image */
  secondary_view_image?: "delete";
};

export type UpdateUnitMap = {
  id: string;
  asset_id: string;
  name?: string;
  tags?: Array<string>;
  style?: "a" | "a.1" | "a.2" | "b" | "c" | "d" | "e" | "f.1" | "f.2" | "f.3" | "g.1" | "g.2" | "h" | "x";
  /** Default false */
  is_dimension_locked?: boolean;
};

export type UpdateUnitOutboundLink = UpdateUrlsUnitOutboundLink | UpdateIframeUnitOutboundLink | UpdateTemplateUnitOutboundLink;

export type UpdateUnitReferenceBatch = {
  data: Array<{
    group_id: string;
    asset_id?: string;
    unit_id: string;
    /** The unit in the system of the group; unique in it */
    value: string | null;
  }>;
};

export type UpdateUnitReferenceGroup = {
  id: string;
  asset_id: string;
  name?: string;
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
};

export type UpdateUrlsUnitOutboundLink = {
  id: string;
  asset_id: string;
  name?: string;
  label?: string | null;
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "urls_per_unit";
  event_key?: string | null;
  open_in_new_window?: boolean;
  /** Default false */
  show_icon_in_list?: boolean;
};

export type UrlsUnitOutboundLink = {
  id: string;
  asset_id: string;
  name: string;
  label: string | null;
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  type: "urls_per_unit";
  event_key: string | null;
  open_in_new_window: boolean;
  /** Default false */
  show_icon_in_list: boolean;
  created_at: string;
  updated_at: string;
};

export type ViewerDocument = {
  version: 2;
  kind: "embed" | "landing_page";
  key: string;
  name: string;
  tags: Array<string>;
  allowed_origins?: Array<string>;
  state: "live" | "stale" | "hidden" | "empty";
  as_of?: string;
  today: string;
  assets: Array<{
    id: string;
    uuid: string;
    name: string;
    description?: string;
    address: {
      line_1?: string;
      line_2?: string;
      city?: string;
      state?: string;
      postal_code?: string;
      country?: string;
    };
    currency: string;
    area_unit: "sqft" | "sqm";
    state: "live" | "stale" | "hidden" | "empty";
    as_of?: string;
    pricing_process?: {
      id: string;
      name: string;
      pricing_strategy: "flat_pricing" | "revenue_management";
    };
    buildings: Array<{
      id: string;
      name: string;
      label: string;
    }>;
    floors: Array<{
      id: string;
      name: string;
      label: string;
      short_label: string;
    }>;
    floor_plans: Array<{
      id: string;
      name: string;
      bedroom_count: number;
      bathroom_count: number;
      label?: string;
      image_url?: string;
      secondary_image_url?: string;
    }>;
    units: Array<{
      id: string;
      number: string;
      building_id: string;
      floor_id: string;
      floor_plan_id: string;
      area: number;
      affordable?: true;
      availability: "available" | "upcoming" | "unavailable";
      available_on?: string;
      price?: number;
      full_price?: number;
      specials?: string;
      status?: string;
      apply_url?: string;
      view_image_url?: string;
      secondary_view_image_url?: string;
    }>;
    filters: Array<{
      id: string;
      name: string;
      label: string;
      type: "custom" | "floor" | "floor_plan" | "range";
      range_type?: "unit_area" | "unit_move_in" | "unit_price";
      options: Array<{
        id: string;
        label: string;
        short_label?: string;
        floor_id?: string;
        floor_plan_id?: string;
        min?: number;
        max?: number;
        unit_ids?: Array<string>;
      }>;
    }>;
    description_groups: Array<{
      id: string;
      name: string;
      descriptions: Array<{
        id: string;
        label: string;
        html: string;
        unit_ids: Array<string>;
      }>;
    }>;
    unit_links: Array<{
      id: string;
      name: string;
      label: string;
      type: "iframe_api" | "url_template" | "urls_per_unit";
      icon?: string;
      event_key?: string;
      open_in_new_window: boolean;
      show_icon_in_list: boolean;
      urls?: Record<string, string>;
    }>;
    links: Array<{
      id: string;
      name: string;
      label: string;
      url: string;
      open_in_new_window: boolean;
    }>;
    markers: Array<{
      id: string;
      name: string;
      label: string;
      html?: string;
      images: Array<string>;
      iframe_url?: string;
      link_url?: string;
      places: Array<{
        map_id: string;
        x: number;
        y: number;
      }>;
    }>;
    maps: Array<{
      id: string;
      name: string;
      tags: Array<string>;
      instance_keys: Array<string>;
      style: string;
      floor_ids: Array<string>;
      building_ids: Array<string>;
      url?: string;
      view_box?: {
        x: number;
        y: number;
        width: number;
        height: number;
      };
      backgrounds: Array<{
        id: string;
        name: string;
        image_url: string;
      }>;
      unit_ids: Array<string>;
    }>;
  }>;
};

export interface Operations {
  /** List accounts. Any valid API key may call it. */
  listAccounts(request?: {
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Account>;
  /** View account. Any valid API key may call it. */
  viewAccount(request: {
    account: string;
  }, options?: CallOptions): Promise<Account>;
  /** List account assets. Any valid API key may call it. Experimental flag `accounts-assets`. */
  listAccountAssets(request: {
    account: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Only this asset. */
    asset?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Asset>;
  /** Assign assets to account. Permission `service.accounts.update-assets`. Experimental flag `accounts-assets`. */
  assignAssetsToAccount(request: {
    account: string;
    body: AccountAssetBatch;
  }, options?: CallOptions): Promise<void>;
  /** Unassign assets from account. Permission `service.accounts.update-assets`. Experimental flag `accounts-assets`. */
  unassignAssetsFromAccount(request: {
    account: string;
    body: AccountAssetBatch;
  }, options?: CallOptions): Promise<void>;
  /** List embeds. Permission `service.embeds.read`. Experimental flag `embed-resource`. */
  listEmbeds(request: {
    account: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Only embeds that show a map of the asset with this id. */
    asset?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Embed>;
  /** View embed. Permission `service.embeds.read`. Experimental flag `embed-resource`. */
  viewEmbed(request: {
    account: string;
    embed: string;
  }, options?: CallOptions): Promise<Embed>;
  /** List assets. Any valid API key may call it. */
  listAssets(request?: {
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Only assets with these words, or beginnings of words, in name or address. */
    q?: string;
    /** Only of this market. */
    market?: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
    /** Only assets updated then or later. */
    updatedSince?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Asset>;
  /** Create asset. Permission `service.assets.create`. */
  createAsset(request: {
    body: CreateAsset;
  }, options?: CallOptions): Promise<Asset>;
  /** View asset. Any valid API key may call it. */
  viewAsset(request: {
    asset: string;
  }, options?: CallOptions): Promise<Asset>;
  /** Update asset. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.assets.update`. */
  updateAsset(request: {
    asset: string;
    body: Filled<UpdateAsset, 'id'>;
  }, options?: CallOptions): Promise<Asset>;
  /** List buildings. Permission `service.buildings.read`. */
  listBuildings(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Building>;
  /** Create building. Permission `service.buildings.create`. */
  createBuilding(request: {
    asset: string;
    body: Filled<CreateBuilding, 'asset_id'>;
  }, options?: CallOptions): Promise<Building>;
  /** View building. Permission `service.buildings.read`. */
  viewBuilding(request: {
    asset: string;
    building: string;
  }, options?: CallOptions): Promise<Building>;
  /** Update building. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.buildings.update`. */
  updateBuilding(request: {
    asset: string;
    building: string;
    body: Filled<UpdateBuilding, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<Building>;
  /** Build caches. Rebuilds the asset's viewer document in the background, once however often it is asked for meanwhile. Permission `service.caches.build`. Experimental flag `build-caches`. */
  buildCaches(request: {
    asset: string;
  }, options?: CallOptions): Promise<void>;
  /** List filters. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  listFilters(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Filter>;
  /** Create filter. Permission `service.filters.create`. Experimental flag `filters-resource`. */
  createFilter(request: {
    asset: string;
    body: Filled<CreateFilter, 'asset_id'>;
  }, options?: CallOptions): Promise<Filter>;
  /** View filter. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  viewFilter(request: {
    asset: string;
    filter: string;
  }, options?: CallOptions): Promise<Filter>;
  /** Update filter. The type cannot be changed. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  updateFilter(request: {
    asset: string;
    filter: string;
    body: Filled<UpdateFilter, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<Filter>;
  /** List options. In the order of `sort`. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  listOptions(request: {
    asset: string;
    filter: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<FilterOption>;
  /** Create option. The type must be that of the filter. Permission `service.filters.create`. Experimental flag `filters-resource`. */
  createOption(request: {
    asset: string;
    filter: string;
    body: Filled<CreateFilterOption, 'asset_id' | 'filter_id'>;
  }, options?: CallOptions): Promise<FilterOption>;
  /** View option. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  viewOption(request: {
    asset: string;
    filter: string;
    option: string;
  }, options?: CallOptions): Promise<FilterOption>;
  /** Update option. The type cannot be changed, and fields of other types are not accepted. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  updateOption(request: {
    asset: string;
    filter: string;
    option: string;
    body: Filled<UpdateFilterOption, 'asset_id' | 'filter_id' | 'id'>;
  }, options?: CallOptions): Promise<FilterOption>;
  /** List units of a custom option. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  listUnitsOfACustomOption(request: {
    asset: string;
    filter: string;
    option: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<FilterOptionUnit>;
  /** Assign units to a custom option. Units that are not named stay assigned. All of them or none. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  assignUnitsToACustomOption(request: {
    asset: string;
    filter: string;
    option: string;
    body: FilterOptionUnitBatch;
  }, options?: CallOptions): Promise<FilterOptionUnitData>;
  /** Remove units from a custom option. An extension: takes back what assigning does. Units that are not assigned may be named. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  removeUnitsFromACustomOption(request: {
    asset: string;
    filter: string;
    option: string;
    body: FilterOptionUnitBatch;
  }, options?: CallOptions): Promise<void>;
  /** List floor plans. Permission `service.floor-plans.read`. */
  listFloorPlans(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<FloorPlan>;
  /** Create floor plan. Permission `service.floor-plans.create`. */
  createFloorPlan(request: {
    asset: string;
    body: Filled<CreateFloorPlan, 'asset_id'>;
    files?: { image?: Upload; secondary_image?: Upload; };
  }, options?: CallOptions): Promise<FloorPlan>;
  /** View floor plan. Any valid API key may call it. */
  viewFloorPlan(request: {
    asset: string;
    floorPlan: string;
  }, options?: CallOptions): Promise<FloorPlan>;
  /** Update floor plan. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.floor-plans.update`. */
  updateFloorPlan(request: {
    asset: string;
    floorPlan: string;
    body: Filled<UpdateFloorPlan, 'asset_id' | 'id'>;
    files?: { image?: Upload; secondary_image?: Upload; };
  }, options?: CallOptions): Promise<FloorPlan>;
  /** Delete floor plan. Permission `service.floor-plans.delete`. */
  deleteFloorPlan(request: {
    asset: string;
    floorPlan: string;
  }, options?: CallOptions): Promise<FloorPlan>;
  /** List floors. Permission `service.floors.read`. */
  listFloors(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Floor>;
  /** Create floor. Permission `service.floors.create`. */
  createFloor(request: {
    asset: string;
    body: Filled<CreateFloor, 'asset_id'>;
  }, options?: CallOptions): Promise<Floor>;
  /** View floor. Permission `service.floors.read`. */
  viewFloor(request: {
    asset: string;
    floor: string;
  }, options?: CallOptions): Promise<Floor>;
  /** Update floor. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.floors.update`. */
  updateFloor(request: {
    asset: string;
    floor: string;
    body: Filled<UpdateFloor, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<Floor>;
  /** List galleries. Permission `service.galleries.read`. Experimental flag `gallery-resource`. */
  listGalleries(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Gallery>;
  /** View gallery. Any valid API key may call it. Experimental flag `gallery-resource`. */
  viewGallery(request: {
    asset: string;
    gallery: string;
  }, options?: CallOptions): Promise<Gallery>;
  /** List landing pages. Permission `service.landing-pages.read`. Experimental flag `landing-page-resource`. */
  listLandingPages(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<LandingPage>;
  /** View landing page. Permission `service.landing-pages.read`. Experimental flag `landing-page-resource`. */
  viewLandingPage(request: {
    asset: string;
    landingPage: string;
  }, options?: CallOptions): Promise<LandingPage>;
  /** List unit maps. Permission `service.unit-maps.read`. */
  listUnitMaps(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Tags, separated by commas: only maps that carry all of them. */
    tags?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitMap>;
  /** Create unit map. At least one of `file` (a `.umap`) and `source` (`.svg`, `.ai` or `.pdf`); the others as parts, or as JSON in a part `data`. Permission `service.unit-maps.create`. Experimental flag `create-unitmap-resource`. */
  createUnitMap(request: {
    asset: string;
    body: Filled<{
      asset_id: string;
      name: string;
      tags?: Array<string>;
      style: "a" | "a.1" | "a.2" | "b" | "c" | "d" | "e" | "f.1" | "f.2" | "f.3" | "g.1" | "g.2" | "h" | "x";
      /** Default false */
      is_dimension_locked?: boolean;
    }, 'asset_id'>;
    files?: { file?: Upload; source?: Upload; };
  }, options?: CallOptions): Promise<UnitMap>;
  /** View unit map. Permission `service.unit-maps.read`. */
  viewUnitMap(request: {
    asset: string;
    map: string;
  }, options?: CallOptions): Promise<UnitMap>;
  /** Update unit map. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.unit-maps.update`. */
  updateUnitMap(request: {
    asset: string;
    map: string;
    body: Filled<UpdateUnitMap, 'asset_id' | 'id'>;
    files?: { file?: Upload; source?: Upload; };
  }, options?: CallOptions): Promise<UnitMap>;
  /** List backgrounds. Permission `service.unit-maps.read`. */
  listBackgrounds(request: {
    asset: string;
    map: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Background>;
  /** View background. Permission `service.unit-maps.read`. */
  viewBackground(request: {
    asset: string;
    map: string;
    background: string;
  }, options?: CallOptions): Promise<Background>;
  /** Download source of a unit map. The file that the map was made of, as it was sent. Ranges and conditional requests are served. Permission `service.unit-maps.read`. */
  downloadSourceOfAUnitMap(request: {
    asset: string;
    map: string;
  }, options?: CallOptions): Promise<Blob>;
  /** View units of a unit map. Which shape is which unit, which shapes have none, and which units are not on the map. Permission `service.unit-maps.read`. */
  viewUnitsOfAUnitMap(request: {
    asset: string;
    map: string;
  }, options?: CallOptions): Promise<MapUnits>;
  /** List marker descriptions. Permission `service.marker-descriptions.read`. Experimental flag `marker-descriptions-resource`. */
  listMarkerDescriptions(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<MarkerDescription>;
  /** View marker description. Permission `service.marker-descriptions.read`. Experimental flag `marker-descriptions-resource`. */
  viewMarkerDescription(request: {
    asset: string;
    markerDescription: string;
  }, options?: CallOptions): Promise<MarkerDescription>;
  /** List asset outbound links. Permission `service.asset-outbound-links.read`. Experimental flag `asset-outbound-links-resource`. */
  listAssetOutboundLinks(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<AssetOutboundLink>;
  /** Create asset outbound link. Permission `service.asset-outbound-links.create`. Experimental flag `asset-outbound-links-resource`. */
  createAssetOutboundLink(request: {
    asset: string;
    body: Filled<CreateAssetOutboundLink, 'asset_id'>;
  }, options?: CallOptions): Promise<AssetOutboundLink>;
  /** View asset outbound link. Permission `service.asset-outbound-links.read`. Experimental flag `asset-outbound-links-resource`. */
  viewAssetOutboundLink(request: {
    asset: string;
    outboundLink: string;
  }, options?: CallOptions): Promise<AssetOutboundLink>;
  /** Update asset outbound link. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.asset-outbound-links.update`. Experimental flag `asset-outbound-links-resource`. */
  updateAssetOutboundLink(request: {
    asset: string;
    outboundLink: string;
    body: Filled<UpdateAssetOutboundLink, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<AssetOutboundLink>;
  /** List pricing processes. Permission `service.pricing.read`. */
  listPricingProcesses(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingProcess>;
  /** View pricing process. Any valid API key may call it. */
  viewPricingProcess(request: {
    asset: string;
    process: string;
  }, options?: CallOptions): Promise<PricingProcess>;
  /** List pricing entries. What is published: an array for each unit that has entries, paged by unit. A page has at most 4 MiB: it may end before `per-page` units, or within the entries of one, and `next_url` goes on from there, in the same publication, whatever is published meanwhile. A page that is asked for by its number is whole, or refused (422) above 16 MiB. Any valid API key may call it. */
  listPricingEntries(request: {
    asset: string;
    process: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Forces the flat view (one entry for each unit) or forbids it. Default: flat for processes of the strategy `flat_pricing`. */
    flatPricing?: boolean;
    /** Only entries of the unit with this id. */
    unit?: string;
    /** Entries, of units as they are mapped today, as the publication of this number showed them. */
    publication?: string;
    /** Entries, of units as they are mapped today, as they were published at this time; 410 when that is not remembered any more. */
    at?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Array<PricingEntry>>;
  /** Open pricing transaction and send data. With `commit=1` a complete data set in one request. Without a body the transaction is opened empty (202). A commit that exceeds the limits of the process is refused (409, `guard_refused`); its transaction is open, with all that was sent. Permission `service.pricing.create-entries`. */
  openPricingTransactionAndSendData(request: {
    asset: string;
    process: string;
    /** `1` commits and closes the transaction, `0` (default) keeps it open. */
    commit?: boolean;
    /** `1` only reports what the commit would do: nothing is published or opened. */
    dryRun?: boolean;
    /** `guard` publishes a data set that exceeds the limits of the process. */
    override?: "guard";
    body?: PricingEntries;
  }, options?: CallOptions): Promise<Ingest>;
  /** List publications. Every commit that changed the data set of the process, the latest first. Permission `service.pricing.read`. */
  listPublications(request: {
    asset: string;
    process: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Publication>;
  /** View publication. Permission `service.pricing.read`. */
  viewPublication(request: {
    asset: string;
    process: string;
    publication: string;
  }, options?: CallOptions): Promise<Publication>;
  /** List changes of a publication. The entries that it added, removed or changed, compared with the publication before. An entry with changes of several kinds is listed once for each. Permission `service.pricing.read`. */
  listPublicationChanges(request: {
    asset: string;
    process: string;
    publication: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Only changes of this kind. */
    kind?: "added" | "removed" | "price_up" | "price_down" | "availability_changed" | "specials_changed" | "other_changed";
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<PublicationChange>;
  /** Restore publication. Publishes the data set of this publication as a new one: every entry as it was. Units keep the `provider_id` that they have now. With `dry-run=1` only reports what that would change. Permission `service.pricing.create-entries`. */
  restorePublication(request: {
    asset: string;
    process: string;
    publication: string;
    /** `1` only reports what the commit would do: nothing is published or opened. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Ingest>;
  /** Get transaction status. Any valid API key may call it. */
  getTransactionStatus(request: {
    asset: string;
    process: string;
    transaction: string;
  }, options?: CallOptions): Promise<PricingTransaction>;
  /** Abort an open transaction. Its entries never show; another can be opened at once. Permission `service.pricing.create-entries`. */
  abortTransaction(request: {
    asset: string;
    process: string;
    transaction: string;
  }, options?: CallOptions): Promise<PricingTransaction>;
  /** Send data to an open transaction. A commit that exceeds the limits of the process is refused (409, `guard_refused`); the transaction stays open, with all that was sent. Permission `service.pricing.create-entries`. */
  sendDataToAnOpenTransaction(request: {
    asset: string;
    process: string;
    transaction: string;
    /** `1` commits and closes the transaction, `0` (default) keeps it open. */
    commit?: boolean;
    /** `1` only reports what the commit would do: nothing is published or opened. */
    dryRun?: boolean;
    /** `guard` publishes a data set that exceeds the limits of the process. */
    override?: "guard";
    body?: PricingEntries;
  }, options?: CallOptions): Promise<Ingest>;
  /** List pricing units. Every unit of the asset with its price. Pages that `next_url` leads to show the units of one publication, whatever is published meanwhile. Any valid API key may call it. */
  listPricingUnits(request: {
    asset: string;
    process: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Units as the publication of this number showed them. */
    publication?: string;
    /** Units as they were published at this time; 410 when that is not remembered any more. */
    at?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingUnit>;
  /** View pricing unit. Any valid API key may call it. */
  viewPricingUnit(request: {
    asset: string;
    process: string;
    unit: string;
    /** Units as the publication of this number showed them. */
    publication?: string;
    /** Units as they were published at this time; 410 when that is not remembered any more. */
    at?: string;
  }, options?: CallOptions): Promise<PricingUnit>;
  /** Update pricing unit. A new `provider_id` takes the published entries of that id at once. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.pricing.create-entries`. */
  updatePricingUnit(request: {
    asset: string;
    process: string;
    unit: string;
    body: Filled<UpdatePricingUnit, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<PricingUnit>;
  /** List history of a pricing unit. What readers saw of the unit, each change of it, the latest first. Permission `service.pricing.read`. */
  listPricingUnitHistory(request: {
    asset: string;
    process: string;
    unit: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Only what was shown at this time or later. */
    from?: string;
    /** Only what was shown at this time or earlier. */
    to?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingUnitState>;
  /** List unmatched entries. Published entries that reach no unit, one for each provider id, with the units that it may mean. Once Update pricing unit gives a unit that `provider_id`, its entries count at once. Permission `service.pricing.read`. */
  listUnmatchedEntries(request: {
    asset: string;
    process: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnmatchedEntry>;
  /** List asset references. Permission `service.asset-references.read`. Experimental flag `references`. */
  listAssetReferences(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<AssetReference>;
  /** Create asset reference. Permission `service.asset-references.create`. Experimental flag `references`. */
  createAssetReference(request: {
    asset: string;
    body: Filled<CreateAssetReference, 'asset_id'>;
  }, options?: CallOptions): Promise<AssetReference>;
  /** View asset reference. Permission `service.asset-references.read`. Experimental flag `references`. */
  viewAssetReference(request: {
    asset: string;
    reference: string;
  }, options?: CallOptions): Promise<AssetReference>;
  /** Update asset reference. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.asset-references.update`. Experimental flag `references`. */
  updateAssetReference(request: {
    asset: string;
    reference: string;
    body: Filled<UpdateAssetReference, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<AssetReference>;
  /** List units. Permission `service.units.read`. */
  listUnits(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Only units of exactly this number. */
    unitNumber?: string;
    /** Only units of this building. */
    building?: string;
    /** Only units of this floor. */
    floor?: string;
    /** Only units of this floor plan. */
    floorPlan?: string;
    /** Only units updated then or later. */
    updatedSince?: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Unit>;
  /** Create unit. Permission `service.units.create`. */
  createUnit(request: {
    asset: string;
    body: Filled<CreateUnit, 'asset_id'>;
    files?: { view_image?: Upload; secondary_view_image?: Upload; };
  }, options?: CallOptions): Promise<Unit>;
  /** List description groups. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  listDescriptionGroups(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<DescriptionGroup>;
  /** Create description group. Permission `service.unit-descriptions.create`. Experimental flag `unit-descriptions-resource`. */
  createDescriptionGroup(request: {
    asset: string;
    body: Filled<CreateDescriptionGroup, 'asset_id'>;
  }, options?: CallOptions): Promise<DescriptionGroup>;
  /** View description group. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  viewDescriptionGroup(request: {
    asset: string;
    group: string;
  }, options?: CallOptions): Promise<DescriptionGroup>;
  /** Update description group. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  updateDescriptionGroup(request: {
    asset: string;
    group: string;
    body: Filled<UpdateDescriptionGroup, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<DescriptionGroup>;
  /** List descriptions. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  listDescriptions(request: {
    asset: string;
    group: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<Description>;
  /** Create descriptions. All of them or none. Permission `service.unit-descriptions.create`. Experimental flag `unit-descriptions-resource`. */
  createDescriptions(request: {
    asset: string;
    group: string;
    body: DescriptionBatch;
  }, options?: CallOptions): Promise<DescriptionData>;
  /** Update descriptions. All of them or none. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  updateDescriptions(request: {
    asset: string;
    group: string;
    body: UpdateDescriptionBatch;
  }, options?: CallOptions): Promise<DescriptionData>;
  /** View description. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  viewDescription(request: {
    asset: string;
    group: string;
    description: string;
  }, options?: CallOptions): Promise<Description>;
  /** List units assigned to descriptions. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  listUnitsAssignedToDescriptions(request: {
    asset: string;
    group: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<DescriptionAssignment>;
  /** Assign units to descriptions. A unit has one description of a group: a new one replaces the old. All of them or none. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  assignUnitsToDescriptions(request: {
    asset: string;
    group: string;
    body: DescriptionAssignmentBatch;
  }, options?: CallOptions): Promise<DescriptionAssignmentData>;
  /** List unit outbound links. Permission `service.unit-outbound-links.read`. */
  listUnitOutboundLinks(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitOutboundLink>;
  /** Create unit outbound link. Permission `service.unit-outbound-links.create`. */
  createUnitOutboundLink(request: {
    asset: string;
    body: Filled<CreateUnitOutboundLink, 'asset_id'>;
  }, options?: CallOptions): Promise<UnitOutboundLink>;
  /** View unit outbound link. Permission `service.unit-outbound-links.read`. */
  viewUnitOutboundLink(request: {
    asset: string;
    outboundLink: string;
  }, options?: CallOptions): Promise<UnitOutboundLink>;
  /** Update unit outbound link. The type cannot be changed. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.unit-outbound-links.create`. */
  updateUnitOutboundLink(request: {
    asset: string;
    outboundLink: string;
    body: Filled<UpdateUnitOutboundLink, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<UnitOutboundLink>;
  /** List unit outbound link URLs. Every unit of the asset, also those without a URL. Only links of type `urls_per_unit` have any. Permission `service.unit-outbound-links.read`. */
  listUnitOutboundLinkUrls(request: {
    asset: string;
    outboundLink: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitOutboundLinkUrl>;
  /** Update unit outbound link URLs. Units that are not named keep theirs; null takes it away. Permission `service.unit-outbound-links.update`. */
  updateUnitOutboundLinkUrls(request: {
    asset: string;
    outboundLink: string;
    body: UnitOutboundLinkUrlBatch;
  }, options?: CallOptions): Promise<void>;
  /** List unit reference groups. Permission `service.unit-references.read`. Experimental flag `references`. */
  listUnitReferenceGroups(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitReferenceGroup>;
  /** Create unit reference group. Permission `service.unit-references.create`. Experimental flag `references`. */
  createUnitReferenceGroup(request: {
    asset: string;
    body: Filled<CreateUnitReferenceGroup, 'asset_id'>;
  }, options?: CallOptions): Promise<UnitReferenceGroup>;
  /** View unit reference group. Permission `service.unit-references.read`. Experimental flag `references`. */
  viewUnitReferenceGroup(request: {
    asset: string;
    group: string;
  }, options?: CallOptions): Promise<UnitReferenceGroup>;
  /** Update unit reference group. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.unit-references.update`. Experimental flag `references`. */
  updateUnitReferenceGroup(request: {
    asset: string;
    group: string;
    body: Filled<UpdateUnitReferenceGroup, 'asset_id' | 'id'>;
  }, options?: CallOptions): Promise<UnitReferenceGroup>;
  /** List unit references. Permission `service.unit-references.read`. Experimental flag `references`. */
  listUnitReferences(request: {
    asset: string;
    group: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitReference>;
  /** Update unit references. Values are unique when all items are stored: two units can swap theirs in one request. Permission `service.unit-references.update`. Experimental flag `references`. */
  updateUnitReferences(request: {
    asset: string;
    group: string;
    body: UpdateUnitReferenceBatch;
  }, options?: CallOptions): Promise<void>;
  /** Find a unit by a third-party id. The reference of the unit that has this value in the group of this key. Permission `service.unit-references.read`. Experimental flag `references`. */
  findUnitReferences(request: {
    asset: string;
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Names the third-party system. */
    key: string;
    /** The id in that system, exactly. */
    value: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitReference>;
  /** View unit. Permission `service.units.read`. */
  viewUnit(request: {
    asset: string;
    unit: string;
  }, options?: CallOptions): Promise<Unit>;
  /** Update unit. A field that is left out keeps its value; `null` clears one that may be null. Permission `service.units.update`. */
  updateUnit(request: {
    asset: string;
    unit: string;
    body: Filled<UpdateUnit, 'asset_id' | 'id'>;
    files?: { view_image?: Upload; secondary_view_image?: Upload; };
  }, options?: CallOptions): Promise<Unit>;
  /** Delete unit. Permission `service.units.delete`. */
  deleteUnit(request: {
    asset: string;
    unit: string;
  }, options?: CallOptions): Promise<Unit>;
  /** View the document of an embed, version 1. The same in the older form, with the paths of all shapes. For whoever has the key in the address of the embed; needs no API key. Needs no API key. */
  viewEmbedDocument(request: {
    key: string;
  }, options?: CallOptions): Promise<EmbedDocument>;
  /** View the viewer document of an embed. All that a map viewer shows, but for the geometry, which is in the compiled file of each map. For whoever has the key in the address of the page; needs no API key. Version 2 of the form: docs/viewer-document.md. Needs no API key. */
  viewEmbedViewerDocument(request: {
    key: string;
  }, options?: CallOptions): Promise<ViewerDocument>;
  /** View the viewer document of a landing page. All that a map viewer shows, but for the geometry, which is in the compiled file of each map. For whoever has the key in the address of the page; needs no API key. Version 2 of the form: docs/viewer-document.md. Needs no API key. */
  viewLandingPageViewerDocument(request: {
    key: string;
  }, options?: CallOptions): Promise<ViewerDocument>;
  /** Find assets by a third-party id. The references of all assets that the key sees: which asset does this id of that system mean? Permission `service.asset-references.read`. Experimental flag `references`. */
  findAssetReferences(request: {
    /** Selects a page, from 1. */
    page?: number;
    /** Resources on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the resources on all pages. */
    total?: boolean;
    /** Names the third-party system. */
    key: string;
    /** The id in that system, exactly. */
    value: string;
    /** Part of `next_url`, which you follow as it is: opaque, and valid for its page only. */
    cursor?: string;
  }, options?: CallOptions): Pages<AssetReference>;
}

export const OPERATIONS: OperationTable<Operations> = {
  listAccounts: {"method":"GET","path":"/v1/accounts","list":true},
  viewAccount: {"method":"GET","path":"/v1/accounts/{account}"},
  listAccountAssets: {"method":"GET","path":"/v1/accounts/{account}/assets","flag":"accounts-assets","list":true},
  assignAssetsToAccount: {"method":"PUT","path":"/v1/accounts/{account}/assets","flag":"accounts-assets"},
  unassignAssetsFromAccount: {"method":"PUT","path":"/v1/accounts/{account}/assets/remove","flag":"accounts-assets"},
  listEmbeds: {"method":"GET","path":"/v1/accounts/{account}/embeds","flag":"embed-resource","list":true},
  viewEmbed: {"method":"GET","path":"/v1/accounts/{account}/embeds/{embed}","flag":"embed-resource"},
  listAssets: {"method":"GET","path":"/v1/assets","list":true},
  createAsset: {"method":"POST","path":"/v1/assets"},
  viewAsset: {"method":"GET","path":"/v1/assets/{asset}"},
  updateAsset: {"method":"PUT","path":"/v1/assets/{asset}","ids":{"id":"asset"}},
  listBuildings: {"method":"GET","path":"/v1/assets/{asset}/multifamily/buildings","list":true},
  createBuilding: {"method":"POST","path":"/v1/assets/{asset}/multifamily/buildings","ids":{"asset_id":"asset"}},
  viewBuilding: {"method":"GET","path":"/v1/assets/{asset}/multifamily/buildings/{building}"},
  updateBuilding: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/buildings/{building}","ids":{"asset_id":"asset","id":"building"}},
  buildCaches: {"method":"POST","path":"/v1/assets/{asset}/multifamily/caches/build","flag":"build-caches"},
  listFilters: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters","flag":"filters-resource","list":true},
  createFilter: {"method":"POST","path":"/v1/assets/{asset}/multifamily/filters","flag":"filters-resource","ids":{"asset_id":"asset"}},
  viewFilter: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}","flag":"filters-resource"},
  updateFilter: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}","flag":"filters-resource","ids":{"asset_id":"asset","id":"filter"}},
  listOptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options","flag":"filters-resource","list":true},
  createOption: {"method":"POST","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options","flag":"filters-resource","ids":{"asset_id":"asset","filter_id":"filter"}},
  viewOption: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}","flag":"filters-resource"},
  updateOption: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}","flag":"filters-resource","ids":{"asset_id":"asset","filter_id":"filter","id":"option"}},
  listUnitsOfACustomOption: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}/units","flag":"filters-resource","list":true},
  assignUnitsToACustomOption: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}/units","flag":"filters-resource"},
  removeUnitsFromACustomOption: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}/units/remove","flag":"filters-resource"},
  listFloorPlans: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans","list":true},
  createFloorPlan: {"method":"POST","path":"/v1/assets/{asset}/multifamily/floor-plans","ids":{"asset_id":"asset"}},
  viewFloorPlan: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}"},
  updateFloorPlan: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}","ids":{"asset_id":"asset","id":"floorPlan"}},
  deleteFloorPlan: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}"},
  listFloors: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floors","list":true},
  createFloor: {"method":"POST","path":"/v1/assets/{asset}/multifamily/floors","ids":{"asset_id":"asset"}},
  viewFloor: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floors/{floor}"},
  updateFloor: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floors/{floor}","ids":{"asset_id":"asset","id":"floor"}},
  listGalleries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/galleries","flag":"gallery-resource","list":true},
  viewGallery: {"method":"GET","path":"/v1/assets/{asset}/multifamily/galleries/{gallery}","flag":"gallery-resource"},
  listLandingPages: {"method":"GET","path":"/v1/assets/{asset}/multifamily/landing-pages","flag":"landing-page-resource","list":true},
  viewLandingPage: {"method":"GET","path":"/v1/assets/{asset}/multifamily/landing-pages/{landing-page}","flag":"landing-page-resource"},
  listUnitMaps: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps","list":true},
  createUnitMap: {"method":"POST","path":"/v1/assets/{asset}/multifamily/maps","flag":"create-unitmap-resource","ids":{"asset_id":"asset"},"form":true},
  viewUnitMap: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}"},
  updateUnitMap: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/maps/{map}","ids":{"asset_id":"asset","id":"map"}},
  listBackgrounds: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds","list":true},
  viewBackground: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds/{background}"},
  downloadSourceOfAUnitMap: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/source","file":true},
  viewUnitsOfAUnitMap: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/units"},
  listMarkerDescriptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/marker-descriptions","flag":"marker-descriptions-resource","list":true},
  viewMarkerDescription: {"method":"GET","path":"/v1/assets/{asset}/multifamily/marker-descriptions/{marker-description}","flag":"marker-descriptions-resource"},
  listAssetOutboundLinks: {"method":"GET","path":"/v1/assets/{asset}/multifamily/outbound-links","flag":"asset-outbound-links-resource","list":true},
  createAssetOutboundLink: {"method":"POST","path":"/v1/assets/{asset}/multifamily/outbound-links","flag":"asset-outbound-links-resource","ids":{"asset_id":"asset"}},
  viewAssetOutboundLink: {"method":"GET","path":"/v1/assets/{asset}/multifamily/outbound-links/{outbound-link}","flag":"asset-outbound-links-resource"},
  updateAssetOutboundLink: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/outbound-links/{outbound-link}","flag":"asset-outbound-links-resource","ids":{"asset_id":"asset","id":"outboundLink"}},
  listPricingProcesses: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing","list":true},
  viewPricingProcess: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}"},
  listPricingEntries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/entries","list":true},
  openPricingTransactionAndSendData: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing/{process}/ingest"},
  listPublications: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications","list":true},
  viewPublication: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications/{publication}"},
  listPublicationChanges: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications/{publication}/changes","list":true},
  restorePublication: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications/{publication}/restore"},
  getTransactionStatus: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{transaction}"},
  abortTransaction: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{transaction}"},
  sendDataToAnOpenTransaction: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{transaction}/ingest"},
  listPricingUnits: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units","list":true},
  viewPricingUnit: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/{unit}"},
  updatePricingUnit: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/{unit}","ids":{"asset_id":"asset","id":"unit"}},
  listPricingUnitHistory: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/{unit}/history","list":true},
  listUnmatchedEntries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/unmatched","list":true},
  listAssetReferences: {"method":"GET","path":"/v1/assets/{asset}/multifamily/references","flag":"references","list":true},
  createAssetReference: {"method":"POST","path":"/v1/assets/{asset}/multifamily/references","flag":"references","ids":{"asset_id":"asset"}},
  viewAssetReference: {"method":"GET","path":"/v1/assets/{asset}/multifamily/references/{reference}","flag":"references"},
  updateAssetReference: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/references/{reference}","flag":"references","ids":{"asset_id":"asset","id":"reference"}},
  listUnits: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units","list":true},
  createUnit: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units","ids":{"asset_id":"asset"}},
  listDescriptionGroups: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups","flag":"unit-descriptions-resource","list":true},
  createDescriptionGroup: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/description-groups","flag":"unit-descriptions-resource","ids":{"asset_id":"asset"}},
  viewDescriptionGroup: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}","flag":"unit-descriptions-resource"},
  updateDescriptionGroup: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}","flag":"unit-descriptions-resource","ids":{"asset_id":"asset","id":"group"}},
  listDescriptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions","flag":"unit-descriptions-resource","list":true},
  createDescriptions: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions","flag":"unit-descriptions-resource"},
  updateDescriptions: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions","flag":"unit-descriptions-resource"},
  viewDescription: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions/{description}","flag":"unit-descriptions-resource"},
  listUnitsAssignedToDescriptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/units","flag":"unit-descriptions-resource","list":true},
  assignUnitsToDescriptions: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/units","flag":"unit-descriptions-resource"},
  listUnitOutboundLinks: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/outbound-links","list":true},
  createUnitOutboundLink: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/outbound-links","ids":{"asset_id":"asset"}},
  viewUnitOutboundLink: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}"},
  updateUnitOutboundLink: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}","ids":{"asset_id":"asset","id":"outboundLink"}},
  listUnitOutboundLinkUrls: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls","list":true},
  updateUnitOutboundLinkUrls: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls"},
  listUnitReferenceGroups: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/reference-groups","flag":"references","list":true},
  createUnitReferenceGroup: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/reference-groups","flag":"references","ids":{"asset_id":"asset"}},
  viewUnitReferenceGroup: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}","flag":"references"},
  updateUnitReferenceGroup: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}","flag":"references","ids":{"asset_id":"asset","id":"group"}},
  listUnitReferences: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}/references","flag":"references","list":true},
  updateUnitReferences: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}/references","flag":"references"},
  findUnitReferences: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/references","flag":"references","list":true},
  viewUnit: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/{unit}"},
  updateUnit: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/{unit}","ids":{"asset_id":"asset","id":"unit"}},
  deleteUnit: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/{unit}"},
  viewEmbedDocument: {"method":"GET","path":"/v1/embeds/{key}/document"},
  viewEmbedViewerDocument: {"method":"GET","path":"/v1/embeds/{key}/viewer-document"},
  viewLandingPageViewerDocument: {"method":"GET","path":"/v1/landing-pages/{key}/viewer-document"},
  findAssetReferences: {"method":"GET","path":"/v1/references","flag":"references","list":true},
};

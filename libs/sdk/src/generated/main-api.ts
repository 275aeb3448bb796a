// Generated from apps/api/openapi.json by libs/sdk/generate.mjs: run `npm run openapi`, do not edit.
import type { CallOptions, OperationTable, Pages, Upload } from '../operation.js';

/** A customer that groups assets. API keys are limited to accounts, and each embed belongs to one. */
export type Account = {
  /** Id, assigned by the service */
  id: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Name of the account */
  name: string;
  /** When it was archived; only in lists of what is archived */
  archived_at?: string;
};

/** Request body of “Assign assets to account” and “Unassign assets from account”. All items are applied, or none. */
export type AccountAssetBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the account. The path has it: a body may omit it, or repeat the same id. */
    account_id?: string;
    /** Id of the asset */
    asset_id: string;
  }>;
};

/** Response of “List accounts”. One page of the list. */
export type AccountList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Account>;
};

/** What was archived, or would be, and what will be removed with it. */
export type Archival = {
  /** Id of what was archived */
  id: string;
  /** Whether it was a dry run, which changes nothing */
  dry_run: boolean;
  /** When it was archived; `null` in a dry run */
  archived_at: string | null;
  /** What will be removed with it */
  contents: Array<{
    /** Kind of resource */
    resource: string;
    /** How many */
    count: number;
  }>;
};

/** A property: buildings at one address, with their units, prices and maps. */
export type Asset = {
  /** Id, assigned by the service */
  id: string;
  /** Kind of property */
  market: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
  /** Name for people who manage it */
  name: string;
  /** Name that visitors see */
  display_name: string;
  /** Text about the property, for visitors */
  description: string | null;
  /** Street and number */
  address_line1: string;
  /** Second line of the address */
  address_line2: string | null;
  /** City */
  address_city: string;
  /** State or province, two letters */
  address_state: string;
  /** ISO 3166-1 alpha-3 */
  address_country: "ABW" | "AFG" | "AGO" | "AIA" | "ALA" | "ALB" | "AND" | "ARE" | "ARG" | "ARM" | "ASM" | "ATA" | "ATF" | "ATG" | "AUS" | "AUT" | "AZE" | "BDI" | "BEL" | "BEN" | "BES" | "BFA" | "BGD" | "BGR" | "BHR" | "BHS" | "BIH" | "BLM" | "BLR" | "BLZ" | "BMU" | "BOL" | "BRA" | "BRB" | "BRN" | "BTN" | "BVT" | "BWA" | "CAF" | "CAN" | "CCK" | "CHE" | "CHL" | "CHN" | "CIV" | "CMR" | "COD" | "COG" | "COK" | "COL" | "COM" | "CPV" | "CRI" | "CUB" | "CUW" | "CXR" | "CYM" | "CYP" | "CZE" | "DEU" | "DJI" | "DMA" | "DNK" | "DOM" | "DZA" | "ECU" | "EGY" | "ERI" | "ESH" | "ESP" | "EST" | "ETH" | "FIN" | "FJI" | "FLK" | "FRA" | "FRO" | "FSM" | "GAB" | "GBR" | "GEO" | "GGY" | "GHA" | "GIB" | "GIN" | "GLP" | "GMB" | "GNB" | "GNQ" | "GRC" | "GRD" | "GRL" | "GTM" | "GUF" | "GUM" | "GUY" | "HKG" | "HMD" | "HND" | "HRV" | "HTI" | "HUN" | "IDN" | "IMN" | "IND" | "IOT" | "IRL" | "IRN" | "IRQ" | "ISL" | "ISR" | "ITA" | "JAM" | "JEY" | "JOR" | "JPN" | "KAZ" | "KEN" | "KGZ" | "KHM" | "KIR" | "KNA" | "KOR" | "KWT" | "LAO" | "LBN" | "LBR" | "LBY" | "LCA" | "LIE" | "LKA" | "LSO" | "LTU" | "LUX" | "LVA" | "MAC" | "MAF" | "MAR" | "MCO" | "MDA" | "MDG" | "MDV" | "MEX" | "MHL" | "MKD" | "MLI" | "MLT" | "MMR" | "MNE" | "MNG" | "MNP" | "MOZ" | "MRT" | "MSR" | "MTQ" | "MUS" | "MWI" | "MYS" | "MYT" | "NAM" | "NCL" | "NER" | "NFK" | "NGA" | "NIC" | "NIU" | "NLD" | "NOR" | "NPL" | "NRU" | "NZL" | "OMN" | "PAK" | "PAN" | "PCN" | "PER" | "PHL" | "PLW" | "PNG" | "POL" | "PRI" | "PRK" | "PRT" | "PRY" | "PSE" | "PYF" | "QAT" | "REU" | "ROU" | "RUS" | "RWA" | "SAU" | "SDN" | "SEN" | "SGP" | "SGS" | "SHN" | "SJM" | "SLB" | "SLE" | "SLV" | "SMR" | "SOM" | "SPM" | "SRB" | "SSD" | "STP" | "SUR" | "SVK" | "SVN" | "SWE" | "SWZ" | "SXM" | "SYC" | "SYR" | "TCA" | "TCD" | "TGO" | "THA" | "TJK" | "TKL" | "TKM" | "TLS" | "TON" | "TTO" | "TUN" | "TUR" | "TUV" | "TWN" | "TZA" | "UGA" | "UKR" | "UMI" | "URY" | "USA" | "UZB" | "VAT" | "VCT" | "VEN" | "VGB" | "VIR" | "VNM" | "VUT" | "WLF" | "WSM" | "YEM" | "ZAF" | "ZMB" | "ZWE";
  /** Postal code */
  address_postal_code: string;
  /** Degrees north */
  address_latitude: number | null;
  /** Degrees east */
  address_longitude: number | null;
  /** IANA name of the time zone in which days begin, such as `America/New_York`; `null`: that of the coordinates */
  time_zone: string | null;
  /** Color of buttons and links on the map; text on it, and links on the page, are kept readable */
  accent_color: string | null;
  /** Phone number of the leasing office, for visitors */
  contact_phone: string | null;
  /** E-mail address of the leasing office, for visitors */
  contact_email: string | null;
  /** When the leasing office can be reached, for visitors */
  contact_hours: string | null;
  /** Page of the leasing office, such as a contact form: an https, mailto or tel URL */
  contact_url: string | null;
  /** Whether the map counts each day what visitors do, without data about them; default: false */
  count_visits: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Globally unique id */
  uuid: string;
  /** Units of the asset */
  unit_count: number;
  /** Time zone in force: `time_zone`, else that of the coordinates, else `UTC` */
  effective_time_zone: string;
  /** URL of the logo, which the map shows */
  logo_url: string | null;
  /** When it was archived; only in lists of what is archived */
  archived_at?: string;
};

/** What every event of an asset has. */
export type AssetEvent = {
  /** Unique; `webhook-id` of webhooks */
  id: string;
  /** When it happened */
  timestamp: string;
  /** Id of the asset */
  asset_id: string;
  /** Counts the events of the asset in the order of their commits, from 1 and without gaps */
  sequence: number;
};

/** Response of “List account assets” and “List assets”. One page of the list. */
export type AssetList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Asset>;
};

/** A button of the whole map, which opens a URL. */
export type AssetOutboundLink = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the link */
  name: string;
  /** Template of the URL, with variables of the asset */
  template: string;
  /** Text that visitors see */
  label: string;
  /** Icon beside the text */
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Whether it opens in a new window. Unit outbound links name this `open_in_new_window` */
  open_new_window: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List asset outbound links”. One page of the list. */
export type AssetOutboundLinkList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<AssetOutboundLink>;
};

/** The id of an asset in a third-party system. */
export type AssetReference = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the reference */
  name: string;
  /** Description of the value */
  description: string | null;
  /** Names the third-party system; unique in the asset */
  key: string | null;
  /** Id of the asset in that system */
  value: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List asset references” and “Find assets by a third-party id”. One page of the list. */
export type AssetReferenceList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<AssetReference>;
};

/** A record of the audit trail: what a statement changed in a table, or a rejected request. */
export type AuditEvent = {
  /** Id, assigned by the service */
  id: string;
  /** When it happened */
  at: string;
  /** Who: an API key, the operator with a command, a job of the service, or `sql` for statements from elsewhere */
  actor: "key" | "operator" | "job" | "sql";
  /** Id of the API key; null: another actor, or a request without a valid key */
  key_id: string | null;
  /** Operation of the API, command, job, or user of the database */
  operation: string | null;
  /** `X-Request-Id` of the response; events of one request share it */
  request_id: string | null;
  /** Method of the request */
  method: string | null;
  /** Path of the request */
  path: string | null;
  /** IP address of the client */
  client: string | null;
  /** Id of the asset; null: the event concerns no single asset */
  asset_id: string | null;
  /** What happened */
  kind: "created" | "updated" | "deleted" | "rejected";
  /** The changed table; null for a rejected request */
  table: string | null;
  /** Number of changed rows, or of rejected requests that are only counted */
  count: number;
  /** The changed rows, at most the first 10, with the columns of the database; null for a rejected request */
  changes: Array<{
    /** Primary key of the row */
    key: Record<string, unknown>;
    /** The changed columns before an update, or the whole row before a deletion */
    before?: Record<string, unknown>;
    /** The changed columns after an update, or the whole row that was created */
    after?: Record<string, unknown>;
  }> | null;
  /** Status of the response to a rejected request */
  status: number | null;
  /** Error code of the response to a rejected request */
  code: string | null;
};

/** Response of “List audit events”. One page of the list. */
export type AuditEventList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<AuditEvent>;
};

/** An image behind the shapes of a unit map. */
export type Background = {
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the unit map */
  unit_map_id: string;
  /** Name of the background */
  name: string;
  /** URL of the image. Requires no API key. */
  image_url: string;
};

/** Response of “List backgrounds”. One page of the list. */
export type BackgroundList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Background>;
};

/** Request body of “Bind shape of a unit map”. */
export type BindShape = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the unit map. The path has it: a body may omit it, or repeat the same id. */
  unit_map_id?: string;
  /** The unit; null removes what was bound by hand */
  unit_id: string | null;
};

/** A building of an asset. Each unit is in one. */
export type Building = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the building */
  name: string;
  /** Name that visitors see; by default the name */
  label: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List buildings”. One page of the list. */
export type BuildingList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Building>;
};

/** Request body of “Create asset”. */
export type CreateAsset = {
  /** Kind of property */
  market: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
  /** Name for people who manage it */
  name: string;
  /** Name that visitors see */
  display_name: string;
  /** Text about the property, for visitors */
  description?: string | null;
  /** Street and number */
  address_line1: string;
  /** Second line of the address */
  address_line2?: string | null;
  /** City */
  address_city: string;
  /** State or province, two letters */
  address_state: string;
  /** ISO 3166-1 alpha-3 */
  address_country: "ABW" | "AFG" | "AGO" | "AIA" | "ALA" | "ALB" | "AND" | "ARE" | "ARG" | "ARM" | "ASM" | "ATA" | "ATF" | "ATG" | "AUS" | "AUT" | "AZE" | "BDI" | "BEL" | "BEN" | "BES" | "BFA" | "BGD" | "BGR" | "BHR" | "BHS" | "BIH" | "BLM" | "BLR" | "BLZ" | "BMU" | "BOL" | "BRA" | "BRB" | "BRN" | "BTN" | "BVT" | "BWA" | "CAF" | "CAN" | "CCK" | "CHE" | "CHL" | "CHN" | "CIV" | "CMR" | "COD" | "COG" | "COK" | "COL" | "COM" | "CPV" | "CRI" | "CUB" | "CUW" | "CXR" | "CYM" | "CYP" | "CZE" | "DEU" | "DJI" | "DMA" | "DNK" | "DOM" | "DZA" | "ECU" | "EGY" | "ERI" | "ESH" | "ESP" | "EST" | "ETH" | "FIN" | "FJI" | "FLK" | "FRA" | "FRO" | "FSM" | "GAB" | "GBR" | "GEO" | "GGY" | "GHA" | "GIB" | "GIN" | "GLP" | "GMB" | "GNB" | "GNQ" | "GRC" | "GRD" | "GRL" | "GTM" | "GUF" | "GUM" | "GUY" | "HKG" | "HMD" | "HND" | "HRV" | "HTI" | "HUN" | "IDN" | "IMN" | "IND" | "IOT" | "IRL" | "IRN" | "IRQ" | "ISL" | "ISR" | "ITA" | "JAM" | "JEY" | "JOR" | "JPN" | "KAZ" | "KEN" | "KGZ" | "KHM" | "KIR" | "KNA" | "KOR" | "KWT" | "LAO" | "LBN" | "LBR" | "LBY" | "LCA" | "LIE" | "LKA" | "LSO" | "LTU" | "LUX" | "LVA" | "MAC" | "MAF" | "MAR" | "MCO" | "MDA" | "MDG" | "MDV" | "MEX" | "MHL" | "MKD" | "MLI" | "MLT" | "MMR" | "MNE" | "MNG" | "MNP" | "MOZ" | "MRT" | "MSR" | "MTQ" | "MUS" | "MWI" | "MYS" | "MYT" | "NAM" | "NCL" | "NER" | "NFK" | "NGA" | "NIC" | "NIU" | "NLD" | "NOR" | "NPL" | "NRU" | "NZL" | "OMN" | "PAK" | "PAN" | "PCN" | "PER" | "PHL" | "PLW" | "PNG" | "POL" | "PRI" | "PRK" | "PRT" | "PRY" | "PSE" | "PYF" | "QAT" | "REU" | "ROU" | "RUS" | "RWA" | "SAU" | "SDN" | "SEN" | "SGP" | "SGS" | "SHN" | "SJM" | "SLB" | "SLE" | "SLV" | "SMR" | "SOM" | "SPM" | "SRB" | "SSD" | "STP" | "SUR" | "SVK" | "SVN" | "SWE" | "SWZ" | "SXM" | "SYC" | "SYR" | "TCA" | "TCD" | "TGO" | "THA" | "TJK" | "TKL" | "TKM" | "TLS" | "TON" | "TTO" | "TUN" | "TUR" | "TUV" | "TWN" | "TZA" | "UGA" | "UKR" | "UMI" | "URY" | "USA" | "UZB" | "VAT" | "VCT" | "VEN" | "VGB" | "VIR" | "VNM" | "VUT" | "WLF" | "WSM" | "YEM" | "ZAF" | "ZMB" | "ZWE";
  /** Postal code */
  address_postal_code: string;
  /** Degrees north */
  address_latitude?: number | null;
  /** Degrees east */
  address_longitude?: number | null;
  /** IANA name of the time zone in which days begin, such as `America/New_York`; `null`: that of the coordinates */
  time_zone?: string | null;
  /** Color of buttons and links on the map; text on it, and links on the page, are kept readable */
  accent_color?: string | null;
  /** Phone number of the leasing office, for visitors */
  contact_phone?: string | null;
  /** E-mail address of the leasing office, for visitors */
  contact_email?: string | null;
  /** When the leasing office can be reached, for visitors */
  contact_hours?: string | null;
  /** Page of the leasing office, such as a contact form: an https, mailto or tel URL */
  contact_url?: string | null;
  /** Whether the map counts each day what visitors do, without data about them; default: false */
  count_visits?: boolean;
};

/** Request body of “Create asset outbound link”. */
export type CreateAssetOutboundLink = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name: string;
  /** Template of the URL, with variables of the asset */
  template: string;
  /** Text that visitors see */
  label: string;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Whether it opens in a new window. Unit outbound links name this `open_in_new_window` */
  open_new_window: boolean;
};

/** Request body of “Create asset reference”. */
export type CreateAssetReference = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the reference */
  name: string;
  /** Description of the value */
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
  /** Id of the asset in that system */
  value: string;
};

/** Request body of “Create building”. */
export type CreateBuilding = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the building */
  name: string;
  /** Name that visitors see; by default the name */
  label?: string;
};

/** `CreateFilter` of the type `custom`. Units are assigned to its options. */
export type CreateCustomFilter = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  /** Units are assigned to its options */
  type: "custom";
};

/** `CreateFilterOption` of the type `custom`. Selects the units that are assigned to it. */
export type CreateCustomFilterOption = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
  filter_id?: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  /** Selects the units that are assigned to it */
  type: "custom";
};

/** Request body of “Create description group”. */
export type CreateDescriptionGroup = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the group */
  name: string;
};

/** Request body of “Create floor plan expense”, “Create unit expense”, and “Create asset expense”. */
export type CreateExpense = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
  amount?: number | null;
  /** Of type `range`: the least that it costs. Must have at most two decimal places. */
  min_amount?: number | null;
  /** Of type `range`: the most that it costs. Must have at most two decimal places. */
  max_amount?: number | null;
  /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
  percentage?: number | null;
  /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
  steps?: Array<number> | null;
  /** Of type `text`: words instead of an amount, such as `billed by usage` */
  text_amount?: string | null;
  /** Name of the expense, for the operator */
  name: string;
  /** What the renter reads */
  label: string;
  /** What is paid for, such as `deposit`, `application`, `parking` or `pet_rent_dog`. Of required expenses with the same type, that of the unit replaces that of its floor plan, which replaces that of the asset */
  type?: string | null;
  /** Group of expenses, such as `utilities` or `pets` */
  category?: string | null;
  /** How often it is paid; default `monthly` */
  frequency?: "one_time" | "daily" | "weekly" | "monthly" | "quarterly" | "annually" | "per_lease" | "per_stay";
  /** When it is first due */
  due_at?: "application" | "move_in" | "monthly" | "move_out" | "event" | null;
  /** Which fields have its value; default `amount`. It cannot be changed while floor plans or units have entries */
  value_type?: "amount" | "range" | "stepped" | "text" | "percentage";
  /** Most pieces that a renter can have */
  max_quantity?: number | null;
  /** Whether every renter pays it; default false */
  is_required?: boolean;
  /** Default true; disabled expenses are not shown and never counted */
  is_enabled?: boolean;
  /** Whether it depends on an event, such as damage or late payment: shown, never counted */
  is_situational?: boolean;
  /** Whether the rent contains it: shown, never added */
  is_included?: boolean;
  /** Whether the renter gets it back */
  is_refundable?: boolean;
  /** Whether it is paid to a third party */
  is_third_party?: boolean;
  /** Whether each applicant pays it */
  is_per_applicant?: boolean;
  /** Short explanation */
  tooltip_label?: string | null;
  /** Legal text */
  disclaimer?: string | null;
  /** Position among the expenses; default 0 */
  sort?: number;
};

/** Request body of “Create filter”. `type` selects one of several shapes. */
export type CreateFilter = CreateCustomFilter | CreateFloorFilter | CreateFloorPlanFilter | CreateRangeFilter;

/** Request body of “Create option”. `type` selects one of several shapes. */
export type CreateFilterOption = CreateCustomFilterOption | CreateFloorFilterOption | CreateFloorPlanFilterOption | CreateRangeFilterOption;

/** Request body of “Create floor”. */
export type CreateFloor = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the floor */
  name: string;
  /** Default filter label */
  filter_label: string;
  /** Label where space is short */
  filter_short_label: string;
  /** Position in lists, ascending */
  sort: number;
};

/** `CreateFilter` of the type `floor`. Its options are floors. */
export type CreateFloorFilter = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  /** Its options are floors */
  type: "floor";
};

/** `CreateFilterOption` of the type `floor`. Selects the units of a floor. */
export type CreateFloorFilterOption = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
  filter_id?: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  /** Selects the units of a floor */
  type: "floor";
  /** Id of the floor */
  floor_id: string;
  /** Text where space is short */
  short_label?: string | null;
};

/** Request body of “Create floor plan”. */
export type CreateFloorPlan = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the floor plan */
  name: string;
  /** 0 for a studio */
  bedroom_count: number;
  /** 1.5 = one bath and a partial one */
  bathroom_count: number;
  /** Label of the option that filters by it */
  filter_label: string;
};

/** `CreateFilter` of the type `floor_plan`. Its options are floor plans. */
export type CreateFloorPlanFilter = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  /** Its options are floor plans */
  type: "floor_plan";
};

/** `CreateFilterOption` of the type `floor_plan`. Selects the units of a floor plan. */
export type CreateFloorPlanFilterOption = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
  filter_id?: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  /** Selects the units of a floor plan */
  type: "floor_plan";
  /** Id of the floor plan */
  floor_plan_id: string;
};

/** Request body of “Create gallery”. */
export type CreateGallery = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the gallery */
  name: string;
  /** Id of the floor plan whose homes show the gallery; not beside a `unit_id` */
  floor_plan_id?: string | null;
  /** Id of the unit that shows the gallery; not beside a `floor_plan_id` */
  unit_id?: string | null;
  /** https URL of a 360° tour, which visitors open by a click */
  tour_url?: string | null;
  /** https URL of a video, which visitors open by a click */
  video_url?: string | null;
  /** What the part `image` shows, for people who cannot see it */
  image_alt?: string;
};

/** `CreateUnitOutboundLink` of the type `iframe_api`. Sends an event to the host page and opens no URL. */
export type CreateIframeUnitOutboundLink = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name: string;
  /** Text that visitors see; by default the name */
  label?: string | null;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for?: "all" | "available" | "unavailable";
  /** Sends an event to the host page and opens no URL */
  type: "iframe_api";
  /** The viewer fires `outbound.<event_key>.click` */
  event_key: string;
};

/** Request body of “Create key”. */
export type CreateKey = {
  /** What the key is for */
  name: string;
  /** What the key may do: permissions of the calling key, such as `service.units.read`, or `service.units.*` for all of units */
  permissions: Array<string>;
  /** Accounts whose assets it sees; null means all. By default, those of the calling key */
  account_ids?: Array<string> | null;
  /** The only assets that it sees, among those of its accounts; null means all. By default, those of the calling key. A key for chosen assets sees no accounts and embeds */
  asset_ids?: Array<string> | null;
  /** Whether it may only read, whatever its permissions; default false */
  is_read_only?: boolean;
  /** Requests a minute; 0 means no limit, null the default of the server. By default, that of the calling key */
  rate_limit?: number | null;
  /** When it ends; null means never. By default, when the calling key ends */
  expires_at?: string | null;
};

/** Request body of “Create marker description”. */
export type CreateMarkerDescription = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the gallery that is shown with it */
  gallery_id?: string | null;
  /** Name of the marker */
  name: string;
  /** Text that visitors see */
  label?: string | null;
  /** Plain text or basic Markdown */
  description?: string | null;
  /** URL of a page that is shown in a frame */
  iframe_source_url?: string | null;
  /** URL of a link */
  outbound_link_url?: string | null;
  /** Where the marker is shown on maps */
  places?: Array<{
    /** Id of the unit map */
    unit_map_id: string;
    /** In coordinates of its drawing */
    x: number;
    /** In coordinates of its drawing */
    y: number;
  }>;
};

/** Request body of “Create pricing disclaimer”. */
export type CreatePricingDisclaimer = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the disclaimer, for the operator */
  name: string;
  /** Heading that visitors read */
  label?: string | null;
  /** One sentence, next to prices */
  short_text?: string | null;
  /** The whole text */
  long_text?: string | null;
  /** Small print */
  subtext?: string | null;
  /** Whether visitors see it; default true */
  is_enabled?: boolean;
};

/** A price of a unit, as its source sends it. */
export type CreatePricingEntry = {
  /** Name of the unit */
  unit_number: string;
  /** Id of the unit in the sending system */
  provider_id: string;
  /** Monthly rent, in whole units of the currency */
  price: number;
  /** From when the unit is available */
  available_on: string;
  /** Length of the lease in months */
  lease_term?: number | null;
  /** First day of the lease */
  lease_starts_on?: string | null;
  /** Free text from the source, shown unchanged */
  status?: string | null;
  /** Special offer, for visitors */
  specials_description?: string | null;
  /** Keys and values of your choice, which templates of links can use in URLs. */
  leasing_fields?: Record<string, string | number | boolean | null> | null;
  /** Name or id of the building of the unit, where several buildings have a unit of this number. Matching by `unit_number` is then within that building. */
  building?: string | null;
};

/** Request body of “Create pricing process”. */
export type CreatePricingProcess = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the process */
  name: string;
  /** How prices reach the process */
  type: "push" | "poll" | "manual";
  /** One price for each unit, or prices by lease term and start */
  pricing_strategy: "flat_pricing" | "revenue_management";
  /** Limits of a commit, compared with the live publication; `null`: no limits. */
  guard?: {
    /** Share of the published entries that a commit may remove */
    max_removed_percent?: number | null;
    /** Maximum rise or fall of the price of an entry */
    max_price_change_percent?: number | null;
    /** Whether to reject a commit that leaves no unit with a price */
    refuse_empty?: boolean;
  } | null;
  /** Days that a publication is kept after the next one replaces it; `null`: as the server is configured */
  history_days?: number | null;
  /** Hours within which the next prices are expected; metrics report a process that is overdue. `null`: never */
  expected_every_hours?: number | null;
  /** What each word in `status` means: visitors see the state in their language. Words count as the source writes them; those that are missing have no state, and reports of commits list them. */
  status_map?: Record<string, "available" | "on_notice" | "reserved" | "sold" | "coming_soon" | "waitlist" | "off_market"> | null;
  /** Whether visitors see words of `status` that have no state, as the source writes them */
  show_status?: boolean;
};

/** `CreateFilter` of the type `range`. Its options are ranges of a number. */
export type CreateRangeFilter = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled?: boolean;
  /** create options at /filters/{filter}/options */
  options?: Array<unknown>;
  /** Its options are ranges of a number */
  type: "range";
  /** What the ranges measure */
  range_type: "unit_area" | "unit_move_in" | "unit_price";
};

/** `CreateFilterOption` of the type `range`. Selects the units whose value is from `min` to `max`. */
export type CreateRangeFilterOption = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
  filter_id?: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort?: number;
  /** Default true */
  is_enabled?: boolean;
  /** Selects the units whose value is from `min` to `max` */
  type: "range";
  /** Lowest value. Must be at most max. */
  min: number;
  /** Highest value */
  max: number;
};

/** `CreateUnitOutboundLink` of the type `url_template`. Opens a URL made from a template for each unit. */
export type CreateTemplateUnitOutboundLink = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name: string;
  /** Text that visitors see; by default the name */
  label?: string | null;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for?: "all" | "available" | "unavailable";
  /** Opens a URL made from a template for each unit */
  type: "url_template";
  /** Names the link in events of the viewer */
  event_key?: string | null;
  /** Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded */
  template: string;
  /** Whether it opens in a new window */
  open_in_new_window: boolean;
};

/** Request body of “Create unit”. */
export type CreateUnit = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the building */
  building_id: string;
  /** Id of the floor */
  floor_id: string;
  /** Id of the floor plan */
  floor_plan_id: string;
  /** Number of the unit */
  unit_number: string;
  /** Square feet or square meters */
  area: number;
  /** Default false */
  is_affordable_housing_unit?: boolean;
};

/** Request body of “Create unit outbound link”. `type` selects one of several shapes. */
export type CreateUnitOutboundLink = CreateUrlsUnitOutboundLink | CreateIframeUnitOutboundLink | CreateTemplateUnitOutboundLink;

/** Request body of “Create unit reference group”. */
export type CreateUnitReferenceGroup = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the group */
  name: string;
  /** Description of the values */
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
};

/** `CreateUnitOutboundLink` of the type `urls_per_unit`. Opens a URL that is stored for each unit. */
export type CreateUrlsUnitOutboundLink = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name: string;
  /** Text that visitors see; by default the name */
  label?: string | null;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for?: "all" | "available" | "unavailable";
  /** Opens a URL that is stored for each unit */
  type: "urls_per_unit";
  /** Names the link in events of the viewer */
  event_key?: string | null;
  /** Whether it opens in a new window */
  open_in_new_window: boolean;
  /** Default false */
  show_icon_in_list?: boolean;
};

/** Request body of “Create webhook”. */
export type CreateWebhook = {
  /** What the webhook is for */
  name: string;
  /** Where events are sent by POST: a public address with https */
  url: string;
  /** Types of events to send; `unit.*` stands for all types of a subject, `*` for all. `pricing.unit_changed` is sent only if it is named */
  types: Array<"*" | "asset.*" | "building.*" | "floor.*" | "floor_plan.*" | "unit.*" | "data_model.*" | "asset_expense.*" | "floor_plan_expense.*" | "pricing_disclaimer.*" | "unit_expense.*" | "background.*" | "landing_page.*" | "unit_map.*" | "asset_outbound_link.*" | "description.*" | "description_group.*" | "filter.*" | "filter_option.*" | "gallery.*" | "marker_description.*" | "outbound_link.*" | "pricing_process.*" | "pricing_unit.*" | "asset_reference.*" | "unit_reference.*" | "reference_group.*" | "pricing.*" | "embed.*" | "webhook.*" | "asset.created" | "asset.updated" | "asset.deleted" | "building.created" | "building.updated" | "building.deleted" | "floor.created" | "floor.updated" | "floor.deleted" | "floor_plan.created" | "floor_plan.updated" | "floor_plan.deleted" | "unit.created" | "unit.updated" | "unit.deleted" | "data_model.created" | "data_model.updated" | "data_model.deleted" | "asset_expense.created" | "asset_expense.updated" | "asset_expense.deleted" | "floor_plan_expense.created" | "floor_plan_expense.updated" | "floor_plan_expense.deleted" | "pricing_disclaimer.created" | "pricing_disclaimer.updated" | "pricing_disclaimer.deleted" | "unit_expense.created" | "unit_expense.updated" | "unit_expense.deleted" | "background.created" | "background.updated" | "background.deleted" | "landing_page.created" | "landing_page.updated" | "landing_page.deleted" | "unit_map.created" | "unit_map.updated" | "unit_map.deleted" | "asset_outbound_link.created" | "asset_outbound_link.updated" | "asset_outbound_link.deleted" | "description.created" | "description.updated" | "description.deleted" | "description_group.created" | "description_group.updated" | "description_group.deleted" | "filter.created" | "filter.updated" | "filter.deleted" | "filter_option.created" | "filter_option.updated" | "filter_option.deleted" | "gallery.created" | "gallery.updated" | "gallery.deleted" | "marker_description.created" | "marker_description.updated" | "marker_description.deleted" | "outbound_link.created" | "outbound_link.updated" | "outbound_link.deleted" | "pricing_process.created" | "pricing_process.updated" | "pricing_process.deleted" | "pricing_unit.created" | "pricing_unit.updated" | "pricing_unit.deleted" | "asset_reference.created" | "asset_reference.updated" | "asset_reference.deleted" | "unit_reference.created" | "unit_reference.updated" | "unit_reference.deleted" | "reference_group.created" | "reference_group.updated" | "reference_group.deleted" | "pricing.published" | "pricing.guard_refused" | "pricing.transaction_expired" | "pricing.unit_changed" | "embed.document_built" | "embed.document_failed" | "webhook.disabled">;
  /** Whether events are sent; default true */
  is_enabled?: boolean;
};

/** `Filter` of the type `custom`. Units are assigned to its options. */
export type CustomFilter = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    /** Id of the option */
    id: string;
    /** Text that visitors see */
    label: string;
    /** Position among the options */
    sort: number;
  }>;
  /** Units are assigned to its options */
  type: "custom";
};

/** `FilterOption` of the type `custom`. Selects the units that are assigned to it. */
export type CustomFilterOption = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the filter */
  filter_id: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  /** Selects the units that are assigned to it */
  type: "custom";
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** What a deletion deleted, or would delete. */
export type Deletion = {
  /** Whether it was a dry run, which changes nothing */
  dry_run: boolean;
  /** The resource itself, its parts, and with `cascade` what referred to it */
  deleted: Array<{
    /** Kind of resource */
    resource: string;
    /** How many */
    count: number;
  }>;
  /** What stays, but lost its reference to something that was deleted */
  changed: Array<{
    /** Kind of resource */
    resource: string;
    /** How many */
    count: number;
  }>;
};

/** An event that was sent to a webhook, or will be. */
export type Delivery = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the event, sent as `webhook-id` with every try */
  event_id: string;
  /** Type of the event */
  type: string;
  /** `pending`: is sent next. `retrying`: waits for its next try. `failed`: all tries failed */
  status: "pending" | "retrying" | "delivered" | "failed";
  /** When it is sent next; null: it is not sent again */
  due_at: string | null;
  /** The last 20 tries, the oldest first */
  tries: Array<{
    /** When it was sent */
    at: string;
    /** Milliseconds until the response */
    duration_ms: number;
    /** Status of the response; null: there was none */
    status: number | null;
    /** Why there was no response */
    error: string | null;
    /** The first KiB of the response */
    response: string;
  }>;
  /** When the event reached the webhook */
  created_at: string;
};

/** Response of “List webhook deliveries”. One page of the list. */
export type DeliveryList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Delivery>;
};

/** A text about units, in one description group. The viewer shows it as a tab of each unit that it is assigned to. */
export type Description = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the group */
  group_id: string;
  /** Name of the description */
  name: string;
  /** Tab label in the viewer */
  label: string;
  /** Plain text or basic Markdown */
  body: string;
  /** Whether visitors see it */
  is_enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** The text that a unit shows for one description group. */
export type DescriptionAssignment = {
  /** Id of the asset */
  asset_id: string;
  /** Id of the group */
  group_id: string;
  /** Id of the unit */
  unit_id: string;
  /** Id of the description */
  description_id: string;
};

/** Request body of “Assign units to descriptions”. All items are applied, or none. */
export type DescriptionAssignmentBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the group. The path has it: a body may omit it, or repeat the same id. */
    group_id?: string;
    /** Id of the unit */
    unit_id: string;
    /** Id of the description */
    description_id: string;
  }>;
};

/** Response of “Assign units to descriptions”. One item for each item of the request, in the same order. */
export type DescriptionAssignmentData = {
  /** All items, in order */
  data: Array<DescriptionAssignment>;
};

/** Response of “List units assigned to descriptions”. One page of the list. */
export type DescriptionAssignmentList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<DescriptionAssignment>;
};

/** Request body of “Create descriptions”. All items are applied, or none. */
export type DescriptionBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the group. The path has it: a body may omit it, or repeat the same id. */
    group_id?: string;
    /** Name of the description */
    name: string;
    /** Tab label in the viewer */
    label: string;
    /** Plain text or basic Markdown */
    body: string;
    /** Whether visitors see it */
    is_enabled: boolean;
  }>;
};

/** Request body of “Update description”. */
export type DescriptionChanges = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the group. The path has it: a body may omit it, or repeat the same id. */
  group_id?: string;
  /** Name of the description */
  name?: string;
  /** Tab label in the viewer */
  label?: string;
  /** Plain text or basic Markdown */
  body?: string;
  /** Whether visitors see it */
  is_enabled?: boolean;
};

/** Response of “Create descriptions” and “Update descriptions”. One item for each item of the request, in the same order. */
export type DescriptionData = {
  /** All items, in order */
  data: Array<Description>;
};

/** A group of texts about units. A unit shows one text of each group. */
export type DescriptionGroup = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the group */
  name: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List description groups”. One page of the list. */
export type DescriptionGroupList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<DescriptionGroup>;
};

/** Response of “List descriptions”. One page of the list. */
export type DescriptionList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Description>;
};

/** A page with maps of one or more assets, for an iframe of a website. */
export type Embed = {
  /** Id, assigned by the service */
  id: string;
  /** Name of the embed */
  name: string;
  /** Tags of the embed */
  tags: Array<string>;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id of the account */
  account_id: string;
  /** Origins of the pages that may frame it; an empty list: all */
  allowed_origins: Array<string>;
  /** Maps of assets, in the order in which the viewer shows them */
  service_maps: Array<{
    /** Id of the unit map */
    id: string;
    /** Id of the asset */
    asset_id: string;
    /** Name of the map within the embed */
    instance_key: string | null;
    /** Id of the pricing process whose prices are shown; `null`: the latest publication */
    pricing_process_id: string | null;
  }>;
  /** The viewer's page */
  url: string;
};

/** An embed with the units, maps and prices of each of its assets. */
export type EmbedDocument = {
  /** The embed and the maps placed on it */
  embed: Record<string, unknown>;
  /** One document for each asset of the embed */
  assets: Array<Record<string, unknown>>;
};

/** Response of “List embeds”. One page of the list. */
export type EmbedList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Embed>;
};

/** An error. Programs decide by `code`; `message` is for people. */
export type Error = {
  /** What went wrong, for people. The wording may change. */
  message: string;
  /** What went wrong, for programs. The [guide](/guides/integrating.md#errors) explains each code. Releases may add codes: treat an unknown one by its status. */
  code: "accounts_limited" | "asset_exists" | "assets_chosen" | "background_is_drawing" | "beyond_own_rights" | "body_too_large" | "conflict" | "cursor_expired" | "expectation_failed" | "experimental_flag_missing.accounts-assets" | "experimental_flag_missing.all-in-pricing" | "experimental_flag_missing.asset-outbound-links-resource" | "experimental_flag_missing.build-caches" | "experimental_flag_missing.create-unitmap-resource" | "experimental_flag_missing.embed-resource" | "experimental_flag_missing.expenses" | "experimental_flag_missing.filters-resource" | "experimental_flag_missing.gallery-resource" | "experimental_flag_missing.landing-page-resource" | "experimental_flag_missing.marker-descriptions-resource" | "experimental_flag_missing.pricing-disclaimers-resource" | "experimental_flag_missing.references" | "experimental_flag_missing.unit-descriptions-resource" | "file_too_large" | "floor_plan_in_use" | "guard_refused" | "headers_too_large" | "https_required" | "idempotency_key_in_use" | "in_use" | "internal" | "invalid" | "invalid_credentials" | "key_expired" | "key_revoked" | "key_taken" | "link_without_urls" | "malformed_json" | "malformed_multipart" | "malformed_request" | "method_not_allowed" | "name_taken" | "nested_too_deep" | "no_api_key" | "not_found" | "not_ready" | "option_without_units" | "own_key" | "permission_missing" | "precondition_failed" | "provider_id_taken" | "publication_forgotten" | "publication_replaced" | "range_not_satisfiable" | "rate_limit" | "read_only_key" | "replacement_in_progress" | "request_timeout" | "too_many_entries" | "too_many_entries_of_unit" | "transaction_closed" | "transaction_open" | "transaction_too_large" | "unavailable" | "unsupported_charset" | "unsupported_media_type" | "upload_gone" | "value_taken";
  /** Quote it when you report a problem: the log contains the request under this id. */
  request_id: string;
  /** The errors by path: `name`, `data.3.unit_id`, ingest entries `3.price`. At most 100 paths. */
  fields?: Record<string, Array<string>>;
  /** Further data of the error: for `in_use`, `referred_by` with `resource` and `count`; for `guard_refused`, the members of the ingest response; for an invalid ingest, `issues` with `code`, `index`, `field` and `message` of each error in `fields`. */
  details?: Record<string, unknown>;
  /** Only from `/health/ready`: what works, and what does not. */
  checks?: Record<string, "ok" | "failing">;
  /** Number of all errors, including those not listed. */
  fault_count?: number;
};

/** What was changed. */
export type EventChange = {
  /** Id of the subject */
  id: string;
  /** Names of the changed fields */
  changed: Array<string>;
  /** Where to read it: the path of a `GET` request */
  url?: string;
};

/** Empty. The event is about the document of the asset. */
export type EventDocument = Record<string, never>;

/** The webhook. */
export type EventPing = {
  /** Id of the webhook */
  webhook_id: string;
};

/** The pricing unit that was created or deleted. */
export type EventPricingUnit = {
  /** Id of the unit */
  id: string;
  /** Id of the pricing process */
  process_id: string;
  /** Where to read it: the path of a `GET` request */
  url?: string;
};

/** The pricing unit that was changed. */
export type EventPricingUnitChange = {
  /** Id of the unit */
  id: string;
  /** Id of the pricing process */
  process_id: string;
  /** Names of the changed fields */
  changed: Array<string>;
  /** Where to read it: the path of a `GET` request */
  url?: string;
};

/** What was published. */
export type EventPublication = {
  /** Id of the pricing process */
  process_id: string;
  /** Id of the transaction */
  transaction_id: string;
  /** Number of the publication */
  publication: number;
  /** Counts of entries, as in the publication */
  totals: Record<string, number>;
  /** Where to read it: the path of a `GET` request */
  url: string;
};

/** What was created or deleted. */
export type EventSubject = {
  /** Id of the subject */
  id: string;
  /** Where to read it: the path of a `GET` request */
  url?: string;
};

/** The transaction. */
export type EventTransaction = {
  /** Id of the pricing process */
  process_id: string;
  /** Id of the transaction */
  transaction_id: string;
  /** Where to read it: the path of a `GET` request */
  url: string;
};

/** The unit whose price or availability a publication changed. */
export type EventUnitPrice = {
  /** Id of the unit */
  id: string;
  /** Number of the unit */
  number: string;
  /** Id of the pricing process */
  process_id: string;
  /** Number of the publication */
  publication: number;
  /** Until the publication; null: not known to the process */
  before: {
    /** Price; null: none */
    price: number | null;
    /** Day from which it is available */
    available_on: string | null;
    /** On the day of the publication */
    availability: "available" | "upcoming" | "unavailable";
  } | null;
  /** Since the publication */
  after: {
    /** Price; null: none */
    price: number | null;
    /** Day from which it is available */
    available_on: string | null;
    /** On the day of the publication */
    availability: "available" | "upcoming" | "unavailable";
  };
  /** Where to read it: the path of a `GET` request */
  url: string;
};

/** The third-party id that a unit got or lost. */
export type EventUnitReference = {
  /** Id of the group */
  group_id: string;
  /** Id of the unit */
  unit_id: string;
};

/** The third-party id that was changed. */
export type EventUnitReferenceChange = {
  /** Id of the group */
  group_id: string;
  /** Id of the unit */
  unit_id: string;
  /** Names of the changed fields */
  changed: Array<string>;
};

/** The webhook: its `status_details` say why. */
export type EventWebhook = {
  /** Id of the webhook */
  webhook_id: string;
  /** Where to read it: the path of a `GET` request */
  url: string;
};

/** Events after a cursor, in the order of the feed. */
export type Events = {
  /** The events */
  data: Array<{
    /** Unique; the same on every read */
    id: string;
    /** What happened */
    type: "asset.created" | "asset.updated" | "asset.deleted" | "building.created" | "building.updated" | "building.deleted" | "floor.created" | "floor.updated" | "floor.deleted" | "floor_plan.created" | "floor_plan.updated" | "floor_plan.deleted" | "unit.created" | "unit.updated" | "unit.deleted" | "data_model.created" | "data_model.updated" | "data_model.deleted" | "asset_expense.created" | "asset_expense.updated" | "asset_expense.deleted" | "floor_plan_expense.created" | "floor_plan_expense.updated" | "floor_plan_expense.deleted" | "pricing_disclaimer.created" | "pricing_disclaimer.updated" | "pricing_disclaimer.deleted" | "unit_expense.created" | "unit_expense.updated" | "unit_expense.deleted" | "background.created" | "background.updated" | "background.deleted" | "landing_page.created" | "landing_page.updated" | "landing_page.deleted" | "unit_map.created" | "unit_map.updated" | "unit_map.deleted" | "asset_outbound_link.created" | "asset_outbound_link.updated" | "asset_outbound_link.deleted" | "description.created" | "description.updated" | "description.deleted" | "description_group.created" | "description_group.updated" | "description_group.deleted" | "filter.created" | "filter.updated" | "filter.deleted" | "filter_option.created" | "filter_option.updated" | "filter_option.deleted" | "gallery.created" | "gallery.updated" | "gallery.deleted" | "marker_description.created" | "marker_description.updated" | "marker_description.deleted" | "outbound_link.created" | "outbound_link.updated" | "outbound_link.deleted" | "pricing_process.created" | "pricing_process.updated" | "pricing_process.deleted" | "pricing_unit.created" | "pricing_unit.updated" | "pricing_unit.deleted" | "asset_reference.created" | "asset_reference.updated" | "asset_reference.deleted" | "unit_reference.created" | "unit_reference.updated" | "unit_reference.deleted" | "reference_group.created" | "reference_group.updated" | "reference_group.deleted" | "pricing.published" | "pricing.guard_refused" | "pricing.transaction_expired" | "pricing.unit_changed" | "embed.document_built" | "embed.document_failed" | "webhook.disabled";
    /** When it happened */
    timestamp: string;
    /** Id of the asset; `webhook.disabled` has none */
    asset_id?: string;
    /** Counts the events of the asset in the order of their commits, from 1 and without gaps. `pricing.unit_changed` has that of its publication */
    sequence?: number;
    /** Ids of the subject. `changed` of an update lists its changed fields. `pricing.published` has the number of the `publication` and its `totals`, `pricing.unit_changed` the price `before` and `after` it. */
    data: {
      /** Id of the subject */
      id?: string;
      /** Where to read it: the path of a `GET` request */
      url?: string;
      /** Id of the unit of a reference */
      unit_id?: string;
      /** Id of the group of a reference */
      group_id?: string;
      /** Names of the changed fields */
      changed?: Array<string>;
      /** Id of the pricing process */
      process_id?: string;
      /** Id of the transaction */
      transaction_id?: string;
      /** Number of the publication */
      publication?: number;
      /** Counts of entries, as in the publication */
      totals?: Record<string, unknown>;
      /** Number of the unit whose price changed */
      number?: string;
      /** Its price, and when it was available, before the publication */
      before?: Record<string, unknown> | null;
      /** Its price, and when it is available, since the publication */
      after?: Record<string, unknown>;
      /** Id of the webhook that was disabled */
      webhook_id?: string;
    };
  }>;
  /** Send it as `after` to read on; unchanged if there were no events */
  cursor: string;
  /** Whether there are more events now */
  has_more: boolean;
};

/** A charge besides the rent, of an asset, its floor plans or its units. */
export type Expense = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
  amount: number | null;
  /** Of type `range`: the least that it costs. Must have at most two decimal places. */
  min_amount: number | null;
  /** Of type `range`: the most that it costs. Must have at most two decimal places. */
  max_amount: number | null;
  /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
  percentage: number | null;
  /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
  steps: Array<number> | null;
  /** Of type `text`: words instead of an amount, such as `billed by usage` */
  text_amount: string | null;
  /** Name of the expense, for the operator */
  name: string;
  /** What the renter reads */
  label: string;
  /** What is paid for, such as `deposit`, `application`, `parking` or `pet_rent_dog`. Of required expenses with the same type, that of the unit replaces that of its floor plan, which replaces that of the asset */
  type: string | null;
  /** Group of expenses, such as `utilities` or `pets` */
  category: string | null;
  /** How often it is paid; default `monthly` */
  frequency: "one_time" | "daily" | "weekly" | "monthly" | "quarterly" | "annually" | "per_lease" | "per_stay";
  /** When it is first due */
  due_at: "application" | "move_in" | "monthly" | "move_out" | "event" | null;
  /** Which fields have its value; default `amount`. It cannot be changed while floor plans or units have entries */
  value_type: "amount" | "range" | "stepped" | "text" | "percentage";
  /** Most pieces that a renter can have */
  max_quantity: number | null;
  /** Whether every renter pays it; default false */
  is_required: boolean;
  /** Default true; disabled expenses are not shown and never counted */
  is_enabled: boolean;
  /** Whether it depends on an event, such as damage or late payment: shown, never counted */
  is_situational: boolean;
  /** Whether the rent contains it: shown, never added */
  is_included: boolean;
  /** Whether the renter gets it back */
  is_refundable: boolean;
  /** Whether it is paid to a third party */
  is_third_party: boolean;
  /** Whether each applicant pays it */
  is_per_applicant: boolean;
  /** Short explanation */
  tooltip_label: string | null;
  /** Legal text */
  disclaimer: string | null;
  /** Position among the expenses; default 0 */
  sort: number;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List floor plan expenses”, “List unit expenses”, and “List asset expenses”. One page of the list. */
export type ExpenseList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Expense>;
};

/** Response of “Create filter”, “View filter”, and “Update filter”. `type` selects one of several shapes. */
export type Filter = CustomFilter | FloorFilter | FloorPlanFilter | RangeFilter;

/** Response of “List filters”. One page of the list. */
export type FilterList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Filter>;
};

/** Response of “Create option”, “View option”, and “Update option”. `type` selects one of several shapes. */
export type FilterOption = CustomFilterOption | FloorFilterOption | FloorPlanFilterOption | RangeFilterOption;

/** Response of “List options”. One page of the list. */
export type FilterOptionList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<FilterOption>;
};

/** A unit that visitors find with an option of a custom filter. */
export type FilterOptionUnit = {
  /** Id of the asset */
  asset_id: string;
  /** Id of the filter */
  filter_id: string;
  /** Id of the option */
  option_id: string;
  /** Id of the unit */
  unit_id: string;
};

/** Request body of “Assign units to a custom option” and “Remove units from a custom option”. All items are applied, or none. */
export type FilterOptionUnitBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
    filter_id?: string;
    /** Id of the option. The path has it: a body may omit it, or repeat the same id. */
    option_id?: string;
    /** Id of the unit */
    unit_id: string;
  }>;
};

/** Response of “Assign units to a custom option”. One item for each item of the request, in the same order. */
export type FilterOptionUnitData = {
  /** All items, in order */
  data: Array<FilterOptionUnit>;
};

/** Response of “List units of a custom option”. One page of the list. */
export type FilterOptionUnitList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<FilterOptionUnit>;
};

/** A floor of an asset, with its labels for visitors. Each unit is on one. */
export type Floor = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the floor */
  name: string;
  /** Default filter label */
  filter_label: string;
  /** Label where space is short */
  filter_short_label: string;
  /** Position in lists, ascending */
  sort: number;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** `Filter` of the type `floor`. Its options are floors. */
export type FloorFilter = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    /** Id of the option */
    id: string;
    /** Text that visitors see */
    label: string;
    /** Position among the options */
    sort: number;
  }>;
  /** Its options are floors */
  type: "floor";
};

/** `FilterOption` of the type `floor`. Selects the units of a floor. */
export type FloorFilterOption = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the filter */
  filter_id: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  /** Selects the units of a floor */
  type: "floor";
  /** Id of the floor */
  floor_id: string;
  /** Text where space is short */
  short_label: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List floors”. One page of the list. */
export type FloorList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Floor>;
};

/** A layout that units share: rooms and images. Each unit has one. */
export type FloorPlan = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the floor plan */
  name: string;
  /** 0 for a studio */
  bedroom_count: number;
  /** 1.5 = one bath and a partial one */
  bathroom_count: number;
  /** Label of the option that filters by it */
  filter_label: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** URL of the image */
  image_url: string | null;
  /** URL of the second image */
  secondary_image_url: string | null;
};

/** What an expense costs on a floor plan; without a value, what the expense itself says. */
export type FloorPlanEntry = {
  /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
  amount: number | null;
  /** Of type `range`: the least that it costs. Must have at most two decimal places. */
  min_amount: number | null;
  /** Of type `range`: the most that it costs. Must have at most two decimal places. */
  max_amount: number | null;
  /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
  percentage: number | null;
  /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
  steps: Array<number> | null;
  /** Of type `text`: words instead of an amount, such as `billed by usage` */
  text_amount: string | null;
  /** Id of the asset */
  asset_id: string;
  /** Id of the expense */
  expense_id: string;
  /** Id of the floor plan */
  floor_plan_id: string;
};

/** Request body of “Replace floor plan expense entries”. All items are applied, or none. */
export type FloorPlanEntryBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the expense. The path has it: a body may omit it, or repeat the same id. */
    expense_id?: string;
    /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
    amount?: number | null;
    /** Of type `range`: the least that it costs. Must have at most two decimal places. */
    min_amount?: number | null;
    /** Of type `range`: the most that it costs. Must have at most two decimal places. */
    max_amount?: number | null;
    /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
    percentage?: number | null;
    /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
    steps?: Array<number> | null;
    /** Of type `text`: words instead of an amount, such as `billed by usage` */
    text_amount?: string | null;
    /** Id of the floor plan */
    floor_plan_id: string;
  }>;
};

/** Response of “Replace floor plan expense entries”. One item for each item of the request, in the same order. */
export type FloorPlanEntryData = {
  /** All items, in order */
  data: Array<FloorPlanEntry>;
};

/** Response of “List floor plan expense entries”. One page of the list. */
export type FloorPlanEntryList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<FloorPlanEntry>;
};

/** `Filter` of the type `floor_plan`. Its options are floor plans. */
export type FloorPlanFilter = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    /** Id of the option */
    id: string;
    /** Text that visitors see */
    label: string;
    /** Position among the options */
    sort: number;
  }>;
  /** Its options are floor plans */
  type: "floor_plan";
};

/** `FilterOption` of the type `floor_plan`. Selects the units of a floor plan. */
export type FloorPlanFilterOption = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the filter */
  filter_id: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  /** Selects the units of a floor plan */
  type: "floor_plan";
  /** Id of the floor plan */
  floor_plan_id: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List floor plans”. One page of the list. */
export type FloorPlanList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<FloorPlan>;
};

/** Images that a marker description, the homes of a floor plan, or a unit show. */
export type Gallery = {
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the gallery */
  name: string;
  /** Images in display order */
  images: Array<{
    /** URL of the image */
    url: string;
    /** What the image shows, for people who cannot see it; absent without a text */
    alt?: string;
  }>;
  /** Id of the floor plan whose homes show the gallery; not beside a `unit_id` */
  floor_plan_id: string | null;
  /** Id of the unit that shows the gallery; not beside a `floor_plan_id` */
  unit_id: string | null;
  /** https URL of a 360° tour, which visitors open by a click */
  tour_url: string | null;
  /** https URL of a video, which visitors open by a click */
  video_url: string | null;
};

/** Response of “List galleries”. One page of the list. */
export type GalleryList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Gallery>;
};

/** `UnitOutboundLink` of the type `iframe_api`. Sends an event to the host page and opens no URL. */
export type IframeUnitOutboundLink = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the link */
  name: string;
  /** Text that visitors see; by default the name */
  label: string | null;
  /** Icon beside the text */
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for: "all" | "available" | "unavailable";
  /** Sends an event to the host page and opens no URL */
  type: "iframe_api";
  /** The viewer fires `outbound.<event_key>.click` */
  event_key: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Result of an ingest request: the transaction, and a report of what was or would be published. */
export type Ingest = {
  /** URL of the transaction */
  transaction_url: string | null;
  /** URL to send entries to */
  transaction_ingest_url: string | null;
  /** Id of the transaction */
  transaction_id: string | null;
  /** Globally unique id of the transaction */
  transaction_uuid: string | null;
  /** `pending` while the transaction is open */
  status: "pending" | "finished" | "expired" | null;
  /** Seconds until the transaction expires */
  expires_in: number | null;
  /** Entries of the transaction so far */
  entry_count: number | null;
  /** What the request did, or with `dry-run=1` would do. */
  report: {
    /** `unchanged`: the data set equals the published one, which stays. `refused`: the data set exceeds the limits of the process, and nothing is published. `staged`: the transaction is still open. `nothing_sent`: the transaction received no array, and ends without publishing. */
    outcome: "published" | "unchanged" | "refused" | "staged" | "nothing_sent";
    /** Whether nothing was stored */
    dry_run: boolean;
    /** The publication that is live after the request */
    publication: number | null;
    /** The publication that was live before the request */
    compared_with: number | null;
    /** When the commit published the data set, or confirmed the published one by sending it `unchanged`; only for a commit that did either */
    as_of?: string;
    /** Counts of entries and units. `received` minus `added` entries existed before. An entry may count in several kinds of changes. */
    totals: {
      /** Entries that were sent */
      received?: number;
      /** Entries that match a unit */
      matched?: number;
      /** Entries that match no unit */
      unmatched?: number;
      /** Entries that did not change */
      unchanged?: number;
      /** Entries that did not exist before */
      added?: number;
      /** Entries that no longer exist */
      removed?: number;
      /** Entries with a higher price */
      price_up?: number;
      /** Entries with a lower price */
      price_down?: number;
      /** Entries with another date of availability */
      availability_changed?: number;
      /** Entries with another special offer */
      specials_changed?: number;
      /** Entries with any other change */
      other_changed?: number;
      /** Entries that equal an earlier one */
      duplicates?: number;
      /** Entries with another price for the unit, lease term and start of an earlier one */
      repeated_prices?: number;
      /** Entries whose lease start has passed; units show them only if they have no other */
      past_lease_starts?: number;
      /** Units with a price afterwards */
      units_priced?: number;
      /** Units that had a price and have none afterwards */
      units_losing_prices?: number;
    };
    /** `no_prices_left`: the process had prices and has none after it. */
    warnings: Array<"no_prices_left" | "unmatched_entries" | "duplicate_entries" | "repeated_prices" | "past_lease_starts" | "unmapped_statuses">;
    /** Only if the process has limits and something is published. */
    guard?: {
      /** `refused` in the report of a dry run: a commit would be rejected. */
      outcome: "passed" | "refused" | "overridden";
      /** The limits that the commit exceeds */
      exceeded: Array<{
        /** Name of the limit */
        limit?: "max_removed_percent" | "max_price_change_percent" | "refuse_empty";
        /** Configured value of the limit: a percentage, or `true` for `refuse_empty` */
        value?: number | boolean;
        /** Entries that exceed it, or are removed */
        entries?: number;
      }>;
    };
    /** Accepted entries to look at: at most 50 unmatched `provider_id`s, each with its first entry, 50 duplicates, 50 repeated prices and 50 past lease starts. */
    issues?: Array<{
      /** The kind of issue, for programs */
      code: "building_unknown" | "unit_unknown" | "unit_ambiguous" | "provider_id_taken" | "unit_added_since" | "duplicate" | "price_repeated" | "lease_start_past";
      /** Index of the entry in the array that was sent, from 0; null if unknown */
      index: number | null;
      /** The field in question; null for the entry as a whole */
      field: string | null;
      /** The issue and what to do about it, for people */
      message: string;
      /** Id of the unit in the sending system */
      provider_id: string;
      /** Number of the unit, as it was sent */
      unit_number: string;
      /** Building of the unit, as it was sent */
      building: string | null;
      /** Only for unmatched entries: units with a similar number */
      suggestions?: Array<{
        /** Id of the unit */
        unit_id: string;
        /** Number of the unit */
        unit_number: string;
        /** Name of its building */
        building: string;
        /** Name of its floor */
        floor: string;
        /** The provider id that the unit already has */
        provider_id: string | null;
        /** `similar_number`: the number in another spelling */
        reason: "same_number" | "similar_number";
      }>;
    }>;
    /** Words in `status` of units that the `status_map` of the process gives no state; at most 50, the most frequent first */
    unmapped_statuses?: Array<{
      /** The word, as it was sent */
      status: string;
      /** Units that have it */
      units: number;
    }>;
    /** The first 50 changes of each kind. */
    changes?: {
      /** Entries that did not exist before */
      added?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
      /** Entries that no longer exist */
      removed?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
      /** Entries with a higher price */
      price_up?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
      /** Entries with a lower price */
      price_down?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
      /** Entries with another date of availability */
      availability_changed?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
      /** Entries with another special offer */
      specials_changed?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
      /** Entries with any other change */
      other_changed?: Array<{
        /** Index of the entry in the array that was sent, from 0; null if unknown */
        index?: number | null;
        /** Id of the unit; null if the entry matches none */
        unit_id?: string | null;
        /** Id of the unit in the sending system */
        provider_id?: string;
        /** Length of the lease in months */
        lease_term?: number | null;
        /** First day of the lease */
        lease_starts_on?: string | null;
        /** What was published before; null for an added entry */
        before?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
        /** What is published now; null for a removed entry */
        after?: {
          /** Monthly rent */
          price?: number;
          /** First day on which the unit can be rented */
          available_on?: string;
          /** Free text from the source */
          status?: string | null;
          /** Special offer */
          specials_description?: string | null;
        } | null;
      }>;
    };
  };
};

/** An API key: what it may do, never the key itself. */
export type Key = {
  /** Id, assigned by the service */
  id: string;
  /** What the key is for */
  name: string;
  /** What the key may do */
  permissions: Array<string>;
  /** Accounts whose assets it sees; null: all */
  account_ids: Array<string> | null;
  /** The only assets that it sees; null: all of its accounts */
  asset_ids: Array<string> | null;
  /** Whether it may only read */
  is_read_only: boolean;
  /** Requests a minute; 0: no limit, null: default of the server */
  rate_limit: number | null;
  /** When it ends; null: never */
  expires_at: string | null;
  /** First characters of the key; empty if they are not known */
  prefix: string;
  /** Last characters of the key */
  last_characters: string;
  /** Whether it can be used */
  status: "valid" | "expired" | "revoked";
  /** When it was revoked */
  revoked_at: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last used, to the minute; only in lists, because use is not a change of the key */
  last_used_at?: string | null;
};

/** Response of “List keys”. One page of the list. */
export type KeyList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Key>;
};

/** A page of its own for one map of an asset, to share as a link. */
export type LandingPage = {
  /** Id, assigned by the service */
  id: string;
  /** Name of the page */
  name: string;
  /** Id of the unit map that the page shows */
  service_map_id: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id of the asset */
  asset_id: string;
  /** The viewer's page */
  url: string;
};

/** Response of “List landing pages”. One page of the list. */
export type LandingPageList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<LandingPage>;
};

/** The process responds. */
export type Liveness = {
  /** Always `live` */
  status: "live";
};

/** Which shapes of a unit map have a unit, which have none, and which units the map lacks. */
export type MapUnits = {
  /** Id of the asset */
  asset_id: string;
  /** Id of the unit map */
  unit_map_id: string;
  /** Shapes with their units, found by a name of the shape or by a text in it, named in the compiled map, or bound by hand. */
  bound_shapes: Array<{
    /** Id of the shape in the drawing */
    shape_id: string;
    /** Names of the shape: its id, and attributes such as `data-name` */
    names: Array<string>;
    /** Texts that are drawn in the shape */
    texts: Array<string>;
    /** Position in the drawing */
    x: number;
    /** Position in the drawing */
    y: number;
    /** Id of the unit */
    unit_id: string;
    /** Number of the unit */
    unit_number: string;
    /** What identifies the unit */
    bound_by: "name" | "text" | "given" | "hand";
  }>;
  /** Shapes without a unit: they have no name or text (`no_label`), no unit has it as number (`no_such_unit`), other units are in them (`container`), they label the shape around them (`label`), several units match (`ambiguous`), another shape matches the same unit (`two_areas`), names and texts contradict each other (`contradictory`), or the unit belongs to another floor with a map of its own (`elsewhere`). */
  unbound_shapes: Array<{
    /** Id of the shape in the drawing */
    shape_id: string;
    /** Names of the shape: its id, and attributes such as `data-name` */
    names: Array<string>;
    /** Texts that are drawn in the shape */
    texts: Array<string>;
    /** Position in the drawing */
    x: number;
    /** Position in the drawing */
    y: number;
    /** Reason why the shape has no unit */
    reason: "no_label" | "no_such_unit" | "container" | "label" | "ambiguous" | "two_areas" | "contradictory" | "elsewhere";
  }>;
  /** Texts of the drawing that belong to no shape: they reach into a second one (`two_areas`), lie outside (`outside_any_area`), or in lines that are not closed (`open_outline`), or nothing shows them (`not_drawn`). */
  stray_labels: Array<{
    /** The text, as the drawing shows it */
    text: string;
    /** Position in the drawing */
    x: number;
    /** Position in the drawing */
    y: number;
    /** Reason why the text belongs to no shape */
    reason: "two_areas" | "outside_any_area" | "open_outline" | "not_drawn";
  }>;
  /** Units of the asset that have no shape on this map. */
  unplaced_units: Array<{
    /** Id of the unit */
    unit_id: string;
    /** Number of the unit */
    unit_number: string;
    /** Id of the floor of the unit */
    floor_id: string | null;
    /** Whether another map of the asset shows it */
    on_other_map: boolean;
  }>;
};

/** What visitors see when they open a marker of a map. */
export type MarkerDescription = {
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the gallery that is shown with it */
  gallery_id: string | null;
  /** Name of the marker */
  name: string;
  /** Text that visitors see */
  label: string | null;
  /** Plain text or basic Markdown */
  description: string | null;
  /** URL of a page that is shown in a frame */
  iframe_source_url: string | null;
  /** URL of a link */
  outbound_link_url: string | null;
  /** Where the marker is shown on maps */
  places: Array<{
    /** Id of the unit map */
    unit_map_id: string;
    /** In coordinates of its drawing */
    x: number;
    /** In coordinates of its drawing */
    y: number;
  }>;
};

/** Response of “List marker descriptions”. One page of the list. */
export type MarkerDescriptionList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<MarkerDescription>;
};

/** Request body of “Create embed”. */
export type NewEmbed = {
  /** Id of the account. The path has it: a body may omit it, or repeat the same id. */
  account_id?: string;
  /** Name of the embed */
  name: string;
  /** Tags of the embed */
  tags?: Array<string>;
  /** Origins of the pages that may frame it; an empty list: all */
  allowed_origins?: Array<string>;
  /** Maps of assets of the account, in the order in which the viewer shows them */
  service_maps: Array<{
    /** Id of the unit map */
    id: string;
    /** Id of the asset */
    asset_id: string;
    /** Name of the map within the embed */
    instance_key?: string | null;
    /** Id of the pricing process whose prices are shown; `null`: the latest publication */
    pricing_process_id?: string | null;
  }>;
};

/** A new API key. */
export type NewKey = {
  /** Id, assigned by the service */
  id: string;
  /** What the key is for */
  name: string;
  /** What the key may do */
  permissions: Array<string>;
  /** Accounts whose assets it sees; null: all */
  account_ids: Array<string> | null;
  /** The only assets that it sees; null: all of its accounts */
  asset_ids: Array<string> | null;
  /** Whether it may only read */
  is_read_only: boolean;
  /** Requests a minute; 0: no limit, null: default of the server */
  rate_limit: number | null;
  /** When it ends; null: never */
  expires_at: string | null;
  /** First characters of the key; empty if they are not known */
  prefix: string;
  /** Last characters of the key */
  last_characters: string;
  /** Whether it can be used */
  status: "valid" | "expired" | "revoked";
  /** When it was revoked */
  revoked_at: string | null;
  /** When it was created */
  created_at: string;
  /** The key itself, shown only here: the service stores its hash. Null when an `Idempotency-Key` repeats the response */
  key: string | null;
};

/** Request body of “Create landing page”. */
export type NewLandingPage = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the page */
  name: string;
  /** Id of the unit map that the page shows */
  service_map_id: string;
};

/** A webhook with a new secret. */
export type NewWebhook = {
  /** Id, assigned by the service */
  id: string;
  /** What the webhook is for */
  name: string;
  /** Where events are sent */
  url: string;
  /** Types of events that are sent */
  types: Array<string>;
  /** Accounts whose events it receives: those of the key that created it; null: all */
  account_ids: Array<string> | null;
  /** The only assets among them: those of the key that created it; null: all */
  asset_ids: Array<string> | null;
  /** Whether events are sent */
  is_enabled: boolean;
  /** Why it is disabled */
  status_details: string | null;
  /** Until when the secret before the last rotation signs too */
  previous_secret_ends_at: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** The secret that signs its requests, shown only here. Null when an `Idempotency-Key` repeats the response */
  secret: string | null;
};

/** Position of the page in its list. */
export type Paging = {
  /** Maximum number of items on a page. */
  per_page: number;
  /** Number of this page. */
  current_page: number;
  /** URL of the previous page; null on the first, and after a page that ended early. Follow it unchanged. */
  prev_url: string | null;
  /** URL of the next page; null on the last. Follow it unchanged. */
  next_url: string | null;
  /** Number of items on all pages; only with `total=1`. */
  total_count?: number;
};

/** What an event without an asset has. */
export type PlainEvent = {
  /** Unique; `webhook-id` of webhooks */
  id: string;
  /** When it happened */
  timestamp: string;
};

/** Request body of “Preview unit map”. */
export type PreviewUnitMap = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the unit map. The path has it: a body may omit it, or repeat the same id. */
  unit_map_id?: string;
  /** The building that the map would show */
  building_id?: string | null;
};

/** Which price of a home the asset advertises. */
export type PriceDisplay = {
  /** Id of the asset */
  asset_id: string;
  /** `base`: the rent alone, the default. `total`: the rent with every required monthly expense; pages and documents then show no other price more prominently */
  price_display: "base" | "total";
};

/** A text about prices that the map shows. */
export type PricingDisclaimer = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the disclaimer, for the operator */
  name: string;
  /** Heading that visitors read */
  label: string | null;
  /** One sentence, next to prices */
  short_text: string | null;
  /** The whole text */
  long_text: string | null;
  /** Small print */
  subtext: string | null;
  /** Whether visitors see it; default true */
  is_enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List pricing disclaimers”. One page of the list. */
export type PricingDisclaimerList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<PricingDisclaimer>;
};

/** Request body of “Open pricing transaction and send data” and “Send data to an open transaction”. */
export type PricingEntries = Array<CreatePricingEntry>;

/** A published price of a unit, for one lease term and start if it has them. */
export type PricingEntry = {
  /** Name of the unit */
  unit_number: string;
  /** Id of the unit in the sending system */
  provider_id: string;
  /** Monthly rent, in whole units of the currency */
  price: number;
  /** From when the unit is available */
  available_on: string;
  /** Length of the lease in months */
  lease_term: number | null;
  /** First day of the lease */
  lease_starts_on: string | null;
  /** Free text from the source, shown unchanged */
  status: string | null;
  /** Special offer, for visitors */
  specials_description: string | null;
  /** Keys and values of your choice, which templates of links can use in URLs. */
  leasing_fields: Record<string, string | number | boolean | null> | null;
  /** Name or id of the building of the unit, where several buildings have a unit of this number. Matching by `unit_number` is then within that building. */
  building: string | null;
  /** Id of the unit */
  unit_id: string;
  /** Whether visitors see the price of the unit */
  show_pricing: boolean;
  /** Whether visitors can lease the unit online */
  show_online_leasing: boolean;
  /** Time of publication */
  created_at: string;
};

/** Response of “List pricing entries”. One page of the list. */
export type PricingEntryList = {
  paging: Paging;
  /** The publication that this page and all following pages show; null if nothing is published */
  publication?: number | null;
  /** Time of publication */
  as_of?: string | null;
  /** Items of this page, in order */
  data: Array<Array<PricingEntry>>;
};

/** A source of prices of an asset, such as one feed. Its prices are replaced as a whole. */
export type PricingProcess = {
  /** Id, assigned by the service */
  id: string;
  /** Name of the process */
  name: string;
  /** How prices reach the process */
  type: "push" | "poll" | "manual";
  /** One price for each unit, or prices by lease term and start */
  pricing_strategy: "flat_pricing" | "revenue_management";
  /** Limits of a commit, compared with the live publication; `null`: no limits. */
  guard: {
    /** Share of the published entries that a commit may remove */
    max_removed_percent?: number | null;
    /** Maximum rise or fall of the price of an entry */
    max_price_change_percent?: number | null;
    /** Whether to reject a commit that leaves no unit with a price */
    refuse_empty?: boolean;
  } | null;
  /** Days that a publication is kept after the next one replaces it; `null`: as the server is configured */
  history_days: number | null;
  /** Hours within which the next prices are expected; metrics report a process that is overdue. `null`: never */
  expected_every_hours: number | null;
  /** What each word in `status` means: visitors see the state in their language. Words count as the source writes them; those that are missing have no state, and reports of commits list them. */
  status_map: Record<string, "available" | "on_notice" | "reserved" | "sold" | "coming_soon" | "waitlist" | "off_market"> | null;
  /** Whether visitors see words of `status` that have no state, as the source writes them */
  show_status: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id of the asset */
  asset_id: string;
};

/** Response of “List pricing processes”. One page of the list. */
export type PricingProcessList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<PricingProcess>;
};

/** An upload of a data set to a pricing process. It accepts entries while it is `pending`; a commit publishes them. */
export type PricingTransaction = {
  /** Id, assigned by the service */
  id: string;
  /** Globally unique id */
  uuid: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the process */
  process_id: string;
  /** Strategy of the process */
  pricing_strategy: "flat_pricing" | "revenue_management";
  /** `pending` while it is open */
  status: "pending" | "finished" | "expired";
  /** Accepted requests that carried a body */
  source_count: number;
  /** Number of entries received */
  entry_count: number;
  /** Whole seconds left while it is pending */
  expires_in: number | null;
  /** The publication that the commit created or confirmed */
  publication: number | null;
  /** Totals of its commit */
  report: Record<string, number> | null;
  /** Outcome of the guard: the commit was rejected, or exceeded the limits with `override=guard` */
  guard: "refused" | "overridden" | null;
  /** When it was opened */
  created_at: string;
  /** When its commit was requested */
  queued_at: string | null;
  /** When its commit began */
  started_at: string | null;
  /** When it was committed, aborted or expired */
  ended_at: string | null;
};

/** Response of “List transactions”. One page of the list. */
export type PricingTransactionList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<PricingTransaction>;
};

/** A unit in a pricing process: its present price and availability, and the `provider_id` that entries are matched by. */
export type PricingUnit = {
  /** Id, assigned by the service */
  id: string;
  /** Third-party id that entries are matched by */
  provider_id: string | null;
  /** Free text from the source, shown unchanged */
  status: string | null;
  /** Price before a discount: if present, `price` is the discounted price */
  full_price: number | null;
  /** Whether visitors see the price */
  show_pricing: boolean;
  /** Whether visitors can lease it online */
  show_online_leasing: boolean;
  /** Special offer, for visitors */
  specials_description: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Id of the pricing process */
  pricing_id: string;
  /** Number of the unit */
  unit_number: string;
  /** What `status` means, by the `status_map` of the process; null for a word without a state */
  state: "available" | "on_notice" | "reserved" | "sold" | "coming_soon" | "waitlist" | "off_market" | null;
  /** Monthly rent; null if the unit has no price */
  price: number | null;
  /** First day on which the unit can be rented */
  available_on: string | null;
};

/** Response of “List pricing units”. One page of the list. */
export type PricingUnitList = {
  paging: Paging;
  /** The publication that this page and all following pages show; null if nothing is published */
  publication?: number | null;
  /** Time of publication */
  as_of?: string | null;
  /** Items of this page, in order */
  data: Array<PricingUnit>;
};

/** Price and availability of a unit during one period of its history. */
export type PricingUnitState = {
  /** Start of the period; null if it began before the history does */
  from: string | null;
  /** End of the period; null if it is visible now */
  to: string | null;
  /** The publication that was live when it began */
  publication: number | null;
  /** Third-party id that entries are matched by */
  provider_id: string | null;
  /** Free text from the source, shown unchanged */
  status: string | null;
  /** Monthly rent; null if the unit has no price */
  price: number | null;
  /** Price before a discount: if present, `price` is the discounted price */
  full_price: number | null;
  /** Whether visitors saw the price */
  show_pricing: boolean;
  /** Whether visitors could lease it online */
  show_online_leasing: boolean;
  /** Special offer, for visitors */
  specials_description: string | null;
  /** First day on which the unit can be rented */
  available_on: string | null;
};

/** Response of “List history of a pricing unit”. One page of the list. */
export type PricingUnitStateList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<PricingUnitState>;
};

/** A data set that a commit published, with the number of entries that it added, removed and changed. */
export type Publication = {
  /** Counts the publications of the process, from 1 */
  number: number;
  /** Id of the asset */
  asset_id: string;
  /** Id of the process */
  process_id: string;
  /** Id of the transaction */
  transaction_id: string;
  /** The publication that this one replaced */
  compared_with: number | null;
  /** The publication whose data set it restored */
  restored_from: number | null;
  /** When it went live */
  published_at: string;
  /** Entries in the data set */
  entry_count: number;
  /** Counts of entries and units. `received` minus `added` entries existed before. An entry may count in several kinds of changes. */
  totals: {
    /** Entries that were sent */
    received?: number;
    /** Entries that match a unit */
    matched?: number;
    /** Entries that match no unit */
    unmatched?: number;
    /** Entries that did not change */
    unchanged?: number;
    /** Entries that did not exist before */
    added?: number;
    /** Entries that no longer exist */
    removed?: number;
    /** Entries with a higher price */
    price_up?: number;
    /** Entries with a lower price */
    price_down?: number;
    /** Entries with another date of availability */
    availability_changed?: number;
    /** Entries with another special offer */
    specials_changed?: number;
    /** Entries with any other change */
    other_changed?: number;
    /** Entries that equal an earlier one */
    duplicates?: number;
    /** Entries with another price for the unit, lease term and start of an earlier one */
    repeated_prices?: number;
    /** Entries whose lease start has passed; units show them only if they have no other */
    past_lease_starts?: number;
    /** Units with a price afterwards */
    units_priced?: number;
    /** Units that had a price and have none afterwards */
    units_losing_prices?: number;
  };
  /** Who published the data set */
  actor: "key" | "operator" | "job";
  /** Id of the API key */
  key_id: string | null;
};

/** An entry that a publication added, removed or changed, with its values before and after. */
export type PublicationChange = {
  /** Kind of change */
  kind: "added" | "removed" | "price_up" | "price_down" | "availability_changed" | "specials_changed" | "other_changed";
  /** Id of the unit; null if the entry matches none */
  unit_id: string | null;
  /** Id of the unit in the sending system */
  provider_id: string;
  /** Length of the lease in months */
  lease_term: number | null;
  /** First day of the lease */
  lease_starts_on: string | null;
  /** What was published before; null for an added entry */
  before: {
    /** Monthly rent */
    price?: number;
    /** First day on which the unit can be rented */
    available_on?: string;
    /** Free text from the source */
    status?: string | null;
    /** Special offer */
    specials_description?: string | null;
  } | null;
  /** What is published now; null for a removed entry */
  after: {
    /** Monthly rent */
    price?: number;
    /** First day on which the unit can be rented */
    available_on?: string;
    /** Free text from the source */
    status?: string | null;
    /** Special offer */
    specials_description?: string | null;
  } | null;
};

/** Response of “List changes of a publication”. One page of the list. */
export type PublicationChangeList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<PublicationChange>;
};

/** Response of “List publications”. One page of the list. */
export type PublicationList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Publication>;
};

/** What a unit costs for a move-in date and a lease term. */
export type Quote = {
  /** Id of the unit */
  unit_id: string;
  /** Move-in date that was asked for */
  move_in: string | null;
  /** Lease term that was asked for, in months */
  term: number | null;
  /** Price per month, as the map displays it: the rent, or the total price; null without a price for this date and term */
  price: number | null;
  /** Lease term of the price; null without a price, or if it is for every term */
  lease_term: number | null;
  /** First lease start of the price; null without a price, or if it is for every start */
  lease_starts_on: string | null;
  /** First day on which the unit can be rented; null without any price */
  available_on: string | null;
  /** Lease terms that have prices, in months */
  terms: Array<number>;
};

/** `Filter` of the type `range`. Its options are ranges of a number. */
export type RangeFilter = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the filter */
  name: string;
  /** Text that visitors see */
  label: string;
  /** Default true */
  is_enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** In their order; absent in lists of filters. */
  options?: Array<{
    /** Id of the option */
    id: string;
    /** Text that visitors see */
    label: string;
    /** Position among the options */
    sort: number;
  }>;
  /** Its options are ranges of a number */
  type: "range";
  /** What the ranges measure */
  range_type: "unit_area" | "unit_move_in" | "unit_price";
};

/** `FilterOption` of the type `range`. Selects the units whose value is from `min` to `max`. */
export type RangeFilterOption = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the filter */
  filter_id: string;
  /** Text that visitors see */
  label: string;
  /** Position among the options; default: last */
  sort: number;
  /** Default true */
  is_enabled: boolean;
  /** Selects the units whose value is from `min` to `max` */
  type: "range";
  /** Lowest value. Must be at most max. */
  min: number;
  /** Highest value */
  max: number;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** The server accepts traffic. */
export type Readiness = {
  /** Always `ready`; otherwise the status is 503 */
  status: "ready";
  /** What was checked */
  checks: {
    /** State of the database */
    database: "ok" | "failing";
    /** State of the migrations */
    migrations: "ok" | "failing";
    /** State of the files */
    files: "ok" | "failing";
  };
};

/** Request body of “Replay webhook deliveries”. */
export type Replay = {
  /** Id of the webhook. The path has it: a body may omit it, or repeat the same id. */
  webhook_id?: string;
  /** Only this delivery */
  delivery_id?: string;
  /** Only deliveries with this status */
  status?: "retrying" | "delivered" | "failed";
  /** Only those since this time */
  from?: string;
  /** Only those before this time */
  until?: string;
};

/** What is sent again. */
export type Replayed = {
  /** Number of deliveries */
  count: number;
};

/** Request body of “Rotate key”. */
export type RotateKey = {
  /** Id of the key. The path has it: a body may omit it, or repeat the same id. */
  key_id?: string;
  /** Hours for which the old key stays valid; default 24 */
  overlap_hours?: number;
};

/** Request body of “Rotate webhook secret”. */
export type RotateWebhookSecret = {
  /** Id of the webhook. The path has it: a body may omit it, or repeat the same id. */
  webhook_id?: string;
  /** Hours for which requests carry the signature of the old secret too; default 24 */
  overlap_hours?: number;
};

/** Request body of “Save buildings”. All items are applied, or none. */
export type SaveBuildingBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the building to change */
    id?: string;
    /** Name of the building */
    name?: string;
    /** Name that visitors see; by default the name */
    label?: string;
  }>;
};

/** Request body of “Save options”. All items are applied, or none. */
export type SaveFilterOptionBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
    filter_id?: string;
    /** Id of the option to change */
    id?: string;
    /** Text that visitors see */
    label?: string;
    /** Position among the options; default: last */
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
  }>;
};

/** Request body of “Save floors”. All items are applied, or none. */
export type SaveFloorBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the floor to change */
    id?: string;
    /** Name of the floor */
    name?: string;
    /** Default filter label */
    filter_label?: string;
    /** Label where space is short */
    filter_short_label?: string;
    /** Position in lists, ascending */
    sort?: number;
  }>;
};

/** Request body of “Save floor plans”. All items are applied, or none. */
export type SaveFloorPlanBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the floor plan to change */
    id?: string;
    /** Name of the floor plan */
    name?: string;
    /** 0 for a studio */
    bedroom_count?: number;
    /** 1.5 = one bath and a partial one */
    bathroom_count?: number;
    /** Label of the option that filters by it */
    filter_label?: string;
  }>;
};

/** Request body of “Save pricing units”. All items are applied, or none. */
export type SavePricingUnitBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the process. The path has it: a body may omit it, or repeat the same id. */
    process_id?: string;
    /** Id of the unit */
    unit_id?: string;
    /** With `match-by=number`: the building of the unit */
    building_id?: string;
    /** With `match-by=number`: its number */
    unit_number?: string;
    /** With `match-by=reference`: id of the unit in the system of the reference group */
    reference?: string;
    /** Third-party id that entries are matched by; null ends the mapping */
    provider_id: string | null;
  }>;
};

/** Request body of “Save units”. All items are applied, or none. */
export type SaveUnitBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the unit to change */
    id?: string;
    /** Id of the building */
    building_id?: string;
    /** Id of the floor */
    floor_id?: string;
    /** Id of the floor plan */
    floor_plan_id?: string;
    /** Number of the unit */
    unit_number?: string;
    /** Square feet or square meters */
    area?: number;
    /** Default false */
    is_affordable_housing_unit?: boolean;
    /** With `match-by=reference`: id of the unit in the system of the reference group, which a new unit gets */
    reference?: string;
  }>;
};

/** What became of an item of a batch. */
export type Saved = {
  /** Id of the resource; null for one that a dry run would create */
  id: string | null;
  /** What happened to the resource */
  outcome: "created" | "changed" | "unchanged";
};

/** Response of “Save buildings”, “Save floors”, “Save floor plans”, “Save units”, “Save options”, and “Save pricing units”. One item for each item of the request, in the same order. */
export type SavedData = {
  /** All items, in order */
  data: Array<Saved>;
};

/** `UnitOutboundLink` of the type `url_template`. Opens a URL made from a template for each unit. */
export type TemplateUnitOutboundLink = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the link */
  name: string;
  /** Text that visitors see; by default the name */
  label: string | null;
  /** Icon beside the text */
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for: "all" | "available" | "unavailable";
  /** Opens a URL made from a template for each unit */
  type: "url_template";
  /** Names the link in events of the viewer */
  event_key: string | null;
  /** Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded */
  template: string;
  /** Whether it opens in a new window */
  open_in_new_window: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** The total price of a unit in a pricing process. */
export type TotalPrice = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the pricing process */
  pricing_id: string;
  /** Number of the unit */
  unit_number: string;
  /** Id of the floor plan */
  floor_plan_id: string | null;
  /** First day on which the unit can be rented */
  available_on: string | null;
  /** Base rent each month; null if visitors see no price */
  price: number | null;
  /** Which price the asset advertises */
  price_display: "base" | "total";
  /** The base rent and every required monthly expense, rounded once to cents; null without a price */
  total_price: number | null;
  /** Whether a range is counted with its maximum */
  is_estimate: boolean;
  /** Whether every required monthly expense has an amount. If not, the total is a minimum, which must not be advertised */
  is_complete: boolean;
  /** Due at application and move-in, with the first month */
  move_in_total: number | null;
  /** The part of it that the renter gets back */
  move_in_refundable: number | null;
  /** The part of it that the renter does not get back */
  move_in_non_refundable: number | null;
  /** Whether a range is counted in it */
  move_in_is_estimate: boolean;
  /** Whether everything in it has an amount */
  move_in_is_complete: boolean;
};

/** The total price of a unit with each line that is or is not counted. */
export type TotalPriceBreakdown = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the pricing process */
  pricing_id: string;
  /** Number of the unit */
  unit_number: string;
  /** Id of the floor plan */
  floor_plan_id: string | null;
  /** First day on which the unit can be rented */
  available_on: string | null;
  /** Base rent each month; null if visitors see no price */
  price: number | null;
  /** Which price the asset advertises */
  price_display: "base" | "total";
  /** The base rent and every required monthly expense, rounded once to cents; null without a price */
  total_price: number | null;
  /** Whether a range is counted with its maximum */
  is_estimate: boolean;
  /** Whether every required monthly expense has an amount. If not, the total is a minimum, which must not be advertised */
  is_complete: boolean;
  /** Due at application and move-in, with the first month */
  move_in_total: number | null;
  /** The part of it that the renter gets back */
  move_in_refundable: number | null;
  /** The part of it that the renter does not get back */
  move_in_non_refundable: number | null;
  /** Whether a range is counted in it */
  move_in_is_estimate: boolean;
  /** Whether everything in it has an amount */
  move_in_is_complete: boolean;
  /** The rent, then every expense that the unit has, counted or not */
  breakdown: Array<{
    /** Id of the expense; null for the rent */
    expense_id: string | null;
    /** Where the expense is declared */
    level: "asset" | "floor_plan" | "unit" | null;
    /** What the renter reads */
    label: string;
    /** Type of the expense */
    type: string | null;
    /** Category of the expense */
    category: string | null;
    /** How often it is paid */
    frequency: string;
    /** When it is due */
    due_at: string | null;
    /** Which of the following fields has the value */
    value_type: string;
    /** What one piece costs */
    amount: number | null;
    /** The least that it costs */
    min_amount: number | null;
    /** The most that it costs */
    max_amount: number | null;
    /** Percent of the rent */
    percentage: number | null;
    /** The amount of the first, the second, ... piece */
    steps: Array<number> | null;
    /** Words instead of an amount */
    text_amount: string | null;
    /** How many a renter may have */
    max_quantity: number | null;
    /** Whether every renter pays it */
    is_required: boolean;
    /** Whether it applies */
    is_enabled: boolean;
    /** Whether it is paid only in some event */
    is_situational: boolean;
    /** Whether the rent includes it */
    is_included: boolean;
    /** Whether the renter gets it back */
    is_refundable: boolean;
    /** Whether another company charges it */
    is_third_party: boolean;
    /** Whether each applicant pays it */
    is_per_applicant: boolean;
    /** Further words for the renter */
    tooltip_label: string | null;
    /** Text that is shown with it */
    disclaimer: string | null;
    /** What is counted each time it is paid */
    counted_amount: number | null;
    /** Its share of the monthly total, rounded on its own */
    monthly_amount: number | null;
    /** Whether it is part of `total_price` */
    is_counted: boolean;
    /** Whether it is part of `move_in_total` */
    is_counted_at_move_in: boolean;
    /** Why it is or is not part of `total_price` */
    reason: "rent" | "counted" | "disabled" | "situational" | "included" | "optional" | "replaced" | "not_monthly" | "no_amount";
  }>;
};

/** Response of “List total prices”. One page of the list. */
export type TotalPriceList = {
  paging: Paging;
  /** The publication that this page and all following pages show; null if nothing is published */
  publication?: number | null;
  /** Time of publication */
  as_of?: string | null;
  /** Items of this page, in order */
  data: Array<TotalPrice>;
};

/** An apartment, office or lot of an asset. Its prices are those of its pricing units. */
export type Unit = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the building */
  building_id: string;
  /** Id of the floor */
  floor_id: string;
  /** Id of the floor plan */
  floor_plan_id: string;
  /** Number of the unit */
  unit_number: string;
  /** Square feet or square meters */
  area: number;
  /** Default false */
  is_affordable_housing_unit: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** The same as `id`; accepted and ignored in bodies. */
  map_id: string;
  /** URL of the image of the view */
  view_image_url: string | null;
  /** URL of the second image of the view */
  secondary_view_image_url: string | null;
  /** With `include`: the building */
  building?: {
    /** Id, assigned by the service */
    id: string;
    /** Id of the asset */
    asset_id: string;
    /** Name of the building */
    name: string;
    /** Name that visitors see; by default the name */
    label: string;
    /** When it was created */
    created_at: string;
    /** When it was last changed */
    updated_at: string;
  };
  /** With `include`: the floor */
  floor?: {
    /** Id, assigned by the service */
    id: string;
    /** Id of the asset */
    asset_id: string;
    /** Name of the floor */
    name: string;
    /** Default filter label */
    filter_label: string;
    /** Label where space is short */
    filter_short_label: string;
    /** Position in lists, ascending */
    sort: number;
    /** When it was created */
    created_at: string;
    /** When it was last changed */
    updated_at: string;
  };
  /** With `include`: the floor plan */
  floor_plan?: {
    /** Id, assigned by the service */
    id: string;
    /** Id of the asset */
    asset_id: string;
    /** Name of the floor plan */
    name: string;
    /** 0 for a studio */
    bedroom_count: number;
    /** 1.5 = one bath and a partial one */
    bathroom_count: number;
    /** Label of the option that filters by it */
    filter_label: string;
    /** When it was created */
    created_at: string;
    /** When it was last changed */
    updated_at: string;
    /** URL of the image */
    image_url: string | null;
    /** URL of the second image */
    secondary_image_url: string | null;
  };
  /** With `include`: the unit in each pricing process */
  pricing_units?: Array<{
    /** Id of the unit */
    id: string;
    /** Id of the pricing process */
    pricing_id: string;
    /** Third-party id that entries are matched by */
    provider_id: string | null;
    /** Number of the unit */
    unit_number: string;
    /** Free text from the source */
    status: string | null;
    /** What it means, by `status_map` of the process */
    state: string | null;
    /** Monthly rent */
    price: number | null;
    /** Price before a discount */
    full_price: number | null;
    /** Whether visitors see the price */
    show_pricing: boolean;
    /** Whether visitors can lease it online */
    show_online_leasing: boolean;
    /** Special offer */
    specials_description: string | null;
    /** First day on which it can be rented */
    available_on: string | null;
    /** When it was created */
    created_at: string;
    /** When it was last changed */
    updated_at: string;
  }>;
  /** With `include`: its ids in other systems */
  references?: Array<{
    /** Id of the reference group */
    group_id: string;
    /** Key of the group */
    key: string | null;
    /** Id of the unit in that system */
    value: string | null;
  }>;
};

/** What an expense costs for a unit; without a value, what the expense itself says. */
export type UnitEntry = {
  /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
  amount: number | null;
  /** Of type `range`: the least that it costs. Must have at most two decimal places. */
  min_amount: number | null;
  /** Of type `range`: the most that it costs. Must have at most two decimal places. */
  max_amount: number | null;
  /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
  percentage: number | null;
  /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
  steps: Array<number> | null;
  /** Of type `text`: words instead of an amount, such as `billed by usage` */
  text_amount: string | null;
  /** Id of the asset */
  asset_id: string;
  /** Id of the expense */
  expense_id: string;
  /** Id of the unit */
  unit_id: string;
};

/** Request body of “Replace unit expense entries”. All items are applied, or none. */
export type UnitEntryBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the expense. The path has it: a body may omit it, or repeat the same id. */
    expense_id?: string;
    /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
    amount?: number | null;
    /** Of type `range`: the least that it costs. Must have at most two decimal places. */
    min_amount?: number | null;
    /** Of type `range`: the most that it costs. Must have at most two decimal places. */
    max_amount?: number | null;
    /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
    percentage?: number | null;
    /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
    steps?: Array<number> | null;
    /** Of type `text`: words instead of an amount, such as `billed by usage` */
    text_amount?: string | null;
    /** Id of the unit */
    unit_id: string;
  }>;
};

/** Response of “Replace unit expense entries”. One item for each item of the request, in the same order. */
export type UnitEntryData = {
  /** All items, in order */
  data: Array<UnitEntry>;
};

/** Response of “List unit expense entries”. One page of the list. */
export type UnitEntryList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnitEntry>;
};

/** Response of “List units”. One page of the list. */
export type UnitList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Unit>;
};

/** The drawing of a floor or site, with a shape for each unit on it. */
export type UnitMap = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the map */
  name: string;
  /** Tags of the map */
  tags: Array<string>;
  /** How the viewer draws units */
  style: "a" | "a.1" | "a.2" | "b" | "c" | "d" | "e" | "f.1" | "f.2" | "f.3" | "g.1" | "g.2" | "h" | "x";
  /** Default false */
  is_dimension_locked: boolean;
  /** The building that it shows: then only numbers of its units count */
  building_id: string | null;
  /** How the viewer shows backgrounds: `pale` for drawings, in light grey; `natural` for pictures such as rendered site plans and photographs, in their colors and through the homes; default `pale` */
  background_tone: "pale" | "natural";
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** URL of the compiled map. It changes with the content. */
  url: string | null;
  /** URL of the same shapes as GeoJSON, in coordinates of the drawing. */
  geojson_url: string | null;
  /** URL of the file from which the map was made. Requires an API key. */
  source_url: string | null;
  /** How many shapes have a unit, and how many shapes and texts have none, by reason; null without a compiled map. `GET .../units` of the map lists them. */
  binding: {
    /** Shapes with a unit */
    bound_shapes: number;
    /** Shapes without a unit */
    unbound_shapes: {
      /** How many with the reason `no_label` */
      no_label?: number;
      /** How many with the reason `no_such_unit` */
      no_such_unit?: number;
      /** How many with the reason `container` */
      container?: number;
      /** How many with the reason `label` */
      label?: number;
      /** How many with the reason `ambiguous` */
      ambiguous?: number;
      /** How many with the reason `two_areas` */
      two_areas?: number;
      /** How many with the reason `contradictory` */
      contradictory?: number;
      /** How many with the reason `elsewhere` */
      elsewhere?: number;
    };
    /** Texts that belong to no shape */
    stray_labels: {
      /** How many with the reason `two_areas` */
      two_areas?: number;
      /** How many with the reason `outside_any_area` */
      outside_any_area?: number;
      /** How many with the reason `open_outline` */
      open_outline?: number;
      /** How many with the reason `not_drawn` */
      not_drawn?: number;
    };
  } | null;
};

/** Response of “List unit maps”. One page of the list. */
export type UnitMapList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnitMap>;
};

/** Response of “Create unit outbound link”, “View unit outbound link”, and “Update unit outbound link”. `type` selects one of several shapes. */
export type UnitOutboundLink = UrlsUnitOutboundLink | IframeUnitOutboundLink | TemplateUnitOutboundLink;

/** Response of “List unit outbound links”. One page of the list. */
export type UnitOutboundLinkList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnitOutboundLink>;
};

/** The URL that a link of the type `urls_per_unit` opens for one unit. */
export type UnitOutboundLinkUrl = {
  /** Id of the unit */
  unit_id: string;
  /** URL for the unit; null if it has none */
  url: string | null;
};

/** Request body of “Update unit outbound link URLs”. All items are applied, or none. */
export type UnitOutboundLinkUrlBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the outbound link. The path has it: a body may omit it, or repeat the same id. */
    outbound_link_id?: string;
    /** Id of the unit */
    unit_id: string;
    /** URL for the unit; null if it has none */
    url: string | null;
  }>;
};

/** Response of “List unit outbound link URLs”. One page of the list. */
export type UnitOutboundLinkUrlList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnitOutboundLinkUrl>;
};

/** The id of a unit in the third-party system of its group. */
export type UnitReference = {
  /** Id of the group */
  group_id: string;
  /** Id of the asset */
  asset_id: string;
  /** Id of the unit */
  unit_id: string;
  /** Id of the unit in the system of the group; unique in the group */
  value: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  /** Key of the group */
  key: string | null;
};

/** A third-party system in which units have ids. */
export type UnitReferenceGroup = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the group */
  name: string;
  /** Description of the values */
  description: string | null;
  /** Names the third-party system; unique in the asset */
  key: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List unit reference groups”. One page of the list. */
export type UnitReferenceGroupList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnitReferenceGroup>;
};

/** Response of “List unit references” and “Find a unit by a third-party id”. One page of the list. */
export type UnitReferenceList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnitReference>;
};

/** Published entries of one `provider_id` that match no unit, and units with a similar number. */
export type UnmatchedEntry = {
  /** Id of the unit in the sending system */
  provider_id: string;
  /** Number of the unit, as it was sent */
  unit_number: string;
  /** Building of the unit, as it was sent */
  building: string | null;
  /** Monthly rent */
  price: number;
  /** First day on which the unit can be rented */
  available_on: string;
  /** `building_unknown`: no building has the name or id. `unit_unknown`: no unit, of the building if one is named, has the number. `unit_ambiguous`: several have it. `provider_id_taken`: the unit that has it takes its prices from another provider id. `unit_added_since`: the next commit matches it. */
  code: "building_unknown" | "unit_unknown" | "unit_ambiguous" | "provider_id_taken" | "unit_added_since";
  /** Units that it may mean: map one with Update pricing unit */
  suggestions: Array<{
    /** Id of the unit */
    unit_id: string;
    /** Number of the unit */
    unit_number: string;
    /** Name of its building */
    building: string;
    /** Name of its floor */
    floor: string;
    /** The provider id that the unit already has */
    provider_id: string | null;
    /** `similar_number`: the number in another spelling */
    reason: "same_number" | "similar_number";
  }>;
};

/** Response of “List unmatched entries”. One page of the list. */
export type UnmatchedEntryList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<UnmatchedEntry>;
};

/** Request body of “Update asset”. */
export type UpdateAsset = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Kind of property */
  market?: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
  /** Name for people who manage it */
  name?: string;
  /** Name that visitors see */
  display_name?: string;
  /** Text about the property, for visitors */
  description?: string | null;
  /** Street and number */
  address_line1?: string;
  /** Second line of the address */
  address_line2?: string | null;
  /** City */
  address_city?: string;
  /** State or province, two letters */
  address_state?: string;
  /** ISO 3166-1 alpha-3 */
  address_country?: "ABW" | "AFG" | "AGO" | "AIA" | "ALA" | "ALB" | "AND" | "ARE" | "ARG" | "ARM" | "ASM" | "ATA" | "ATF" | "ATG" | "AUS" | "AUT" | "AZE" | "BDI" | "BEL" | "BEN" | "BES" | "BFA" | "BGD" | "BGR" | "BHR" | "BHS" | "BIH" | "BLM" | "BLR" | "BLZ" | "BMU" | "BOL" | "BRA" | "BRB" | "BRN" | "BTN" | "BVT" | "BWA" | "CAF" | "CAN" | "CCK" | "CHE" | "CHL" | "CHN" | "CIV" | "CMR" | "COD" | "COG" | "COK" | "COL" | "COM" | "CPV" | "CRI" | "CUB" | "CUW" | "CXR" | "CYM" | "CYP" | "CZE" | "DEU" | "DJI" | "DMA" | "DNK" | "DOM" | "DZA" | "ECU" | "EGY" | "ERI" | "ESH" | "ESP" | "EST" | "ETH" | "FIN" | "FJI" | "FLK" | "FRA" | "FRO" | "FSM" | "GAB" | "GBR" | "GEO" | "GGY" | "GHA" | "GIB" | "GIN" | "GLP" | "GMB" | "GNB" | "GNQ" | "GRC" | "GRD" | "GRL" | "GTM" | "GUF" | "GUM" | "GUY" | "HKG" | "HMD" | "HND" | "HRV" | "HTI" | "HUN" | "IDN" | "IMN" | "IND" | "IOT" | "IRL" | "IRN" | "IRQ" | "ISL" | "ISR" | "ITA" | "JAM" | "JEY" | "JOR" | "JPN" | "KAZ" | "KEN" | "KGZ" | "KHM" | "KIR" | "KNA" | "KOR" | "KWT" | "LAO" | "LBN" | "LBR" | "LBY" | "LCA" | "LIE" | "LKA" | "LSO" | "LTU" | "LUX" | "LVA" | "MAC" | "MAF" | "MAR" | "MCO" | "MDA" | "MDG" | "MDV" | "MEX" | "MHL" | "MKD" | "MLI" | "MLT" | "MMR" | "MNE" | "MNG" | "MNP" | "MOZ" | "MRT" | "MSR" | "MTQ" | "MUS" | "MWI" | "MYS" | "MYT" | "NAM" | "NCL" | "NER" | "NFK" | "NGA" | "NIC" | "NIU" | "NLD" | "NOR" | "NPL" | "NRU" | "NZL" | "OMN" | "PAK" | "PAN" | "PCN" | "PER" | "PHL" | "PLW" | "PNG" | "POL" | "PRI" | "PRK" | "PRT" | "PRY" | "PSE" | "PYF" | "QAT" | "REU" | "ROU" | "RUS" | "RWA" | "SAU" | "SDN" | "SEN" | "SGP" | "SGS" | "SHN" | "SJM" | "SLB" | "SLE" | "SLV" | "SMR" | "SOM" | "SPM" | "SRB" | "SSD" | "STP" | "SUR" | "SVK" | "SVN" | "SWE" | "SWZ" | "SXM" | "SYC" | "SYR" | "TCA" | "TCD" | "TGO" | "THA" | "TJK" | "TKL" | "TKM" | "TLS" | "TON" | "TTO" | "TUN" | "TUR" | "TUV" | "TWN" | "TZA" | "UGA" | "UKR" | "UMI" | "URY" | "USA" | "UZB" | "VAT" | "VCT" | "VEN" | "VGB" | "VIR" | "VNM" | "VUT" | "WLF" | "WSM" | "YEM" | "ZAF" | "ZMB" | "ZWE";
  /** Postal code */
  address_postal_code?: string;
  /** Degrees north */
  address_latitude?: number | null;
  /** Degrees east */
  address_longitude?: number | null;
  /** IANA name of the time zone in which days begin, such as `America/New_York`; `null`: that of the coordinates */
  time_zone?: string | null;
  /** Color of buttons and links on the map; text on it, and links on the page, are kept readable */
  accent_color?: string | null;
  /** Phone number of the leasing office, for visitors */
  contact_phone?: string | null;
  /** E-mail address of the leasing office, for visitors */
  contact_email?: string | null;
  /** When the leasing office can be reached, for visitors */
  contact_hours?: string | null;
  /** Page of the leasing office, such as a contact form: an https, mailto or tel URL */
  contact_url?: string | null;
  /** Whether the map counts each day what visitors do, without data about them; default: false */
  count_visits?: boolean;
};

/** Request body of “Update asset outbound link”. */
export type UpdateAssetOutboundLink = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name?: string;
  /** Template of the URL, with variables of the asset */
  template?: string;
  /** Text that visitors see */
  label?: string;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Whether it opens in a new window. Unit outbound links name this `open_in_new_window` */
  open_new_window?: boolean;
};

/** Request body of “Update asset reference”. */
export type UpdateAssetReference = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the reference */
  name?: string;
  /** Description of the value */
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
  /** Id of the asset in that system */
  value: string;
};

/** Request body of “Update background”. */
export type UpdateBackground = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the unit map. The path has it: a body may omit it, or repeat the same id. */
  unit_map_id?: string;
  /** Name, unique in the map */
  name?: string;
};

/** Request body of “Update building”. */
export type UpdateBuilding = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the building */
  name: string;
  /** Name that visitors see; by default the name */
  label?: string;
};

/** `UpdateFilter` of the type `custom`. Units are assigned to its options. */
export type UpdateCustomFilter = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name?: string;
  /** Text that visitors see */
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  /** Units are assigned to its options */
  type: "custom";
};

/** Request body of “Update descriptions”. All items are applied, or none. */
export type UpdateDescriptionBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the group. The path has it: a body may omit it, or repeat the same id. */
    group_id?: string;
    /** Id, assigned by the service */
    id: string;
    /** Name of the description */
    name?: string;
    /** Tab label in the viewer */
    label?: string;
    /** Plain text or basic Markdown */
    body?: string;
    /** Whether visitors see it */
    is_enabled?: boolean;
  }>;
};

/** Request body of “Update description group”. */
export type UpdateDescriptionGroup = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the group */
  name: string;
};

/** Request body of “Update embed”. */
export type UpdateEmbed = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the account. The path has it: a body may omit it, or repeat the same id. */
  account_id?: string;
  /** Name of the embed */
  name?: string;
  /** Tags of the embed */
  tags?: Array<string>;
  /** Origins of the pages that may frame it; an empty list: all */
  allowed_origins?: Array<string>;
  /** Maps of assets of the account, in the order in which the viewer shows them */
  service_maps?: Array<{
    /** Id of the unit map */
    id: string;
    /** Id of the asset */
    asset_id: string;
    /** Name of the map within the embed */
    instance_key?: string | null;
    /** Id of the pricing process whose prices are shown; `null`: the latest publication */
    pricing_process_id?: string | null;
  }>;
};

/** Request body of “Update floor plan expense”, “Update unit expense”, and “Update asset expense”. */
export type UpdateExpense = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Of type `amount`: what one piece costs, with at most two decimal places. Must have at most two decimal places. */
  amount?: number | null;
  /** Of type `range`: the least that it costs. Must have at most two decimal places. */
  min_amount?: number | null;
  /** Of type `range`: the most that it costs. Must have at most two decimal places. */
  max_amount?: number | null;
  /** Of type `percentage`: percent of the rent. Must have at most two decimal places. */
  percentage?: number | null;
  /** Of type `stepped`: the amount of the first, the second, ... piece. Must have at least two amounts. Must be amounts with at most two decimal places. */
  steps?: Array<number> | null;
  /** Of type `text`: words instead of an amount, such as `billed by usage` */
  text_amount?: string | null;
  /** Name of the expense, for the operator */
  name?: string;
  /** What the renter reads */
  label?: string;
  /** What is paid for, such as `deposit`, `application`, `parking` or `pet_rent_dog`. Of required expenses with the same type, that of the unit replaces that of its floor plan, which replaces that of the asset */
  type?: string | null;
  /** Group of expenses, such as `utilities` or `pets` */
  category?: string | null;
  /** How often it is paid; default `monthly` */
  frequency?: "one_time" | "daily" | "weekly" | "monthly" | "quarterly" | "annually" | "per_lease" | "per_stay";
  /** When it is first due */
  due_at?: "application" | "move_in" | "monthly" | "move_out" | "event" | null;
  /** Which fields have its value; default `amount`. It cannot be changed while floor plans or units have entries */
  value_type?: "amount" | "range" | "stepped" | "text" | "percentage";
  /** Most pieces that a renter can have */
  max_quantity?: number | null;
  /** Whether every renter pays it; default false */
  is_required?: boolean;
  /** Default true; disabled expenses are not shown and never counted */
  is_enabled?: boolean;
  /** Whether it depends on an event, such as damage or late payment: shown, never counted */
  is_situational?: boolean;
  /** Whether the rent contains it: shown, never added */
  is_included?: boolean;
  /** Whether the renter gets it back */
  is_refundable?: boolean;
  /** Whether it is paid to a third party */
  is_third_party?: boolean;
  /** Whether each applicant pays it */
  is_per_applicant?: boolean;
  /** Short explanation */
  tooltip_label?: string | null;
  /** Legal text */
  disclaimer?: string | null;
  /** Position among the expenses; default 0 */
  sort?: number;
};

/** Request body of “Update filter”. `type` selects one of several shapes. */
export type UpdateFilter = UpdateCustomFilter | UpdateFloorFilter | UpdateFloorPlanFilter | UpdateRangeFilter;

/** Request body of “Update option”. */
export type UpdateFilterOption = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the filter. The path has it: a body may omit it, or repeat the same id. */
  filter_id?: string;
  /** Text that visitors see */
  label?: string;
  /** Position among the options; default: last */
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

/** Request body of “Update floor”. */
export type UpdateFloor = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the floor */
  name?: string;
  /** Default filter label */
  filter_label?: string;
  /** Label where space is short */
  filter_short_label?: string;
  /** Position in lists, ascending */
  sort?: number;
};

/** `UpdateFilter` of the type `floor`. Its options are floors. */
export type UpdateFloorFilter = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name?: string;
  /** Text that visitors see */
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  /** Its options are floors */
  type: "floor";
};

/** Request body of “Update floor plan”. */
export type UpdateFloorPlan = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the floor plan */
  name?: string;
  /** 0 for a studio */
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

/** `UpdateFilter` of the type `floor_plan`. Its options are floor plans. */
export type UpdateFloorPlanFilter = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name?: string;
  /** Text that visitors see */
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  /** Its options are floor plans */
  type: "floor_plan";
};

/** Request body of “Update gallery”. */
export type UpdateGallery = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the gallery */
  name?: string;
  /** The images that stay, in their new order, and their texts */
  images?: Array<{
    /** URL of an image of the gallery */
    url: string;
    /** What the image shows, for people who cannot see it; without this field, its text stays */
    alt?: string | null;
  }>;
  /** Id of the floor plan whose homes show the gallery; not beside a `unit_id` */
  floor_plan_id?: string | null;
  /** Id of the unit that shows the gallery; not beside a `floor_plan_id` */
  unit_id?: string | null;
  /** https URL of a 360° tour, which visitors open by a click */
  tour_url?: string | null;
  /** https URL of a video, which visitors open by a click */
  video_url?: string | null;
  /** What the part `image` shows, for people who cannot see it */
  image_alt?: string;
};

/** `UpdateUnitOutboundLink` of the type `iframe_api`. Sends an event to the host page and opens no URL. */
export type UpdateIframeUnitOutboundLink = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name?: string;
  /** Text that visitors see; by default the name */
  label?: string | null;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for?: "all" | "available" | "unavailable";
  /** Sends an event to the host page and opens no URL */
  type: "iframe_api";
  /** The viewer fires `outbound.<event_key>.click` */
  event_key?: string;
};

/** Request body of “Update key”. */
export type UpdateKey = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** What the key is for */
  name?: string;
  /** What the key may do: permissions of the calling key, such as `service.units.read`, or `service.units.*` for all of units */
  permissions?: Array<string>;
  /** Accounts whose assets it sees; null means all. By default, those of the calling key */
  account_ids?: Array<string> | null;
  /** The only assets that it sees, among those of its accounts; null means all. By default, those of the calling key. A key for chosen assets sees no accounts and embeds */
  asset_ids?: Array<string> | null;
  /** Whether it may only read, whatever its permissions; default false */
  is_read_only?: boolean;
  /** Requests a minute; 0 means no limit, null the default of the server. By default, that of the calling key */
  rate_limit?: number | null;
  /** When it ends; null means never. By default, when the calling key ends */
  expires_at?: string | null;
};

/** Request body of “Update landing page”. */
export type UpdateLandingPage = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the page */
  name?: string;
  /** Id of the unit map that the page shows */
  service_map_id?: string;
};

/** Request body of “Update marker description”. */
export type UpdateMarkerDescription = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the gallery that is shown with it */
  gallery_id?: string | null;
  /** Name of the marker */
  name?: string;
  /** Text that visitors see */
  label?: string | null;
  /** Plain text or basic Markdown */
  description?: string | null;
  /** URL of a page that is shown in a frame */
  iframe_source_url?: string | null;
  /** URL of a link */
  outbound_link_url?: string | null;
  /** Where the marker is shown on maps */
  places?: Array<{
    /** Id of the unit map */
    unit_map_id: string;
    /** In coordinates of its drawing */
    x: number;
    /** In coordinates of its drawing */
    y: number;
  }>;
};

/** Request body of “Update price display”. */
export type UpdatePriceDisplay = {
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** `base`: the rent alone, the default. `total`: the rent with every required monthly expense; pages and documents then show no other price more prominently */
  price_display: "base" | "total";
};

/** Request body of “Update pricing disclaimer”. */
export type UpdatePricingDisclaimer = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the disclaimer, for the operator */
  name?: string;
  /** Heading that visitors read */
  label?: string | null;
  /** One sentence, next to prices */
  short_text?: string | null;
  /** The whole text */
  long_text?: string | null;
  /** Small print */
  subtext?: string | null;
  /** Whether visitors see it; default true */
  is_enabled?: boolean;
};

/** Request body of “Update pricing process”. */
export type UpdatePricingProcess = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the process */
  name?: string;
  /** How prices reach the process */
  type?: "push" | "poll" | "manual";
  /** One price for each unit, or prices by lease term and start; fixed once prices are published */
  pricing_strategy?: "flat_pricing" | "revenue_management";
  /** Limits of a commit, compared with the live publication; `null`: no limits. */
  guard?: {
    /** Share of the published entries that a commit may remove */
    max_removed_percent?: number | null;
    /** Maximum rise or fall of the price of an entry */
    max_price_change_percent?: number | null;
    /** Whether to reject a commit that leaves no unit with a price */
    refuse_empty?: boolean;
  } | null;
  /** Days that a publication is kept after the next one replaces it; `null`: as the server is configured */
  history_days?: number | null;
  /** Hours within which the next prices are expected; metrics report a process that is overdue. `null`: never */
  expected_every_hours?: number | null;
  /** What each word in `status` means: visitors see the state in their language. Words count as the source writes them; those that are missing have no state, and reports of commits list them. */
  status_map?: Record<string, "available" | "on_notice" | "reserved" | "sold" | "coming_soon" | "waitlist" | "off_market"> | null;
  /** Whether visitors see words of `status` that have no state, as the source writes them */
  show_status?: boolean;
};

/** Request body of “Update pricing unit”. */
export type UpdatePricingUnit = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the process. The path has it: a body may omit it, or repeat the same id. */
  process_id?: string;
  /** Third-party id that entries are matched by */
  provider_id?: string | null;
  /** Free text from the source, shown unchanged */
  status?: string | null;
  /** Price before a discount: if present, `price` is the discounted price */
  full_price?: number | null;
  /** Whether visitors see the price */
  show_pricing?: boolean;
  /** Whether visitors can lease it online */
  show_online_leasing?: boolean;
  /** Special offer, for visitors */
  specials_description?: string | null;
};

/** `UpdateFilter` of the type `range`. Its options are ranges of a number. */
export type UpdateRangeFilter = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the filter */
  name?: string;
  /** Text that visitors see */
  label?: string;
  /** Default true */
  is_enabled?: boolean;
  /** Its options are ranges of a number */
  type: "range";
  /** What the ranges measure */
  range_type?: "unit_area" | "unit_move_in" | "unit_price";
};

/** `UpdateUnitOutboundLink` of the type `url_template`. Opens a URL made from a template for each unit. */
export type UpdateTemplateUnitOutboundLink = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name?: string;
  /** Text that visitors see; by default the name */
  label?: string | null;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for?: "all" | "available" | "unavailable";
  /** Opens a URL made from a template for each unit */
  type: "url_template";
  /** Names the link in events of the viewer */
  event_key?: string | null;
  /** Variables such as `{{ leasing_fields.key }}` and `{{ available_on | date('m/d/Y') }}`, URL-encoded */
  template?: string;
  /** Whether it opens in a new window */
  open_in_new_window?: boolean;
};

/** Request body of “Update unit”. */
export type UpdateUnit = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Id of the building */
  building_id?: string;
  /** Id of the floor */
  floor_id?: string;
  /** Id of the floor plan */
  floor_plan_id?: string;
  /** Number of the unit */
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

/** Request body of “Update unit map”. */
export type UpdateUnitMap = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the map */
  name?: string;
  /** Tags of the map */
  tags?: Array<string>;
  /** How the viewer draws units */
  style?: "a" | "a.1" | "a.2" | "b" | "c" | "d" | "e" | "f.1" | "f.2" | "f.3" | "g.1" | "g.2" | "h" | "x";
  /** Default false */
  is_dimension_locked?: boolean;
  /** The building that it shows: then only numbers of its units count */
  building_id?: string | null;
  /** How the viewer shows backgrounds: `pale` for drawings, in light grey; `natural` for pictures such as rendered site plans and photographs, in their colors and through the homes; default `pale` */
  background_tone?: "pale" | "natural";
};

/** Request body of “Update unit outbound link”. `type` selects one of several shapes. */
export type UpdateUnitOutboundLink = UpdateUrlsUnitOutboundLink | UpdateIframeUnitOutboundLink | UpdateTemplateUnitOutboundLink;

/** Request body of “Update unit references”. All items are applied, or none. */
export type UpdateUnitReferenceBatch = {
  /** Items; all are stored, or none */
  data: Array<{
    /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
    asset_id?: string;
    /** Id of the group. The path has it: a body may omit it, or repeat the same id. */
    group_id?: string;
    /** Id of the unit */
    unit_id: string;
    /** Id of the unit in the system of the group; unique in the group */
    value: string | null;
  }>;
};

/** Request body of “Update unit reference group”. */
export type UpdateUnitReferenceGroup = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the group */
  name?: string;
  /** Description of the values */
  description?: string | null;
  /** Names the third-party system; unique in the asset */
  key?: string | null;
};

/** `UpdateUnitOutboundLink` of the type `urls_per_unit`. Opens a URL that is stored for each unit. */
export type UpdateUrlsUnitOutboundLink = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
  asset_id?: string;
  /** Name of the link */
  name?: string;
  /** Text that visitors see; by default the name */
  label?: string | null;
  /** Icon beside the text */
  icon_type?: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for?: "all" | "available" | "unavailable";
  /** Opens a URL that is stored for each unit */
  type: "urls_per_unit";
  /** Names the link in events of the viewer */
  event_key?: string | null;
  /** Whether it opens in a new window */
  open_in_new_window?: boolean;
  /** Default false */
  show_icon_in_list?: boolean;
};

/** Request body of “Update webhook”. */
export type UpdateWebhook = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** What the webhook is for */
  name?: string;
  /** Where events are sent by POST: a public address with https */
  url?: string;
  /** Types of events to send; `unit.*` stands for all types of a subject, `*` for all. `pricing.unit_changed` is sent only if it is named */
  types?: Array<"*" | "asset.*" | "building.*" | "floor.*" | "floor_plan.*" | "unit.*" | "data_model.*" | "asset_expense.*" | "floor_plan_expense.*" | "pricing_disclaimer.*" | "unit_expense.*" | "background.*" | "landing_page.*" | "unit_map.*" | "asset_outbound_link.*" | "description.*" | "description_group.*" | "filter.*" | "filter_option.*" | "gallery.*" | "marker_description.*" | "outbound_link.*" | "pricing_process.*" | "pricing_unit.*" | "asset_reference.*" | "unit_reference.*" | "reference_group.*" | "pricing.*" | "embed.*" | "webhook.*" | "asset.created" | "asset.updated" | "asset.deleted" | "building.created" | "building.updated" | "building.deleted" | "floor.created" | "floor.updated" | "floor.deleted" | "floor_plan.created" | "floor_plan.updated" | "floor_plan.deleted" | "unit.created" | "unit.updated" | "unit.deleted" | "data_model.created" | "data_model.updated" | "data_model.deleted" | "asset_expense.created" | "asset_expense.updated" | "asset_expense.deleted" | "floor_plan_expense.created" | "floor_plan_expense.updated" | "floor_plan_expense.deleted" | "pricing_disclaimer.created" | "pricing_disclaimer.updated" | "pricing_disclaimer.deleted" | "unit_expense.created" | "unit_expense.updated" | "unit_expense.deleted" | "background.created" | "background.updated" | "background.deleted" | "landing_page.created" | "landing_page.updated" | "landing_page.deleted" | "unit_map.created" | "unit_map.updated" | "unit_map.deleted" | "asset_outbound_link.created" | "asset_outbound_link.updated" | "asset_outbound_link.deleted" | "description.created" | "description.updated" | "description.deleted" | "description_group.created" | "description_group.updated" | "description_group.deleted" | "filter.created" | "filter.updated" | "filter.deleted" | "filter_option.created" | "filter_option.updated" | "filter_option.deleted" | "gallery.created" | "gallery.updated" | "gallery.deleted" | "marker_description.created" | "marker_description.updated" | "marker_description.deleted" | "outbound_link.created" | "outbound_link.updated" | "outbound_link.deleted" | "pricing_process.created" | "pricing_process.updated" | "pricing_process.deleted" | "pricing_unit.created" | "pricing_unit.updated" | "pricing_unit.deleted" | "asset_reference.created" | "asset_reference.updated" | "asset_reference.deleted" | "unit_reference.created" | "unit_reference.updated" | "unit_reference.deleted" | "reference_group.created" | "reference_group.updated" | "reference_group.deleted" | "pricing.published" | "pricing.guard_refused" | "pricing.transaction_expired" | "pricing.unit_changed" | "embed.document_built" | "embed.document_failed" | "webhook.disabled">;
  /** Whether events are sent; default true */
  is_enabled?: boolean;
};

/** `UnitOutboundLink` of the type `urls_per_unit`. Opens a URL that is stored for each unit. */
export type UrlsUnitOutboundLink = {
  /** Id, assigned by the service */
  id: string;
  /** Id of the asset */
  asset_id: string;
  /** Name of the link */
  name: string;
  /** Text that visitors see; by default the name */
  label: string | null;
  /** Icon beside the text */
  icon_type: "email" | "print" | "reserve" | "share" | "search" | "info" | "video_camera" | "video_play" | "virtual_tour" | "360_tour" | "calendar" | "floorplan" | "form" | "location" | "person" | "photo" | "photo_and_tour" | "plus_sign" | "smartphone" | "telephone" | null;
  /** Units on which visitors see the link: `available` ones, such as for booking a tour, which includes those that become available; `unavailable` ones, such as for a waiting list; default `all` */
  shown_for: "all" | "available" | "unavailable";
  /** Opens a URL that is stored for each unit */
  type: "urls_per_unit";
  /** Names the link in events of the viewer */
  event_key: string | null;
  /** Whether it opens in a new window */
  open_in_new_window: boolean;
  /** Default false */
  show_icon_in_list: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** The data of a map page: units, prices, filters, texts and drawings of each asset. */
export type ViewerDocument = {
  /** Version of the document format */
  version: 2;
  /** Kind of page */
  kind: "embed" | "landing_page";
  /** Key of the page, the last part of its URL */
  key: string;
  /** Name of the page */
  name: string;
  /** Tags of the embed */
  tags: Array<string>;
  /** Origins of pages that may frame the page; absent = any */
  allowed_origins?: Array<string>;
  /** State of the prices of all assets (the worst); stale after 48 hours */
  state: "live" | "stale" | "hidden" | "empty";
  /** Publication time of the oldest data set shown */
  as_of?: string;
  /** Day for which availability was computed, in the time zone of the asset; the earliest of several */
  today: string;
  /** Assets of the page */
  assets: Array<{
    /** Id of the asset */
    id: string;
    /** Globally unique id */
    uuid: string;
    /** Name that visitors see */
    name: string;
    /** Text about the property */
    description?: string;
    /** Postal address */
    address: {
      /** Street and number */
      line_1?: string;
      /** Second line */
      line_2?: string;
      /** City */
      city?: string;
      /** State or province */
      state?: string;
      /** Postal code */
      postal_code?: string;
      /** ISO 3166-1 alpha-3 */
      country?: string;
    };
    /** Pages send what visitors do, to be counted */
    count_visits?: true;
    /** Color of buttons and links, `#rrggbb` */
    accent_color?: string;
    /** URL of the logo */
    logo_url?: string;
    /** How to reach the leasing office */
    contact?: {
      /** Phone number, as people write it */
      phone?: string;
      /** E-mail address */
      email?: string;
      /** When it can be reached */
      hours?: string;
      /** URL of a page, such as a contact form: https, mailto or tel */
      url?: string;
    };
    /** URL of a page that shows the way */
    directions_url: string;
    /** ISO 4217 code, from the country */
    currency: string;
    /** Unit of areas */
    area_unit: "sqft" | "sqm";
    /** IANA name of the time zone in which its days begin */
    time_zone: string;
    /** State of the prices of the asset; stale after 48 hours */
    state: "live" | "stale" | "hidden" | "empty";
    /** Publication time of the prices */
    as_of?: string;
    /** The process whose prices are shown */
    pricing_process?: {
      /** Id of the pricing process */
      id: string;
      /** Name of the process */
      name: string;
      /** One price for each unit, or prices by lease term */
      pricing_strategy: "flat_pricing" | "revenue_management";
    };
    /** Prices are total prices; absent if they are base rents */
    price_display?: "total";
    /** Charges; units with the same ones share a set */
    charge_sets?: Array<Array<{
      /** Id of the expense */
      id: string;
      /** Text that visitors see */
      label: string;
      /** How often it is paid */
      frequency: "one_time" | "daily" | "weekly" | "monthly" | "quarterly" | "annually" | "per_lease" | "per_stay";
      /** Group of charges */
      category?: string;
      /** When it is first due */
      due_at?: string;
      /** What one piece costs */
      amount?: number;
      /** The least that it costs */
      min_amount?: number;
      /** The most that it costs */
      max_amount?: number;
      /** Percent of the rent */
      percentage?: number;
      /** The first, the second, ... piece */
      steps?: Array<number>;
      /** Words instead of an amount */
      text_amount?: string;
      /** Most pieces */
      max_quantity?: number;
      /** Every renter pays it: it is part of the total price, or due once */
      required?: true;
      /** The renter gets it back */
      refundable?: true;
      /** The rent contains it */
      included?: true;
      /** It depends on an event */
      situational?: true;
      /** A more specific charge of the same type replaces it */
      replaced?: true;
      /** Each applicant pays it */
      per_applicant?: true;
      /** Short explanation */
      tooltip?: string;
      /** Legal text */
      disclaimer?: string;
    }>>;
    /** Texts about prices */
    disclaimers?: Array<{
      /** Id of the disclaimer */
      id: string;
      /** Heading */
      label?: string;
      /** One sentence */
      short_text?: string;
      /** The whole text */
      long_text?: string;
      /** Small print */
      subtext?: string;
    }>;
    /** Buildings of the asset */
    buildings: Array<{
      /** Id of the building */
      id: string;
      /** Its name */
      name: string;
      /** Text that visitors see */
      label: string;
    }>;
    /** Floors in display order */
    floors: Array<{
      /** Id of the floor */
      id: string;
      /** Its name */
      name: string;
      /** Text that visitors see */
      label: string;
      /** Text where space is short */
      short_label: string;
    }>;
    /** Floor plans of the asset */
    floor_plans: Array<{
      /** Id of the floor plan */
      id: string;
      /** Its name */
      name: string;
      /** Bedrooms; 0 for a studio */
      bedroom_count: number;
      /** Bathrooms; 1.5 means a full and a half bath */
      bathroom_count: number;
      /** Label of the filter that groups floor plans */
      label?: string;
      /** URL of the image */
      image_url?: string;
      /** URL of the second image */
      secondary_image_url?: string;
      /** Pictures in display order */
      pictures?: Array<{
        /** URL of the image */
        url: string;
        /** What it shows, for people who cannot see it */
        alt?: string;
      }>;
      /** https URLs of 360° tours */
      tour_urls?: Array<string>;
      /** https URLs of videos */
      video_urls?: Array<string>;
    }>;
    /** Units, ordered by building, floor and number */
    units: Array<{
      /** Id of the unit */
      id: string;
      /** Number of the unit */
      number: string;
      /** Id of the building */
      building_id: string;
      /** Id of the floor */
      floor_id: string;
      /** Id of the floor plan */
      floor_plan_id: string;
      /** Area in the `area_unit` of the asset */
      area: number;
      /** Affordable housing */
      affordable?: true;
      /** Availability on the day `today`; `unavailable` without an entry, and in the states `reserved`, `sold`, `waitlist` and `off_market` */
      availability: "available" | "upcoming" | "unavailable";
      /** First day on which it can be rented; only for upcoming units */
      available_on?: string;
      /** Monthly rent, or the total price if the asset displays totals; absent if hidden or incomplete */
      price?: number;
      /** Monthly rent with every required monthly charge, if `price` is not that; absent if incomplete */
      total_price?: number;
      /** Monthly rent; only if `price` is the total price */
      base_price?: number;
      /** The total price counts ranges with their maximum */
      price_estimate?: true;
      /** No price, because a required charge has no amount */
      price_incomplete?: true;
      /** Due at application and move-in, with the first month; absent if that is the total price */
      move_in_price?: number;
      /** Position of its charges in `charge_sets` of the asset */
      charges?: number;
      /** Full rent; present if `price` is reduced from it */
      full_price?: number;
      /** Lease term of the price, in months */
      lease_term?: number;
      /** It has prices for other lease terms or starts: ask for quotes */
      has_quotes?: true;
      /** Special offer */
      specials?: string;
      /** What its status in the price feed means; absent for a word without a state */
      state?: "available" | "on_notice" | "reserved" | "sold" | "coming_soon" | "waitlist" | "off_market";
      /** Word of the price feed without a state; only if its process shows such words */
      status?: string;
      /** URL for leasing it online */
      apply_url?: string;
      /** URL of the image of the view */
      view_image_url?: string;
      /** URL of the second image of the view */
      secondary_view_image_url?: string;
      /** Pictures in display order */
      pictures?: Array<{
        /** URL of the image */
        url: string;
        /** What it shows, for people who cannot see it */
        alt?: string;
      }>;
      /** https URLs of 360° tours */
      tour_urls?: Array<string>;
      /** https URLs of videos */
      video_urls?: Array<string>;
    }>;
    /** Filters in display order */
    filters: Array<{
      /** Id of the filter */
      id: string;
      /** Its name */
      name: string;
      /** Text that visitors see */
      label: string;
      /** Criterion of the options */
      type: "custom" | "floor" | "floor_plan" | "range";
      /** Value that ranges apply to */
      range_type?: "unit_area" | "unit_move_in" | "unit_price";
      /** Options in display order */
      options: Array<{
        /** Id of the option */
        id: string;
        /** Text that visitors see */
        label: string;
        /** Text where space is short */
        short_label?: string;
        /** Id of the floor that a floor filter selects */
        floor_id?: string;
        /** Id of the floor plan that a floor plan filter selects */
        floor_plan_id?: string;
        /** Lower bound of a range; days from today for dates */
        min?: number;
        /** Upper bound of a range */
        max?: number;
        /** Ids of the units that a custom filter selects */
        unit_ids?: Array<string>;
      }>;
    }>;
    /** Descriptions of units, by group */
    description_groups: Array<{
      /** Id of the group */
      id: string;
      /** Its name */
      name: string;
      /** Descriptions of the group */
      descriptions: Array<{
        /** Id of the description */
        id: string;
        /** Text of the tab */
        label: string;
        /** Safe HTML */
        html: string;
        /** Ids of the units that it describes */
        unit_ids: Array<string>;
      }>;
    }>;
    /** Links of units */
    unit_links: Array<{
      /** Id of the link */
      id: string;
      /** Its name */
      name: string;
      /** Text that visitors see */
      label: string;
      /** `iframe_api` notifies the host page instead of opening a URL */
      type: "iframe_api" | "url_template" | "urls_per_unit";
      /** Icon beside the text */
      icon?: string;
      /** Units that have the link, `upcoming` ones with the available; absent = all */
      shown_for?: "available" | "unavailable";
      /** Names the link in events of the viewer */
      event_key?: string;
      /** Whether it opens in a new window */
      open_in_new_window: boolean;
      /** Whether lists of units show its icon */
      show_icon_in_list: boolean;
      /** URLs by unit id; other units have no link */
      urls?: Record<string, string>;
    }>;
    /** Links of the property */
    links: Array<{
      /** Id of the link */
      id: string;
      /** Its name */
      name: string;
      /** Text that visitors see */
      label: string;
      /** URL that the link opens */
      url: string;
      /** Whether it opens in a new window */
      open_in_new_window: boolean;
    }>;
    /** Markers on maps */
    markers: Array<{
      /** Id of the marker */
      id: string;
      /** Its name */
      name: string;
      /** Text that visitors see */
      label: string;
      /** Safe HTML */
      html?: string;
      /** Pictures in display order */
      pictures?: Array<{
        /** URL of the image */
        url: string;
        /** What it shows, for people who cannot see it */
        alt?: string;
      }>;
      /** https URLs of 360° tours */
      tour_urls?: Array<string>;
      /** https URLs of videos */
      video_urls?: Array<string>;
      /** URL of a page to show in a frame */
      iframe_url?: string;
      /** URL of a link */
      link_url?: string;
      /** Positions on maps */
      places: Array<{
        /** Id of the map */
        map_id: string;
        /** Position in the drawing, from the left */
        x: number;
        /** Position in the drawing, from the top */
        y: number;
      }>;
    }>;
    /** Maps in display order */
    maps: Array<{
      /** Id of the map */
      id: string;
      /** Its name */
      name: string;
      /** Tags of the map */
      tags: Array<string>;
      /** Names of the map within the embed */
      instance_keys: Array<string>;
      /** How units are drawn */
      style: string;
      /** Backgrounds are pictures, which keep their colors; absent if they are drawings */
      background_tone?: "natural";
      /** Ids of the floors on the map */
      floor_ids: Array<string>;
      /** Ids of the buildings on the map */
      building_ids: Array<string>;
      /** URL of the compiled map */
      url?: string;
      /** Bounds of the drawing, in its coordinates */
      view_box?: {
        /** Left edge */
        x: number;
        /** Top edge */
        y: number;
        /** Width */
        width: number;
        /** Height */
        height: number;
      };
      /** Images below the units */
      backgrounds: Array<{
        /** Id of the background */
        id: string;
        /** Its name */
        name: string;
        /** URL of the image */
        image_url: string;
      }>;
      /** Ids of the units on the map */
      unit_ids: Array<string>;
    }>;
  }>;
};

/** Request body of “Count visits of an embed” and “Count visits of a landing page”. All items are applied, or none. */
export type VisitBatch = {
  /** What the visitor did */
  data: Array<{
    /** Id of the key. The path has it: a body may omit it, or repeat the same id. */
    key_id?: string;
    /** What the visitor did */
    kind: "view" | "open" | "filter" | "outbound_click";
    /** Id of the asset */
    asset_id: string;
    /** Id of the unit; null or absent for the page itself. An `open` has a unit, a `filter` has none */
    unit_id?: string | null;
  }>;
};

/** What visitors did with a unit on a day, or on the pages of the asset apart from its units. */
export type VisitCount = {
  /** Day, where the asset stands */
  day: string;
  /** Id of the unit; null for the pages of the asset */
  unit_id: string | null;
  /** How often the unit came into view in a list of units, once for each page; or the page was opened */
  views: number;
  /** How often the unit was opened; 0 for the pages */
  opens: number;
  /** How often filters were changed; 0 for a unit */
  filters: number;
  /** Clicks on links and contacts of the unit; or on contacts of the asset */
  outbound_clicks: number;
};

/** Response of “List visit counts”. One page of the list. */
export type VisitCountList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<VisitCount>;
};

/** An endpoint to which events are sent. Lists also show how far it is. */
export type Webhook = {
  /** Id, assigned by the service */
  id: string;
  /** What the webhook is for */
  name: string;
  /** Where events are sent */
  url: string;
  /** Types of events that are sent */
  types: Array<string>;
  /** Accounts whose events it receives: those of the key that created it; null: all */
  account_ids: Array<string> | null;
  /** The only assets among them: those of the key that created it; null: all */
  asset_ids: Array<string> | null;
  /** Whether events are sent */
  is_enabled: boolean;
  /** Why it is disabled */
  status_details: string | null;
  /** Until when the secret before the last rotation signs too */
  previous_secret_ends_at: string | null;
  /** Events that wait to be sent; only in lists */
  waiting_count?: number;
  /** Age of the oldest event that has not been sent, in seconds; only in lists */
  lag_seconds?: number;
  /** When it last accepted an event; only in lists */
  last_success_at?: string | null;
  /** Since when it has accepted none; only in lists */
  failing_since?: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List webhooks”. One page of the list. */
export type WebhookList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Webhook>;
};

/** Request body of “Create account” and “Update account”. */
export type WriteAccount = {
  /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
  id?: string;
  /** Name of the account */
  name: string;
};

/** An event of a webhook; `type` tells which. */
export type WebhookEvent =
  | (AssetEvent & {
  /** What happened */
  type: "asset.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "building.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "building.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "building.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor_plan.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor_plan.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor_plan.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "data_model.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "data_model.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "data_model.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_expense.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_expense.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_expense.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor_plan_expense.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor_plan_expense.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "floor_plan_expense.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_disclaimer.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_disclaimer.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_disclaimer.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_expense.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_expense.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_expense.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "background.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "background.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "background.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "landing_page.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "landing_page.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "landing_page.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_map.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_map.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_map.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_outbound_link.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_outbound_link.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_outbound_link.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "description.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "description.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "description.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "description_group.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "description_group.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "description_group.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "filter.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "filter.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "filter.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "filter_option.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "filter_option.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "filter_option.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "gallery.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "gallery.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "gallery.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "marker_description.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "marker_description.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "marker_description.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "outbound_link.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "outbound_link.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "outbound_link.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_process.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_process.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_process.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_unit.created";
  data: EventPricingUnit;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_unit.updated";
  data: EventPricingUnitChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing_unit.deleted";
  data: EventPricingUnit;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_reference.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_reference.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "asset_reference.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_reference.created";
  data: EventUnitReference;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_reference.updated";
  data: EventUnitReferenceChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "unit_reference.deleted";
  data: EventUnitReference;
})
  | (AssetEvent & {
  /** What happened */
  type: "reference_group.created";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "reference_group.updated";
  data: EventChange;
})
  | (AssetEvent & {
  /** What happened */
  type: "reference_group.deleted";
  data: EventSubject;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing.published";
  data: EventPublication;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing.guard_refused";
  data: EventTransaction;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing.transaction_expired";
  data: EventTransaction;
})
  | (AssetEvent & {
  /** What happened */
  type: "pricing.unit_changed";
  data: EventUnitPrice;
})
  | (AssetEvent & {
  /** What happened */
  type: "embed.document_built";
  data: EventDocument;
})
  | (AssetEvent & {
  /** What happened */
  type: "embed.document_failed";
  data: EventDocument;
})
  | (PlainEvent & {
  /** What happened */
  type: "webhook.disabled";
  data: EventWebhook;
})
  | (PlainEvent & {
  /** What happened */
  type: "webhook.ping";
  data: EventPing;
});

export interface Operations {
  /** Quote a unit of an embed for a move-in date and lease term. Returns the price of a unit for a move-in date and a lease term, from the prices that the map shows. The [guide](/guides/pricing.md#quotes) explains which entry counts. `price` is null if there is none for this date and term. Needs no API key. */
  quoteUnitOfEmbed(request: {
    key: string;
    /** Id of the unit. */
    unit: string;
    /** Move-in date, where the asset stands; default: any. */
    moveIn?: string;
    /** Lease term in months; default: the one nearest to 12. */
    term?: number;
  }, options?: CallOptions): Promise<Quote>;
  /** Quote a unit of a landing page for a move-in date and lease term. Returns the price of a unit for a move-in date and a lease term, from the prices that the map shows. The [guide](/guides/pricing.md#quotes) explains which entry counts. `price` is null if there is none for this date and term. Needs no API key. */
  quoteUnitOfLandingPage(request: {
    key: string;
    /** Id of the unit. */
    unit: string;
    /** Move-in date, where the asset stands; default: any. */
    moveIn?: string;
    /** Lease term in months; default: the one nearest to 12. */
    term?: number;
  }, options?: CallOptions): Promise<Quote>;
  /** List accounts. Lists the accounts that the key may see. Most operations need only an asset id; you need an account id to list embeds and to assign assets. Any valid API key can call this operation. */
  listAccounts(request?: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** `1` lists what is archived instead, and can be restored for 30 days. */
    archived?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Account>;
  /** Create account. Adds an account. Assign assets to it next. The key must see all accounts. Permission `manage.accounts.create`. */
  createAccount(request: {
    body: WriteAccount;
  }, options?: CallOptions): Promise<Account>;
  /** List account assets. Lists the assets of one account. For the assets of all accounts that the key may see, use List assets. Any valid API key can call this operation. Experimental flag `accounts-assets`. */
  listAccountAssets(request: {
    account: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only the asset with this id. */
    asset?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Asset>;
  /** Assign assets to account. Makes assets visible to the keys of the account. They stay assigned to other accounts, and you may repeat assets that are already assigned. The operation assigns all of them or none. Permission `service.accounts.update-assets`. Experimental flag `accounts-assets`. */
  assignAssetsToAccount(request: {
    account: string;
    body: AccountAssetBatch;
  }, options?: CallOptions): Promise<void>;
  /** Unassign assets from account. Removes assets from the account. Its embeds lose the maps of these assets, and an embed that has no map left is deleted. This cannot be undone. The operation removes all of them or none. Permission `service.accounts.update-assets`. Experimental flag `accounts-assets`. */
  unassignAssetsFromAccount(request: {
    account: string;
    body: AccountAssetBatch;
  }, options?: CallOptions): Promise<void>;
  /** List embeds. Lists the maps that the account shows on websites. Put `url` into an iframe; use `asset` to list only the embeds that show one asset. Permission `service.embeds.read`. Experimental flag `embed-resource`. */
  listEmbeds(request: {
    account: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only embeds that show a map of the asset with this id. */
    asset?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Embed>;
  /** Create embed. Adds a page with maps of assets of the account. `url` of the response is what you put into an iframe. Permission `manage.embeds.create`. Experimental flag `embed-resource`. */
  createEmbed(request: {
    account: string;
    body: NewEmbed;
  }, options?: CallOptions): Promise<Embed>;
  /** View embed. Returns the URL, maps and tags of one embed. Permission `service.embeds.read`. Experimental flag `embed-resource`. */
  viewEmbed(request: {
    account: string;
    embed: string;
  }, options?: CallOptions): Promise<Embed>;
  /** Update embed. Changes an embed. `service_maps` replaces its maps; a map that stays keeps the values that you leave out. Its address stays the same. Fields that you omit keep their values; `null` clears a nullable field. Permission `manage.embeds.update`. Experimental flag `embed-resource`. */
  updateEmbed(request: {
    account: string;
    embed: string;
    body: UpdateEmbed;
  }, options?: CallOptions): Promise<Embed>;
  /** Delete embed. Deletes an embed with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Its address is not found any more; the maps stay. Permission `manage.embeds.delete`. Experimental flag `embed-resource`. */
  deleteEmbed(request: {
    account: string;
    embed: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** View account. Returns the name of one account. Any valid API key can call this operation. */
  viewAccount(request: {
    account: string;
  }, options?: CallOptions): Promise<Account>;
  /** Update account. Renames an account. Fields that you omit keep their values; `null` clears a nullable field. Permission `manage.accounts.update`. */
  updateAccount(request: {
    account: string;
    body: WriteAccount;
  }, options?: CallOptions): Promise<Account>;
  /** Archive account. Archives an account: it and its embeds are hidden, and its keys see nothing. Its assets stay, also for other accounts. It can be restored for 30 days; then it is removed, and keys that are limited to it are revoked. Permission `manage.accounts.delete`. */
  archiveAccount(request: {
    account: string;
    /** `1` changes nothing, and answers what would be. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Archival>;
  /** Restore account. Restores an archived account with its embeds and the assignment of its assets. One that is not archived stays as it is. Permission `manage.accounts.delete`. */
  restoreAccount(request: {
    archivedAccount: string;
  }, options?: CallOptions): Promise<Account>;
  /** Restore asset. Restores an archived asset with everything that belongs to it, under its ids and addresses. One that is not archived stays as it is. Permission `service.assets.delete`. */
  restoreAsset(request: {
    archivedAsset: string;
  }, options?: CallOptions): Promise<Asset>;
  /** List assets. Lists the assets of all accounts that the key may see. Start here: most paths begin with the id of an asset. Any valid API key can call this operation. */
  listAssets(request?: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only assets with all these words, or words that begin with them, in their name or address. */
    q?: string;
    /** Only assets of this market. */
    market?: "affordable_housing" | "agriculture" | "airplane" | "airport" | "build_to_rent" | "camping" | "cemetery" | "condos" | "coworking" | "cruise_ship" | "cultural" | "data_center" | "demo" | "education" | "entertainment" | "gallery_museum" | "geography" | "government" | "harbor_marina" | "healthcare" | "hospitality" | "industrial" | "infrastructure" | "land" | "logistics" | "manufactured_housing" | "master_planned" | "military_housing" | "mixed_use" | "multifamily" | "office" | "oil_and_gas" | "other" | "parking" | "rentable_items" | "resort" | "retail" | "salon" | "self_storage" | "senior_living" | "single_family" | "spa" | "stadium_arena" | "student" | "theme_park" | "transit";
    /** Only assets updated at this time or later. To poll, ask from five minutes before your previous request: a change has the time at which its transaction began. */
    updatedSince?: string;
    /** `1` lists what is archived instead, and can be restored for 30 days. */
    archived?: boolean;
    /** Order of the list, by default `id`; descending after a minus. Where values are equal, ids decide. Follow `next_url`: pages then neither skip nor repeat what does not change. */
    sort?: "id" | "-id" | "name" | "-name" | "updated_at" | "-updated_at";
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Asset>;
  /** Create asset. Adds a property. Create its buildings, floors and floor plans next, then its units, which refer to them. Permission `service.assets.create`. */
  createAsset(request: {
    body: CreateAsset;
  }, options?: CallOptions): Promise<Asset>;
  /** Set asset logo. Sets the logo of an asset, which is the heading of its maps: the part `logo` of a form, a PNG, JPEG, GIF or WebP image. `logo_url` of the asset is its URL. Permission `service.assets.update`. */
  setAssetLogo(request: {
    asset: string;
    files: { logo: Upload; };
  }, options?: CallOptions): Promise<Asset>;
  /** Delete asset logo. Removes the logo of an asset; its maps show the name instead. Permission `service.assets.update`. */
  deleteAssetLogo(request: {
    asset: string;
    /** `1` returns the asset, and removes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Asset>;
  /** List buildings. Lists the buildings of an asset. Each unit refers to one by its id. Permission `service.buildings.read`. */
  listBuildings(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Building>;
  /** Create building. Adds a building. Each unit needs one. Visitors see `label`, or `name` if there is no label. Permission `service.buildings.create`. */
  createBuilding(request: {
    asset: string;
    body: CreateBuilding;
  }, options?: CallOptions): Promise<Building>;
  /** Save buildings. Creates or changes up to 5,000 items in one request: all of them, or none. An item that changes a resource needs only the fields to change; new ones need all required fields and the permission to create. Form parts such as images are not part of it. Permission `service.buildings.update`. */
  saveBuildings(request: {
    asset: string;
    /** `id`, the default: an item with an `id` changes that resource, one without creates one. `name`: an item changes the resource with its name, or creates one. */
    matchBy?: "id" | "name";
    /** `1` checks the whole batch and returns the outcomes, but stores nothing. */
    dryRun?: boolean;
    body: SaveBuildingBatch;
  }, options?: CallOptions): Promise<SavedData>;
  /** View building. Returns the name and label of one building. Permission `service.buildings.read`. */
  viewBuilding(request: {
    asset: string;
    building: string;
  }, options?: CallOptions): Promise<Building>;
  /** Update building. Changes the name or label of a building. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.buildings.update`. */
  updateBuilding(request: {
    asset: string;
    building: string;
    body: UpdateBuilding;
  }, options?: CallOptions): Promise<Building>;
  /** Delete building. Deletes a building with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.buildings.delete`. */
  deleteBuilding(request: {
    asset: string;
    building: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** Build caches. Rebuilds the viewer document of the asset in the background. Maps follow every change within seconds, so this is rarely necessary: call it if a map must not wait, or after changes to the database with triggers disabled. Requests that arrive during a rebuild are merged into one. Permission `service.caches.build`. Experimental flag `build-caches`. */
  buildCaches(request: {
    asset: string;
  }, options?: CallOptions): Promise<void>;
  /** List asset expenses. Lists the expenses that every unit of the asset has, ordered by `sort`. Permission `service.expenses.read`. Experimental flag `expenses`. */
  listAssetExpenses(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Expense>;
  /** Create asset expense. Adds an expense that every unit of the asset has. Which fields have its value depends on `value_type`; fields of other types are rejected. Permission `service.expenses.create`. Experimental flag `expenses`. */
  createAssetExpense(request: {
    asset: string;
    body: CreateExpense;
  }, options?: CallOptions): Promise<Expense>;
  /** View asset expense. Returns one of these expenses. Permission `service.expenses.read`. Experimental flag `expenses`. */
  viewAssetExpense(request: {
    asset: string;
    expense: string;
  }, options?: CallOptions): Promise<Expense>;
  /** Update asset expense. Changes the fields that are sent. A new `value_type` drops the values of the former one. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.expenses.update`. Experimental flag `expenses`. */
  updateAssetExpense(request: {
    asset: string;
    expense: string;
    body: UpdateExpense;
  }, options?: CallOptions): Promise<Expense>;
  /** Delete asset expense. Deletes an expense, and returns it as it was. Totals of earlier times keep it. Permission `service.expenses.delete`. Experimental flag `expenses`. */
  deleteAssetExpense(request: {
    asset: string;
    expense: string;
    /** `1` returns the asset expense, and deletes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Expense>;
  /** List filters. Lists the filters with which visitors narrow down the units of a map. For the options of a filter, use List options. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  listFilters(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Filter>;
  /** Create filter. Adds a filter to the map. `type` says what its options select, and cannot be changed later. A `custom` filter also needs options, and units assigned to them. Permission `service.filters.create`. Experimental flag `filters-resource`. */
  createFilter(request: {
    asset: string;
    body: CreateFilter;
  }, options?: CallOptions): Promise<Filter>;
  /** List options. Lists the options of a filter, ordered by `sort`. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  listOptions(request: {
    asset: string;
    filter: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<FilterOption>;
  /** Create option. Adds an option to a filter. `type` must be the type of the filter. Permission `service.filters.create`. Experimental flag `filters-resource`. */
  createOption(request: {
    asset: string;
    filter: string;
    body: CreateFilterOption;
  }, options?: CallOptions): Promise<FilterOption>;
  /** Save options. Creates or changes up to 5,000 items in one request: all of them, or none. An item that changes a resource needs only the fields to change; new ones need all required fields and the permission to create. New options come last, in the order of their items; their type is that of the filter. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  saveOptions(request: {
    asset: string;
    filter: string;
    /** `id`, the default: an item with an `id` changes that option, one without creates one. `label`: an item changes the option with its label, or creates one. */
    matchBy?: "id" | "label";
    /** `1` checks the whole batch and returns the outcomes, but stores nothing. */
    dryRun?: boolean;
    body: SaveFilterOptionBatch;
  }, options?: CallOptions): Promise<SavedData>;
  /** List units of a custom option. Lists the units that visitors see when they choose this option. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  listUnitsOfACustomOption(request: {
    asset: string;
    filter: string;
    option: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<FilterOptionUnit>;
  /** Assign units to a custom option. Assigns units to an option. Other units stay assigned. The operation assigns all of them or none. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  assignUnitsToACustomOption(request: {
    asset: string;
    filter: string;
    option: string;
    body: FilterOptionUnitBatch;
  }, options?: CallOptions): Promise<FilterOptionUnitData>;
  /** Remove units from a custom option. Removes units from an option. Units that are not assigned are ignored. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  removeUnitsFromACustomOption(request: {
    asset: string;
    filter: string;
    option: string;
    body: FilterOptionUnitBatch;
  }, options?: CallOptions): Promise<void>;
  /** View option. Returns one option of a filter. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  viewOption(request: {
    asset: string;
    filter: string;
    option: string;
  }, options?: CallOptions): Promise<FilterOption>;
  /** Update option. Changes an option of a filter. The type cannot be changed, and fields of other types are rejected. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  updateOption(request: {
    asset: string;
    filter: string;
    option: string;
    body: UpdateFilterOption;
  }, options?: CallOptions): Promise<FilterOption>;
  /** Delete option. Deletes an option with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.filters.delete`. Experimental flag `filters-resource`. */
  deleteOption(request: {
    asset: string;
    filter: string;
    option: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** View filter. Returns one filter with its options. Permission `service.filters.read`. Experimental flag `filters-resource`. */
  viewFilter(request: {
    asset: string;
    filter: string;
  }, options?: CallOptions): Promise<Filter>;
  /** Update filter. Changes the name, label or `is_enabled` of a filter. The type cannot be changed. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.filters.update`. Experimental flag `filters-resource`. */
  updateFilter(request: {
    asset: string;
    filter: string;
    body: UpdateFilter;
  }, options?: CallOptions): Promise<Filter>;
  /** Delete filter. Deletes a filter with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.filters.delete`. Experimental flag `filters-resource`. */
  deleteFilter(request: {
    asset: string;
    filter: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List floor plans. Lists the layouts that units share. Each unit refers to one by its id. Permission `service.floor-plans.read`. */
  listFloorPlans(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<FloorPlan>;
  /** Create floor plan. Adds a layout. Each unit needs one. Send images as `multipart/form-data`. Permission `service.floor-plans.create`. */
  createFloorPlan(request: {
    asset: string;
    body: CreateFloorPlan;
    files?: { image?: Upload; secondary_image?: Upload; };
  }, options?: CallOptions): Promise<FloorPlan>;
  /** Save floor plans. Creates or changes up to 5,000 items in one request: all of them, or none. An item that changes a resource needs only the fields to change; new ones need all required fields and the permission to create. Form parts such as images are not part of it. Permission `service.floor-plans.update`. */
  saveFloorPlans(request: {
    asset: string;
    /** `id`, the default: an item with an `id` changes that resource, one without creates one. `name`: an item changes the resource with its name, or creates one. */
    matchBy?: "id" | "name";
    /** `1` checks the whole batch and returns the outcomes, but stores nothing. */
    dryRun?: boolean;
    body: SaveFloorPlanBatch;
  }, options?: CallOptions): Promise<SavedData>;
  /** List floor plan expenses. Lists the expenses of floor plans, ordered by `sort`. A floor plan has those with an entry for it. Permission `service.expenses.read`. Experimental flag `expenses`. */
  listFloorPlanExpenses(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Expense>;
  /** Create floor plan expense. Adds an expense of floor plans. No floor plan has it until it has an entry. Permission `service.expenses.create`. Experimental flag `expenses`. */
  createFloorPlanExpense(request: {
    asset: string;
    body: CreateExpense;
  }, options?: CallOptions): Promise<Expense>;
  /** List floor plan expense entries. Lists what this expense costs for each floor plan that has it. A floor plan without an entry does not have the expense. Permission `service.expenses.read`. Experimental flag `expenses`. */
  listFloorPlanExpenseEntries(request: {
    asset: string;
    expense: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<FloorPlanEntry>;
  /** Replace floor plan expense entries. Replaces all entries of this expense: every floor plan that is not sent loses it. While another replacement of them is in progress, the response is 409. The value fields must be those of the expense's `value_type`; without one, the value of the expense applies. Permission `service.expenses.update`. Experimental flag `expenses`. */
  replaceFloorPlanExpenseEntries(request: {
    asset: string;
    expense: string;
    body: FloorPlanEntryBatch;
  }, options?: CallOptions): Promise<FloorPlanEntryData>;
  /** View floor plan expense. Returns one of these expenses. Permission `service.expenses.read`. Experimental flag `expenses`. */
  viewFloorPlanExpense(request: {
    asset: string;
    expense: string;
  }, options?: CallOptions): Promise<Expense>;
  /** Update floor plan expense. Changes the fields that are sent. A new `value_type` drops the values of the former one. Neither `type` nor `value_type` can be changed while floor plans have entries. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.expenses.update`. Experimental flag `expenses`. */
  updateFloorPlanExpense(request: {
    asset: string;
    expense: string;
    body: UpdateExpense;
  }, options?: CallOptions): Promise<Expense>;
  /** Delete floor plan expense. Deletes an expense, and returns it as it was. Totals of earlier times keep it. Permission `service.expenses.delete`. Experimental flag `expenses`. */
  deleteFloorPlanExpense(request: {
    asset: string;
    expense: string;
    /** `1` returns the floor plan expense, and deletes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Expense>;
  /** View floor plan. Returns the bedrooms, bathrooms, label and images of one floor plan. Any valid API key can call this operation. */
  viewFloorPlan(request: {
    asset: string;
    floorPlan: string;
  }, options?: CallOptions): Promise<FloorPlan>;
  /** Update floor plan. Changes a layout or its images. Send a new image as a part of the form, or `delete` as the value of `image` to remove it. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.floor-plans.update`. */
  updateFloorPlan(request: {
    asset: string;
    floorPlan: string;
    body: UpdateFloorPlan;
    files?: { image?: Upload; secondary_image?: Upload; };
  }, options?: CallOptions): Promise<FloorPlan>;
  /** Delete floor plan. Deletes a floor plan that no unit uses, with its galleries, and returns it as it was. Assign its units to another floor plan first. Permission `service.floor-plans.delete`. */
  deleteFloorPlan(request: {
    asset: string;
    floorPlan: string;
    /** `1` returns the floor plan, and deletes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<FloorPlan>;
  /** List floors. Lists the floors of an asset, ordered by `sort`. Each unit refers to one by its id. Permission `service.floors.read`. */
  listFloors(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Floor>;
  /** Create floor. Adds a floor. Each unit needs one. `sort` orders floors, the lowest first. Permission `service.floors.create`. */
  createFloor(request: {
    asset: string;
    body: CreateFloor;
  }, options?: CallOptions): Promise<Floor>;
  /** Save floors. Creates or changes up to 5,000 items in one request: all of them, or none. An item that changes a resource needs only the fields to change; new ones need all required fields and the permission to create. Form parts such as images are not part of it. Permission `service.floors.update`. */
  saveFloors(request: {
    asset: string;
    /** `id`, the default: an item with an `id` changes that resource, one without creates one. `name`: an item changes the resource with its name, or creates one. */
    matchBy?: "id" | "name";
    /** `1` checks the whole batch and returns the outcomes, but stores nothing. */
    dryRun?: boolean;
    body: SaveFloorBatch;
  }, options?: CallOptions): Promise<SavedData>;
  /** View floor. Returns the name, labels and position of one floor. Permission `service.floors.read`. */
  viewFloor(request: {
    asset: string;
    floor: string;
  }, options?: CallOptions): Promise<Floor>;
  /** Update floor. Changes the name, labels or position of a floor. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.floors.update`. */
  updateFloor(request: {
    asset: string;
    floor: string;
    body: UpdateFloor;
  }, options?: CallOptions): Promise<Floor>;
  /** Delete floor. Deletes a floor with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.floors.delete`. */
  deleteFloor(request: {
    asset: string;
    floor: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List galleries. Lists the galleries that marker descriptions refer to, and those of floor plans and units. Permission `service.galleries.read`. Experimental flag `gallery-resource`. */
  listGalleries(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Gallery>;
  /** Create gallery. Adds a gallery, of a floor plan or a unit if it names one. Send its first image as the part `image` of a form, and each further one with Update gallery. Permission `manage.galleries.create`. Experimental flag `gallery-resource`. */
  createGallery(request: {
    asset: string;
    body: CreateGallery;
    files?: { image?: Upload; };
  }, options?: CallOptions): Promise<Gallery>;
  /** View gallery. Returns one gallery with the URLs of its images. Any valid API key can call this operation. Experimental flag `gallery-resource`. */
  viewGallery(request: {
    asset: string;
    gallery: string;
  }, options?: CallOptions): Promise<Gallery>;
  /** Update gallery. Changes the fields of a gallery, or its images: `image`, a part of the form, is appended; `images` lists the URLs of those that stay, in their new order. Fields that you omit keep their values; `null` clears a nullable field. Permission `manage.galleries.update`. Experimental flag `gallery-resource`. */
  updateGallery(request: {
    asset: string;
    gallery: string;
    body: UpdateGallery;
    files?: { image?: Upload; };
  }, options?: CallOptions): Promise<Gallery>;
  /** Delete gallery. Deletes a gallery with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `manage.galleries.delete`. Experimental flag `gallery-resource`. */
  deleteGallery(request: {
    asset: string;
    gallery: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List landing pages. Lists the pages that show a single map each. `url` is the address to share. Permission `service.landing-pages.read`. Experimental flag `landing-page-resource`. */
  listLandingPages(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<LandingPage>;
  /** Create landing page. Adds a page that shows one map of the asset. `url` of the response is the address to share. Permission `manage.landing-pages.create`. Experimental flag `landing-page-resource`. */
  createLandingPage(request: {
    asset: string;
    body: NewLandingPage;
  }, options?: CallOptions): Promise<LandingPage>;
  /** View landing page. Returns the URL and map of one landing page. Permission `service.landing-pages.read`. Experimental flag `landing-page-resource`. */
  viewLandingPage(request: {
    asset: string;
    landingPage: string;
  }, options?: CallOptions): Promise<LandingPage>;
  /** Update landing page. Changes the name or the map of a landing page. Its address stays the same. Fields that you omit keep their values; `null` clears a nullable field. Permission `manage.landing-pages.update`. Experimental flag `landing-page-resource`. */
  updateLandingPage(request: {
    asset: string;
    landingPage: string;
    body: UpdateLandingPage;
  }, options?: CallOptions): Promise<LandingPage>;
  /** Delete landing page. Deletes a landing page with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Its address is not found any more. Permission `manage.landing-pages.delete`. Experimental flag `landing-page-resource`. */
  deleteLandingPage(request: {
    asset: string;
    landingPage: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List unit maps. Lists the drawings of an asset. Permission `service.unit-maps.read`. */
  listUnitMaps(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Tags, separated by commas: only maps that carry all of them. */
    tags?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitMap>;
  /** Create unit map. Adds a drawing. Send `file` (a `.umap`), `source` (`.svg`, `.ai`, `.pdf`, `.geojson`, or a `.zip` of IMDF), or both, as parts of a form. Send the other fields as parts, too, or as JSON in a part `data`. Permission `service.unit-maps.create`. Experimental flag `create-unitmap-resource`. */
  createUnitMap(request: {
    asset: string;
    body: {
      /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
      asset_id?: string;
      /** Name of the map */
      name: string;
      /** Tags of the map */
      tags?: Array<string>;
      /** How the viewer draws units */
      style: "a" | "a.1" | "a.2" | "b" | "c" | "d" | "e" | "f.1" | "f.2" | "f.3" | "g.1" | "g.2" | "h" | "x";
      /** Default false */
      is_dimension_locked?: boolean;
      /** The building that it shows: then only numbers of its units count */
      building_id?: string | null;
      /** How the viewer shows backgrounds: `pale` for drawings, in light grey; `natural` for pictures such as rendered site plans and photographs, in their colors and through the homes; default `pale` */
      background_tone?: "pale" | "natural";
    };
    files?: { file?: Upload; source?: Upload; };
  }, options?: CallOptions): Promise<UnitMap>;
  /** List backgrounds. Lists the images behind the shapes of a unit map. Permission `service.unit-maps.read`. */
  listBackgrounds(request: {
    asset: string;
    map: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Background>;
  /** Create background. Adds an image behind the shapes of a unit map: PNG, JPEG, GIF, WebP or SVG, in the coordinates of the drawing. Permission `service.unit-maps.update`. */
  createBackground(request: {
    asset: string;
    map: string;
    body?: {
      /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
      asset_id?: string;
      /** Id of the unit map. The path has it: a body may omit it, or repeat the same id. */
      unit_map_id?: string;
      /** Name of the background, unique in the map; by default `Background` with a number */
      name?: string;
    };
    files: { image: Upload; };
  }, options?: CallOptions): Promise<Background>;
  /** View background. Returns one background with the URL of its image. Permission `service.unit-maps.read`. */
  viewBackground(request: {
    asset: string;
    map: string;
    background: string;
  }, options?: CallOptions): Promise<Background>;
  /** Update background. Changes the name of a background or its image. The drawing of the map itself is changed by its source. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-maps.update`. */
  updateBackground(request: {
    asset: string;
    map: string;
    background: string;
    body: UpdateBackground;
    files?: { image?: Upload; };
  }, options?: CallOptions): Promise<Background>;
  /** Delete background. Deletes a background with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.unit-maps.update`. */
  deleteBackground(request: {
    asset: string;
    map: string;
    background: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** Preview unit map. Takes the files with which `update-unit-map` would replace those of the map, and shows which shapes would have which unit, which would have none and why, and which units the map would lack. Stores nothing. Permission `service.unit-maps.update`. */
  previewUnitMap(request: {
    asset: string;
    map: string;
    body: PreviewUnitMap;
    files?: { file?: Upload; source?: Upload; };
  }, options?: CallOptions): Promise<MapUnits>;
  /** Bind shape of a unit map. Binds a shape to a unit by hand, whatever its name and texts say, and returns all bindings of the map. The binding stays when the drawing is uploaded again, as long as it has the shape in the same place. `null` removes it. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-maps.update`. */
  bindShapeOfAUnitMap(request: {
    asset: string;
    map: string;
    shape: string;
    body: BindShape;
  }, options?: CallOptions): Promise<MapUnits>;
  /** Download source of a unit map. Returns the file from which the map was made, as it was sent; an SVG with scripts, events, external references or a DOCTYPE is returned sanitised. Supports ranges and conditional requests. Permission `service.unit-maps.read`. */
  downloadSourceOfAUnitMap(request: {
    asset: string;
    map: string;
  }, options?: CallOptions): Promise<Blob>;
  /** View units of a unit map. Shows which shape belongs to which unit, which shapes have no unit, and which units are not on the map. Permission `service.unit-maps.read`. */
  viewUnitsOfAUnitMap(request: {
    asset: string;
    map: string;
  }, options?: CallOptions): Promise<MapUnits>;
  /** View unit map. Returns the style, tags and files of one unit map. `url` is the compiled map, which viewers draw. Permission `service.unit-maps.read`. */
  viewUnitMap(request: {
    asset: string;
    map: string;
  }, options?: CallOptions): Promise<UnitMap>;
  /** Update unit map. Changes the name, tags or style of a unit map, or replaces its files. Send `file`, `source`, or both, as parts of a form, and the other fields as JSON in the part `data`. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-maps.update`. */
  updateUnitMap(request: {
    asset: string;
    map: string;
    body: UpdateUnitMap;
    files?: { file?: Upload; source?: Upload; };
  }, options?: CallOptions): Promise<UnitMap>;
  /** Delete unit map. Deletes a drawing with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. An embed that has no map left is deleted. Permission `service.unit-maps.delete`. */
  deleteUnitMap(request: {
    asset: string;
    map: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List marker descriptions. Lists what visitors see when they open a marker of a map. Permission `service.marker-descriptions.read`. Experimental flag `marker-descriptions-resource`. */
  listMarkerDescriptions(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<MarkerDescription>;
  /** Create marker description. Adds a marker. `places` says where maps show it, in the coordinates of their drawings. Permission `manage.marker-descriptions.create`. Experimental flag `marker-descriptions-resource`. */
  createMarkerDescription(request: {
    asset: string;
    body: CreateMarkerDescription;
  }, options?: CallOptions): Promise<MarkerDescription>;
  /** View marker description. Returns the text, links, gallery and places of one marker. Permission `service.marker-descriptions.read`. Experimental flag `marker-descriptions-resource`. */
  viewMarkerDescription(request: {
    asset: string;
    markerDescription: string;
  }, options?: CallOptions): Promise<MarkerDescription>;
  /** Update marker description. Changes a marker. `places` replaces all of its places. Fields that you omit keep their values; `null` clears a nullable field. Permission `manage.marker-descriptions.update`. Experimental flag `marker-descriptions-resource`. */
  updateMarkerDescription(request: {
    asset: string;
    markerDescription: string;
    body: UpdateMarkerDescription;
  }, options?: CallOptions): Promise<MarkerDescription>;
  /** Delete marker description. Deletes a marker description with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `manage.marker-descriptions.delete`. Experimental flag `marker-descriptions-resource`. */
  deleteMarkerDescription(request: {
    asset: string;
    markerDescription: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List asset outbound links. Lists the buttons of the whole map, such as a tour of the property. Permission `service.asset-outbound-links.read`. Experimental flag `asset-outbound-links-resource`. */
  listAssetOutboundLinks(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<AssetOutboundLink>;
  /** Create asset outbound link. Adds a button to the map of the asset. For a button on each unit, create a unit outbound link. Permission `service.asset-outbound-links.create`. Experimental flag `asset-outbound-links-resource`. */
  createAssetOutboundLink(request: {
    asset: string;
    body: CreateAssetOutboundLink;
  }, options?: CallOptions): Promise<AssetOutboundLink>;
  /** View asset outbound link. Returns the label, icon and URL template of one button. Permission `service.asset-outbound-links.read`. Experimental flag `asset-outbound-links-resource`. */
  viewAssetOutboundLink(request: {
    asset: string;
    outboundLink: string;
  }, options?: CallOptions): Promise<AssetOutboundLink>;
  /** Update asset outbound link. Changes the label, icon or URL template of a button. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.asset-outbound-links.update`. Experimental flag `asset-outbound-links-resource`. */
  updateAssetOutboundLink(request: {
    asset: string;
    outboundLink: string;
    body: UpdateAssetOutboundLink;
  }, options?: CallOptions): Promise<AssetOutboundLink>;
  /** Delete asset outbound link. Deletes an asset outbound link with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.asset-outbound-links.delete`. Experimental flag `asset-outbound-links-resource`. */
  deleteAssetOutboundLink(request: {
    asset: string;
    outboundLink: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** View price display. Returns which price of a home the asset advertises: the base rent or the total price. Permission `service.expenses.read`. Experimental flag `expenses`. */
  viewPriceDisplay(request: {
    asset: string;
  }, options?: CallOptions): Promise<PriceDisplay>;
  /** Update price display. Sets which price of a home the asset advertises. Maps follow within seconds. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.expenses.update`. Experimental flag `expenses`. */
  updatePriceDisplay(request: {
    asset: string;
    body: UpdatePriceDisplay;
  }, options?: CallOptions): Promise<PriceDisplay>;
  /** List pricing processes. Lists the pricing processes of an asset. You send prices to a process, and read them from it, by its id. Permission `service.pricing.read`. */
  listPricingProcesses(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingProcess>;
  /** Create pricing process. Adds a source of prices. Send prices to it next, with Ingest. Permission `service.pricing.manage`. */
  createPricingProcess(request: {
    asset: string;
    body: CreatePricingProcess;
  }, options?: CallOptions): Promise<PricingProcess>;
  /** List pricing disclaimers. Lists the texts about prices that the map of the asset shows. Permission `service.expenses.read`. Experimental flag `pricing-disclaimers-resource`. */
  listPricingDisclaimers(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingDisclaimer>;
  /** Create pricing disclaimer. Adds a pricing disclaimer to an asset. Permission `service.expenses.create`. Experimental flag `pricing-disclaimers-resource`. */
  createPricingDisclaimer(request: {
    asset: string;
    body: CreatePricingDisclaimer;
  }, options?: CallOptions): Promise<PricingDisclaimer>;
  /** View pricing disclaimer. Returns one pricing disclaimer. Permission `service.expenses.read`. Experimental flag `pricing-disclaimers-resource`. */
  viewPricingDisclaimer(request: {
    asset: string;
    disclaimer: string;
  }, options?: CallOptions): Promise<PricingDisclaimer>;
  /** Update pricing disclaimer. Changes the fields that are sent. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.expenses.update`. Experimental flag `pricing-disclaimers-resource`. */
  updatePricingDisclaimer(request: {
    asset: string;
    disclaimer: string;
    body: UpdatePricingDisclaimer;
  }, options?: CallOptions): Promise<PricingDisclaimer>;
  /** Delete pricing disclaimer. Deletes a disclaimer, and returns it as it was. Permission `service.expenses.delete`. Experimental flag `pricing-disclaimers-resource`. */
  deletePricingDisclaimer(request: {
    asset: string;
    disclaimer: string;
    /** `1` returns the pricing disclaimer, and deletes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<PricingDisclaimer>;
  /** List pricing entries. Lists the published entries, in one array for each unit that has any. A page has at most 4 MiB: it may end before `per-page` units, or within the entries of one, and `next_url` continues from there. All pages that `next_url` leads to belong to the same publication, whatever is published in the meantime. A page that you request by its number is complete, or is rejected (422) above 16 MiB. Any valid API key can call this operation. */
  listPricingEntries(request: {
    asset: string;
    process: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** `1` returns one entry for each unit, `0` returns all. The default is `1` for processes with the strategy `flat_pricing`, otherwise `0`. */
    flatPricing?: boolean;
    /** Only entries of the unit with this id. */
    unit?: string;
    /** Entries as of the publication with this id, matched to units as they are today. Permission `service.pricing.read`. */
    publication?: string;
    /** Entries as of this time, matched to units as they are today. The response is 410 if that time is no longer kept. Permission `service.pricing.read`. */
    at?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Array<PricingEntry>>;
  /** Open pricing transaction and send data. Opens a transaction and sends its first entries. With `commit=1`, one request publishes a complete data set, which replaces everything published before. Without a body, the transaction opens empty (202). A commit that exceeds the limits of the process is rejected (409, `guard_refused`), and the transaction stays open with everything that was sent. Permission `service.pricing.create-entries`. */
  openPricingTransactionAndSendData(request: {
    asset: string;
    process: string;
    /** `1` commits and closes the transaction, `0` (default) keeps it open. */
    commit?: boolean;
    /** `1` only reports what the commit would do. It publishes nothing and opens no transaction. */
    dryRun?: boolean;
    /** `guard` publishes a data set even if it exceeds the limits of the process. */
    override?: "guard";
    body?: PricingEntries;
  }, options?: CallOptions): Promise<Ingest>;
  /** List publications. Lists the commits that changed the data set of the process, the latest first. Permission `service.pricing.read`. */
  listPublications(request: {
    asset: string;
    process: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Publication>;
  /** View publication. Returns the time, sender and totals of one publication. For its entries, use List changes of a publication. Permission `service.pricing.read`. */
  viewPublication(request: {
    asset: string;
    process: string;
    publication: string;
  }, options?: CallOptions): Promise<Publication>;
  /** List changes of a publication. Lists the entries that the publication added, removed or changed, compared with the one before. An entry with changes of several kinds appears once for each kind. Permission `service.pricing.read`. */
  listPublicationChanges(request: {
    asset: string;
    process: string;
    publication: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only changes of this kind. */
    kind?: "added" | "removed" | "price_up" | "price_down" | "availability_changed" | "specials_changed" | "other_changed";
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<PublicationChange>;
  /** Restore publication. Publishes the data set of this publication again, as a new publication. Units keep the `provider_id` that they have now. With `dry-run=1`, only reports what would change. Permission `service.pricing.create-entries`. */
  restorePublication(request: {
    asset: string;
    process: string;
    publication: string;
    /** `1` only reports what the commit would do. It publishes nothing and opens no transaction. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Ingest>;
  /** List transactions. Lists the transactions of the process, the latest first, with the totals of their commits, also of those that the guard refused. Only the first can be open. Permission `service.pricing.read`. */
  listTransactions(request: {
    asset: string;
    process: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingTransaction>;
  /** Send data to an open transaction. Adds entries to an open transaction. With `commit=1`, also publishes all entries of the transaction, which replace everything published before. A commit that exceeds the limits of the process is rejected (409, `guard_refused`), and the transaction stays open with everything that was sent. Permission `service.pricing.create-entries`. */
  sendDataToAnOpenTransaction(request: {
    asset: string;
    process: string;
    transaction: string;
    /** `1` commits and closes the transaction, `0` (default) keeps it open. */
    commit?: boolean;
    /** `1` only reports what the commit would do. It publishes nothing and opens no transaction. */
    dryRun?: boolean;
    /** `guard` publishes a data set even if it exceeds the limits of the process. */
    override?: "guard";
    body?: PricingEntries;
  }, options?: CallOptions): Promise<Ingest>;
  /** Get transaction status. Shows whether a transaction is open, finished or expired, how many entries it has, and for how many seconds it stays open. Call this before you repeat a request that got no response. Any valid API key can call this operation. */
  getTransactionStatus(request: {
    asset: string;
    process: string;
    transaction: string;
  }, options?: CallOptions): Promise<PricingTransaction>;
  /** Abort an open transaction. Discards the transaction and its entries. You can open another one at once. Permission `service.pricing.create-entries`. */
  abortTransaction(request: {
    asset: string;
    process: string;
    transaction: string;
    /** `1` returns the transaction, which stays open. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<PricingTransaction>;
  /** List pricing units. Lists all units of the asset with their prices. All pages that `next_url` leads to show the same publication, whatever is published in the meantime. Any valid API key can call this operation. */
  listPricingUnits(request: {
    asset: string;
    process: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Units as of the publication with this id. Permission `service.pricing.read`. */
    publication?: string;
    /** Units as of this time. The response is 410 if that time is no longer kept. Permission `service.pricing.read`. */
    at?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingUnit>;
  /** Save pricing units. Maps up to 5,000 units to a `provider_id` in one request: all of them, or none. Each takes over the published entries of its id at once. Ids must be unique once all items are stored, so two units can swap theirs. Permission `service.pricing.create-entries`. */
  savePricingUnits(request: {
    asset: string;
    process: string;
    /** What names the unit of an item: `id`, the default; `number`, with `building_id` and `unit_number`; or `reference`, its id in the system of `reference-key`. */
    matchBy?: "id" | "number" | "reference";
    /** Key of the reference group, with `match-by=reference`. */
    referenceKey?: string;
    /** `1` checks the whole batch and returns the outcomes, but stores nothing. */
    dryRun?: boolean;
    body: SavePricingUnitBatch;
  }, options?: CallOptions): Promise<SavedData>;
  /** View pricing unit. Returns the price of one unit as visitors see it now, or as they saw it at an earlier time (`at`, `publication`). Any valid API key can call this operation. */
  viewPricingUnit(request: {
    asset: string;
    process: string;
    unit: string;
    /** Units as of the publication with this id. Permission `service.pricing.read`. */
    publication?: string;
    /** Units as of this time. The response is 410 if that time is no longer kept. Permission `service.pricing.read`. */
    at?: string;
  }, options?: CallOptions): Promise<PricingUnit>;
  /** Update pricing unit. Changes the `provider_id` or the flags of a unit. With a new `provider_id`, the unit takes over the published entries of that id at once. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.pricing.create-entries`. */
  updatePricingUnit(request: {
    asset: string;
    process: string;
    unit: string;
    body: UpdatePricingUnit;
  }, options?: CallOptions): Promise<PricingUnit>;
  /** List history of a pricing unit. Lists each change of the unit's price and availability that visitors saw, the latest first. Permission `service.pricing.read`. */
  listPricingUnitHistory(request: {
    asset: string;
    process: string;
    unit: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only changes that were visible at this time or later. */
    from?: string;
    /** Only changes that were visible at this time or earlier. */
    to?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<PricingUnitState>;
  /** List unmatched entries. Lists the published entries that match no unit, one for each provider id, with the units that it may mean. Give a unit that `provider_id` with Update pricing unit: its entries take effect at once. Permission `service.pricing.read`. */
  listUnmatchedEntries(request: {
    asset: string;
    process: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnmatchedEntry>;
  /** View pricing process. Returns the type, strategy and limits of one process. Any valid API key can call this operation. */
  viewPricingProcess(request: {
    asset: string;
    process: string;
  }, options?: CallOptions): Promise<PricingProcess>;
  /** Update pricing process. Changes the name, limits or retention of a process. The strategy cannot be changed once prices are published. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.pricing.manage`. */
  updatePricingProcess(request: {
    asset: string;
    process: string;
    body: UpdatePricingProcess;
  }, options?: CallOptions): Promise<PricingProcess>;
  /** Delete pricing process. Deletes a pricing process with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. With `cascade=1`, its transactions, publications and prices are deleted; embeds that used it then show the latest publication. This cannot be undone. Permission `service.pricing.manage`. */
  deletePricingProcess(request: {
    asset: string;
    process: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List asset references. Lists the ids of an asset in other systems, one for each `key`. Permission `service.asset-references.read`. Experimental flag `references`. */
  listAssetReferences(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<AssetReference>;
  /** Create asset reference. Stores the id of the asset in another system, which `key` names. Find assets by a third-party id then finds the asset by that id. Permission `service.asset-references.create`. Experimental flag `references`. */
  createAssetReference(request: {
    asset: string;
    body: CreateAssetReference;
  }, options?: CallOptions): Promise<AssetReference>;
  /** View asset reference. Returns one reference of an asset. Permission `service.asset-references.read`. Experimental flag `references`. */
  viewAssetReference(request: {
    asset: string;
    reference: string;
  }, options?: CallOptions): Promise<AssetReference>;
  /** Update asset reference. Changes the id, or the name and key of its system. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.asset-references.update`. Experimental flag `references`. */
  updateAssetReference(request: {
    asset: string;
    reference: string;
    body: UpdateAssetReference;
  }, options?: CallOptions): Promise<AssetReference>;
  /** Delete asset reference. Deletes an asset reference with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.asset-references.delete`. Experimental flag `references`. */
  deleteAssetReference(request: {
    asset: string;
    reference: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List total prices. Lists all units of the asset with their total prices: the base rent with every required monthly expense of the asset, the floor plan and the unit. Pages are those of the pricing units. Permission `service.expenses.read`. Experimental flag `all-in-pricing`. */
  listTotalPrices(request: {
    asset: string;
    process: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Total prices as of the time of the publication with this id. Permission `service.pricing.read`. */
    publication?: string;
    /** Total prices as visitors saw them at this time. The response is 410 if the publications of that time are no longer kept. Permission `service.pricing.read`. */
    at?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<TotalPrice>;
  /** View total price. Returns the total price of one unit with its breakdown: each expense that the unit has, and why it is or is not counted. Permission `service.expenses.read`. Experimental flag `all-in-pricing`. */
  viewTotalPrice(request: {
    asset: string;
    process: string;
    unit: string;
    /** Total prices as of the time of the publication with this id. Permission `service.pricing.read`. */
    publication?: string;
    /** Total prices as visitors saw them at this time. The response is 410 if the publications of that time are no longer kept. Permission `service.pricing.read`. */
    at?: string;
  }, options?: CallOptions): Promise<TotalPriceBreakdown>;
  /** List units. Lists the units of an asset: all, or those of a number, building, floor or floor plan, or those changed since a time. For their prices, use List pricing units. Permission `service.units.read`. */
  listUnits(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only units of exactly this number. */
    unitNumber?: string;
    /** Only units of this building. */
    building?: string;
    /** Only units of this floor. */
    floor?: string;
    /** Only units of this floor plan. */
    floorPlan?: string;
    /** Only units updated at this time or later. To poll, ask from five minutes before your previous request: a change has the time at which its transaction began. */
    updatedSince?: string;
    /** What to return with each unit. A part needs the permission to read it. An unknown name is an error. Separated by commas: `building`, `floor`, `floor_plan`, `pricing_units`, `references`. */
    include?: string;
    /** Only these fields of the unit, beside those of `include`; default: all. The response then lacks the others, also those that its schema requires. An unknown name is an error. Separated by commas: `id`, `asset_id`, `building_id`, `floor_id`, `floor_plan_id`, `unit_number`, `area`, `is_affordable_housing_unit`, `created_at`, `updated_at`, `map_id`, `view_image_url`, `secondary_view_image_url`. */
    fields?: string;
    /** Order of the list, by default `id`; descending after a minus. Where values are equal, ids decide. Follow `next_url`: pages then neither skip nor repeat what does not change. */
    sort?: "id" | "-id" | "unit_number" | "-unit_number" | "updated_at" | "-updated_at";
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Unit>;
  /** Create unit. Adds a unit to a building, a floor and a floor plan, which must exist. Maps match the unit to a shape by its `unit_number`. Permission `service.units.create`. */
  createUnit(request: {
    asset: string;
    body: CreateUnit;
    files?: { view_image?: Upload; secondary_view_image?: Upload; };
  }, options?: CallOptions): Promise<Unit>;
  /** Save units. Creates or changes up to 5,000 items in one request: all of them, or none. An item that changes a resource needs only the fields to change; new ones need all required fields and the permission to create. Images are not part of it. Match by reference to synchronise units with a system that has ids of its own. Permission `service.units.update`. */
  saveUnits(request: {
    asset: string;
    /** What names the unit of an item: `id`, the default; `number`, with `building_id` and `unit_number`; or `reference`, its id in the system of `reference-key`. */
    matchBy?: "id" | "number" | "reference";
    /** Key of the reference group, with `match-by=reference`. */
    referenceKey?: string;
    /** `1` checks the whole batch and returns the outcomes, but stores nothing. */
    dryRun?: boolean;
    body: SaveUnitBatch;
  }, options?: CallOptions): Promise<SavedData>;
  /** List description groups. Lists the groups of texts about units. A unit shows one text of each group, as a tab beside the map. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  listDescriptionGroups(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<DescriptionGroup>;
  /** Create description group. Adds a group. Create its descriptions next, and assign units to them. Permission `service.unit-descriptions.create`. Experimental flag `unit-descriptions-resource`. */
  createDescriptionGroup(request: {
    asset: string;
    body: CreateDescriptionGroup;
  }, options?: CallOptions): Promise<DescriptionGroup>;
  /** List descriptions. Lists the texts of a group. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  listDescriptions(request: {
    asset: string;
    group: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Description>;
  /** Create descriptions. Adds texts to a group. The operation creates all of them or none. Permission `service.unit-descriptions.create`. Experimental flag `unit-descriptions-resource`. */
  createDescriptions(request: {
    asset: string;
    group: string;
    body: DescriptionBatch;
  }, options?: CallOptions): Promise<DescriptionData>;
  /** Update descriptions. Changes texts of a group. The operation changes all of them or none. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  updateDescriptions(request: {
    asset: string;
    group: string;
    body: UpdateDescriptionBatch;
  }, options?: CallOptions): Promise<DescriptionData>;
  /** View description. Returns one text with its label. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  viewDescription(request: {
    asset: string;
    group: string;
    description: string;
  }, options?: CallOptions): Promise<Description>;
  /** Update description. Changes one text. With `If-Match`, only as you have seen it. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  updateDescription(request: {
    asset: string;
    group: string;
    description: string;
    body: DescriptionChanges;
  }, options?: CallOptions): Promise<Description>;
  /** Delete description. Deletes a text with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.unit-descriptions.delete`. Experimental flag `unit-descriptions-resource`. */
  deleteDescription(request: {
    asset: string;
    group: string;
    description: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List units assigned to descriptions. Lists each unit that has a text of the group, with that text. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  listUnitsAssignedToDescriptions(request: {
    asset: string;
    group: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<DescriptionAssignment>;
  /** Assign units to descriptions. Assigns a text of the group to each unit. It replaces the text that the unit had. The operation assigns all of them or none. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  assignUnitsToDescriptions(request: {
    asset: string;
    group: string;
    body: DescriptionAssignmentBatch;
  }, options?: CallOptions): Promise<DescriptionAssignmentData>;
  /** View description group. Returns one group. For its texts, use List descriptions. Permission `service.unit-descriptions.read`. Experimental flag `unit-descriptions-resource`. */
  viewDescriptionGroup(request: {
    asset: string;
    group: string;
  }, options?: CallOptions): Promise<DescriptionGroup>;
  /** Update description group. Changes the name of a group. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-descriptions.update`. Experimental flag `unit-descriptions-resource`. */
  updateDescriptionGroup(request: {
    asset: string;
    group: string;
    body: UpdateDescriptionGroup;
  }, options?: CallOptions): Promise<DescriptionGroup>;
  /** Delete description group. Deletes a description group with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.unit-descriptions.delete`. Experimental flag `unit-descriptions-resource`. */
  deleteDescriptionGroup(request: {
    asset: string;
    group: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List unit expenses. Lists the expenses of single units, ordered by `sort`. A unit has those with an entry for it. Permission `service.expenses.read`. Experimental flag `expenses`. */
  listUnitExpenses(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Expense>;
  /** Create unit expense. Adds an expense of single units. No unit has it until it has an entry. Permission `service.expenses.create`. Experimental flag `expenses`. */
  createUnitExpense(request: {
    asset: string;
    body: CreateExpense;
  }, options?: CallOptions): Promise<Expense>;
  /** List unit expense entries. Lists what this expense costs for each unit that has it. A unit without an entry does not have the expense. Permission `service.expenses.read`. Experimental flag `expenses`. */
  listUnitExpenseEntries(request: {
    asset: string;
    expense: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitEntry>;
  /** Replace unit expense entries. Replaces all entries of this expense: every unit that is not sent loses it. While another replacement of them is in progress, the response is 409. The value fields must be those of the expense's `value_type`; without one, the value of the expense applies. Permission `service.expenses.update`. Experimental flag `expenses`. */
  replaceUnitExpenseEntries(request: {
    asset: string;
    expense: string;
    body: UnitEntryBatch;
  }, options?: CallOptions): Promise<UnitEntryData>;
  /** View unit expense. Returns one of these expenses. Permission `service.expenses.read`. Experimental flag `expenses`. */
  viewUnitExpense(request: {
    asset: string;
    expense: string;
  }, options?: CallOptions): Promise<Expense>;
  /** Update unit expense. Changes the fields that are sent. A new `value_type` drops the values of the former one. Neither `type` nor `value_type` can be changed while units have entries. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.expenses.update`. Experimental flag `expenses`. */
  updateUnitExpense(request: {
    asset: string;
    expense: string;
    body: UpdateExpense;
  }, options?: CallOptions): Promise<Expense>;
  /** Delete unit expense. Deletes an expense, and returns it as it was. Totals of earlier times keep it. Permission `service.expenses.delete`. Experimental flag `expenses`. */
  deleteUnitExpense(request: {
    asset: string;
    expense: string;
    /** `1` returns the unit expense, and deletes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Expense>;
  /** List unit outbound links. Lists the buttons that each unit of the map has, such as a link to the application form. Permission `service.unit-outbound-links.read`. */
  listUnitOutboundLinks(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitOutboundLink>;
  /** Create unit outbound link. Adds a button to every unit. `type` says what it does: it opens a URL made from a template, opens a URL stored for each unit, or sends an event to the host page. `type` cannot be changed later. Permission `service.unit-outbound-links.create`. */
  createUnitOutboundLink(request: {
    asset: string;
    body: CreateUnitOutboundLink;
  }, options?: CallOptions): Promise<UnitOutboundLink>;
  /** List unit outbound link URLs. Lists all units of the asset with their URLs for this button; units without one have null. Only links of type `urls_per_unit` have URLs. Permission `service.unit-outbound-links.read`. */
  listUnitOutboundLinkUrls(request: {
    asset: string;
    outboundLink: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitOutboundLinkUrl>;
  /** Update unit outbound link URLs. Changes the URLs of units. Other units keep theirs; `null` removes one. Permission `service.unit-outbound-links.update`. */
  updateUnitOutboundLinkUrls(request: {
    asset: string;
    outboundLink: string;
    body: UnitOutboundLinkUrlBatch;
  }, options?: CallOptions): Promise<void>;
  /** View unit outbound link. Returns one button with its type. Permission `service.unit-outbound-links.read`. */
  viewUnitOutboundLink(request: {
    asset: string;
    outboundLink: string;
  }, options?: CallOptions): Promise<UnitOutboundLink>;
  /** Update unit outbound link. Changes the label, icon or URL template of a button. The type cannot be changed. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-outbound-links.create`. */
  updateUnitOutboundLink(request: {
    asset: string;
    outboundLink: string;
    body: UpdateUnitOutboundLink;
  }, options?: CallOptions): Promise<UnitOutboundLink>;
  /** Delete unit outbound link. Deletes a unit outbound link with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.unit-outbound-links.delete`. */
  deleteUnitOutboundLink(request: {
    asset: string;
    outboundLink: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** List unit reference groups. Lists the systems whose unit ids are stored, one group for each. Permission `service.unit-references.read`. Experimental flag `references`. */
  listUnitReferenceGroups(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitReferenceGroup>;
  /** Create unit reference group. Adds a system, named by `key`. Store its unit ids next, with Update unit references. Permission `service.unit-references.create`. Experimental flag `references`. */
  createUnitReferenceGroup(request: {
    asset: string;
    body: CreateUnitReferenceGroup;
  }, options?: CallOptions): Promise<UnitReferenceGroup>;
  /** List unit references. Lists the id of each unit in the system of this group. Permission `service.unit-references.read`. Experimental flag `references`. */
  listUnitReferences(request: {
    asset: string;
    group: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitReference>;
  /** Update unit references. Stores the ids of units in the system of this group. Values must be unique once all items are stored, so two units can swap theirs in one request. Permission `service.unit-references.update`. Experimental flag `references`. */
  updateUnitReferences(request: {
    asset: string;
    group: string;
    body: UpdateUnitReferenceBatch;
  }, options?: CallOptions): Promise<void>;
  /** View unit reference group. Returns the name and key of one group. Permission `service.unit-references.read`. Experimental flag `references`. */
  viewUnitReferenceGroup(request: {
    asset: string;
    group: string;
  }, options?: CallOptions): Promise<UnitReferenceGroup>;
  /** Update unit reference group. Changes the name, description or key of a group. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.unit-references.update`. Experimental flag `references`. */
  updateUnitReferenceGroup(request: {
    asset: string;
    group: string;
    body: UpdateUnitReferenceGroup;
  }, options?: CallOptions): Promise<UnitReferenceGroup>;
  /** Delete unit reference group. Deletes a unit reference group with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.unit-references.delete`. Experimental flag `references`. */
  deleteUnitReferenceGroup(request: {
    asset: string;
    group: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
  /** Find a unit by a third-party id. Returns the reference of the unit that has this id (`value`) in the system that `key` names. Permission `service.unit-references.read`. Experimental flag `references`. */
  findUnitReferences(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** The `key` of the third-party system. */
    key: string;
    /** The exact id in that system. */
    value: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<UnitReference>;
  /** View unit. Returns the building, floor, floor plan, area and images of one unit. `include` adds what the unit refers to; `If-Match` of an update takes the `ETag` of a response without `include` and `fields`. Permission `service.units.read`. */
  viewUnit(request: {
    asset: string;
    unit: string;
    /** What to return with each unit. A part needs the permission to read it. An unknown name is an error. Separated by commas: `building`, `floor`, `floor_plan`, `pricing_units`, `references`. */
    include?: string;
    /** Only these fields of the unit, beside those of `include`; default: all. The response then lacks the others, also those that its schema requires. An unknown name is an error. Separated by commas: `id`, `asset_id`, `building_id`, `floor_id`, `floor_plan_id`, `unit_number`, `area`, `is_affordable_housing_unit`, `created_at`, `updated_at`, `map_id`, `view_image_url`, `secondary_view_image_url`. */
    fields?: string;
  }, options?: CallOptions): Promise<Unit>;
  /** Update unit. Changes a unit. Send a new image as a part of the form, or `delete` as the value of `view_image` to remove it. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.units.update`. */
  updateUnit(request: {
    asset: string;
    unit: string;
    body: UpdateUnit;
    files?: { view_image?: Upload; secondary_view_image?: Upload; };
  }, options?: CallOptions): Promise<Unit>;
  /** Delete unit. Deletes a unit with everything that belongs to it, such as its prices and references, and returns it as it was. This cannot be undone. Permission `service.units.delete`. */
  deleteUnit(request: {
    asset: string;
    unit: string;
    /** `1` returns the unit, and deletes nothing. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Unit>;
  /** List visit counts. Lists what visitors did on maps of the asset on each day, for the pages (`unit_id` is null) and for each unit, while the asset has `count_visits`. The latest visits appear within half a minute. Permission `service.visits.read`. */
  listVisitCounts(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** First day; default: 30 days before the last. */
    from?: string;
    /** Last day, at most 100 days after the first, which is the default. */
    to?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<VisitCount>;
  /** View asset. Returns the name, address, market, number of units and logo of one asset. Any valid API key can call this operation. */
  viewAsset(request: {
    asset: string;
  }, options?: CallOptions): Promise<Asset>;
  /** Update asset. Changes the name, address or market of an asset. Maps show the change within seconds. Fields that you omit keep their values; `null` clears a nullable field. Permission `service.assets.update`. */
  updateAsset(request: {
    asset: string;
    body: UpdateAsset;
  }, options?: CallOptions): Promise<Asset>;
  /** Archive asset. Archives an asset: lists, pages and paths no longer have it, and visitors of its maps get 404. It can be restored for 30 days; then it is removed with everything that belongs to it. Permission `service.assets.delete`. */
  archiveAsset(request: {
    asset: string;
    /** `1` changes nothing, and answers what would be. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Archival>;
  /** List audit events. Lists who changed what, the newest first. A key that sees all accounts and assets gets the whole trail, with rejected requests, accounts, embeds and keys; another key gets the changes of what belongs to its assets alone. Events are kept as long as the operator decides. Permission `audit.read`. */
  listAuditEvents(request?: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only events of this asset. */
    asset?: string;
    /** Only events of this API key. */
    key?: string;
    /** Only events of this operation, command or job. */
    operation?: string;
    /** Only events of the request with this `X-Request-Id`. */
    request?: string;
    /** Only changes of this kind, or only rejected requests. */
    kind?: "created" | "updated" | "deleted" | "rejected";
    /** Only events since this time. */
    since?: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<AuditEvent>;
  /** View the document of an embed, version 1. Returns version 1 of the viewer document, which includes the paths of all shapes. New clients use version 2: View the viewer document of an embed. Needs no API key. */
  viewEmbedDocument(request: {
    key: string;
  }, options?: CallOptions): Promise<EmbedDocument>;
  /** View the viewer document of an embed. Returns everything that a map viewer shows, except the geometry, which is in the compiled file of each map. This is version 2; the [guide](/guides/viewer-document.md) explains each field. Needs no API key. */
  viewEmbedViewerDocument(request: {
    key: string;
  }, options?: CallOptions): Promise<ViewerDocument>;
  /** List events. Lists what changed in the assets of the key, in the order of commits within each asset. Send the `cursor` of a response as `after` to read on. With `Accept: text/event-stream`, the response is a stream of server-sent events instead, whose ids are cursors: a client that connects again sends the last one as `Last-Event-ID`. Permission `service.events.read`. */
  listEvents(request?: {
    /** Cursor of an earlier response. `oldest` starts with the oldest event that is kept, `newest` returns the newest events, `latest` only the cursor of the end. Default: `oldest`. */
    after?: string;
    /** Only events of these types, separated by commas; `unit.*` stands for all types of a subject. `pricing.unit_changed` is included only if it is named. */
    types?: string;
    /** Only events of this asset. */
    asset?: string;
    /** Events in the response; default 100. */
    limit?: number;
    /** Seconds to wait for an event if there is none yet; default 0. */
    wait?: number;
  }, options?: CallOptions): Promise<Events>;
  /** List keys. Lists the keys that may do no more than the calling key, by their first and last characters, with their last use. No operation returns a key itself again. Permission `keys.manage`. */
  listKeys(request?: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only keys in this state. */
    status?: "valid" | "expired" | "revoked";
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Key>;
  /** Create key. Creates a key that may do no more than the calling key, and returns it once. Give each program its own key, with the fewest permissions, and an end if you know it. Permission `keys.manage`. */
  createKey(request: {
    body: CreateKey;
  }, options?: CallOptions): Promise<NewKey>;
  /** View own key. Returns what the calling key may do, so that a program offers nothing else. It needs no permission. Any valid API key can call this operation. */
  viewOwnKey(request?: Record<string, never>, options?: CallOptions): Promise<Key>;
  /** Rotate key. Creates a successor with the same name and rights, and returns it once. The old key ends after the overlap, in which programs change over. Permission `keys.manage`. */
  rotateKey(request: {
    key: string;
    body: RotateKey;
  }, options?: CallOptions): Promise<NewKey>;
  /** View key. Returns what one key may do. Permission `keys.manage`. */
  viewKey(request: {
    key: string;
  }, options?: CallOptions): Promise<Key>;
  /** Update key. Changes the name or the rights of a key, within those of the calling key. Every server applies them within five seconds. A key cannot change its own rights. Fields that you omit keep their values; `null` clears a nullable field. Permission `keys.manage`. */
  updateKey(request: {
    key: string;
    body: UpdateKey;
  }, options?: CallOptions): Promise<Key>;
  /** Revoke key. Revokes a key for ever. Every server rejects it within five seconds. It stays in the list, for the audit trail. Permission `keys.manage`. */
  revokeKey(request: {
    key: string;
    /** `1` returns the key without revoking it. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Key>;
  /** View the viewer document of a landing page. Returns everything that a map viewer shows, except the geometry, which is in the compiled file of each map. This is version 2; the [guide](/guides/viewer-document.md) explains each field. Needs no API key. */
  viewLandingPageViewerDocument(request: {
    key: string;
  }, options?: CallOptions): Promise<ViewerDocument>;
  /** Find assets by a third-party id. Returns the assets that have this id (`value`) in the system that `key` names, among all that the key may see. Permission `service.asset-references.read`. Experimental flag `references`. */
  findAssetReferences(request: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** The `key` of the third-party system. */
    key: string;
    /** The exact id in that system. */
    value: string;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<AssetReference>;
  /** List webhooks. Lists the webhooks whose assets are among those of the key, with how far each is: the events that wait, and its last success. Permission `webhooks.manage`. */
  listWebhooks(request?: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Webhook>;
  /** Create webhook. Creates a webhook, and returns its secret once. From now on, it is sent the events of the assets that the key sees, each signed as Standard Webhooks defines. Permission `webhooks.manage`. */
  createWebhook(request: {
    body: CreateWebhook;
  }, options?: CallOptions): Promise<NewWebhook>;
  /** List webhook deliveries. Lists what was sent to a webhook or waits to be sent, the newest first, with every try. Permission `webhooks.manage`. */
  listWebhookDeliveries(request: {
    webhook: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Only deliveries with this status. */
    status?: "pending" | "retrying" | "delivered" | "failed";
    /** Only events of this type. */
    type?: "asset.created" | "asset.updated" | "asset.deleted" | "building.created" | "building.updated" | "building.deleted" | "floor.created" | "floor.updated" | "floor.deleted" | "floor_plan.created" | "floor_plan.updated" | "floor_plan.deleted" | "unit.created" | "unit.updated" | "unit.deleted" | "data_model.created" | "data_model.updated" | "data_model.deleted" | "asset_expense.created" | "asset_expense.updated" | "asset_expense.deleted" | "floor_plan_expense.created" | "floor_plan_expense.updated" | "floor_plan_expense.deleted" | "pricing_disclaimer.created" | "pricing_disclaimer.updated" | "pricing_disclaimer.deleted" | "unit_expense.created" | "unit_expense.updated" | "unit_expense.deleted" | "background.created" | "background.updated" | "background.deleted" | "landing_page.created" | "landing_page.updated" | "landing_page.deleted" | "unit_map.created" | "unit_map.updated" | "unit_map.deleted" | "asset_outbound_link.created" | "asset_outbound_link.updated" | "asset_outbound_link.deleted" | "description.created" | "description.updated" | "description.deleted" | "description_group.created" | "description_group.updated" | "description_group.deleted" | "filter.created" | "filter.updated" | "filter.deleted" | "filter_option.created" | "filter_option.updated" | "filter_option.deleted" | "gallery.created" | "gallery.updated" | "gallery.deleted" | "marker_description.created" | "marker_description.updated" | "marker_description.deleted" | "outbound_link.created" | "outbound_link.updated" | "outbound_link.deleted" | "pricing_process.created" | "pricing_process.updated" | "pricing_process.deleted" | "pricing_unit.created" | "pricing_unit.updated" | "pricing_unit.deleted" | "asset_reference.created" | "asset_reference.updated" | "asset_reference.deleted" | "unit_reference.created" | "unit_reference.updated" | "unit_reference.deleted" | "reference_group.created" | "reference_group.updated" | "reference_group.deleted" | "pricing.published" | "pricing.guard_refused" | "pricing.transaction_expired" | "pricing.unit_changed" | "embed.document_built" | "embed.document_failed" | "webhook.disabled" | "webhook.ping";
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Delivery>;
  /** Ping webhook. Sends an event of the type `webhook.ping` once, also to a disabled webhook. The deliveries show the response. Permission `webhooks.manage`. */
  pingWebhook(request: {
    webhook: string;
  }, options?: CallOptions): Promise<Delivery>;
  /** Replay webhook deliveries. Sends deliveries again, with the same `webhook-id`: one, those of a period, or those that failed. At least one field is required. Permission `webhooks.manage`. */
  replayWebhookDeliveries(request: {
    webhook: string;
    body: Replay;
  }, options?: CallOptions): Promise<Replayed>;
  /** Rotate webhook secret. Gives a webhook a new secret, and returns it once. During the overlap, requests carry the signatures of both secrets. Permission `webhooks.manage`. */
  rotateWebhookSecret(request: {
    webhook: string;
    body: RotateWebhookSecret;
  }, options?: CallOptions): Promise<NewWebhook>;
  /** View webhook. Returns one webhook, without its secret. Permission `webhooks.manage`. */
  viewWebhook(request: {
    webhook: string;
  }, options?: CallOptions): Promise<Webhook>;
  /** Update webhook. Changes a webhook. While it is disabled, its events wait; once it is enabled again, it gets those that are kept. Fields that you omit keep their values; `null` clears a nullable field. Permission `webhooks.manage`. */
  updateWebhook(request: {
    webhook: string;
    body: UpdateWebhook;
  }, options?: CallOptions): Promise<Webhook>;
  /** Delete webhook. Deletes a webhook with its deliveries, and returns it as it was. Permission `webhooks.manage`. */
  deleteWebhook(request: {
    webhook: string;
    /** `1` returns the webhook without deleting it. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Webhook>;
}

export const OPERATIONS: OperationTable<Operations> = {
  quoteUnitOfEmbed: {"method":"GET","path":"/embed/{key}/quotes"},
  quoteUnitOfLandingPage: {"method":"GET","path":"/share/{key}/quotes"},
  listAccounts: {"method":"GET","path":"/v1/accounts","list":true},
  createAccount: {"method":"POST","path":"/v1/accounts"},
  listAccountAssets: {"method":"GET","path":"/v1/accounts/{account}/assets","flag":"accounts-assets","list":true},
  assignAssetsToAccount: {"method":"PUT","path":"/v1/accounts/{account}/assets","flag":"accounts-assets"},
  unassignAssetsFromAccount: {"method":"PUT","path":"/v1/accounts/{account}/assets/remove","flag":"accounts-assets"},
  listEmbeds: {"method":"GET","path":"/v1/accounts/{account}/embeds","flag":"embed-resource","list":true},
  createEmbed: {"method":"POST","path":"/v1/accounts/{account}/embeds","flag":"embed-resource"},
  viewEmbed: {"method":"GET","path":"/v1/accounts/{account}/embeds/{embed}","flag":"embed-resource"},
  updateEmbed: {"method":"PUT","path":"/v1/accounts/{account}/embeds/{embed}","flag":"embed-resource"},
  deleteEmbed: {"method":"DELETE","path":"/v1/accounts/{account}/embeds/{embed}","flag":"embed-resource"},
  viewAccount: {"method":"GET","path":"/v1/accounts/{account}"},
  updateAccount: {"method":"PUT","path":"/v1/accounts/{account}"},
  archiveAccount: {"method":"DELETE","path":"/v1/accounts/{account}"},
  restoreAccount: {"method":"POST","path":"/v1/archived-accounts/{archived-account}/restore"},
  restoreAsset: {"method":"POST","path":"/v1/archived-assets/{archived-asset}/restore"},
  listAssets: {"method":"GET","path":"/v1/assets","list":true},
  createAsset: {"method":"POST","path":"/v1/assets"},
  setAssetLogo: {"method":"PUT","path":"/v1/assets/{asset}/logo","form":true},
  deleteAssetLogo: {"method":"DELETE","path":"/v1/assets/{asset}/logo"},
  listBuildings: {"method":"GET","path":"/v1/assets/{asset}/multifamily/buildings","list":true},
  createBuilding: {"method":"POST","path":"/v1/assets/{asset}/multifamily/buildings"},
  saveBuildings: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/buildings/batch"},
  viewBuilding: {"method":"GET","path":"/v1/assets/{asset}/multifamily/buildings/{building}"},
  updateBuilding: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/buildings/{building}"},
  deleteBuilding: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/buildings/{building}"},
  buildCaches: {"method":"POST","path":"/v1/assets/{asset}/multifamily/caches/build","flag":"build-caches"},
  listAssetExpenses: {"method":"GET","path":"/v1/assets/{asset}/multifamily/expenses","flag":"expenses","list":true},
  createAssetExpense: {"method":"POST","path":"/v1/assets/{asset}/multifamily/expenses","flag":"expenses"},
  viewAssetExpense: {"method":"GET","path":"/v1/assets/{asset}/multifamily/expenses/{expense}","flag":"expenses"},
  updateAssetExpense: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/expenses/{expense}","flag":"expenses"},
  deleteAssetExpense: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/expenses/{expense}","flag":"expenses"},
  listFilters: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters","flag":"filters-resource","list":true},
  createFilter: {"method":"POST","path":"/v1/assets/{asset}/multifamily/filters","flag":"filters-resource"},
  listOptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options","flag":"filters-resource","list":true},
  createOption: {"method":"POST","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options","flag":"filters-resource"},
  saveOptions: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/batch","flag":"filters-resource"},
  listUnitsOfACustomOption: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}/units","flag":"filters-resource","list":true},
  assignUnitsToACustomOption: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}/units","flag":"filters-resource"},
  removeUnitsFromACustomOption: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}/units/remove","flag":"filters-resource"},
  viewOption: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}","flag":"filters-resource"},
  updateOption: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}","flag":"filters-resource"},
  deleteOption: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/filters/{filter}/options/{option}","flag":"filters-resource"},
  viewFilter: {"method":"GET","path":"/v1/assets/{asset}/multifamily/filters/{filter}","flag":"filters-resource"},
  updateFilter: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/filters/{filter}","flag":"filters-resource"},
  deleteFilter: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/filters/{filter}","flag":"filters-resource"},
  listFloorPlans: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans","list":true},
  createFloorPlan: {"method":"POST","path":"/v1/assets/{asset}/multifamily/floor-plans"},
  saveFloorPlans: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floor-plans/batch"},
  listFloorPlanExpenses: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses","flag":"expenses","list":true},
  createFloorPlanExpense: {"method":"POST","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses","flag":"expenses"},
  listFloorPlanExpenseEntries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses/{expense}/entries","flag":"expenses","list":true},
  replaceFloorPlanExpenseEntries: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses/{expense}/entries","flag":"expenses"},
  viewFloorPlanExpense: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses/{expense}","flag":"expenses"},
  updateFloorPlanExpense: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses/{expense}","flag":"expenses"},
  deleteFloorPlanExpense: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/floor-plans/expenses/{expense}","flag":"expenses"},
  viewFloorPlan: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}"},
  updateFloorPlan: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}"},
  deleteFloorPlan: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}"},
  listFloors: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floors","list":true},
  createFloor: {"method":"POST","path":"/v1/assets/{asset}/multifamily/floors"},
  saveFloors: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floors/batch"},
  viewFloor: {"method":"GET","path":"/v1/assets/{asset}/multifamily/floors/{floor}"},
  updateFloor: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/floors/{floor}"},
  deleteFloor: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/floors/{floor}"},
  listGalleries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/galleries","flag":"gallery-resource","list":true},
  createGallery: {"method":"POST","path":"/v1/assets/{asset}/multifamily/galleries","flag":"gallery-resource"},
  viewGallery: {"method":"GET","path":"/v1/assets/{asset}/multifamily/galleries/{gallery}","flag":"gallery-resource"},
  updateGallery: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/galleries/{gallery}","flag":"gallery-resource"},
  deleteGallery: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/galleries/{gallery}","flag":"gallery-resource"},
  listLandingPages: {"method":"GET","path":"/v1/assets/{asset}/multifamily/landing-pages","flag":"landing-page-resource","list":true},
  createLandingPage: {"method":"POST","path":"/v1/assets/{asset}/multifamily/landing-pages","flag":"landing-page-resource"},
  viewLandingPage: {"method":"GET","path":"/v1/assets/{asset}/multifamily/landing-pages/{landing-page}","flag":"landing-page-resource"},
  updateLandingPage: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/landing-pages/{landing-page}","flag":"landing-page-resource"},
  deleteLandingPage: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/landing-pages/{landing-page}","flag":"landing-page-resource"},
  listUnitMaps: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps","list":true},
  createUnitMap: {"method":"POST","path":"/v1/assets/{asset}/multifamily/maps","flag":"create-unitmap-resource","form":true},
  listBackgrounds: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds","list":true},
  createBackground: {"method":"POST","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds","form":true},
  viewBackground: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds/{background}"},
  updateBackground: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds/{background}"},
  deleteBackground: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/maps/{map}/backgrounds/{background}"},
  previewUnitMap: {"method":"POST","path":"/v1/assets/{asset}/multifamily/maps/{map}/preview"},
  bindShapeOfAUnitMap: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/maps/{map}/shapes/{shape}"},
  downloadSourceOfAUnitMap: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/source","file":true},
  viewUnitsOfAUnitMap: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}/units"},
  viewUnitMap: {"method":"GET","path":"/v1/assets/{asset}/multifamily/maps/{map}"},
  updateUnitMap: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/maps/{map}"},
  deleteUnitMap: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/maps/{map}"},
  listMarkerDescriptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/marker-descriptions","flag":"marker-descriptions-resource","list":true},
  createMarkerDescription: {"method":"POST","path":"/v1/assets/{asset}/multifamily/marker-descriptions","flag":"marker-descriptions-resource"},
  viewMarkerDescription: {"method":"GET","path":"/v1/assets/{asset}/multifamily/marker-descriptions/{marker-description}","flag":"marker-descriptions-resource"},
  updateMarkerDescription: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/marker-descriptions/{marker-description}","flag":"marker-descriptions-resource"},
  deleteMarkerDescription: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/marker-descriptions/{marker-description}","flag":"marker-descriptions-resource"},
  listAssetOutboundLinks: {"method":"GET","path":"/v1/assets/{asset}/multifamily/outbound-links","flag":"asset-outbound-links-resource","list":true},
  createAssetOutboundLink: {"method":"POST","path":"/v1/assets/{asset}/multifamily/outbound-links","flag":"asset-outbound-links-resource"},
  viewAssetOutboundLink: {"method":"GET","path":"/v1/assets/{asset}/multifamily/outbound-links/{outbound-link}","flag":"asset-outbound-links-resource"},
  updateAssetOutboundLink: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/outbound-links/{outbound-link}","flag":"asset-outbound-links-resource"},
  deleteAssetOutboundLink: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/outbound-links/{outbound-link}","flag":"asset-outbound-links-resource"},
  viewPriceDisplay: {"method":"GET","path":"/v1/assets/{asset}/multifamily/price-display","flag":"expenses"},
  updatePriceDisplay: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/price-display","flag":"expenses"},
  listPricingProcesses: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing","list":true},
  createPricingProcess: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing"},
  listPricingDisclaimers: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing-disclaimers","flag":"pricing-disclaimers-resource","list":true},
  createPricingDisclaimer: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing-disclaimers","flag":"pricing-disclaimers-resource"},
  viewPricingDisclaimer: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing-disclaimers/{disclaimer}","flag":"pricing-disclaimers-resource"},
  updatePricingDisclaimer: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/pricing-disclaimers/{disclaimer}","flag":"pricing-disclaimers-resource"},
  deletePricingDisclaimer: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/pricing-disclaimers/{disclaimer}","flag":"pricing-disclaimers-resource"},
  listPricingEntries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/entries","list":true},
  openPricingTransactionAndSendData: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing/{process}/ingest"},
  listPublications: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications","list":true},
  viewPublication: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications/{publication}"},
  listPublicationChanges: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications/{publication}/changes","list":true},
  restorePublication: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing/{process}/publications/{publication}/restore"},
  listTransactions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions","list":true},
  sendDataToAnOpenTransaction: {"method":"POST","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{transaction}/ingest"},
  getTransactionStatus: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{transaction}"},
  abortTransaction: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/pricing/{process}/transactions/{transaction}"},
  listPricingUnits: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units","list":true},
  savePricingUnits: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/batch"},
  viewPricingUnit: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/{unit}"},
  updatePricingUnit: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/{unit}"},
  listPricingUnitHistory: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/units/{unit}/history","list":true},
  listUnmatchedEntries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}/unmatched","list":true},
  viewPricingProcess: {"method":"GET","path":"/v1/assets/{asset}/multifamily/pricing/{process}"},
  updatePricingProcess: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/pricing/{process}"},
  deletePricingProcess: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/pricing/{process}"},
  listAssetReferences: {"method":"GET","path":"/v1/assets/{asset}/multifamily/references","flag":"references","list":true},
  createAssetReference: {"method":"POST","path":"/v1/assets/{asset}/multifamily/references","flag":"references"},
  viewAssetReference: {"method":"GET","path":"/v1/assets/{asset}/multifamily/references/{reference}","flag":"references"},
  updateAssetReference: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/references/{reference}","flag":"references"},
  deleteAssetReference: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/references/{reference}","flag":"references"},
  listTotalPrices: {"method":"GET","path":"/v1/assets/{asset}/multifamily/total-pricing/{process}/units","flag":"all-in-pricing","list":true},
  viewTotalPrice: {"method":"GET","path":"/v1/assets/{asset}/multifamily/total-pricing/{process}/units/{unit}","flag":"all-in-pricing"},
  listUnits: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units","list":true},
  createUnit: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units"},
  saveUnits: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/batch"},
  listDescriptionGroups: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups","flag":"unit-descriptions-resource","list":true},
  createDescriptionGroup: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/description-groups","flag":"unit-descriptions-resource"},
  listDescriptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions","flag":"unit-descriptions-resource","list":true},
  createDescriptions: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions","flag":"unit-descriptions-resource"},
  updateDescriptions: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions","flag":"unit-descriptions-resource"},
  viewDescription: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions/{description}","flag":"unit-descriptions-resource"},
  updateDescription: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions/{description}","flag":"unit-descriptions-resource"},
  deleteDescription: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/descriptions/{description}","flag":"unit-descriptions-resource"},
  listUnitsAssignedToDescriptions: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/units","flag":"unit-descriptions-resource","list":true},
  assignUnitsToDescriptions: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}/units","flag":"unit-descriptions-resource"},
  viewDescriptionGroup: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}","flag":"unit-descriptions-resource"},
  updateDescriptionGroup: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}","flag":"unit-descriptions-resource"},
  deleteDescriptionGroup: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/description-groups/{group}","flag":"unit-descriptions-resource"},
  listUnitExpenses: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/expenses","flag":"expenses","list":true},
  createUnitExpense: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/expenses","flag":"expenses"},
  listUnitExpenseEntries: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/expenses/{expense}/entries","flag":"expenses","list":true},
  replaceUnitExpenseEntries: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/expenses/{expense}/entries","flag":"expenses"},
  viewUnitExpense: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/expenses/{expense}","flag":"expenses"},
  updateUnitExpense: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/expenses/{expense}","flag":"expenses"},
  deleteUnitExpense: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/expenses/{expense}","flag":"expenses"},
  listUnitOutboundLinks: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/outbound-links","list":true},
  createUnitOutboundLink: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/outbound-links"},
  listUnitOutboundLinkUrls: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls","list":true},
  updateUnitOutboundLinkUrls: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls"},
  viewUnitOutboundLink: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}"},
  updateUnitOutboundLink: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}"},
  deleteUnitOutboundLink: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}"},
  listUnitReferenceGroups: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/reference-groups","flag":"references","list":true},
  createUnitReferenceGroup: {"method":"POST","path":"/v1/assets/{asset}/multifamily/units/reference-groups","flag":"references"},
  listUnitReferences: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}/references","flag":"references","list":true},
  updateUnitReferences: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}/references","flag":"references"},
  viewUnitReferenceGroup: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}","flag":"references"},
  updateUnitReferenceGroup: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}","flag":"references"},
  deleteUnitReferenceGroup: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/reference-groups/{group}","flag":"references"},
  findUnitReferences: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/references","flag":"references","list":true},
  viewUnit: {"method":"GET","path":"/v1/assets/{asset}/multifamily/units/{unit}"},
  updateUnit: {"method":"PUT","path":"/v1/assets/{asset}/multifamily/units/{unit}"},
  deleteUnit: {"method":"DELETE","path":"/v1/assets/{asset}/multifamily/units/{unit}"},
  listVisitCounts: {"method":"GET","path":"/v1/assets/{asset}/multifamily/visits","list":true},
  viewAsset: {"method":"GET","path":"/v1/assets/{asset}"},
  updateAsset: {"method":"PUT","path":"/v1/assets/{asset}"},
  archiveAsset: {"method":"DELETE","path":"/v1/assets/{asset}"},
  listAuditEvents: {"method":"GET","path":"/v1/audit-events","list":true},
  viewEmbedDocument: {"method":"GET","path":"/v1/embeds/{key}/document"},
  viewEmbedViewerDocument: {"method":"GET","path":"/v1/embeds/{key}/viewer-document"},
  listEvents: {"method":"GET","path":"/v1/events"},
  listKeys: {"method":"GET","path":"/v1/keys","list":true},
  createKey: {"method":"POST","path":"/v1/keys"},
  viewOwnKey: {"method":"GET","path":"/v1/keys/own"},
  rotateKey: {"method":"POST","path":"/v1/keys/{key}/rotate"},
  viewKey: {"method":"GET","path":"/v1/keys/{key}"},
  updateKey: {"method":"PUT","path":"/v1/keys/{key}"},
  revokeKey: {"method":"DELETE","path":"/v1/keys/{key}"},
  viewLandingPageViewerDocument: {"method":"GET","path":"/v1/landing-pages/{key}/viewer-document"},
  findAssetReferences: {"method":"GET","path":"/v1/references","flag":"references","list":true},
  listWebhooks: {"method":"GET","path":"/v1/webhooks","list":true},
  createWebhook: {"method":"POST","path":"/v1/webhooks"},
  listWebhookDeliveries: {"method":"GET","path":"/v1/webhooks/{webhook}/deliveries","list":true},
  pingWebhook: {"method":"POST","path":"/v1/webhooks/{webhook}/ping"},
  replayWebhookDeliveries: {"method":"POST","path":"/v1/webhooks/{webhook}/replay"},
  rotateWebhookSecret: {"method":"POST","path":"/v1/webhooks/{webhook}/rotate"},
  viewWebhook: {"method":"GET","path":"/v1/webhooks/{webhook}"},
  updateWebhook: {"method":"PUT","path":"/v1/webhooks/{webhook}"},
  deleteWebhook: {"method":"DELETE","path":"/v1/webhooks/{webhook}"},
};

// Generated from apps/data-models-api/openapi.json by libs/sdk/generate.mjs: run `npm run openapi`, do not edit.
import type { CallOptions, OperationTable, Pages, Upload } from '../operation.js';

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

/** Response of “List assets”. One page of the list. */
export type AssetList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<Asset>;
};

/** A table of questions and answers about an asset. Its content is a CSV file. */
export type DataModel = {
  /** Id, assigned by the service */
  id: string;
  /** Title of the table */
  title: string;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

/** Response of “List data models”. One page of the list. */
export type DataModelList = {
  paging: Paging;
  /** Items of this page, in order */
  data: Array<DataModel>;
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

/** An error. Programs decide by `code`; `message` is for people. */
export type Error = {
  /** What went wrong, for people. The wording may change. */
  message: string;
  /** What went wrong, for programs. The [guide](/guides/integrating.md#errors) explains each code. Releases may add codes: treat an unknown one by its status. */
  code: "body_too_large" | "expectation_failed" | "experimental_flag_missing.data-models-resource" | "file_too_large" | "headers_too_large" | "https_required" | "idempotency_key_in_use" | "in_use" | "internal" | "invalid" | "invalid_credentials" | "malformed_json" | "malformed_multipart" | "malformed_request" | "method_not_allowed" | "nested_too_deep" | "no_api_key" | "not_found" | "not_ready" | "permission_missing" | "precondition_failed" | "range_not_satisfiable" | "rate_limit" | "read_only_key" | "request_timeout" | "unavailable" | "unsupported_charset" | "unsupported_media_type" | "upload_gone";
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

/** The process responds. */
export type Liveness = {
  /** Always `live` */
  status: "live";
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

export interface Operations {
  /** List assets. Lists the assets that the key may see, as the main API does. Any valid API key can call this operation. */
  listAssets(request?: {
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<Asset>;
  /** View asset. Returns one asset, as the main API does. Any valid API key can call this operation. */
  viewAsset(request: {
    asset: string;
  }, options?: CallOptions): Promise<Asset>;
  /** List data models. Lists the tables of an asset. You download or replace the file of each by its id. Permission `service.data-models.read`. Experimental flag `data-models-resource`. */
  listDataModels(request: {
    asset: string;
    /** Number of the page, from 1. */
    page?: number;
    /** Items on a page; default 100, at most 1000. */
    perPage?: number;
    /** `1` adds `paging.total_count`, the number of items on all pages. */
    total?: boolean;
    /** Part of `next_url`, and of `prev_url` in some lists; opaque, and valid for its page only. Follow these instead of setting it yourself. */
    cursor?: string;
  }, options?: CallOptions): Pages<DataModel>;
  /** Create data model. Adds a table to an asset: a title, and a CSV file in UTF-8, at most 50 MiB, with a header row and as many values in each row. Errors name the line. Permission `service.data-models.create`. Experimental flag `data-models-resource`. */
  createDataModel(request: {
    asset: string;
    body: {
      /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
      asset_id?: string;
      /** Title of the table */
      title: string;
    };
    files: { file: Upload; };
  }, options?: CallOptions): Promise<DataModel>;
  /** Download the file of a data model. Returns the CSV file as it was sent. Supports ranges and conditional requests. Permission `service.data-models.read`. Experimental flag `data-models-resource`. */
  downloadDataModel(request: {
    asset: string;
    dataModel: string;
  }, options?: CallOptions): Promise<Blob>;
  /** View data model. Returns one table, without its file. Permission `service.data-models.read`. Experimental flag `data-models-resource`. */
  viewDataModel(request: {
    asset: string;
    dataModel: string;
  }, options?: CallOptions): Promise<DataModel>;
  /** Update data model. Replaces the file of a table, and with `title` its title: CSV in UTF-8, at most 50 MiB, with a header row and as many values in each row. Errors name the line. The old file stays in place until the new one has arrived completely. Permission `service.data-models.update`. Experimental flag `data-models-resource`. */
  updateDataModel(request: {
    asset: string;
    dataModel: string;
    body?: {
      /** Id of the resource. The path has it: a body may omit it, or repeat the same id. */
      id?: string;
      /** Id of the asset. The path has it: a body may omit it, or repeat the same id. */
      asset_id?: string;
      /** Title of the table */
      title?: string;
    };
    files: { file: Upload; };
  }, options?: CallOptions): Promise<DataModel>;
  /** Delete data model. Deletes a table with its parts. While other resources refer to it, the response is 409 and names them; `cascade=1` deletes them too. `dry-run=1` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200. Permission `service.data-models.delete`. Experimental flag `data-models-resource`. */
  deleteDataModel(request: {
    asset: string;
    dataModel: string;
    /** `1` deletes what refers to the resource, too. */
    cascade?: boolean;
    /** `1` deletes nothing, and answers what would be deleted and changed. */
    dryRun?: boolean;
  }, options?: CallOptions): Promise<Deletion>;
}

export const OPERATIONS: OperationTable<Operations> = {
  listAssets: {"method":"GET","path":"/v1/assets","list":true},
  viewAsset: {"method":"GET","path":"/v1/assets/{asset}"},
  listDataModels: {"method":"GET","path":"/v1/assets/{asset}/data-models","flag":"data-models-resource","list":true},
  createDataModel: {"method":"POST","path":"/v1/assets/{asset}/data-models","flag":"data-models-resource","form":true},
  downloadDataModel: {"method":"GET","path":"/v1/assets/{asset}/data-models/{data-model}/file","flag":"data-models-resource","file":true},
  viewDataModel: {"method":"GET","path":"/v1/assets/{asset}/data-models/{data-model}","flag":"data-models-resource"},
  updateDataModel: {"method":"PUT","path":"/v1/assets/{asset}/data-models/{data-model}","flag":"data-models-resource","form":true},
  deleteDataModel: {"method":"DELETE","path":"/v1/assets/{asset}/data-models/{data-model}","flag":"data-models-resource"},
};

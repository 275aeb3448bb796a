/**
 * The viewer document, version 2: the data of a map page for an embed or a landing page, returned by
 * `GET /v1/embeds/{key}/viewer-document` and `GET /v1/landing-pages/{key}/viewer-document` (docs/viewer-document.md).
 *
 * Optional members are absent without a value. URLs of files are absolute, or relative to the server.
 * Dates are `2026-11-22`, instants `2026-11-22T09:30:00+00:00`, prices whole units of the asset's currency per month.
 */
export interface ViewerDocument {
  version: 2;
  kind: 'embed' | 'landing_page';
  key: string;
  name: string;
  tags: string[];
  /** Origins of pages that may frame an embed and exchange messages with it (`https://www.example.com`); absent = any. */
  allowed_origins?: string[];
  /** Worst state of the assets' prices, shown above the map. */
  state: PriceState;
  /** Publication time of the oldest data set shown; absent if nothing was published. */
  as_of?: string;
  /** Today by the clock of the service (UTC); availability was computed for this day. */
  today: string;
  assets: ViewerAsset[];
}

/** `live`, `stale` (published more than 48 hours ago), `hidden` (every price is hidden), `empty` (nothing is published). */
export type PriceState = 'live' | 'stale' | 'hidden' | 'empty';

/** `available` (today or earlier), `upcoming` (later than today, with `available_on`), `unavailable` (no entry). */
export type Availability = 'available' | 'upcoming' | 'unavailable';

export interface ViewerAsset {
  id: string;
  uuid: string;
  /** `display_name`, else `name` */
  name: string;
  description?: string;
  address: { line_1?: string; line_2?: string; city?: string; state?: string; postal_code?: string; country?: string };
  /** ISO 4217 code, from the asset's country */
  currency: string;
  area_unit: 'sqft' | 'sqm';
  state: PriceState;
  as_of?: string;
  /** process whose prices are shown */
  pricing_process?: { id: string; name: string; pricing_strategy: 'flat_pricing' | 'revenue_management' };
  buildings: { id: string; name: string; label: string }[];
  /** in display order */
  floors: { id: string; name: string; label: string; short_label: string }[];
  floor_plans: ViewerFloorPlan[];
  /** ordered by building, floor and number */
  units: ViewerUnit[];
  filters: ViewerFilter[];
  description_groups: ViewerDescriptionGroup[];
  /** links of units */
  unit_links: ViewerUnitLink[];
  /** links of the property */
  links: { id: string; name: string; label: string; url: string; open_in_new_window: boolean }[];
  markers: ViewerMarker[];
  maps: ViewerMap[];
}

export interface ViewerFloorPlan {
  id: string;
  name: string;
  bedroom_count: number;
  bathroom_count: number;
  /** label of the filter that groups plans */
  label?: string;
  image_url?: string;
  secondary_image_url?: string;
}

export interface ViewerUnit {
  id: string;
  number: string;
  building_id: string;
  floor_id: string;
  floor_plan_id: string;
  area: number;
  affordable?: true;
  availability: Availability;
  available_on?: string;
  /** Absent if the unit hides its price or has none. */
  price?: number;
  /** Present if `price` is reduced from it. */
  full_price?: number;
  specials?: string;
  /** Free text from the price feed; displayed, never interpreted. */
  status?: string;
  /** http(s) URL, present if the unit can be leased online. */
  apply_url?: string;
  view_image_url?: string;
  secondary_view_image_url?: string;
}

export interface ViewerFilter {
  id: string;
  name: string;
  label: string;
  type: 'custom' | 'floor' | 'floor_plan' | 'range';
  /** of a `range` */
  range_type?: 'unit_area' | 'unit_move_in' | 'unit_price';
  options: ViewerFilterOption[];
}

export interface ViewerFilterOption {
  id: string;
  label: string;
  short_label?: string;
  floor_id?: string;
  floor_plan_id?: string;
  /** of a `range`; for `unit_move_in`: days from today */
  min?: number;
  max?: number;
  /** of a `custom` filter */
  unit_ids?: string[];
}

export interface ViewerDescriptionGroup {
  id: string;
  name: string;
  descriptions: {
    id: string;
    /** label of the tab, at most 15 characters */
    label: string;
    /** HTML made by the service of the Markdown that was written; safe to insert */
    html: string;
    unit_ids: string[];
  }[];
}

export interface ViewerUnitLink {
  id: string;
  name: string;
  label: string;
  /** `iframe_api` sends `outbound.<event_key>.click` to the host page instead of opening a URL; other types have `urls`. */
  type: 'iframe_api' | 'url_template' | 'urls_per_unit';
  icon?: string;
  event_key?: string;
  open_in_new_window: boolean;
  show_icon_in_list: boolean;
  /** by unit id, with templates filled in; absent units have no link */
  urls?: Record<string, string>;
}

export interface ViewerMarker {
  id: string;
  name: string;
  label: string;
  /** HTML made by the service of the Markdown that was written; safe to insert */
  html?: string;
  images: string[];
  /** an http(s) page, loaded only on click */
  iframe_url?: string;
  /** an http(s) page that the marker links to */
  link_url?: string;
  /** positions, in coordinates of the map's drawing */
  places: { map_id: string; x: number; y: number }[];
}

export interface ViewerMap {
  id: string;
  name: string;
  tags: string[];
  /** names of the map in the embed, for the option `instance` */
  instance_keys: string[];
  /** `a` to `x`, selects the colours */
  style: string;
  /** floors of the units on the map; may be empty */
  floor_ids: string[];
  building_ids: string[];
  /** URL of the immutable compiled map (docs/umap.md); absent if there is none */
  url?: string;
  view_box?: { x: number; y: number; width: number; height: number };
  /** images shown faintly below the shapes, in the same coordinates */
  backgrounds: { id: string; name: string; image_url: string }[];
  /** units with a shape on the map, to select the map of a unit before the geometry is loaded */
  unit_ids: string[];
}

/**
 * The viewer document, version 2: what a map page shows of an embed or a landing page. The service answers it at
 * `GET /v1/embeds/{key}/viewer-document` and `GET /v1/landing-pages/{key}/viewer-document`; `docs/viewer-document.md`.
 *
 * Optional members are absent when there is nothing to say. URLs of files are absolute, or relative to the server.
 * Dates are `2026-11-22`, instants `2026-11-22T09:30:00+00:00`, prices whole units of the asset's currency a month.
 */
export interface ViewerDocument {
  version: 2;
  kind: 'embed' | 'landing_page';
  key: string;
  name: string;
  tags: string[];
  /** Origins that may frame an embed and speak with it (`https://www.example.com`); absent: any. */
  allowed_origins?: string[];
  /** Worst state of the assets' prices: what the page says above the map. */
  state: PriceState;
  /** When the oldest data set shown was published; absent when nothing was. */
  as_of?: string;
  /** Today in the service's clock (UTC): availability was computed for this day. */
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
  /** ISO 4217, by the asset's country */
  currency: string;
  area_unit: 'sqft' | 'sqm';
  state: PriceState;
  as_of?: string;
  /** The process whose prices are shown. */
  pricing_process?: { id: string; name: string; pricing_strategy: 'flat_pricing' | 'revenue_management' };
  buildings: { id: string; name: string; label: string }[];
  /** in their order */
  floors: { id: string; name: string; label: string; short_label: string }[];
  floor_plans: ViewerFloorPlan[];
  /** by building, floor and number */
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
  /** Absent when the unit hides its price or has none. */
  price?: number;
  /** Present when `price` is a discount of it. */
  full_price?: number;
  specials?: string;
  /** Free text of the price feed; shown, never interpreted. */
  status?: string;
  /** Present when the unit may be leased online: an http(s) URL. */
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
    /** at most 15 characters: the tab */
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
  /** `iframe_api` fires `outbound.<event_key>.click` at the host and follows no URL; the others have `urls`. */
  type: 'iframe_api' | 'url_template' | 'urls_per_unit';
  icon?: string;
  event_key?: string;
  open_in_new_window: boolean;
  show_icon_in_list: boolean;
  /** by unit id, templates already filled in; units without one have no link */
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
  /** where it stands, in coordinates of the map's drawing */
  places: { map_id: string; x: number; y: number }[];
}

export interface ViewerMap {
  id: string;
  name: string;
  tags: string[];
  /** names that the embed gives the map, for the option `instance` */
  instance_keys: string[];
  /** `a` to `x`: which token set colours it */
  style: string;
  /** floors of the units that it shows; empty when it shows none */
  floor_ids: string[];
  building_ids: string[];
  /** immutable compiled map (docs/umap.md); absent while there is none */
  url?: string;
  view_box?: { x: number; y: number; width: number; height: number };
  /** faint drawings under the shapes, in the same coordinates */
  backgrounds: { id: string; name: string; image_url: string }[];
  /** a unit that has a shape on it, to decide which map shows a unit before the geometry is there */
  unit_ids: string[];
}

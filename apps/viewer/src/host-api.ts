import type { Availability, PriceState } from './document.js';

/** Events for the host page, by name. Existing host pages listen for these names. */
export interface HostEvents {
  ready: { version: string; state: ViewerState; asset_ids: string[]; maps: { id: string; name: string }[] };
  state: { state: ViewerState; message: string };
  error: { code: string; message: string };
  'metrics.unitMap.unit.click': { unit: HostUnit };
  'metrics.unitList.unit.click': { unit: HostUnit };
  'metrics.filters.change': { filters: Record<string, string[]>; count: number };
  'metrics.unitMatches.impression': { units: HostUnit[] };
  'metrics.unitDetails.apply.click': { unit: HostUnit; link: HostLink };
  'metrics.unitDetails.outbound.click': { unit: HostUnit; link: HostLink };
  /** a click on a link of type `iframe_api`, which opens nothing */
  [outbound: `outbound.${string}.click`]: { unit: HostUnit; link: HostLink & { event_key: string } };
  /** a click on a way to the leasing office: `name` is `phone`, `email`, `page`, `directions` or `notify` */
  'metrics.contact.click': { asset_id: string; unit?: HostUnit; link: HostLink };
  resize: { width: number; height: number };
  share: { unit?: HostUnit; url: string };
  /** the visitor adds optional charges of a unit up; `quantities` by id of the expense */
  'metrics.calculator.change': { unit: HostUnit; quantities: Record<string, number>; total: number };
  /** the visitor saves a home or removes it; `url` shares them all */
  'saved.change': { units: HostUnit[]; url: string };
}

/** The state of the page: that of the prices, or the reason why there is no map. */
export type ViewerState = PriceState | 'building' | 'failed' | 'busy' | 'not_found';

export interface HostUnit {
  id: string;
  asset_id: string;
  number: string;
  floor_plan: { id: string; name: string };
  floor: { id: string; name: string };
  building: { id: string; name: string };
  availability: Availability;
  /** absent unless `upcoming` */
  available_on?: string;
  /** absent if the unit hides its price */
  price?: number;
}

export interface HostLink {
  id?: string;
  name: string;
  label: string;
  url?: string;
}

/** Calls of the host page. Each returns whether it was carried out. */
export interface HostCalls {
  /** opens a unit by number or id; null closes it */
  select(unit: string | null): boolean;
  /** sets filters: labels or ids of options by filter name; an empty object clears all filters */
  setFilters(filters: Record<string, string[]>): boolean;
  /** shows only units with these numbers; null removes the restriction */
  setUnitNumberMatches(numbers: string[] | null): boolean;
  disableUI(parts: UiPart[]): boolean;
  /** shows a floor by name, label or id */
  showFloor(floor: string): boolean;
  destroy(): boolean;
}

/**
 * `details` is the panel of a unit: without it, a click selects the unit and sends the host an event; the host shows the unit itself.
 * `tooltip` is the line that names the unit under the pointer.
 */
export type UiPart =
  | 'filters'
  | 'list'
  | 'floors'
  | 'zoom'
  | 'legend'
  | 'share'
  | 'apply'
  | 'header'
  | 'details'
  | 'tooltip';

/** The viewer's connection to its host page; `NO_HOST` without one. */
export interface HostPort {
  emit<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void;
  /** Registers the implementation of calls, once, when the viewer is ready; earlier calls are queued. */
  onCall(calls: HostCalls): void;
}

export const NO_HOST: HostPort = { emit: () => undefined, onCall: () => undefined };

/** Options of a viewer: query parameters of the page, and of `PropertyMap.embed`. */
export interface ViewerOptions {
  unit?: string;
  floor?: string;
  /** `name:option|option;name:option` */
  filters?: string;
  /** saved homes, by number or id: `101,204` */
  saved?: string;
  sort?: SortOrder;
  /** grouping of the list */
  group?: Grouping;
  locale?: string;
  /** ISO 4217 code of the visitors' currency; prices in other currencies are shown with their code, not converted */
  currency?: string;
  /** unit for areas, which are converted */
  area_unit?: 'sqft' | 'sqm';
  /** design tokens, sent as `theme.accent=%230a5` */
  theme?: Partial<Record<ThemeToken, string>>;
  /** light or dark; default: `auto`, as the visitor's system */
  color_scheme?: ColourScheme;
  /** `instance_key` of the embed's map to show first */
  instance?: string;
  /** address of the host page for shared links, with `{unit}` and `{saved}` for what is shared */
  share_url?: string;
  hide_apply_button?: boolean;
  disable_structured_data?: boolean;
  /** exact origin of the host page; no other page can connect */
  origin?: string;
  /** `false` disables messages to and from the host page */
  enable_api?: boolean;
}

export type SortKey = 'price' | 'number' | 'area' | 'date';
/** ascending, or descending with a `-` in front */
export type SortOrder = SortKey | `-${SortKey}`;
export type Grouping = 'floor' | 'floor_plan' | 'building' | 'none';

export type ColourScheme = 'auto' | 'light' | 'dark';

export type ThemeToken = 'accent' | 'text' | 'secondary' | 'line' | 'ground' | 'font';

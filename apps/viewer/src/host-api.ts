import type { Availability, PriceState } from './document.js';

/** Events for a host page, by name. The names are those that existing host pages of this trade listen for. */
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
  /** of a link of type `iframe_api`; no URL is followed */
  [outbound: `outbound.${string}.click`]: { unit: HostUnit; link: HostLink & { event_key: string } };
  resize: { width: number; height: number };
  share: { unit?: HostUnit; url: string };
}

/** What the page shows: prices in one of their states, or why there is no map. */
export type ViewerState = PriceState | 'building' | 'failed' | 'busy' | 'not_found';

export interface HostUnit {
  id: string;
  asset_id: string;
  number: string;
  floor_plan: { id: string; name: string };
  floor: { id: string; name: string };
  building: { id: string; name: string };
  availability: Availability;
  available_on?: string;
  /** absent when the unit hides it */
  price?: number;
}

export interface HostLink {
  id?: string;
  name: string;
  label: string;
  url?: string;
}

/** What a host page may ask. Each answers whether it was done. */
export interface HostCalls {
  /** by unit number or id; null closes the unit */
  select(unit: string | null): boolean;
  /** by filter name: labels or ids of options; an empty object clears all */
  setFilters(filters: Record<string, string[]>): boolean;
  /** only units of these numbers are left; null removes the restriction */
  setUnitNumberMatches(numbers: string[] | null): boolean;
  disableUI(parts: UiPart[]): boolean;
  /** by floor name, label or id */
  showFloor(floor: string): boolean;
  destroy(): boolean;
}

/**
 * `details` is the panel of a unit: without it, a click selects the unit and sends the host an event; the host shows the unit itself.
 * `tooltip` is the line that names the unit under the pointer.
 */
export type UiPart =
  'filters' | 'list' | 'floors' | 'zoom' | 'legend' | 'share' | 'apply' | 'header' | 'details' | 'tooltip';

/** What a viewer knows of its host page: whom to tell, and who may call it. Without a host it is `NO_HOST`. */
export interface HostPort {
  emit<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void;
  /** The viewer gives its calls once, when it is ready to be called; those that came earlier are kept for it. */
  onCall(calls: HostCalls): void;
}

export const NO_HOST: HostPort = { emit: () => undefined, onCall: () => undefined };

/** Options of a viewer: query parameters of the page, and of `PropertyMap.embed`. */
export interface ViewerOptions {
  unit?: string;
  floor?: string;
  /** `name:option|option;name:option` */
  filters?: string;
  sort?: SortOrder;
  /** what the list is grouped by */
  group?: Grouping;
  locale?: string;
  /** ISO 4217: what visitors count in. Prices in another currency are shown with its code; nothing is converted */
  currency?: string;
  /** areas are converted */
  area_unit?: 'sqft' | 'sqm';
  /** design tokens, sent as `theme.accent=%230a5` */
  theme?: Partial<Record<ThemeToken, string>>;
  /** `instance_key` of the embed's map to show first */
  instance?: string;
  hide_apply_button?: boolean;
  disable_structured_data?: boolean;
  /** exact origin of the host page: no other is spoken to */
  origin?: string;
  /** `false` exchanges no messages with the host page */
  enable_api?: boolean;
}

export type SortOrder = 'price' | 'number' | 'area';
export type Grouping = 'floor' | 'floor_plan' | 'building' | 'none';

export type ThemeToken = 'accent' | 'text' | 'secondary' | 'line' | 'ground' | 'font';

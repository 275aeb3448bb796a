/**
 * Types of `/embed/api.js`. A page that loads the script has `PropertyMap` and `<property-map>`:
 *
 *   /// <reference path="./api.d.ts" />
 *   const map = await PropertyMap.embed('#place', { key: 'k3v9q0x7d2m' });
 *
 * With `?global=UnitMap`, declare the global once: `declare const UnitMap: typeof PropertyMap`.
 */
export {};

declare global {
  /** An embedded map: its events, and the calls of the host page. */
  class PropertyMap {
    /** Embeds a map in `target`, an element or a selector, until `destroy`. */
    static embed(target: string | Element, options: PropertyMap.Options): Promise<PropertyMap>;
    /** The constructor under the name that existing host pages use. */
    static readonly Embed: typeof PropertyMap;

    /** Connects to an existing iframe, given as an element or id. Listeners get `PropertyMap.LegacyEvent` as well. */
    constructor(frame: string | HTMLIFrameElement);

    readonly frame: HTMLIFrameElement;
    /** Resolves with the payload of the first `ready`. Rejects if the map is destroyed before. */
    readonly ready: Promise<PropertyMap.Events['ready']>;

    on<E extends keyof PropertyMap.Events>(name: E, listener: (payload: PropertyMap.Events[E], name: E) => void): this;
    /** Listens to every event. */
    on(name: '*', listener: (payload: object, name: string) => void): this;
    once<E extends keyof PropertyMap.Events>(
      name: E,
      listener: (payload: PropertyMap.Events[E], name: E) => void,
    ): this;
    /** Removes a listener; without one, all listeners of the event. */
    off(name: keyof PropertyMap.Events | '*', listener?: unknown): this;

    /** Opens a unit by number or id; `null` closes it. */
    select(unit: string | null): Promise<PropertyMap.Answer>;
    /** Sets filters: labels or ids of options by filter name. An empty object clears all filters. */
    setFilters(filters: Record<string, string[]>): Promise<PropertyMap.Answer>;
    /** Shows only units with these numbers; `null` removes the restriction. */
    setUnitNumberMatches(numbers: string[] | null): Promise<PropertyMap.Answer>;
    disableUI(parts: string[]): Promise<PropertyMap.Answer>;
    /** Shows a floor by name, label or id. */
    showFloor(floor: string): Promise<PropertyMap.Answer>;
    /** Disconnects, and removes the frame unless it existed before. */
    destroy(): Promise<PropertyMap.Answer>;
  }
  namespace PropertyMap {
    interface Options {
      /** Key of the embed, the last part of its URL. */
      key: string;
      /** URL of the service, for a loader that is part of another script; default: `data-server` of that script, otherwise the origin of the loader. */
      server?: string;
      unit?: string;
      floor?: string;
      /** Options by filter name, or as text: `name:option|option;name:option`. */
      filters?: string | Record<string, string[]>;
      /** Saved units, by number or id: `101,204`. */
      saved?: string;
      /** Ascending, or descending with a `-` in front. `date` is that of move-in. */
      sort?: SortKey | `-${SortKey}`;
      group?: 'floor' | 'floor_plan' | 'building' | 'none';
      /** BCP 47 language tag; default: the browser's language. */
      locale?: string;
      /** ISO 4217 code of the visitors' currency. Prices in other currencies are shown with their code; nothing is converted. */
      currency?: string;
      /** Unit for areas, which are converted. */
      area_unit?: 'sqft' | 'sqm';
      theme?: Partial<Record<ThemeToken, string>>;
      /** Light or dark. Default: `auto`, as the visitor's system, unless `theme` sets colours of a light page. */
      color_scheme?: 'auto' | 'light' | 'dark';
      /** `instance_key` of the map to show first. */
      instance?: string;
      /** Address for shared links, with `{unit}` and `{saved}` in place of what is shared. Default: that of the map. */
      share_url?: string;
      hide_apply_button?: boolean;
      disable_structured_data?: boolean;
      /** Accessible name of the frame. */
      title?: string;
      /** A number of pixels, a CSS length, or `auto` to adapt the height to the content; default: the frame fills its parent element. */
      height?: string | number;
      /** `lazy` loads the frame when it comes near the viewport. */
      loading?: 'eager' | 'lazy';
    }

    type SortKey = 'price' | 'number' | 'area' | 'date';
    type ThemeToken = 'accent' | 'text' | 'secondary' | 'line' | 'ground' | 'font';

    interface Events {
      ready: { version: string; state: State; asset_ids: string[]; maps: { id: string; name: string }[] };
      state: { state: State; message: string };
      error: { code: string; message: string };
      'metrics.unitMap.unit.click': { unit: Unit };
      'metrics.unitList.unit.click': { unit: Unit };
      'metrics.filters.change': { filters: Record<string, string[]>; count: number };
      'metrics.unitMatches.impression': { units: Unit[] };
      'metrics.unitDetails.apply.click': { unit: Unit; link: Link };
      'metrics.unitDetails.outbound.click': { unit: Unit; link: Link };
      /** A click on a link of type `iframe_api`. The map opens nothing; the host page handles the click. */
      [outbound: `outbound.${string}.click`]: { unit: Unit; link: Link & { event_key: string } };
      /** `quantities` by id of the expense; `total`: the total price with them. */
      'metrics.calculator.change': { unit: Unit; quantities: Record<string, number>; total: number };
      /** A click on a way to the leasing office: `name` is `phone`, `email`, `page`, `directions` or `notify`. */
      'metrics.contact.click': { asset_id: string; unit?: Unit; link: Link };
      resize: { width: number; height: number };
      share: { unit?: Unit; url: string };
      /** The visitor saves a unit, or removes it. `url` shares all saved units. */
      'saved.change': { units: Unit[]; url: string };
    }

    type State = 'live' | 'stale' | 'hidden' | 'empty' | 'building' | 'failed' | 'busy' | 'not_found';

    interface Unit {
      id: string;
      asset_id: string;
      number: string;
      floor_plan: { id: string; name: string };
      floor: { id: string; name: string };
      building: { id: string; name: string };
      availability: 'available' | 'upcoming' | 'unavailable';
      /** `2026-12-01`; absent unless `upcoming` */
      available_on?: string;
      /** Absent if the unit hides its price. */
      price?: number;
    }

    interface Link {
      id?: string;
      name: string;
      label: string;
      url?: string;
    }

    interface Answer {
      done: boolean;
    }

    /** Additional members for listeners of `new PropertyMap(frame)`, in the form that pages written for other loaders expect. */
    interface LegacyEvent {
      name: string;
      data: Record<string, unknown> & {
        unit?: LegacyUnit;
        units?: LegacyUnit[];
        filters?: { label: string; selectedOptions: { label: string }[] }[];
      };
    }

    interface LegacyUnit extends Unit {
      unitNumber: string;
      unitNumberDisplay: string;
      floorPlan: { id: string; name: string };
    }
  }

  /** `<property-map embed="key">` dispatches each event of the map, with its payload as `detail`. */
  interface PropertyMapElement extends HTMLElement {
    /** Undefined while the element is not connected to a document. */
    map?: PropertyMap;
  }

  interface HTMLElementTagNameMap {
    'property-map': PropertyMapElement;
  }
}

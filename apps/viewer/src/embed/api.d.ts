/**
 * Types of `/embed/api.js`. A page that loads the script has `PropertyMap` and `<property-map>`:
 *
 *   /// <reference path="./api.d.ts" />
 *   const map = await PropertyMap.embed('#place', { key: 'k3v9q0x7d2m' });
 *
 * With `?global=UnitMap`, say so once: `declare const UnitMap: typeof PropertyMap`.
 */
export {};

declare global {
  /** A framed map: what its host page hears from it and asks of it. */
  class PropertyMap {
    /** Frames the map of an embed inside `target`, an element or a selector, until `destroy`. */
    static embed(target: string | Element, options: PropertyMap.Options): Promise<PropertyMap>;
    /** The constructor by the name of existing host pages. */
    static readonly Embed: typeof PropertyMap;

    /** Of an iframe that stands in the page already, or of its id. Its listeners get `PropertyMap.LegacyEvent` too. */
    constructor(frame: string | HTMLIFrameElement);

    readonly frame: HTMLIFrameElement;
    /** What the first `ready` says. Rejects when the map is destroyed before. */
    readonly ready: Promise<PropertyMap.Events['ready']>;

    on<E extends keyof PropertyMap.Events>(name: E, listener: (payload: PropertyMap.Events[E], name: E) => void): this;
    /** Every event. */
    on(name: '*', listener: (payload: object, name: string) => void): this;
    once<E extends keyof PropertyMap.Events>(
      name: E,
      listener: (payload: PropertyMap.Events[E], name: E) => void,
    ): this;
    /** Without a listener: all of that name. */
    off(name: keyof PropertyMap.Events | '*', listener?: unknown): this;

    /** By unit number or id; `null` closes the unit. */
    select(unit: string | null): Promise<PropertyMap.Answer>;
    /** By filter name: labels or ids of options. An empty object clears all. */
    setFilters(filters: Record<string, string[]>): Promise<PropertyMap.Answer>;
    /** Leaves only units of these numbers; `null` removes the restriction. */
    setUnitNumberMatches(numbers: string[] | null): Promise<PropertyMap.Answer>;
    disableUI(parts: string[]): Promise<PropertyMap.Answer>;
    /** By floor name, label or id. */
    showFloor(floor: string): Promise<PropertyMap.Answer>;
    /** Ends the conversation and removes the frame, unless it stood in the page before. */
    destroy(): Promise<PropertyMap.Answer>;
  }
  namespace PropertyMap {
    interface Options {
      /** Of the embed: the last part of its address. */
      key: string;
      unit?: string;
      floor?: string;
      /** Options by the name of their filter, or `name:option|option;name:option`. */
      filters?: string | Record<string, string[]>;
      sort?: 'price' | 'number' | 'area';
      group?: 'floor' | 'floor_plan' | 'building' | 'none';
      /** BCP 47; otherwise the browser's. */
      locale?: string;
      /** ISO 4217: what visitors count in. Prices in another currency are shown with its code; nothing is converted. */
      currency?: string;
      /** Areas are converted. */
      area_unit?: 'sqft' | 'sqm';
      theme?: Partial<Record<ThemeToken, string>>;
      /** `instance_key` of the map to show first. */
      instance?: string;
      hide_apply_button?: boolean;
      disable_structured_data?: boolean;
      /** What assistive technology calls the frame. */
      title?: string;
      /** A CSS length, or `auto` for the height that suits the width; otherwise the frame fills the element it stands in. */
      height?: string;
      /** `lazy`: not before the frame comes near the viewport. */
      loading?: 'eager' | 'lazy';
    }

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
      /** Of a link of type `iframe_api`. No URL is followed: what happens is up to the host. */
      [outbound: `outbound.${string}.click`]: { unit: Unit; link: Link & { event_key: string } };
      resize: { width: number; height: number };
      share: { unit?: Unit; url: string };
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
      /** `2026-12-01` */
      available_on?: string;
      /** Absent when the unit hides it. */
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

    /** What listeners of `new PropertyMap(frame)` get beside the payload, as pages for other loaders read it. */
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

  /** `<property-map embed="key">`: each event of the map is an event of the element, with its payload as `detail`. */
  interface PropertyMapElement extends HTMLElement {
    /** Absent while the element is not in a page. */
    map?: PropertyMap;
  }

  interface HTMLElementTagNameMap {
    'property-map': PropertyMapElement;
  }
}

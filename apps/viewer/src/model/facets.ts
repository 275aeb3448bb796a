import type { Availability, ViewerAsset, ViewerFilter, ViewerFilterOption, ViewerUnit } from '../document.js';
import { keyOf as numberKey, type Home } from './catalog.js';
import type { Phrases } from './phrases.js';

/** A filter in the user interface. Filters of several assets with the same name form one facet. */
export interface Facet {
  name: string;
  label: string;
  /** whether a day is chosen, instead of options */
  isDate?: true;
  /** bounds of a number, of which either may be missing, instead of options */
  range?: Range;
  /** whether a part of the unit number is entered, instead of options */
  isNumber?: true;
  options: FacetOption[];
}

export interface Range {
  /** the lowest and highest value of all homes */
  min: number;
  max: number;
  valueOf(home: Home): number | undefined;
  format(value: number): string;
}

export interface FacetOption {
  value: string;
  label: string;
  /** ids that host pages may use */
  ids: string[];
  matches(home: Home): boolean;
}

/** Values of the chosen options by facet; facets without a choice have no key. */
export type Choice = Record<string, string[]>;

/** A choice without a prototype, because a facet may be called `constructor`. */
export const choiceOf = (values: Choice): Choice => Object.assign(Object.create(null) as Choice, values);

export const MOVE_IN = 'move_in';
export const NUMBER = 'number';
const DAY_MS = 24 * 60 * 60_000;

/** The facets of the assets' filters, and those of every property. */
export function facetsOf(assets: ViewerAsset[], homes: Home[], phrases: Phrases, today: string): Facet[] {
  const own = new Map<string, Facet>();
  for (const asset of assets)
    for (const filter of asset.filters) {
      const facet = own.get(keyOf(filter.name)) ?? { name: filter.name, label: filter.label, options: [] };
      own.set(keyOf(filter.name), facet);
      for (const option of filter.options) addOption(facet, asset, option, optionRule(filter, option, today));
    }
  const standard = [
    bedrooms(homes, phrases),
    price(homes, phrases),
    moveIn(homes, phrases),
    availability(homes, phrases),
    area(homes, phrases),
    unitNumber(homes, phrases),
  ];
  return [...standard.filter((facet) => facet !== undefined && !own.has(facet.name)), ...own.values()].filter(
    (facet): facet is Facet =>
      facet !== undefined && (facet.isDate || facet.isNumber || facet.range !== undefined || facet.options.length > 0),
  );
}

type Rule = (home: Home) => boolean;

function addOption(facet: Facet, asset: ViewerAsset, { id, label }: ViewerFilterOption, rule: Rule): void {
  const here: Rule = (home) => home.asset === asset && rule(home);
  const known = facet.options.find((option) => option.value === label);
  if (!known) {
    facet.options.push({ value: label, label, ids: [id], matches: here });
    return;
  }
  const before = known.matches;
  known.ids.push(id);
  known.matches = (home) => before(home) || here(home);
}

/** What options of the assets' filters ask of a home. */
export interface Filtered {
  id: string;
  unit: Pick<ViewerUnit, 'floor_id' | 'floor_plan_id' | 'area' | 'price' | 'availability' | 'available_on'>;
}

/** Whether a home has what an option of a filter asks for. @param today where the asset stands */
export function optionRule(
  filter: Pick<ViewerFilter, 'type' | 'range_type'>,
  option: Pick<ViewerFilterOption, 'floor_id' | 'floor_plan_id' | 'min' | 'max' | 'unit_ids'>,
  today: string,
): (home: Filtered) => boolean {
  if (filter.type === 'floor') return ({ unit }) => unit.floor_id === option.floor_id;
  if (filter.type === 'floor_plan') return ({ unit }) => unit.floor_plan_id === option.floor_plan_id;
  if (filter.type === 'custom') {
    const ids = new Set(option.unit_ids);
    return ({ id }) => ids.has(id);
  }
  const measure = measureOf(filter, today);
  const { min = -Infinity, max = Infinity } = option;
  return (home) => {
    const value = measure(home);
    return value !== undefined && value >= min && value <= max;
  };
}

function measureOf(
  { range_type }: Pick<ViewerFilter, 'range_type'>,
  today: string,
): (home: Filtered) => number | undefined {
  if (range_type === 'unit_area') return ({ unit }) => unit.area;
  if (range_type === 'unit_price') return ({ unit }) => unit.price;
  return ({ unit }) => {
    if (unit.availability === 'unavailable') return undefined;
    if (unit.availability === 'available' || !unit.available_on) return 0;
    return Math.round((Date.parse(unit.available_on) - Date.parse(today)) / DAY_MS);
  };
}

function bedrooms(homes: Home[], phrases: Phrases): Facet | undefined {
  const counts = [...new Set(homes.map(({ plan }) => plan.bedroom_count))].sort((a, b) => a - b);
  if (counts.length < 2) return undefined;
  const options = counts.map((count) => ({
    value: String(count),
    label: phrases.bedrooms(count),
    ids: [phrases.bedrooms(count).toLowerCase()],
    matches: ({ plan }: Home) => plan.bedroom_count === count,
  }));
  return { name: 'bedrooms', label: phrases.text('bedroom_filter'), options };
}

function moveIn(homes: Home[], phrases: Phrases): Facet | undefined {
  if (!homes.some(({ unit }) => unit.availability !== 'unavailable')) return undefined;
  return { name: MOVE_IN, label: phrases.text('move_in_filter'), isDate: true, options: [] };
}

/** A filter with two ends; not for homes that are all alike, or measured differently. */
function rangeFacet(name: string, label: string, homes: Home[], range: Omit<Range, 'min' | 'max'>): Facet | undefined {
  const values = homes.map(range.valueOf).filter((value) => value !== undefined);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return min < max ? { name, label, range: { ...range, min, max }, options: [] } : undefined;
}

function price(homes: Home[], phrases: Phrases): Facet | undefined {
  const { asset } = homes[0] ?? {};
  if (!asset || homes.some((home) => home.asset.currency !== asset.currency)) return undefined;
  return rangeFacet('price', phrases.text('price_filter'), homes, {
    valueOf: ({ unit }) => unit.price,
    format: (amount) => phrases.money(asset, amount),
  });
}

function area(homes: Home[], phrases: Phrases): Facet | undefined {
  const { asset } = homes[0] ?? {};
  if (!asset || homes.some((home) => home.asset.area_unit !== asset.area_unit)) return undefined;
  return rangeFacet('area', phrases.text('area_filter'), homes, {
    valueOf: ({ unit }) => phrases.areaOf(asset, unit.area),
    format: (value) => phrases.areaText(asset, value),
  });
}

export interface Bounds {
  from?: number;
  to?: number;
}

const AMOUNT = String.raw`\d{1,10}(?:\.\d{1,2})?`;
const BOUNDS = new RegExp(`^(${AMOUNT})?\\.\\.(${AMOUNT})?$`);

/** Parses `1500..2400`, `1500..` or `..2400`. */
export function parseBounds(text = ''): Bounds {
  const [, from, to] = BOUNDS.exec(text) ?? [];
  return { ...(from !== undefined && { from: Number(from) }), ...(to !== undefined && { to: Number(to) }) };
}

export const printBounds = ({ from, to }: Bounds): string[] =>
  from === undefined && to === undefined ? [] : [`${from ?? ''}..${to ?? ''}`];

function boundsText({ format }: Range, { from, to }: Bounds, phrases: Phrases): string {
  if (from === undefined) return phrases.text('range_to', { to: format(to!) });
  if (to === undefined) return phrases.text('range_from', { from: format(from) });
  return phrases.text('range', { from: format(from), to: format(to) });
}

function unitNumber(homes: Home[], phrases: Phrases): Facet | undefined {
  if (homes.length < 2) return undefined;
  return { name: NUMBER, label: phrases.text('number'), isNumber: true, options: [] };
}

function availability(homes: Home[], phrases: Phrases): Facet | undefined {
  const all: Availability[] = ['available', 'upcoming', 'unavailable'];
  const present = all.filter((each) => homes.some(({ unit }) => unit.availability === each));
  if (present.length < 2) return undefined;
  const options = present.map((each) => ({
    value: each,
    label: phrases.availabilityName(each),
    ids: [],
    matches: ({ unit }: Home) => unit.availability === each,
  }));
  return { name: 'availability', label: phrases.text('availability_filter'), options };
}

/** Whether the home is available on a day. */
const isFreeBy = ({ unit }: Home, day: string) =>
  unit.availability === 'available' || (unit.availability === 'upcoming' && (unit.available_on ?? day) <= day);

/** The predicate of a choice: any chosen option of a facet, for every facet. */
export function ruleOf(facets: Facet[], choice: Choice): Rule {
  const rules = facets.flatMap((facet): Rule[] => {
    const values = choice[facet.name] ?? [];
    if (values.length === 0) return [];
    if (facet.isDate) return [(home) => isFreeBy(home, values[0]!)];
    if (facet.range) {
      const { valueOf } = facet.range;
      const { from = -Infinity, to = Infinity } = parseBounds(values[0]);
      return [
        (home) => {
          const value = valueOf(home);
          return value !== undefined && value >= from && value <= to;
        },
      ];
    }
    if (facet.isNumber) {
      const part = numberKey(values[0]!);
      return [({ unit }) => numberKey(unit.number).includes(part)];
    }
    const chosen = facet.options.filter(({ value }) => values.includes(value));
    return [(home) => chosen.some((option) => option.matches(home))];
  });
  return (home) => rules.every((rule) => rule(home));
}

/** Filters whose removal would yield matches, the one with most matches first. */
export function blockingFilters(facets: Facet[], choice: Choice, homes: Home[]): { facet: Facet; count: number }[] {
  return facets
    .filter(({ name }) => choice[name])
    .map((facet) => ({ facet, count: homes.filter(ruleOf(facets, without(choice, facet.name))).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

export function without(choice: Choice, name: string): Choice {
  const { [name]: _, ...rest } = choice;
  return choiceOf(rest);
}

/** Sets the values of a facet; without values, removes its key. */
export function withValues(choice: Choice, name: string, values: string[]): Choice {
  return values.length > 0 ? choiceOf({ ...choice, [name]: values }) : without(choice, name);
}

/** The chosen values of a facet as text. */
export function valueText(facet: Facet, values: string[], phrases: Phrases): string {
  if (facet.isDate) return phrases.text('move_in_until', { date: phrases.day(values[0]!) });
  if (facet.range) return boundsText(facet.range, parseBounds(values[0]), phrases);
  if (facet.isNumber) return phrases.text('number_filter', { number: values[0]! });
  return facet.options
    .filter(({ value }) => values.includes(value))
    .map(({ label }) => label)
    .join(', ');
}

/** Keeps the known facets and options of a choice from a host page or URL. */
export function knownChoice(facets: Facet[], wanted: Record<string, readonly string[]>): Choice {
  let choice = choiceOf({});
  for (const [name, values] of Object.entries(wanted)) {
    const facet = facets.find((each) => sameText(each.name, name));
    if (facet) choice = withValues(choice, facet.name, knownValues(facet, values));
  }
  return choice;
}

function knownValues(facet: Facet, values: readonly string[]): string[] {
  if (facet.isDate) return values.filter(isDay).slice(0, 1);
  if (facet.range) return values.filter((value) => printBounds(parseBounds(value)).length > 0).slice(0, 1);
  if (facet.isNumber) return values.filter(numberKey).slice(0, 1);
  return facet.options
    .filter(({ value, label, ids }) =>
      values.some((wanted) => sameText(wanted, value) || sameText(wanted, label) || ids.includes(wanted)),
    )
    .map(({ value }) => value);
}

const keyOf = (text: string) => text.trim().toLowerCase();
const sameText = (a: string, b: string) => keyOf(a) === keyOf(b);
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Parses `name:option|option;name:option`; separators within names are percent-encoded. */
export function parseChoice(text: string): Record<string, string[]> {
  const entries = text.split(';').map((part) => part.split(':'));
  return Object.fromEntries(
    entries
      .filter(([name, values]) => name && values)
      .map(([name, values]) => [decoded(name!), values!.split('|').map(decoded)]),
  );
}

export function printChoice(choice: Choice): string {
  const encoded = (text: string) => text.replace(/[%:;|]/g, encodeURIComponent);
  return Object.entries(choice)
    .map(([name, values]) => `${encoded(name)}:${values.map(encoded).join('|')}`)
    .join(';');
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

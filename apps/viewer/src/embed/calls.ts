import type { HostCalls, UiPart } from '../host-api.js';
import { isObject } from './protocol.js';

/** Parts of the user interface by name, including the names that existing host pages use. */
const PARTS: Record<string, UiPart> = {
  filters: 'filters',
  list: 'list',
  floors: 'floors',
  zoom: 'zoom',
  legend: 'legend',
  share: 'share',
  apply: 'apply',
  header: 'header',
  details: 'details',
  unitList: 'list',
  unitDetails: 'details',
  floorSelection: 'floors',
  tooltip: 'tooltip',
  unitTooltip: 'tooltip',
};

type Call = (calls: HostCalls) => boolean;

/** Parses a call; undefined for an unknown call or an invalid payload. */
export function parseCall(type: string, payload: unknown): Call | undefined {
  const parse = PARSERS.get(type);
  return parse?.(payload);
}

const PARSERS = new Map<string, (payload: unknown) => Call | undefined>([
  ['select', parseSelect],
  ['showFloor', parseShowFloor],
  ['setFilters', parseSetFilters],
  ['setUnitNumberMatches', parseUnitNumberMatches],
  ['disableUI', parseDisableUI],
  ['destroy', () => (calls) => calls.destroy()],
]);

function parseSelect(unit: unknown): Call | undefined {
  if (unit === null) return (calls) => calls.select(null);
  const text = toText(unit);
  return text === undefined ? undefined : (calls) => calls.select(text);
}

function parseShowFloor(floor: unknown): Call | undefined {
  const text = toText(floor);
  return text === undefined ? undefined : (calls) => calls.showFloor(text);
}

function parseSetFilters(payload: unknown): Call | undefined {
  if (!isObject(payload)) return undefined;
  const filters: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(payload)) {
    const options = toTexts(value);
    if (!options || name === '__proto__') return undefined;
    filters[name] = options;
  }
  return (calls) => calls.setFilters(filters);
}

function parseUnitNumberMatches(numbers: unknown): Call | undefined {
  if (numbers === null) return (calls) => calls.setUnitNumberMatches(null);
  const texts = toTexts(numbers);
  return texts && ((calls) => calls.setUnitNumberMatches(texts));
}

/** Disables the known parts; the call returns false if some are unknown. */
function parseDisableUI(names: unknown): Call | undefined {
  const texts = toTexts(names);
  if (!texts) return undefined;
  const known = texts.filter((name) => Object.hasOwn(PARTS, name));
  const parts = known.map((name) => PARTS[name]).filter((part) => part !== undefined);
  return (calls) => calls.disableUI(parts) && known.length === texts.length;
}

function toTexts(value: unknown): string[] | undefined {
  const texts = Array.isArray(value) ? value.map(toText) : [undefined];
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Accepts numbers, because host pages often pass unit numbers and floors as numbers. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isFinite(value) ? String(value) : undefined;
}

import type { HostEvents } from '../host-api.js';
import { isObject } from './protocol.js';

/**
 * The shape of a payload: a type, a list of one shape, or an object with named members. A `?` at the end of a name marks an
 * optional member.
 */
type Shape = 'string' | 'number' | [Shape] | { [member: string]: Shape };

const NAMED = { id: 'string', name: 'string' } as const;
const UNIT = {
  id: 'string',
  asset_id: 'string',
  number: 'string',
  floor_plan: NAMED,
  floor: NAMED,
  building: NAMED,
  availability: 'string',
  'available_on?': 'string',
  'price?': 'number',
} as const;
const LINK = { 'id?': 'string', name: 'string', label: 'string', 'url?': 'string' } as const;

type NamedEvent = Exclude<keyof HostEvents, `outbound.${string}`>;

const EVENTS: Record<NamedEvent, Shape> = {
  ready: { version: 'string', state: 'string', asset_ids: ['string'], maps: [NAMED] },
  state: { state: 'string', message: 'string' },
  error: { code: 'string', message: 'string' },
  'metrics.unitMap.unit.click': { unit: UNIT },
  'metrics.unitList.unit.click': { unit: UNIT },
  'metrics.filters.change': { filters: {}, count: 'number' },
  'metrics.unitMatches.impression': { units: [UNIT] },
  'metrics.unitDetails.apply.click': { unit: UNIT, link: LINK },
  'metrics.unitDetails.outbound.click': { unit: UNIT, link: LINK },
  'metrics.calculator.change': { unit: UNIT, quantities: {}, total: 'number' },
  'metrics.contact.click': { asset_id: 'string', 'unit?': UNIT, link: LINK },
  resize: { width: 'number', height: 'number' },
  share: { 'unit?': UNIT, url: 'string' },
  'saved.change': { units: [UNIT], url: 'string' },
};
const OUTBOUND: Shape = { unit: UNIT, link: { ...LINK, event_key: 'string' } };

/** Whether the name is an event of this version and the payload matches its type. */
export function isEvent(name: string, payload: unknown): boolean {
  const shape = /^outbound\.[a-z0-9-]+\.click$/.test(name)
    ? OUTBOUND
    : Object.hasOwn(EVENTS, name) && EVENTS[name as NamedEvent];
  return !!shape && fits(payload, shape);
}

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return typeof value === shape;
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  return isObject(value) && Object.entries(shape).every(([key, member]) => fitsMember(value, key, member));
}

function fitsMember(value: Record<string, unknown>, key: string, shape: Shape): boolean {
  const name = key.replace('?', '');
  return (name !== key && value[name] === undefined) || fits(value[name], shape);
}

import type { HostEvents } from '../host-api.js';
import { Connection } from './connection.js';

export const PAGE = 'https://maps.example.com';
export const HOST = 'https://www.example.com';

type Listener = (event: unknown) => void;

/** A framed window, whose messages arrive as a browser delivers them: copied, later, and only at the origin they are for. */
export class FramedWindow {
  readonly parent = { postMessage: (data: unknown, targetOrigin: string) => this.said.push({ data, targetOrigin }) };
  readonly said: { data: unknown; targetOrigin: string }[] = [];
  readonly listeners: Listener[] = [];
  readonly ports: MessagePort[] = [];
  readonly location: { ancestorOrigins?: string[] } = {};
  readonly document = { referrer: '' };

  constructor(readonly from = { origin: HOST, source: undefined as unknown }) {}

  addEventListener(_type: string, listener: Listener): void {
    this.listeners.push(listener);
  }

  postMessage(data: unknown, targetOrigin: string, ports: MessagePort[] = []): void {
    this.ports.push(...ports);
    if (targetOrigin === PAGE) this.deliver({ data: structuredClone(data), ports });
  }

  deliver(event: object): void {
    const { origin, source = this.parent } = this.from;
    for (const listener of this.listeners) listener({ data: undefined, ports: [], origin, source, ...event });
  }
}

/** A host of the window, and the events that it hears. */
export function hostOf(window: FramedWindow): { host: Connection; heard: [string, object][] } {
  const heard: [string, object][] = [];
  const peer = () => ({ window: window as unknown as Window, origin: PAGE });
  return { host: new Connection(peer, (name, payload) => heard.push([name, payload])), heard };
}

const UNIT: HostEvents['metrics.unitMap.unit.click']['unit'] = {
  id: '7',
  asset_id: '1',
  number: '101',
  floor_plan: { id: '3', name: 'A1' },
  floor: { id: '2', name: '1' },
  building: { id: '1', name: 'North' },
  availability: 'upcoming',
  available_on: '2026-12-01',
  price: 1850,
};
const LINK = { id: '4', name: 'Tour', label: 'Book a tour' };

/** One of each. */
export const EVENTS: { [E in keyof HostEvents]: HostEvents[E] } = {
  ready: { version: '1', state: 'live', asset_ids: ['1'], maps: [{ id: '5', name: 'Level 1' }] },
  state: { state: 'stale', message: 'Prices as of yesterday' },
  error: { code: 'geometry', message: 'The plan could not be loaded' },
  'metrics.unitMap.unit.click': { unit: UNIT },
  'metrics.unitList.unit.click': { unit: UNIT },
  'metrics.filters.change': { filters: { Bedrooms: ['2'] }, count: 12 },
  'metrics.unitMatches.impression': { units: [UNIT] },
  'metrics.unitDetails.apply.click': {
    unit: UNIT,
    link: { name: 'Apply', label: 'Apply', url: 'https://example.com' },
  },
  'metrics.unitDetails.outbound.click': { unit: UNIT, link: LINK },
  'outbound.book-a-tour.click': { unit: UNIT, link: { ...LINK, event_key: 'book-a-tour' } },
  'metrics.calculator.change': { unit: UNIT, quantities: { 12: 1 }, total: 2310.5 },
  'metrics.contact.click': {
    asset_id: '1',
    unit: UNIT,
    link: { name: 'phone', label: '+1 212 555 0134', url: 'tel:+12125550134' },
  },
  resize: { width: 800, height: 600 },
  share: { url: 'https://maps.example.com/share/abc' },
  'saved.change': { units: [UNIT], url: 'https://maps.example.com/share/abc?saved=101' },
};

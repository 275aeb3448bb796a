/** A stub of the map's page: it draws no map, fires every event on demand, and records its calls. */
import { connectHost } from '../../apps/viewer/src/embed/channel.js';
import { EVENTS } from '../../apps/viewer/src/embed/spec-support.js';
import type { HostCalls, HostEvents, ViewerOptions } from '../../apps/viewer/src/host-api.js';

const query = new URLSearchParams(location.search);
const options: ViewerOptions = {
  origin: query.get('origin') ?? undefined,
  enable_api: query.get('enable_api') !== '0',
};
const allowed = document.querySelector<HTMLMetaElement>('meta[name=allowed-origins]')?.content.split(' ');
const port = connectHost(options, allowed);

const asked: [string, unknown][] = [];
const remember = (name: string) => (argument?: unknown) => asked.push([name, argument ?? null]) > 0;
const calls = Object.fromEntries(
  ['select', 'setFilters', 'setUnitNumberMatches', 'disableUI', 'showFloor', 'destroy'].map((name) => [
    name,
    remember(name),
  ]),
) as unknown as HostCalls;

port.emit('ready', EVENTS.ready);
port.onCall(calls);

export const stub = {
  asked,
  query: Object.fromEntries(query),
  emitAll: () => {
    for (const [name, payload] of Object.entries(EVENTS)) port.emit(name as keyof HostEvents, payload as never);
  },
};
export type Stub = typeof stub;
Object.assign(globalThis, { stub });

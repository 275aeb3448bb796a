import type { HostUnit } from './host-api.js';
import type { PageData } from './page.js';

/** `VisitDto` of the service. */
interface Visit {
  kind: 'view' | 'open' | 'filter' | 'outbound_click';
  asset_id: string;
  unit_id?: string;
}

const EVERY_MS = 10_000;
/** Visits of a request; the service accepts no more. */
const MAX_VISITS = 500;

/**
 * Sends what the visitor does to the service, to be added up for each day: without cookies, and nothing about the visitor. Waiting
 * visits are sent together, the last when the page is hidden.
 * @returns what takes the events of the page
 */
export function countVisits({ document: shown, options, urls }: PageData): (event: string, payload: unknown) => void {
  const assets = shown?.assets ?? [];
  const ids = assets.filter((asset) => asset.count_visits).map(({ id }) => id);
  const units = assets.flatMap((asset) => asset.units.map(({ id, number }) => ({ id, number, asset_id: asset.id })));
  const waiting: Visit[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0)
      void fetch(`${urls.self}/visits`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: waiting.splice(0, MAX_VISITS) }),
        credentials: 'omit',
        keepalive: true,
      }).catch(() => undefined);
  };
  const add = (kind: Visit['kind'], asset: string, unit?: string) => {
    if (!ids.includes(asset)) return;
    waiting.push({ kind, asset_id: asset, ...(unit !== undefined && { unit_id: unit }) });
    timer ??= setTimeout(send, EVERY_MS);
  };
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  return (event, payload) => {
    const { unit, units: seen = [], asset_id } = payload as Payload;
    if (event === 'ready') {
      for (const id of ids) add('view', id);
      const linked = units.find(({ id, number }) => id === options.unit || number === options.unit);
      if (linked) add('open', linked.asset_id, linked.id);
    } else if (event === 'metrics.filters.change') for (const id of ids) add('filter', id);
    else if (event === 'metrics.unitMatches.impression') for (const each of seen) add('view', each.asset_id, each.id);
    else if (/^metrics\.unit(Map|List)\.unit\.click$/.test(event)) add('open', unit!.asset_id, unit!.id);
    else if (/^metrics\.(unitDetails\.\w+|contact)\.click$/.test(event))
      add('outbound_click', unit?.asset_id ?? asset_id!, unit?.id);
  };
}

/** Members of the events that are counted. */
interface Payload {
  unit?: HostUnit;
  units?: HostUnit[];
  asset_id?: string;
}

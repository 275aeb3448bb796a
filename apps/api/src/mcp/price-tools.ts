import { createHash, randomUUID } from 'node:crypto';
import { type ApiClient, ApiError } from './api-client.js';
import {
  ASSET,
  inAsset,
  inProcess,
  integer,
  items,
  type Json,
  type JsonSchema,
  object,
  PROCESS,
  text,
  tool,
  type Toolbox,
} from './tool.js';

interface Entry extends Json {
  unit_id: string;
  unit_number: string;
  price: number;
  available_on: string;
}

const ENTRIES: JsonSchema = {
  type: 'array',
  maxItems: 20_000,
  description:
    'The complete data set: what is not in it is no longer published. Prices are whole numbers, dates YYYY-MM-DD; `provider_id` is the id of the unit in the sending system, or its number.',
  items: {
    type: 'object',
    properties: {
      unit_number: { type: 'string' },
      provider_id: { type: 'string' },
      price: { type: 'integer', minimum: 0 },
      available_on: { type: 'string' },
      lease_term: { type: ['integer', 'null'], description: 'Months' },
      lease_starts_on: { type: ['string', 'null'] },
      status: { type: ['string', 'null'] },
      specials_description: { type: ['string', 'null'] },
      leasing_fields: { type: ['object', 'null'] },
      building: { type: ['string', 'null'], description: 'Name or id, where several have a unit of this number' },
    },
    required: ['unit_number', 'provider_id', 'price', 'available_on'],
  },
};

const history = tool<{ asset_id: string; process_id: string; at: string; unit_ids?: string[]; limit?: number }>({
  name: 'price_history',
  title: 'Prices at an earlier time',
  description:
    'What units cost at an earlier time, as it was published then: one price for each unit. Nothing is known of times before `remembered_since`: the answer is then empty, or an error when earlier publications were purged. Do not conclude that units had no prices.',
  input: {
    asset_id: ASSET,
    process_id: PROCESS,
    at: text('Time or date: 2026-10-22 or 2026-10-22T09:00:00Z'),
    unit_ids: { type: 'array', items: { type: 'string' }, maxItems: 200, description: 'Only these units' },
    limit: integer('Maximum number of units; default 100', 1, 500),
  },
  required: ['asset_id', 'process_id', 'at'],
  output: {
    at: text('The time'),
    remembered_since: {
      type: ['string', 'null'],
      description: 'Time of the oldest publication that is kept; null when there is none',
    },
    total: integer('Units with a price then'),
    prices: items,
  },
  permissions: ['service.pricing.read'],
  kind: 'read',
  async run({ api }, { asset_id: asset, process_id: process, at, unit_ids: ids, limit = 100 }) {
    const path = inProcess(asset, process, 'entries');
    const [entries, since] = await Promise.all([
      api.list<Entry[]>(path, { at, 'flat-pricing': '1' }, 100_000),
      oldestPublication(api, inProcess(asset, process, 'publications')),
    ]);
    const prices = entries
      .flat()
      .filter((entry) => ids === undefined || ids.includes(entry.unit_id))
      .map(({ unit_id, unit_number, price, available_on }) => ({ unit_id, unit_number, price, available_on }));
    return { at, remembered_since: since, total: prices.length, prices: prices.slice(0, limit) };
  },
});

const totalPrice = tool<{ asset_id: string; process_id: string; unit_id: string; at?: string }>({
  name: 'total_price',
  title: 'Total price of a home',
  description:
    'The rent of one unit with every required monthly charge, what is due at move-in, and a line for each charge. When `is_complete` is false, the total is only a minimum: say so.',
  input: {
    asset_id: ASSET,
    process_id: PROCESS,
    unit_id: text('Id of the unit, from search_units'),
    at: text('Time or date, for what was advertised then'),
  },
  required: ['asset_id', 'process_id', 'unit_id'],
  output: { unit: object, breakdown: items },
  permissions: ['service.expenses.read'],
  kind: 'read',
  async run({ api }, { asset_id: asset, process_id: process, unit_id: id, at }) {
    const path = inAsset(asset, `total-pricing/${encodeURIComponent(process)}/units/${encodeURIComponent(id)}`);
    const flag = { 'Experimental-Flags': 'all-in-pricing' };
    const query = at === undefined ? {} : { at };
    const { breakdown, ...unit } = await api.get<Json & { breakdown: Json[] }>(path, query, flag);
    return { unit, breakdown };
  },
});

interface Publications {
  paging: { total_count: number };
  data: { published_at: string }[];
}

/** The time of the oldest publication, the last of the list; null if nothing was published. */
async function oldestPublication(api: ApiClient, path: string): Promise<string | null> {
  const { paging, data } = await api.get<Publications>(path, { 'per-page': 1, total: 1 });
  const last = paging.total_count;
  const oldest = last > 1 ? (await api.get<Publications>(path, { 'per-page': 1, page: last })).data : data;
  return oldest[0]?.published_at ?? null;
}

interface Delivery {
  asset_id: string;
  process_id: string;
  entries: Json[];
}

interface Report extends Json {
  compared_with: number | null;
}

const ingest = async (
  { api }: Toolbox,
  { asset_id: asset, process_id: process, entries }: Delivery,
  query: Json,
  headers = {},
) => {
  const path = inProcess(asset, process, 'ingest');
  const { body } = await api.request('POST', path, { query: { commit: 1, ...query }, body: entries, headers });
  return (body as { report: Report }).report;
};

const preview = tool<Delivery>({
  name: 'preview_prices',
  title: 'Preview prices',
  description:
    'What publishing a price file would change: totals, the first changes of each kind, entries that match no unit. Changes nothing. Pass its `compared_with` to publish_prices.',
  input: { asset_id: ASSET, process_id: PROCESS, entries: ENTRIES },
  required: ['asset_id', 'process_id', 'entries'],
  output: { report: object, compared_with: { type: ['integer', 'null'] } },
  permissions: ['service.pricing.create-entries'],
  kind: 'read',
  async run(toolbox, delivery) {
    const report = await ingest(toolbox, delivery, { 'dry-run': 1 });
    return { report, compared_with: report.compared_with };
  },
});

/** `If-Match` of a process that has published nothing. */
const NOTHING_PUBLISHED = 0;

const publish = tool<Delivery & { compared_with: number | null }>({
  name: 'publish_prices',
  title: 'Publish prices',
  description:
    'Publishes a complete price file in place of what is published. Call preview_prices with the same entries first, show the person what changes, and pass its `compared_with`: when others publish meanwhile, this refuses and nothing changes. When the guard of the process refuses (409 guard_refused), nothing is published either, but the transaction stays open: do what the error says before you call again.',
  input: {
    asset_id: ASSET,
    process_id: PROCESS,
    entries: ENTRIES,
    compared_with: {
      type: ['integer', 'null'],
      description: '`compared_with` of the preview; null when nothing was published before',
    },
  },
  required: ['asset_id', 'process_id', 'entries', 'compared_with'],
  output: { report: object },
  permissions: ['service.pricing.create-entries'],
  kind: 'destructive',
  async run(toolbox, delivery) {
    const { compared_with: based } = delivery;
    const fingerprint = createHash('sha256').update(JSON.stringify(delivery)).digest('hex');
    const send = (key: string) =>
      ingest(toolbox, delivery, {}, { 'Idempotency-Key': key, 'If-Match': `"${based ?? NOTHING_PUBLISHED}"` });
    const report = await send(`mcp-${fingerprint}`).catch((error: unknown) => {
      // Only an earlier refusal of the guard is stored: the guard or its transaction may have changed since.
      if (error instanceof ApiError && error.isReplayed) return send(randomUUID());
      throw error;
    });
    return { report };
  },
});

const changes = tool<{ asset_id: string; process_id: string; publication?: number; kind?: string; limit?: number }>({
  name: 'list_changes',
  title: 'Changes of prices',
  description:
    'Without `publication` the latest publications of a process with their totals; with one the entries that it added, removed or changed.',
  input: {
    asset_id: ASSET,
    process_id: PROCESS,
    publication: integer('Number of the publication', 1),
    kind: text('Only changes of this kind, such as price_up, price_down, added, removed'),
    limit: integer('Most rows to list; default 50', 1, 500),
  },
  required: ['asset_id', 'process_id'],
  output: { publications: items, changes: items },
  permissions: ['service.pricing.read'],
  kind: 'read',
  async run({ api }, { asset_id: asset, process_id: process, publication, kind, limit = 50 }) {
    const path = inProcess(asset, process, 'publications');
    if (publication === undefined) return { publications: await api.list<Json>(path, {}, limit) };
    return { changes: await api.list<Json>(`${path}/${publication}/changes`, { kind }, limit) };
  },
});

export const PRICE_TOOLS = [history, totalPrice, preview, publish, changes];

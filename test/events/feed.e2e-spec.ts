import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PurgeEventsJob } from '../../libs/events/src/feed/purge-events.job.js';
import { RelayEventsJob } from '../../libs/events/src/feed/relay-events.job.js';
import { ExpireTransactionsJob } from '../../libs/pricing/src/transactions/expire-transactions.job.js';
import { TestApp } from '../support/app.js';
import { givenAccount, givenAsset, givenPrices, type GivenAsset } from '../support/given.js';

interface Event {
  id: string;
  type: string;
  asset_id: string;
  sequence: number;
  data: Record<string, unknown>;
}

const app = TestApp.forSuite();
let asset: GivenAsset;

/** Until the feed has every committed change; another relay may be at it. */
async function relayed(): Promise<void> {
  do await app.run(RelayEventsJob);
  while ((await app.sql('select from events.pending_change limit 1')).length > 0);
}

/** The cursor of the end of the feed, with all earlier changes before it. */
async function latest(): Promise<string> {
  await relayed();
  return ((await app.get('/v1/events?after=latest')).body as { cursor: string }).cursor;
}

async function eventsSince(cursor: string, query = ''): Promise<Event[]> {
  await relayed();
  const { status, body } = await app.get(`/v1/events?after=${cursor}&limit=1000${query}`);
  expect(status).toBe(200);
  return body.data as Event[];
}

/** Changes a unit over REST. */
async function changeUnit({ id, path }: GivenAsset, unit: string, change: object, by = app): Promise<void> {
  const { status, text } = await by.put(`${path}/units/${unit}`, { id: unit, asset_id: id, ...change });
  if (status !== 200) throw new Error(text);
}

const summary = ({ type, data }: Event): unknown[] => [type, data['id'], ...(data['changed'] ? [data['changed']] : [])];

beforeEach(async () => {
  asset = await givenAsset(app);
});

describe('The feed of events', () => {
  it('has every committed change of an asset once, in the order of the commits', async () => {
    const start = await latest();
    const created = await app.post(`${asset.path}/buildings`, { name: 'South', label: 'South', asset_id: asset.id });
    const building = (created.body as { id: string }).id;
    await changeUnit(asset, asset.units[0]!, { area: 700, building_id: building });
    await changeUnit(asset, asset.units[0]!, { area: 700 }); // changes nothing
    await expect(changeUnit(asset, asset.units[0]!, { area: 'large' })).rejects.toThrow();
    await app.sql('delete from catalog.unit where asset_id = $1 and id = $2', [asset.id, asset.units[2]]);

    const events = await eventsSince(start);
    expect(events.map(summary)).toEqual([
      ['building.created', building],
      ['unit.updated', asset.units[0], ['area', 'building_id']],
      ['unit.deleted', asset.units[2]],
    ]);
    const [first] = events;
    expect(events.map(({ sequence }) => sequence - first!.sequence)).toEqual([0, 1, 2]);
    expect(first!.id).toBe(`${asset.id}-${first!.sequence}`);
  });

  it('shows changes of assigned units as updates of what they are assigned to', async () => {
    const made = async (path: string, body: object): Promise<string> =>
      ((await app.post(path, { asset_id: asset.id, label: 'View', type: 'custom', ...body })).body as { id: string })
        .id;
    const filter_id = await made(`${asset.path}/filters`, { name: 'View' });
    const options = `${asset.path}/filters/${filter_id}/options`;
    const option_id = await made(options, { filter_id });
    const start = await latest();
    const data = asset.units.map((unit_id) => ({ asset_id: asset.id, filter_id, option_id, unit_id }));
    expect((await app.put(`${options}/${option_id}/units`, { data })).status).toBe(200);
    expect((await eventsSince(start)).map(summary)).toEqual([['filter_option.updated', option_id, ['units']]]);
  });

  it('reports publications, refusals by the guard, and expired transactions', async () => {
    const start = await latest();
    const process = await givenPrices(app, asset, { 101: 2000, 102: 2100 });
    const published = (await eventsSince(start, '&types=pricing.*')).filter(({ asset_id }) => asset_id === asset.id);
    expect(published.map(({ type }) => type)).toEqual(['pricing.published']);
    expect(published[0]!.data).toMatchObject({
      process_id: process.split('/').at(-1),
      publication: 1,
      totals: { received: 2 },
    });

    await app.sql(`update pricing.transaction set guard = 'refused' where asset_id = $1`, [asset.id]);
    const cursor = await latest();
    expect((await eventsSince(start, '&types=pricing.guard_refused')).map(({ data }) => data)).toEqual([
      { process_id: process.split('/').at(-1), transaction_id: published[0]!.data['transaction_id'] },
    ]);

    const opened = await app.post(`${process}/ingest`, []);
    expect(opened.status).toBeLessThan(300);
    await app.advance(24 * 60);
    await app.run(ExpireTransactionsJob);
    await app.advance(0);
    expect((await eventsSince(cursor)).map(({ type }) => type)).toEqual(['pricing.transaction_expired']);
  });

  it('only has the assets that the key sees, and the types and the asset that it names', async () => {
    const account = await givenAccount(app);
    const own = await givenAsset(app, ['1'], [account]);
    const key = await app.key(['service.events.read'], [account]);
    const start = await latest();
    for (const each of [own, asset]) await changeUnit(each, each.units[0]!, { area: 701 });
    await app.post(`${own.path}/buildings`, { name: 'South', label: 'South', asset_id: own.id });

    await relayed();
    const seen = async (query: string, by?: string) =>
      ((await app.get(`/v1/events?after=${start}${query}`, by ? { key: by } : {})).body.data as Event[]).map(
        ({ asset_id, type }) => [asset_id, type],
      );
    const both = [
      [own.id, 'unit.updated'],
      [own.id, 'building.created'],
    ];
    expect(await seen('', key)).toEqual(both);
    expect(await seen('&types=unit.*,floor_plan.created', key)).toEqual([both[0]]);
    expect(await seen(`&asset=${asset.id}`, key)).toEqual([]);
    expect(await seen(`&asset=${asset.id}`)).toEqual([[asset.id, 'unit.updated']]);
  });

  it.each([
    ['after', '1-2'],
    ['after', 'x'],
    ['types', 'unit.painted'],
    ['types', 'unit.*,'],
    ['types', '*'],
    ['limit', '0'],
    ['limit', '1001'],
    ['wait', '31'],
    ['wait', '-1'],
  ])('rejects %s=%s', async (name, value) => {
    const { status, body } = await app.get(`/v1/events?${name}=${value}`);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [name]]);
  });

  it('rejects a cursor of another database, and one older than the events that are kept', async () => {
    const start = await latest();
    const foreign = await app.get(`/v1/events?after=00000000-${start.split('-')[1]}`);
    expect([foreign.status, foreign.body.code]).toEqual([410, 'cursor_expired']);

    await changeUnit(asset, asset.units[0]!, { area: 702 });
    const end = await latest();
    await app.advance(31 * 24 * 60);
    await app.run(PurgeEventsJob);
    await app.advance(0);
    expect((await app.get(`/v1/events?after=${start}`)).status).toBe(410);
    expect(await eventsSince(end)).toEqual([]);
    expect((await app.get('/v1/events')).body).toMatchObject({ data: [], cursor: end });
  });

  it('is read in parts that join without a gap', async () => {
    const start = await latest();
    for (const area of [703, 704, 705]) await changeUnit(asset, asset.units[0]!, { area });
    const all = await eventsSince(start);
    const read: Event[] = [];
    for (let cursor = start, more = true; more;) {
      const { body } = await app.get(`/v1/events?after=${cursor}&limit=2`);
      read.push(...(body.data as Event[]));
      ({ cursor, has_more: more } = body as { cursor: string; has_more: boolean });
    }
    expect(read).toEqual(all);
    expect(read).toHaveLength(3);
  });

  it('answers a request that waits as soon as something happens', async () => {
    const start = await latest();
    const waiting = app.get(`/v1/events?after=${start}&wait=30`);
    await changeUnit(asset, asset.units[0]!, { area: 706 });
    expect(((await waiting).body.data as Event[]).map(summary)).toEqual([['unit.updated', asset.units[0], ['area']]]);
  });
});

/** All orders in which transactions change (upper case) and commit (lower case). */
function orders(transactions: string[]): string[][] {
  const steps = transactions.flatMap((each) => [each, each.toLowerCase()]);
  const found = new Set<string>();
  const extend = (taken: string[]): void => {
    if (taken.length === steps.length) return void found.add(taken.join());
    for (const step of steps) {
      const isReady = step !== step.toLowerCase() || taken.includes(step.toUpperCase());
      if (!taken.includes(step) && isReady) extend([...taken, step]);
    }
  };
  extend([]);
  return [...found].map((order) => order.split(','));
}

describe('The order of the feed', () => {
  it('is that of the commits within an asset, in whatever order transactions change and commit', async () => {
    const clients = ['A', 'B', 'C'].map((name) => ({ name, client: new pg.Client(app.databaseUrl) }));
    for (const { client } of clients) await client.connect();
    const all = orders(['A', 'B', 'C']);
    expect(all).toHaveLength(90);
    try {
      const start = await latest();
      const committed: string[] = [];
      for (const order of all)
        for (const step of order) {
          const at = clients.findIndex(({ name }) => name === step.toUpperCase());
          const { client } = clients[at]!;
          if (step === step.toLowerCase()) {
            await client.query('commit');
            committed.push(asset.units[at]!);
            if (committed.length % 7 === 0) await app.run(RelayEventsJob);
          } else {
            await client.query('begin');
            await client.query('update catalog.unit set area = area + 1 where asset_id = $1 and id = $2', [
              asset.id,
              asset.units[at],
            ]);
          }
        }
      const events = await eventsSince(start);
      expect(events.map(({ data }) => data['id'])).toEqual(committed);
    } finally {
      for (const { client } of clients) await client.end();
    }
  });

  it('loses and repeats nothing with several relays and writers at once', async () => {
    const start = await latest();
    const other = await givenAsset(app);
    const replica = await app.replica();
    const writes = Array.from({ length: 60 }, (_, n) => {
      const target = n % 2 ? other : asset;
      return changeUnit(target, target.units[n % 3]!, { area: 800 + n }, n % 3 ? app : replica);
    });
    const relays = Array.from({ length: 20 }, (_, n) => (n % 2 ? app : replica).run(RelayEventsJob));
    await Promise.all(writes);
    await Promise.all(relays);
    const events = (await eventsSince(start)).filter(({ type }) => type === 'unit.updated');
    expect(events).toHaveLength(60);
    for (const { id } of [asset, other]) {
      const sequences = events.filter(({ asset_id }) => asset_id === id).map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.map((_, n) => sequences[0]! + n));
    }
  });

  it('has no event of a transaction that rolled back', async () => {
    const start = await latest();
    await app.sql(`do $$ begin
      begin update catalog.unit set area = 1 where asset_id = ${asset.id}; raise exception 'x'; exception when raise_exception then null; end;
    end $$`);
    expect(await eventsSince(start)).toEqual([]);
  });
});

/** Reads server-sent events until one matches. */
async function* streamed(path: string, key: string, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const response = await fetch(app.base + path, {
    headers: { 'API-Key': key, Accept: 'text/event-stream', ...headers },
    ...(signal && { signal }),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop()!;
    for (const frame of frames) {
      const fields = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
      if (fields['data'])
        yield { id: fields['id'] as string, type: fields['event'], data: JSON.parse(fields['data']) as Event };
    }
  }
}

describe('The stream of server-sent events', () => {
  it('has the events as they happen, and goes on after the last one that a client got', async () => {
    const key = await app.key(['service.events.read']);
    const start = await latest();
    const end = new AbortController();
    const events = streamed(`/v1/events?after=${start}`, key, {}, end.signal);
    const next = events.next();
    await changeUnit(asset, asset.units[0]!, { area: 900 });
    const first = (await next).value!;
    expect([first.type, first.data.data]).toEqual(['unit.updated', { id: asset.units[0], changed: ['area'] }]);
    end.abort();

    await changeUnit(asset, asset.units[1]!, { area: 901 });
    const again = new AbortController();
    const resumed = streamed('/v1/events', key, { 'Last-Event-ID': first.id }, again.signal);
    expect((await resumed.next()).value!.data.data).toEqual({ id: asset.units[1], changed: ['area'] });
    again.abort();
  });

  it('ends when its key is revoked', async () => {
    const key = await app.key(['service.events.read']);
    const events = streamed(`/v1/events?after=${await latest()}`, key);
    const ended = events.next();
    await sleep(100);
    await app.sql('update platform.api_key set revoked_at = now() where id = (select max(id) from platform.api_key)');
    expect(await ended).toEqual({ done: true, value: undefined });
  }, 60_000);
});

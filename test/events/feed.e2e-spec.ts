import { setTimeout as sleep } from 'node:timers/promises';
import { Outbox } from '@app/platform/persistence';
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
  while ((await app.sql(`select from platform.outbox_entry where consumer = 'relay-events' limit 1`)).length > 0);
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

/** Repeats a write for which the server was too busy. */
async function patiently(write: () => Promise<void>, tries = 20): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (tries === 0 || !String(error).includes('"unavailable"')) throw error;
    await sleep(100);
    await patiently(write, tries - 1);
  }
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
      {
        ...{ process_id: process.split('/').at(-1), transaction_id: published[0]!.data['transaction_id'] },
        url: `${process}/transactions/${published[0]!.data['transaction_id'] as string}`,
      },
    ]);

    const opened = await app.post(`${process}/ingest`, []);
    expect(opened.status).toBeLessThan(300);
    await app.advance(24 * 60);
    await app.run(ExpireTransactionsJob);
    await app.advance(0);
    expect((await eventsSince(cursor)).map(({ type }) => type)).toEqual(['pricing.transaction_expired']);
  });

  it('has an event for each unit whose price a publication changes, if the request names the type', async () => {
    const process = await givenPrices(app, asset, { 101: 2000, 102: 2100 });
    const start = await latest();
    const price = (number: string, price: number) => ({
      ...{ unit_number: number, provider_id: number, price, available_on: '2026-12-01' },
    });
    const prices = [price('101', 1950), price('102', 2100), price('103', 2200)];
    expect((await app.post(`${process}/ingest?commit=1`, prices)).status).toBe(200);
    const before = { price: 2000, available_on: '2026-12-01', availability: 'upcoming' };
    const changed = [
      { number: '101', before, after: { ...before, price: 1950 } },
      { number: '103', before: null, after: { ...before, price: 2200 } },
    ];

    expect((await eventsSince(start, '&types=pricing.*')).map(({ type }) => type)).toEqual(['pricing.published']);
    const events = await eventsSince(start, '&types=pricing.*,pricing.unit_changed');
    const published = events[0]!;
    expect(events.map(({ id, type, sequence }) => [id, type, sequence])).toEqual([
      [published.id, 'pricing.published', published.sequence],
      ...[0, 2].map((at) => [`${published.id}-${asset.units[at]}`, 'pricing.unit_changed', published.sequence]),
    ]);
    expect(events.slice(1).map(({ data }) => data)).toMatchObject(changed);

    // Later changes of the units, by hand and by publications, leave the earlier events as they are.
    await app.put(`${process}/units/${asset.units[0]}`, { provider_id: 'P-1' });
    expect((await app.post(`${process}/ingest?commit=1`, [price('102', 2300)])).status).toBe(200);
    const later = await eventsSince(start, '&types=pricing.unit_changed');
    expect(later.slice(0, 2)).toEqual(events.slice(1));
    expect(later.slice(2).map(({ data }) => data)).toMatchObject([
      { number: '102', before: { price: 2100 }, after: { price: 2300 } },
      { number: '103', before: { price: 2200 }, after: { price: null, availability: 'unavailable' } },
    ]);

    const read: Event[] = [];
    for (let cursor = start, more = true; more;) {
      const { body } = await app.get(`/v1/events?after=${cursor}&limit=1&types=pricing.published,pricing.unit_changed`);
      read.push(...(body.data as Event[]));
      ({ cursor, has_more: more } = body as { cursor: string; has_more: boolean });
    }
    expect(read.map(({ type }) => type)).toEqual([
      ...['pricing.published', 'pricing.unit_changed', 'pricing.unit_changed'],
      ...['pricing.published', 'pricing.unit_changed', 'pricing.unit_changed'],
    ]);
    expect(read.filter(({ type }) => type === 'pricing.unit_changed')).toEqual(later);
  });

  it('has only events of assets that the key sees, and of the types and the asset that the request names', async () => {
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
    ['after', '00000000-1.x'],
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

    const newest = await app.get(`/v1/events?after=newest&limit=2&asset=${asset.id}`);
    expect(newest.body).toEqual({ data: all.slice(1), cursor: await latest(), has_more: false });
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

/** Random orders of transactions that one run tries; EVENT_INTERLEAVINGS tries more than `npm test`. */
const INTERLEAVINGS = Number(process.env['EVENT_INTERLEAVINGS'] ?? 200);
const SEED = Number(process.env['EVENT_SEED'] ?? Date.now() % 1_000_000);

/** Repeatable numbers below a limit. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const KILL_RELAYS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and query like '%into events.event %'`;

/** What a transaction does before it commits, in this order. All of them change the same floor, so they wait for each other. */
const NUMBER = 'select pg_current_xact_id()';
const UNIT = 'update catalog.unit set area = area + 1 where asset_id = $1 and id = $2';
const FLOOR = 'update catalog.floor set sort = coalesce(sort, 0) + 1 where asset_id = $1 and id = $2';

/** Runs one transaction of each client, step by step in a random order. @returns the clients in the order of their commits */
async function interleave(clients: pg.Client[], random: (limit: number) => number): Promise<number[]> {
  const steps = clients.map(() => {
    const own: string[] = random(3) === 0 ? [FLOOR, UNIT] : random(2) === 0 ? [UNIT, FLOOR] : [UNIT];
    return random(2) === 0 ? [NUMBER, ...own, 'commit'] : [...own, 'commit'];
  });
  for (const client of clients) await client.query('begin');
  const committed: number[] = [];
  const waiting = new Map<number, Promise<void>>();
  let holder: number | undefined;
  while (committed.length < clients.length) {
    const ready = clients.flatMap((_, at) => (steps[at]!.length > 0 && !waiting.has(at) ? [at] : []));
    const at = ready[random(ready.length)]!;
    const client = clients[at]!;
    const step = steps[at]!.shift()!;
    if (step === FLOOR) {
      const changed = client.query(FLOOR, [asset.id, asset.floor]).then(() => {
        waiting.delete(at);
        holder = at;
      });
      if (holder === undefined) await changed;
      else waiting.set(at, changed);
    } else if (step === 'commit') {
      await client.query('commit');
      committed.push(at);
      if (holder !== at) continue;
      holder = undefined;
      if (waiting.size > 0) await Promise.race(waiting.values());
    } else await client.query(step, step === UNIT ? [asset.id, asset.units[at]] : []);
  }
  return committed;
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

  it('is that of the commits when transactions also wait for each other, and relays are doubled and killed', async () => {
    const clients = asset.units.map(() => new pg.Client(app.databaseUrl));
    for (const client of clients) await client.connect();
    const random = randomFrom(SEED);
    try {
      const start = await latest();
      const committed: string[] = [];
      let relays: Promise<void>[] = [];
      for (let round = 0; round < INTERLEAVINGS; round++) {
        const order = await interleave(clients, random);
        committed.push(...order.map((at) => asset.units[at]!));
        if (random(5) > 0) continue;
        for (let n = 0; n < 2; n++) relays.push(app.run(RelayEventsJob).catch(() => undefined));
        if (random(4) === 0) await app.sql(KILL_RELAYS);
        if (random(2) === 0) await Promise.all(relays.splice(0));
      }
      await Promise.all(relays);
      relays = [];
      const events: Event[] = [];
      for (let cursor = start, more = true; more;) {
        await relayed();
        const { body } = await app.get(`/v1/events?after=${cursor}&limit=1000&asset=${asset.id}`);
        events.push(...(body.data as Event[]));
        ({ cursor, has_more: more } = body as { cursor: string; has_more: boolean });
      }
      expect(events.map(({ sequence }) => sequence - events[0]!.sequence)).toEqual(events.map((_, at) => at));
      const units = events.filter(({ type }) => type === 'unit.updated').map(({ data }) => data['id']);
      expect(units.filter((id, at) => id !== committed[at]).length).toBe(0);
      expect(units).toHaveLength(committed.length);
    } finally {
      for (const client of clients) await client.end();
    }
  }, 600_000);

  it('loses and repeats nothing with several relays and writers at once', async () => {
    const start = await latest();
    const other = await givenAsset(app);
    const replica = await app.replica();
    const writes = Array.from({ length: 60 }, (_, n) => {
      const target = n % 2 ? other : asset;
      return patiently(() => changeUnit(target, target.units[n % 3]!, { area: 800 + n }, n % 3 ? app : replica));
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
  it('sends events as they happen, and continues after the last one that a client received', async () => {
    const key = await app.key(['service.events.read']);
    const start = await latest();
    const end = new AbortController();
    const events = streamed(`/v1/events?after=${start}`, key, {}, end.signal);
    const next = events.next();
    await changeUnit(asset, asset.units[0]!, { area: 900 });
    const first = (await next).value!;
    const url = (unit: string) => `${asset.path}/units/${unit}`;
    const changed = (unit: string) => ({ id: unit, changed: ['area'], url: url(unit) });
    expect([first.type, first.data.data]).toEqual(['unit.updated', changed(asset.units[0]!)]);
    end.abort();

    await changeUnit(asset, asset.units[1]!, { area: 901 });
    const again = new AbortController();
    const resumed = streamed('/v1/events', key, { 'Last-Event-ID': first.id }, again.signal);
    expect((await resumed.next()).value!.data.data).toEqual(changed(asset.units[1]!));
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

describe('The outbox', () => {
  it('returns the first entry of each asset before the second of any, so that a failing asset does not delay others', async () => {
    const insert = 'insert into platform.outbox_entry (asset_id, consumer) select $1, $2 from generate_series(1, $3)';
    await app.sql(insert, ['1', 'nobody', 150]);
    await app.sql(insert, ['2', 'nobody', 1]);
    const found = await app.app.get(Outbox).find('nobody');
    expect([found.length, found[0]!.asset, found[1]!.asset]).toEqual([100, '1', '2']);
    await app.sql(`delete from platform.outbox_entry where consumer = 'nobody'`);
  });
});

import type { ServerResponse } from 'node:http';
import { openApiDocument } from '@app/documentation';
import { Operations } from '@app/platform/rest';
import { Ajv } from 'ajv';
import { Webhook as Verifier } from 'standardwebhooks';
import { INFO } from '../../apps/api/src/document.js';
import { DeliverWebhooksJob } from '../../libs/events/src/webhooks/deliver-webhooks.job.js';
import { PurgeDeliveriesJob } from '../../libs/events/src/webhooks/purge-deliveries.job.js';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { RelayEventsJob } from '../../libs/events/src/feed/relay-events.job.js';
import { TestApp } from '../support/app.js';
import { givenAccount, givenAsset, type GivenAsset, givenPrices } from '../support/given.js';
import { answering, type Received, Receiver } from './receiver.js';

const ENV = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' };
const app = TestApp.forSuite(ENV);
const PATH = '/v1/webhooks';

interface Delivery {
  id: string;
  event_id: string;
  type: string;
  status: string;
  due_at: string | null;
  tries: { status: number | null; error: string | null; response: string; duration_ms: number }[];
}

let receiver: Receiver;
let asset: GivenAsset;
let paths = 0;

beforeAll(async () => {
  receiver = await new Receiver().open();
});
afterAll(() => receiver?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  await relayed();
});
/** No webhook of one test is sent the events of another. */
afterEach(async () => {
  await app.advance(0);
  await app.sql('delete from events.webhook');
});

/** Until the feed has every committed change. */
async function relayed(): Promise<void> {
  do await app.run(RelayEventsJob);
  while ((await app.sql(`select from platform.outbox_entry where consumer = 'relay-events' limit 1`)).length > 0);
}

/** Until everything that is due was tried. */
async function sent(by = app): Promise<void> {
  await relayed();
  await by.app.get(DeliverWebhooksJob, { strict: false }).finish();
}

/** A path of the receiver that nothing else uses. */
const newPath = (): string => `/hook-${++paths}`;

async function created(url: string, more: object = {}, key?: string): Promise<{ id: string; secret: string }> {
  const fields = { name: 'Website', url, types: ['unit.*'], ...more };
  const { status, body, text } = await app.post(PATH, fields, key ? { key } : {});
  if (status !== 201) throw new Error(text);
  return body as { id: string; secret: string };
}

async function changeUnit({ id, path, units }: GivenAsset, area: number, unit = 0): Promise<void> {
  const { status, text } = await app.put(`${path}/units/${units[unit]}`, { id: units[unit], asset_id: id, area });
  if (status !== 200) throw new Error(text);
}

const deliveries = async (id: string, query = ''): Promise<Delivery[]> =>
  (await app.get(`${PATH}/${id}/deliveries?${query}`)).body.data as Delivery[];
const view = async (id: string) => (await app.get(`${PATH}/${id}`)).body as Record<string, unknown>;
interface DocumentedEvents {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object; example: object }> } } }>;
  components: object;
}

/** Checks an event by its schema in the OpenAPI document. */
function requireDocumented(document: DocumentedEvents, body: string): void {
  const { type } = JSON.parse(body) as { type: string };
  const { schema } = document.webhooks[type]!.post.requestBody.content['application/json']!;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.validate({ ...schema, components: document.components }, JSON.parse(body));
  expect([body, isValid, ajv.errors]).toEqual([body, true, null]);
}

const sequences = (received: readonly Received[]): number[] => received.map(({ event }) => event.sequence);

describe('A webhook', () => {
  it('is sent each event of its types as the feed has it, in order and signed', async () => {
    const path = newPath();
    const { secret } = await created(receiver.on(path));
    const { cursor } = (await app.get('/v1/events?after=latest')).body as { cursor: string };
    for (const area of [700, 701, 702]) await changeUnit(asset, area);
    await app.post(`${asset.path}/buildings`, { name: 'South', label: 'South', asset_id: asset.id });
    await sent();

    const feed = (await app.get(`/v1/events?after=${cursor}&types=unit.*`)).body.data as unknown[];
    const received = receiver.at(path);
    expect(received).toHaveLength(3);
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual(feed);
    for (const { headers, body, event } of received) {
      expect(headers['webhook-id']).toBe(event.id);
      expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
      expect(() => new Verifier(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    }
  });

  it('shows its secret once, also when the request is repeated', async () => {
    const fields = { name: 'Website', url: receiver.on(newPath()), types: ['*'] };
    const headers = { 'Idempotency-Key': 'a-new-webhook' };
    const first = await app.post(PATH, fields, { headers });
    const again = await app.post(PATH, fields, { headers });
    const { secret, ...shown } = first.body as Record<string, unknown>;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(first.headers.get('location')).toBe(`${app.base}${PATH}/${String(shown['id'])}`);
    expect(again.body).toEqual({ ...shown, secret: null });
    expect(await view(String(shown['id']))).toEqual(shown);
    const trail = await app.sql<{ changes: unknown }>(
      `select changes from audit.event_v1 where relation = 'events.webhook'`,
    );
    expect(JSON.stringify(trail)).not.toContain(String(secret));
    expect(trail).not.toEqual([]);
  });

  it('receives only events of the assets of the key that created it, and is visible only to keys with at least these assets', async () => {
    const [account, other] = [await givenAccount(app), await givenAccount(app)];
    const own = await givenAsset(app, ['1'], [account]);
    const [key, foreign] = [await app.key(['webhooks.manage'], [account]), await app.key(['webhooks.manage'], [other])];
    await relayed();
    const path = newPath();
    const { id } = await created(receiver.on(path), {}, key);
    for (const each of [asset, own]) await changeUnit(each, 710);
    await sent();

    expect(receiver.at(path).map(({ event }) => event.asset_id)).toEqual([own.id]);
    expect((await app.get(PATH, { key })).body.data).toHaveLength(1);
    expect((await app.get(PATH, { key: foreign })).body.data).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await app.request(method, `${PATH}/${id}`, { key: foreign })).status).toBe(404);
    expect((await app.get(PATH, { key: await app.key(['service.*', 'manage.*', 'keys.manage']) })).status).toBe(403);
  });

  it.each([
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'https://user:secret@example.com/' }],
    ['types', { types: [] }],
    ['types.0', { types: ['unit.painted'] }],
    ['types', { types: null }],
    ['name', { name: ' ' }],
  ])('with a wrong %s is rejected', async (field, wrong) => {
    const fields = { name: 'Website', url: 'https://example.com/', types: ['*'], ...wrong };
    const { status, body } = await app.post(PATH, fields);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [field]]);
  });

  it('requires https unless networks are allowed', async () => {
    const closed = await app.replica({ WEBHOOK_ALLOWED_NETWORKS: '' });
    const fields = { name: 'Website', url: 'http://example.com/', types: ['*'] };
    const { status, body } = await closed.post(PATH, fields);
    await closed.close(); // otherwise, it sends what is due too
    expect([status, body.fields]).toEqual([422, { url: ['must begin with https://'] }]);
  });

  it('that is deleted is sent nothing more', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path));
    await changeUnit(asset, 711);
    expect((await app.delete(`${PATH}/${id}`)).body).toMatchObject({ id, name: 'Website' });
    await sent();
    const before = receiver.at(path).length; // a process that listens may have sent it before the deletion
    await changeUnit(asset, 712);
    await sent();
    expect(receiver.at(path)).toHaveLength(before);
    expect((await app.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it('that was disabled receives what it missed once it is enabled again', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path));
    const off = await app.put(`${PATH}/${id}`, { is_enabled: false });
    expect(off.body).toMatchObject({ is_enabled: false, status_details: 'Disabled by a request' });
    await changeUnit(asset, 712);
    await sent();
    expect(receiver.at(path)).toEqual([]);

    const on = await app.put(`${PATH}/${id}`, { is_enabled: true });
    expect(on.body).toMatchObject({ is_enabled: true, status_details: null });
    await sent();
    expect(receiver.at(path)).toHaveLength(1);
  });
});

describe('Events of single units', () => {
  it('are sent once each if the webhook names the type, however many a publication has', async () => {
    const { id } = await created(receiver.on(newPath()), { types: ['pricing.unit_changed'] });
    const { id: wide } = await created(receiver.on(newPath()), { types: ['pricing.*'] });
    await app.sql(`update events.webhook_lane set paused_until = now() + interval '1 day'`); // only the deliveries matter
    const many = await givenAsset(
      app,
      Array.from({ length: 1_100 }, (_, at) => String(at + 1)),
    );
    await givenPrices(app, many, Object.fromEntries(many.units.map((_, at) => [at + 1, 1_000 + at])));
    const behind =
      'select from events.webhook_lane, events.feed where unit_id is not null or webhook_lane.position < feed.position';
    do await sent();
    while ((await app.sql(behind)).length > 0);

    const found = await app.sql<{ body: string }>('select body from events.delivery where webhook_id = $1', [id]);
    const units = found.map(({ body }) => (JSON.parse(body) as Received['event']).data);
    expect(units).toHaveLength(many.units.length);
    expect(new Set(units.map((unit) => unit['id']))).toEqual(new Set(many.units));
    expect(units[0]).toMatchObject({ number: '1', before: null, after: { price: 1_000 } });
    expect((await deliveries(wide)).map(({ type }) => type)).toEqual(['pricing.published']);
  });
});

describe('The OpenAPI document', () => {
  it('describes every event as it is sent, and each example', async () => {
    const document = openApiDocument(app.app.get(Operations).all, INFO) as unknown as DocumentedEvents;
    const path = newPath();
    const { id } = await created(receiver.on(path), { types: ['*', 'pricing.unit_changed'] });
    const made = async (at: string, body: object): Promise<string> => {
      const { status, text, body: shown } = await app.post(`${asset.path}/${at}`, { asset_id: asset.id, ...body });
      if (status !== 201) throw new Error(text);
      return (shown as { id: string }).id;
    };
    const filter_id = await made('filters', { name: 'View', label: 'View', type: 'custom' });
    await made(`filters/${filter_id}/options`, { filter_id, label: 'Sea', type: 'custom' });
    const group = await made('units/reference-groups', { name: 'CRM', key: 'crm' });
    const references = `${asset.path}/units/reference-groups/${group}/references`;
    for (const value of ['a', 'b'])
      await app.put(references, { data: [{ asset_id: asset.id, group_id: group, unit_id: asset.units[0], value }] });
    const process = await givenPrices(app, asset, { 101: 2000 });
    await app.put(`${process}/units/${asset.units[0]}`, { provider_id: 'P-1' });
    await changeUnit(asset, 790);
    await app.delete(`${asset.path}/units/${asset.units[2]}`);
    const { id: off } = await created(receiver.on(newPath()));
    await app.put(`${PATH}/${off}`, { is_enabled: false });
    expect((await app.post(`${asset.path}/caches/build`)).status).toBe(202);
    while ((await app.sql('select from viewer.document where asset_id = $1', [asset.id])).length === 0)
      await app.run(BuildDocumentsJob);
    await app.post(`${PATH}/${id}/ping`);
    await sent();

    const received = receiver.at(path);
    for (const { body } of received) requireDocumented(document, body);
    expect(received.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining([
        ...['filter.created', 'filter_option.created', 'reference_group.created', 'pricing.published', 'webhook.ping'],
        ...['unit_reference.created', 'unit_reference.updated', 'unit.updated', 'unit.deleted'],
        ...['pricing.unit_changed', 'embed.document_built', 'webhook.disabled'],
      ]),
    );
    for (const { event } of received) {
      const { url } = event.data as { url?: string };
      if (url !== undefined && event.type !== 'webhook.disabled')
        expect([url, (await app.get(url)).status]).toEqual([url, 200]);
    }
    const examples = Object.values(document.webhooks).map(
      ({ post }) => post.requestBody.content['application/json']!.example,
    );
    expect(examples.length).toBeGreaterThan(70);
    for (const example of examples) requireDocumented(document, JSON.stringify(example));
  });
});

describe('The secret of a webhook', () => {
  it('signs together with the previous one until the overlap ends', async () => {
    const path = newPath();
    const { id, secret: old } = await created(receiver.on(path));
    const { status, body } = await app.post(`${PATH}/${id}/rotate`, { overlap_hours: 1 });
    expect([status, typeof body.previous_secret_ends_at]).toEqual([200, 'string']);
    const now = body.secret as string;
    const verifies = ({ headers, body: text }: Received) =>
      [old, now].map((secret) => {
        try {
          return Boolean(new Verifier(secret).verify(text, headers as Record<string, string>));
        } catch {
          return false;
        }
      });

    await changeUnit(asset, 720);
    await sent();
    await app.advance(61);
    await changeUnit(asset, 721);
    await sent();
    expect(receiver.at(path).map(verifies)).toEqual([
      [true, true],
      [false, true],
    ]);
    expect((await view(id))['previous_secret_ends_at']).toBeNull();
  });
});

describe('A delivery that fails', () => {
  it('is retried on schedule with the same id, and lists every try', async () => {
    const path = newPath();
    let answer = answering(500, {}, 'Out of order');
    const { id } = await created(receiver.on(path, (...given) => answer(...given)));
    await changeUnit(asset, 730);
    await sent();
    expect(await deliveries(id, 'status=retrying')).toMatchObject([
      { status: 'retrying', tries: [{ status: 500, error: null, response: 'Out of order' }] },
    ]);
    expect((await app.get(PATH)).body.data[0]).toMatchObject({ waiting_count: 1, failing_since: expect.any(String) });

    answer = answering(200);
    await app.advance(1);
    await sent();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ status: 'delivered', due_at: null, tries: [{ status: 500 }, { status: 200 }] });
    const received = receiver.at(path);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery!.event_id]));
    expect((await app.get(PATH)).body.data[0]).toMatchObject({ waiting_count: 0, failing_since: null });
  });

  it.each<[string, () => string, object]>([
    ['a redirect', () => receiver.on(newPath(), answering(302, { Location: 'http://127.0.0.1/' })), { status: 302 }],
    ['no connection', () => 'http://127.0.0.1:9/', { status: null, error: expect.stringContaining('ECONNREFUSED') }],
    ['a private address', () => 'https://10.0.0.1/', { status: null, error: '10.0.0.1 is not a public address' }],
    ['a name of this machine', () => 'http://localhost.localdomain.invalid/', { status: null }],
  ])('because of %s says why', async (_, url, tried) => {
    const { id } = await created(url());
    await changeUnit(asset, 731);
    await sent();
    expect(await deliveries(id)).toMatchObject([{ status: 'retrying', tries: [tried] }]);
  });

  it('waits as long as the receiver asks, together with the events after it', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path, answering(429, { 'Retry-After': '3600' })));
    await changeUnit(asset, 732);
    await sent();
    await changeUnit(asset, 733);
    await app.advance(30);
    await sent();
    expect(receiver.at(path)).toHaveLength(1);
    receiver.on(path);
    await app.advance(61);
    await sent();
    expect(receiver.at(path)).toHaveLength(3);
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('is given up after ten tries, and sent again by a replay', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path, answering(500)));
    await changeUnit(asset, 734);
    const [unlimited] = await app.sql<{ id: string }>('select id from events.webhook');
    expect(unlimited!.id).toBe(id);
    for (let days = 0; days < 10; days++) {
      await app.advance(days * 24 * 60);
      await app.sql('update events.webhook_lane set failing_since = null');
      await sent();
    }
    expect(await deliveries(id, 'status=failed')).toMatchObject([{ tries: { length: 10 } }]);

    receiver.on(path);
    const replayed = await app.post(`${PATH}/${id}/replay`, { status: 'failed' });
    expect([replayed.status, replayed.body]).toEqual([200, { count: 1 }]);
    await sent();
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', tries: { length: 11 } }]);
    const { id: delivery } = (await deliveries(id))[0]!;
    expect((await app.post(`${PATH}/${id}/replay`, { delivery_id: delivery })).body).toEqual({ count: 1 });
    await sent();
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.at(path)).toHaveLength(12);
  });

  it.each([
    [{}, 'status'],
    [{ delivery_id: '999999' }, 'delivery_id'],
    [{ delivery_id: 'x' }, 'delivery_id'],
    [{ status: 'lost' }, 'status'],
    [{ from: 'yesterday' }, 'from'],
  ])('is not replayed by %j', async (body, field) => {
    const { id } = await created(receiver.on(newPath()));
    const answer = await app.post(`${PATH}/${id}/replay`, body);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, [field]]);
  });

  it('disables the webhook after five days without success, or at once when the receiver responds with 410', async () => {
    const [dying, gone] = [newPath(), newPath()];
    const { id } = await created(receiver.on(dying, answering(500)));
    const { id: removed } = await created(receiver.on(gone, answering(410)));
    for (const day of [0, 4, 6]) {
      await app.advance(day * 24 * 60);
      await changeUnit(asset, 740 + day);
      await sent();
      expect((await view(id))['is_enabled']).toBe(day < 5);
    }
    expect((await view(id))['status_details']).toBe('No event was accepted for 5 days; the last try: status 500');
    expect(await view(removed)).toMatchObject({
      is_enabled: false,
      status_details: 'The receiver responded with 410 Gone',
    });
    expect(receiver.at(gone)).toHaveLength(1);
    await relayed();
    const disabled = async (key?: string): Promise<unknown[]> =>
      (await app.get('/v1/events?after=newest&limit=2&types=webhook.*', key ? { key } : {})).body.data as unknown[];
    expect(await disabled()).toEqual(
      [removed, id].map((webhook_id) => ({
        ...{ id: expect.stringMatching(/^0-\d+$/), type: 'webhook.disabled', timestamp: expect.any(String) },
        data: { webhook_id, url: `${PATH}/${webhook_id}` },
      })),
    );
    expect(await disabled(await app.key(['service.events.read'], [await givenAccount(app)]))).toEqual([]);
  });

  it('does not delay other webhooks', async () => {
    const [slow, fast] = [newPath(), newPath()];
    let end: (() => void) | undefined;
    await created(receiver.on(slow, (_, response) => (end = () => void response.writeHead(200).end())));
    await created(receiver.on(fast));
    await changeUnit(asset, 750);
    const sending = sent();
    await receiver.until(slow, 1);
    await receiver.until(fast, 1);
    end!();
    await sending;
  });
});

describe('Receivers that do not respond', () => {
  it('do not delay others, and use only the lanes for slow receivers', async () => {
    const [live, hung] = [newPath(), newPath()];
    const open = new Set<ServerResponse>();
    let hangs = true;
    const fail = () => {
      hangs = false;
      for (const response of open) response.writeHead(500).end();
    };
    await created(receiver.on(live));
    const { id } = await created(
      receiver.on(hung, (_, response) => {
        open.add(response.on('close', () => open.delete(response)));
        if (!hangs) fail();
      }),
    );
    await app.sql(
      `with copies as (
         insert into events.webhook (name, url, types, secret)
         select name, url, types, secret from events.webhook, generate_series(2, 70) where id = $1 returning id
       )
       insert into events.webhook_lane (webhook_id, position) select id, (select position from events.feed) from copies`,
      [id],
    );
    await changeUnit(asset, 751);
    let sending = sent();
    await receiver.until(hung, 70);
    await receiver.until(live, 1);
    fail();
    await sending;

    hangs = true;
    const tried = receiver.at(hung).length;
    await changeUnit(asset, 752);
    sending = sent();
    await receiver.until(hung, tried + 50);
    for (let n = 2; n < 7; n++) {
      await receiver.until(live, n);
      await changeUnit(asset, 751 + n);
      await relayed();
      await app.run(DeliverWebhooksJob);
    }
    expect(open.size).toBe(50);
    fail();
    await sending;
    expect(sequences(receiver.at(live))).toHaveLength(7);
  });
});

describe('A receiver', () => {
  it('that lost events receives those of a period again', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path));
    await changeUnit(asset, 761);
    await sent();
    await app.advance(60);
    for (const area of [762, 763]) await changeUnit(asset, area);
    await sent();
    const [first, second, third] = receiver.at(path).map(({ event }) => event.id);
    const from = new Date(Date.now() + 30 * 60_000).toISOString();
    expect((await app.post(`${PATH}/${id}/replay`, { from })).body).toEqual({ count: 2 });
    await sent();
    expect(receiver.at(path).map(({ event }) => event.id)).toEqual([first, second, third, second, third]);
  });

  it('that was down for a day receives every event afterwards, the later ones in order', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path, answering(500)));
    for (let hours = 0; hours <= 24; hours += 4) {
      await app.advance(hours * 60);
      await changeUnit(asset, 800 + hours);
      await sent();
    }
    receiver.on(path);
    const before = receiver.at(path).length;
    for (let hours = 24; (await app.get(PATH)).body.data[0].waiting_count > 0; hours += 4) {
      await app.advance(hours * 60);
      await sent();
    }
    const accepted = receiver.at(path).slice(before);
    expect(new Set(accepted.map(({ event }) => event.id)).size).toBe(7);
    expect(accepted).toHaveLength(7);
    expect(await view(id)).toMatchObject({ is_enabled: true, status_details: null });
  });
});

describe('A ping', () => {
  it('is sent once, also to a disabled webhook', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path, answering(500)), { is_enabled: false });
    const { status, body } = await app.post(`${PATH}/${id}/ping`);
    expect([status, body.type]).toEqual([200, 'webhook.ping']);
    await sent();
    expect(receiver.at(path).map(({ event }) => [event.type, event.data])).toEqual([
      ['webhook.ping', { webhook_id: id }],
    ]);
    expect(await deliveries(id)).toMatchObject([{ id: body.id, status: 'failed', tries: [{ status: 500 }] }]);
  });
});

describe('Several processes', () => {
  it('send each event once, in the order of its asset', async () => {
    const replica = await app.replica(ENV);
    const path = newPath();
    const other = await givenAsset(app);
    await relayed();
    await created(receiver.on(path, (_, response) => setImmediate(() => response.writeHead(204).end())));
    const sending: Promise<void>[] = [];
    for (let n = 0; n < 30; n++) {
      await changeUnit(n % 2 ? asset : other, 800 + n);
      if (n % 5 === 0) for (const each of [app, replica]) sending.push(sent(each));
    }
    await Promise.all(sending);
    await relayed();
    for (const each of [app, replica]) await sent(each);
    const received = await receiver.until(path, 30);
    expect(received).toHaveLength(30);
    for (const { id } of [asset, other]) {
      const own = sequences(received.filter(({ event }) => event.asset_id === id));
      expect(own).toEqual(own.map((_, n) => own[0]! + n));
    }
  });

  it('send the events that a killed process had leased', async () => {
    const path = newPath();
    const { id } = await created(receiver.on(path));
    await app.sql(`update events.webhook_lane set leased_by = 'killed', leased_until = now() + interval '1 minute'`);
    await changeUnit(asset, 760);
    await sent();
    expect(receiver.at(path)).toEqual([]);
    await app.sql(`update events.webhook_lane set leased_until = now() - interval '1 second'`);
    await sent();
    await receiver.until(path, 1); // from whichever process took it first
    while ((await deliveries(id, 'status=delivered')).length < 1) await sent();
    expect(receiver.at(path)).toHaveLength(1);
  });
});

it('Deliveries are deleted with the events', async () => {
  const { id } = await created(receiver.on(newPath()));
  await changeUnit(asset, 770);
  await sent();
  expect(await deliveries(id)).toHaveLength(1);
  await app.run(PurgeDeliveriesJob);
  expect(await deliveries(id)).toHaveLength(1);
  await app.advance(31 * 24 * 60);
  await app.run(PurgeDeliveriesJob);
  expect(await deliveries(id)).toEqual([]);
});

it('Tries and webhooks are counted', async () => {
  await created(receiver.on(newPath(), answering(500)));
  await changeUnit(asset, 780);
  await sent();
  const metrics = await (await fetch(`${app.base}/metrics`)).text();
  expect(metrics).toMatch(/webhook_deliveries_total\{outcome="failed"\} [1-9]/);
  expect(metrics).toMatch(/webhook_deliveries_total\{outcome="delivered"\} [1-9]/);
  expect(metrics).toMatch(/webhook_endpoints\{state="failing"\} \d/);
});

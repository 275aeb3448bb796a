import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Wire } from '../platform/wire.js';
import { TestApp } from '../support/app.js';
import { FLAGS } from '../support/declared.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start();
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset, 'revenue_management');
});
afterEach(() => app.advance(0));

const entry = (term: number, price: number) => ({
  ...{ unit_number: '101', provider_id: 'P-101', price, available_on: '2026-12-01', lease_term: term },
});
const entries = (count: number, price = 2000) => Array.from({ length: count }, (_, at) => entry(at + 1, price));
const guard = (limits: object) =>
  app.sql('update pricing.process set guard = $1 where id = $2', [JSON.stringify(limits), process.split('/').at(-1)]);
/** A response of the guard with its details in the same place as other responses have them. */
async function ingest(path: string, asked: { body?: unknown; headers?: Record<string, string> } = {}) {
  const answer = await app.request('POST', path, asked);
  return { ...answer, body: { ...answer.body, ...answer.body.details } };
}
const send = (rows: unknown[] | undefined, query = 'commit=1', headers: Record<string, string> = {}) =>
  ingest(`${process}/ingest?${query}`, { ...(rows && { body: rows }), headers });
const listed = async () => (await app.get(`${process}/entries?flat-pricing=0`)).body.data.flat().length;
/** The live entries, more than a page shows. */
const published = () =>
  app.sql(
    `select count(*)::int as entries, min(price) as least from pricing.entry join pricing.process
      on process.asset_id = entry.asset_id and published_transaction_id = transaction_id where until is null and process.id = $1`,
    [process.split('/').at(-1)],
  );

describe('The guard of a process', () => {
  it('keeps the entries of a rejected commit after a concurrent publication', async () => {
    await guard({ max_removed_percent: 25 });
    const slow = await Wire.to(app.base);
    const body = JSON.stringify(entries(2));
    const at = process.replace(app.base, '');
    slow.head(
      ...[
        `POST ${at}/ingest?commit=1 HTTP/1.1`,
        'Host: pms.example',
        `API-Key: ${await app.key()}`,
        `Experimental-Flags: ${FLAGS}`,
      ],
      ...[`Content-Length: ${body.length}`, 'Content-Type: application/json'],
    );
    const reserved = async () => (await app.sql('select last_value, is_called from pricing.transaction_id_seq'))[0];
    const before = await reserved();
    slow.say(body.slice(0, 20));
    // It arrives for a process without prices, so its entries are stored before they are compared.
    while (isDeepStrictEqual(await reserved(), before)) await sleep(10);
    expect((await send(entries(8))).status).toBe(200);
    slow.say(body.slice(20));

    const { status, body: refused } = await slow.answer();
    expect([status, refused.code, refused.details]).toEqual([
      ...[409, 'guard_refused'],
      expect.objectContaining({ status: 'pending', entry_count: 2 }),
    ]);
    const kept = 'select price from pricing.entry where transaction_id = $1 order by id';
    expect(await app.sql(kept, [refused.details.transaction_url.split('/').at(-1)])).toEqual([
      { price: 2000 },
      { price: 2000 },
    ]);
    slow.close();
  });

  it('rejects a commit that removes too much, and keeps its transaction with all entries', async () => {
    await guard({ max_removed_percent: 25 });
    expect((await send(entries(8))).status).toBe(200); // a first publication is compared with nothing
    expect((await send(entries(6))).body.report).toMatchObject({ guard: { outcome: 'passed', exceeded: [] } });

    const { status, body, headers } = await send(entries(4, 2100));
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        ...{ code: 'guard_refused', status: 'pending', entry_count: 4 },
        message: expect.stringContaining(
          'it would remove 2 of 6 published entries (limit: 25 %). Nothing was',
        ) as string,
        report: expect.objectContaining({
          ...{ outcome: 'refused', dry_run: false, publication: 2, compared_with: 2 },
          totals: expect.objectContaining({ received: 4, removed: 2, price_up: 4 }) as object,
          guard: { outcome: 'refused', exceeded: [{ limit: 'max_removed_percent', value: 25, entries: 2 }] },
        }) as object,
      }),
    ]);
    expect(body.report.changes.removed).toHaveLength(2);
    const url = body.transaction_url as string;
    expect(headers.get('link')).toBe(`<${url}>; rel="transaction", <${url}/ingest?commit=1&dry-run=1>; rel="preview"`);
    expect([await listed(), (await app.get(url)).body]).toMatchObject([6, { status: 'pending', guard: 'refused' }]);

    const preview = await app.post(`${url}/ingest?commit=1&dry-run=1`);
    expect([preview.status, preview.body.report]).toEqual([200, { ...body.report, dry_run: true }]);
    const again = await ingest(`${url}/ingest?commit=1`, { body: [entry(9, 1)] });
    expect([again.status, again.body.entry_count]).toEqual([409, 5]);

    const done = (await app.post(`${url}/ingest?commit=1&override=guard`)).body;
    expect(done).toMatchObject({ status: 'finished', report: { publication: 3, guard: { outcome: 'overridden' } } });
    expect([await listed(), (await app.get(url)).body.guard]).toEqual([5, 'overridden']);
    expect((await send(entries(1))).status).toBe(409); // an override applies to one commit
  });

  it('keeps a large set in the transaction that copied it', async () => {
    const unit = await app.post(`${asset.path}/units`, {
      ...{ asset_id: asset.id, building_id: asset.building, floor_id: asset.floor, floor_plan_id: asset.floorPlan },
      ...{ unit_number: 'L', area: 1 },
    });
    const large = (price: number) =>
      Array.from({ length: 9_000 }, (__, at) => ({
        ...entry((at % 120) + 1, price + at),
        ...{ unit_number: 'L', provider_id: 'P-L', status: 'x'.repeat(255), specials_description: 'y'.repeat(255) },
      }));
    await guard({ max_price_change_percent: 50 });
    await send(large(2_000));

    const [before] = await published();
    const refused = await send(large(900_000));
    expect([refused.status, refused.body.entry_count]).toEqual([409, 9_000]);
    expect(await published()).toEqual([before]);
    const url = refused.body.transaction_ingest_url as string;
    const done = (await app.post(`${url}?commit=1&override=guard`)).body;
    expect(done.report).toMatchObject({ outcome: 'published', totals: { received: 9_000, matched: 9_000 } });
    const { price } = (await app.get(`${process}/units/${unit.body.id}`)).body;
    expect([before, price]).toEqual([{ entries: 9_000, least: 2_000 }, 900_011]);
    expect(await published()).toEqual([{ entries: 9_000, least: 900_000 }]);
  });

  it.each([
    ['a price by more than the limit', { max_price_change_percent: 50 }, [entry(1, 3000), entry(2, 3001)], 1],
    ['a price down by more than the limit', { max_price_change_percent: 50 }, [entry(1, 1000), entry(2, 999)], 1],
    ['every price, with an empty set', { refuse_empty: true }, [], 2],
    ['every price, with entries of no unit', { refuse_empty: true }, [{ ...entry(1, 1), provider_id: 'X' }], 2],
  ])('rejects a commit that changes %s', async (_, limits, rows, count) => {
    await guard(limits);
    await send([entry(1, 2000), entry(2, 2000)]);
    const { status, body } = await send(rows);
    const [[limit, value]] = Object.entries(limits) as [[string, unknown]];
    const exceeded = [{ limit, value, entries: count }];
    expect([status, body.report?.guard]).toEqual([409, { outcome: 'refused', exceeded }]);
    expect(await listed()).toBe(2);
  });

  it('compares with the live publication, whatever was rejected before, and allows a restore', async () => {
    await guard({ max_removed_percent: 0, max_price_change_percent: 0, refuse_empty: true });
    await send(entries(4));
    await send(entries(2, 9), 'commit=1&override=guard');
    const { status, body } = await app.post(`${process}/publications/1/restore`);
    expect([status, body.report.guard, await listed()]).toEqual([200, undefined, 4]);
    expect((await send(entries(4).toReversed())).body.report).toMatchObject({
      ...{ outcome: 'unchanged', guard: { outcome: 'passed' } },
    });
  });

  it('only reports in a dry run what it would reject', async () => {
    await guard({ max_removed_percent: 10 });
    await send(entries(4));
    const dry = await send(entries(1), 'commit=1&dry-run=1');
    expect([dry.status, dry.body.report]).toMatchObject([
      200,
      { outcome: 'refused', dry_run: true, publication: 1, guard: { outcome: 'refused' } },
    ]);
    expect((await send(undefined, 'commit=0')).status).toBe(202); // no transaction is open
  });

  it('replays the same rejection for a repeated request, and opens one transaction', async () => {
    await guard({ max_removed_percent: 10 });
    await send(entries(4));
    const once = { 'Idempotency-Key': `guard-${process}` };
    const [first, second] = [await send(entries(1), 'commit=1', once), await send(entries(1), 'commit=1', once)];
    expect([first.status, second.status, second.body.details]).toEqual([409, 409, first.body.details]);
    expect((await app.get(first.body.transaction_url)).body).toMatchObject({ source_count: 1, entry_count: 1 });
  });

  it('lets a rejected transaction expire, which frees the process', async () => {
    await guard({ refuse_empty: true });
    await send(entries(4));
    const { body } = await send([]);
    await app.advance(31);
    expect((await app.get(body.transaction_url)).body).toMatchObject({ status: 'expired', guard: 'refused' });
    expect((await send(entries(3))).status).toBe(200);
  });

  it('records each rejection and each override in the audit trail', async () => {
    await guard({ refuse_empty: true });
    await send(entries(2));
    const { body } = await send([]);
    await app.post(`${body.transaction_url}/ingest?commit=1&override=guard`);
    const recorded = await app.sql<{ guard: string }>(
      `select change -> 'after' ->> 'guard' as guard from audit.event, json_array_elements(changes) change
       where asset_id = $1 and relation = 'pricing.transaction' and change -> 'after' ->> 'guard' is not null order by event.id`,
      [asset.id],
    );
    expect(recorded).toEqual([{ guard: 'refused' }, { guard: 'overridden' }]);
  });

  it('is overridden only in a commit', async () => {
    const answer = await send([], 'override=guard');
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['override']]);
  });
});

describe('If-Match', () => {
  it('accepts "0" for a process without a publication', async () => {
    const first = () => send(entries(1), 'commit=1', { 'If-Match': '"0"' });
    expect((await first()).status).toBe(200);
    expect((await first()).body.code).toBe('publication_replaced');
  });
});

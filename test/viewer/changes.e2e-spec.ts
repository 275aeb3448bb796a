import { ViewerCatalog } from '@app/catalog/contract';
import { ViewerExpenses } from '@app/expenses/contract';
import { ViewerMaps } from '@app/mapping/contract';
import { ViewerMerchandise } from '@app/merchandising/contract';
import { Database } from '@app/platform/persistence';
import { ViewerPrices } from '@app/pricing/contract';
import { BuildDocument } from '@app/viewer';
import { jest } from '@jest/globals';
import { CommandBus, EventBus } from '@nestjs/cqrs';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { FollowChangeLogJob } from '../../libs/viewer/src/builds/follow-change-log.job.js';
import { FollowChangesJob } from '../../libs/viewer/src/builds/follow-changes.job.js';
import { SERVED } from '../access/specified.js';
import { Server } from '../access/servers.js';
import type { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';

let server: Server;
let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  server = await Server.start('main');
  ({ app } = server);
  app.stopJobs();
});
afterAll(() => server?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
});

const poll = (on = app) => on.run(FollowChangeLogJob);

const REQUESTS = `select requested, attempts, next_try_at, snapshot from viewer.build_request where asset_id = $1`;
const requested = async (id = asset.id): Promise<number> => (await app.sql(REQUESTS, [id]))[0]!['requested'] as number;

const TAGS = `select document.built_for as "builtFor", document.etag || view.etag || (select string_agg(process_id || etag, ' ' order by process_id)
    from viewer.priced_view priced where priced.asset_id = document.asset_id) as tag
  from viewer.document document join viewer.asset_view view using (asset_id) where asset_id = $1`;

/** The ETag of the document, once all requested builds are done. */
async function built(id = asset.id): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    await app.run(BuildDocumentsJob);
    const [document] = await app.sql<{ builtFor: number; tag: string }>(TAGS, [id]);
    if (document?.builtFor === (await requested(id))) return document.tag;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The document was not built');
}

async function build(id = asset.id): Promise<string> {
  expect((await app.post(`/v1/assets/${id}/multifamily/caches/build`)).status).toBe(202);
  return built(id);
}

/** Number of builds requested by changes of the work. */
async function requestsOf(work: () => Promise<unknown>, on = app): Promise<number> {
  await poll();
  const before = await requested();
  await work();
  await poll(on);
  return (await requested()) - before;
}

/** Changes the texts and numbers of an example: an update with the values of its creation would change nothing. */
const renamed = (json: string): string =>
  json.replace(
    /("(?:name|label|display_name|description|unit_number|body|filter_label|full_price|template|url|sort|area)":) ?("[^"]*"|\d+)/g,
    (_, name, value: string) =>
      value.startsWith('"') ? `${name}${value.slice(0, -1)}2"` : `${name}${Number(value) + 1}`,
  );

describe('Without events, a document', () => {
  const writes = SERVED.filter(
    ({ api, method, path, id }) =>
      api === 'main' && method !== 'GET' && path.includes('{asset}') && !['build-caches', 'delete-asset'].includes(id),
  );
  /** operations that led to a new document */
  const shown: string[] = [];

  it.each(writes.map((operation) => [operation.id, operation] as const))(
    'is what Build caches would build, after %s',
    async (id, operation) => {
      const { method, path, needs, pathParams, experimentalFlag: flags } = operation;
      const fixture = await server.fixture();
      const last = pathParams.at(-1)!;
      const isOfMany = path.endsWith('}');
      const url = await fixture.path(
        path,
        method === 'DELETE' && isOfMany ? { [last]: await fixture.another(path) } : {},
      );
      if (method === 'DELETE' && !isOfMany) await fixture.fill(path);
      const sent = await fixture.body(operation);
      const raw = typeof sent?.raw === 'string' && method === 'PUT' ? renamed(sent.raw) : sent?.raw;
      const isText = typeof raw === 'string';
      const before = await build(fixture.asset.id);

      const lost = jest.spyOn(app.app.get(EventBus), 'publishAll').mockImplementation(() => undefined);
      const headers: Record<string, string> = isText ? { 'Content-Type': sent!.type } : {};
      const asked = { flags, headers, ...(raw && { raw }) };
      const { status, text } = await app.request(method, `${url}?${needs}`, asked);
      lost.mockRestore();
      expect([status < 300, text]).toEqual([true, text]);
      await poll();
      const after = await built(fixture.asset.id);

      expect(await build(fixture.asset.id)).toBe(after);
      if (after !== before) shown.push(id);
    },
  );

  it('is rebuilt after changes to everything that a map shows', () => {
    const updated = [
      'asset',
      'building',
      'floor',
      'floor-plan',
      'unit',
      'unit-map',
      'filter',
      'option',
      'description',
      'descriptions',
    ];
    const links = ['unit-outbound-link', 'unit-outbound-link-urls', 'asset-outbound-link', 'description-group'];
    const others = ['delete-unit', 'assign-units-to-descriptions', 'restore-publication'];
    const expected = [...[...updated, ...links].map((kind) => `update-${kind}`), ...others];
    expect(expected.filter((id) => !shown.includes(id))).toEqual([]);
  });
});

const buildings = async () =>
  (await app.sql(`select body::json -> 'buildings' as shown from viewer.document where asset_id = $1`, [asset.id]))[0]![
    'shown'
  ];

describe('A build', () => {
  beforeEach(() => build());

  const entry = { unit_number: '101', provider_id: '101', price: 1, available_on: '2026-12-01' };
  const rename = () => app.sql(`update catalog.building set label = label || '.' where asset_id = $1`, [asset.id]);

  it('reads only tables whose changes it follows', async () => {
    const job = jest.spyOn(app.app.get(BuildDocumentsJob), 'run').mockResolvedValue(undefined); // the only build is the one below
    const { id, path } = await givenAsset(app);
    expect((await app.post(`${path}/caches/build`)).status).toBe(202);
    const rows = jest.spyOn(Database.prototype, 'rows');
    await app.app.get(CommandBus).execute(new BuildDocument(id));
    const texts = rows.mock.calls.map(([sql]) => sql).join('\n');
    rows.mockRestore();
    job.mockRestore();
    const read = new Set([...texts.matchAll(/\b(?:from|join) (\w+\.\w+)/g)].map(([, table]) => table!));
    const followed = [ViewerCatalog, ViewerMaps, ViewerMerchandise, ViewerPrices, ViewerExpenses].flatMap(
      ({ tables }) => tables,
    );
    const others = ['pricing.entry', 'viewer.build_request', 'viewer.document', 'catalog.time_zone_v1']; // the last: of catalog.asset
    expect([...read].sort()).toEqual([...followed, ...others].sort());
  });

  it('is triggered by SQL, once, by whichever server polls first', async () => {
    const other = await app.replica();
    other.stopJobs();
    expect(await requestsOf(rename, other)).toBe(1);
    expect(await requestsOf(() => poll(other))).toBe(0);
    const before = await built();
    expect(await requestsOf(rename)).toBe(1);
    expect(await built()).not.toBe(before);
    expect(await requestsOf(() => poll(other))).toBe(0);
  });

  it('is triggered by changes that were made while no server ran', async () => {
    await rename();
    const started = await app.replica();
    started.stopJobs();
    const before = await requested();
    await poll(started);
    expect(await requested()).toBe(before + 1);
  });

  it('is not triggered when nothing has changed', async () => {
    const idle = async () => {
      await app.get(`${asset.path}/units`);
      await app.key();
      await poll();
      await built();
    };
    expect(await requestsOf(idle)).toBe(0);
    expect(await requestsOf(() => givenAccount(app))).toBe(0);
    const rolledBack = `do $$ begin update catalog.building set label = 'x'; raise 'no'; end $$`;
    expect(await requestsOf(() => app.sql(rolledBack).catch(() => undefined))).toBe(0);
  });

  it('is not triggered by changes to other assets or by uncommitted transactions', async () => {
    const other = await givenAsset(app);
    expect(await requestsOf(() => app.sql('update catalog.unit set area = 1 where asset_id = $1', [other.id]))).toBe(0);
    const process = await givenProcess(app, asset);
    const openAndAppend = async () => {
      const { body } = await app.post(`${process}/ingest`, [entry]);
      expect((await app.post(`${process}/transactions/${body.transaction_id}/ingest`, [entry])).status).toBe(200);
    };
    await poll();
    expect(await requestsOf(openAndAppend)).toBe(0);
  });

  it('is requested once for a change that an event announces', async () => {
    const process = await givenProcess(app, asset);
    await poll();
    const before = await requested();
    expect((await app.post(`${process}/ingest?commit=1`, [entry])).status).toBe(200);
    await app.run(FollowChangesJob);
    await built();
    const after = await requested();
    expect(after).toBeGreaterThan(before);
    await poll();
    expect(await requested()).toBe(after);
  });

  it('is requested again for a change that was not committed when it was requested', async () => {
    const writer = await app.sqlPool.connect();
    try {
      await writer.query('begin');
      await writer.query(`update catalog.building set label = 'Late' where asset_id = $1`, [asset.id]);
      await build();
      const late = () => writer.query('commit');
      expect(await requestsOf(late)).toBe(1);
    } finally {
      writer.release();
    }
    await built();
    expect(await buildings()).toMatchObject([{ label: 'Late' }]);
  });

  it('that fails keeps its delay, and contains the change in the end', async () => {
    const fail = `update viewer.build_request set requested = requested + 1, attempts = 9, next_try_at = now() + interval '1 hour'
      where asset_id = $1 returning attempts, next_try_at`;
    const [failed] = await app.sql(fail, [asset.id]);
    expect(await requestsOf(rename)).toBe(1);
    expect((await app.sql(REQUESTS, [asset.id]))[0]).toMatchObject(failed!);
    await app.advance(61);
    await built();
    await app.advance(0);
    expect(await buildings()).toMatchObject([{ label: 'North.' }]);
  });

  it('is triggered by changes to all rows, and by a restored database', async () => {
    expect(await requestsOf(() => app.sql('truncate merchandising.marker_description cascade'))).toBe(1);
    expect(await requestsOf(() => app.sql('truncate mapping.landing_page'))).toBe(0);
    const restored = `insert into platform.change_log values (pg_current_xact_id()::text::bigint, 0)`;
    expect(await requestsOf(() => app.sql(restored))).toBe(1);
    expect(await requestsOf(() => Promise.resolve())).toBe(0);
  });

  it('is triggered when snapshots or the log are of another cluster', async () => {
    const far = '9000000000000';
    await app.sql(`update viewer.build_request set snapshot = '${far}:${far}:' where asset_id = $1`, [asset.id]);
    expect(await requestsOf(rename)).toBe(1);
    const foreign = `insert into platform.change_log values (${far}, $1, 'catalog.unit')`;
    expect(await requestsOf(() => app.sql(foreign, [asset.id]))).toBe(0);
    expect(await requestsOf(rename)).toBe(1);
  });
});

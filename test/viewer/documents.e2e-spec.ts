import { jest } from '@jest/globals';
import { EventBus } from '@nestjs/cqrs';
import { RelayEventsJob } from '../../libs/events/src/feed/relay-events.job.js';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { FollowChangesJob } from '../../libs/viewer/src/builds/follow-changes.job.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let other: TestApp;
let asset: GivenAsset;
let process: string;
let key: string;
let map: string;

beforeAll(async () => {
  app = await TestApp.start();
  other = await app.replica();
  for (const server of [app, other]) server.stopJobs(); // a test runs them when it needs them
});
afterAll(() => app?.close());
beforeEach(async () => {
  const account = await givenAccount(app);
  asset = await givenAsset(app, ['101', '102'], [account]);
  process = await givenProcess(app, asset);
  map = await givenMap('Level 1');
  key = Math.random().toString(36).slice(2).padEnd(11, 'a').slice(0, 11);
  await app.sql('insert into mapping.embed (account_id, key, name) values ($1, $2, $3)', [account, key, 'Website map']);
  await app.sql(
    `insert into mapping.embed_map (asset_id, account_id, embed_id, position, unit_map_id, instance_key)
     select $1, $2, id, 0, $3, 'main' from mapping.embed where key = $4`,
    [asset.id, account, map, key],
  );
});
afterEach(() => app.advance(0));

async function givenMap(name: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into mapping.unit_map (asset_id, name, style) values ($1, $2, 'b') returning id`,
    [asset.id, name],
  );
  return row!.id;
}

/** Waits until all requested builds are done. */
async function built(server = app): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    await server.run(BuildDocumentsJob);
    const [{ waiting }] = (await app.sql<{ waiting: boolean }>(
      `select count(*) > 0 as waiting from viewer.build_request request left join viewer.document document using (asset_id)
       where request.requested > coalesce(built_for, 0) and asset_id = $1`,
      [asset.id],
    )) as [{ waiting: boolean }];
    if (!waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The document was not built');
}

const buildRequest = async () =>
  (
    await app.sql('select requested, attempts, next_try_at from viewer.build_request where asset_id = $1', [asset.id])
  )[0]!;

/** Builds until one has failed: a job may be building meanwhile, and then no other does. @returns the request */
async function failedBuild() {
  for (;;) {
    await app.run(BuildDocumentsJob);
    const request = await buildRequest();
    if (request['attempts'] !== 0) return request;
  }
}

/** Waits for the effect of an event: a build is requested shortly after the response. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    await built();
    try {
      return await check();
    } catch (fault) {
      if (tries === 100) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const build = async () => {
  expect((await app.post(`${asset.path}/caches/build`)).status).toBe(202);
  await built();
};
const view = (headers: Record<string, string> = {}) =>
  app.get(`/v1/embeds/${key}/document`, { key: null, flags: null, headers });
const document = async () => (await view()).body.assets[0];
const push = (...entries: object[]) => app.post(`${process}/ingest?commit=1`, entries);
const entry = (unit: string, price: number) => ({
  unit_number: unit,
  provider_id: unit,
  price,
  available_on: '2026-12-01',
  specials_description: 'Free month',
});

describe("An embed's document", () => {
  it('contains the data of its assets that a viewer needs, without an API key', async () => {
    await build();
    const answer = await view();

    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.body.embed).toEqual({
      name: 'Website map',
      tags: [],
      maps: [{ map_id: map, asset_id: asset.id, instance_key: 'main' }],
    });
    expect(answer.body.assets).toEqual([
      {
        version: 1,
        asset: expect.objectContaining({ id: asset.id }),
        buildings: [{ id: asset.building, name: 'North', label: 'North' }],
        floors: [expect.objectContaining({ id: asset.floor, sort: 1 })],
        floor_plans: [expect.objectContaining({ id: asset.floorPlan, bedroom_count: 1 })],
        units: asset.units.map((id) => expect.objectContaining({ id })),
        filters: [],
        description_groups: [],
        unit_outbound_links: [],
        asset_outbound_links: [],
        marker_descriptions: [],
        galleries: [],
        pricing: [
          {
            process_id: expect.any(String),
            name: 'Nightly feed',
            pricing_strategy: 'flat_pricing',
            state: 'empty',
            as_of: null,
            units: [],
          },
        ],
        maps: [expect.objectContaining({ id: map, name: 'Level 1', view_box: null, shapes: [], backgrounds: [] })],
      },
    ]);
  });

  it('has an ETag that is stable until something changes', async () => {
    await build();
    const tag = (await view()).headers.get('etag')!;
    expect((await view({ 'If-None-Match': tag })).status).toBe(304);
    await build();
    expect((await view({ 'If-None-Match': tag })).status).toBe(304);

    await push(entry('101', 1500));
    await eventually(async () => expect((await view({ 'If-None-Match': tag })).status).toBe(200));
  });

  it('is requested by the first view, and does not exist before', async () => {
    const first = await view();
    expect(first.status).toBe(503);
    expect(first.headers.get('retry-after')).toBe('1');

    await built();
    expect((await view()).status).toBe(200);
  });

  it('omits maps that are not placed on the embed', async () => {
    await givenMap('Staff only');
    await build();

    expect((await document()).maps.map((shown: { name: string }) => shown.name)).toEqual(['Level 1']);
  });

  it('is found only by its own key', async () => {
    await build();

    for (const wrong of ['aaaaaaaaaaa', '1', asset.id, key.toUpperCase(), `${key}x`])
      expect((await app.get(`/v1/embeds/${wrong}/document`, { key: null })).status).toBe(404);
  });

  it('contains changes to units and prices', async () => {
    await build();
    await push(entry('101', 1500));
    await app.delete(`${asset.path}/units/${asset.units[1]}`);
    await eventually(async () => {
      const shown = await document();
      expect(shown.units.map((unit: { id: string }) => unit.id)).toEqual([asset.units[0]]);
      expect(shown.pricing[0]).toMatchObject({
        state: 'live',
        as_of: expect.any(String),
        units: [{ unit_id: asset.units[0], price: 1500, specials_description: 'Free month', show_pricing: true }],
      });
    });
  });

  it('contains neither hidden prices nor their details', async () => {
    // Long numbers, because the document contains ids and hashes.
    await push(entry('101', 1_500_347), entry('102', 1600));
    const [hidden] = asset.units;
    await app.put(`${process}/units/${hidden}`, { id: hidden, show_pricing: false, full_price: 1_777_353 });
    await build();
    const answer = await view();
    expect(answer.body.assets[0].pricing[0]).toMatchObject({
      state: 'live',
      units: [{ unit_id: hidden, price: null, full_price: null, specials_description: null }, { price: 1600 }],
    });
    expect(answer.text).not.toMatch(/1500347|1777353/);

    await app.put(`${process}/units/${asset.units[1]}`, { id: asset.units[1], show_pricing: false });
    await build();
    expect((await document()).pricing[0].state).toBe('hidden');
  });

  it('says that prices are stale when they have become so', async () => {
    await push(entry('101', 1500));
    await build();
    await app.advance(47 * 60);
    await built();
    expect((await document()).pricing[0].state).toBe('live');

    await app.advance(49 * 60);
    await eventually(async () => {
      await app.run(BuildDocumentsJob);
      expect((await document()).pricing[0].state).toBe('stale');
    });
  });

  it('stays unchanged while builds fail, and is updated when they succeed again', async () => {
    await build();
    await app.sql('alter table catalog.floor rename to floor_away');
    try {
      await app.sql(`update catalog.building set label = 'Renamed' where asset_id = $1`, [asset.id]);
      await app.post(`${asset.path}/caches/build`);
      await failedBuild();
      expect((await view()).status).toBe(200);
      expect((await document()).buildings[0].label).not.toBe('Renamed');
    } finally {
      await app.sql('alter table catalog.floor_away rename to floor');
    }
    await app.advance(20);
    await built();
    expect((await document()).buildings[0].label).toBe('Renamed');

    await app.run(RelayEventsJob);
    const events = (await app.get(`/v1/events?types=embed.*&asset=${asset.id}`)).body.data as { type: string }[];
    const kinds = events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
    expect(kinds).toEqual(['embed.document_built', 'embed.document_failed', 'embed.document_built']);
  });

  it('is not retried sooner by requests without a key', async () => {
    await app.sql('alter table catalog.floor rename to floor_away');
    try {
      await app.sql(`insert into viewer.build_request (asset_id) values ($1)`, [asset.id]);
      const failed = await failedBuild();
      for (let asked = 0; asked < 3; asked++) expect((await view()).status).toBe(503);
      expect(await buildRequest()).toEqual(failed);
    } finally {
      await app.sql('alter table catalog.floor_away rename to floor');
    }
    await app.post(`${asset.path}/caches/build`);
    await built();
    expect((await view()).status).toBe(200);
  });

  it('is built once at a time, however many servers request it', async () => {
    const builds = Array.from({ length: 20 }, (_, at) => (at % 2 ? app : other).post(`${asset.path}/caches/build`));
    expect((await Promise.all(builds)).every((answer) => answer.status === 202)).toBe(true);
    await Promise.all([built(), built(other)]);

    const [row] = await app.sql(
      'select requested, built_for from viewer.build_request join viewer.document using (asset_id) where asset_id = $1',
      [asset.id],
    );
    expect(row!['built_for']).toBe(row!['requested']);
  });
});

describe('A build request', () => {
  const due = async () =>
    (await app.sql(`select asset_id from viewer.build_request where next_try_at <= platform.now()`)).length;
  const look = (server = app) => server.run(BuildDocumentsJob);

  it('is due until it is done, and then ignored', async () => {
    await build();
    await look();
    expect(await due()).toBe(0);
    await app.post(`${asset.path}/caches/build`);
    await built();
    await look();
    expect(await due()).toBe(0);
  });

  it('is processed once by two servers, however many wait', async () => {
    await app.sql(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
      select 'multifamily', 'Asset ' || n, 'Asset', '12 Quay Street', 'New York', 'NY', 'USA', '10004' from generate_series(1, 70) n`);
    await app.sql(`insert into viewer.build_request (asset_id) select id from catalog.asset on conflict do nothing`);
    await Promise.all([look(), look(other)]);
    await eventually(async () => {
      await look(); // lets running builds end, including those that the background started
      expect(await due()).toBe(0);
    });
    const [{ n }] = (await app.sql(`select count(*)::int as n from viewer.document where built_for = 1`)) as [
      { n: number },
    ];
    expect(n).toBeGreaterThanOrEqual(70);
    await app.sql(
      `delete from catalog.asset where name like 'Asset %' and address_line1 = '12 Quay Street' and id <> $1`,
      [asset.id],
    );
  });
});

describe('A document whose event is lost', () => {
  /** Like a process that dies between the commit and its events. */
  async function unheard(change: () => Promise<{ status: number }>): Promise<void> {
    const lost = jest.spyOn(app.app.get(EventBus), 'publishAll').mockImplementation(() => undefined);
    try {
      expect((await change()).status).toBeLessThan(300);
      expect(lost).toHaveBeenCalled();
    } finally {
      lost.mockRestore();
    }
  }
  const follow = (server = other) => server.run(FollowChangesJob);
  const requested = async () =>
    (await app.sql('select requested from viewer.build_request where asset_id = $1', [asset.id]))[0]!['requested'];
  const noted = () =>
    app.sql(`select id from platform.outbox_entry where asset_id = $1 and consumer = 'follow-changes'`, [asset.id]);

  it('contains the change when another replica has polled, and is not rebuilt for it', async () => {
    await build();
    await unheard(() => push(entry('101', 1500)));
    await unheard(() => app.delete(`${asset.path}/units/${asset.units[1]}`));
    await follow();
    await built(other);
    const shown = await document();
    expect(shown.units).toHaveLength(1);
    expect(shown.pricing[0]).toMatchObject({ state: 'live', units: [{ unit_id: asset.units[0], price: 1500 }] });

    expect(await noted()).toEqual([]);
    const before = await requested();
    await follow();
    await follow(app);
    expect(await requested()).toBe(before);
  });

  it('contains the change when its build could not be requested at first', async () => {
    await build();
    await app.sql('alter table viewer.build_request rename to build_request_away');
    try {
      await unheard(() => push(entry('101', 1700)));
      await expect(follow()).rejects.toThrow('build_request');
      expect(await noted()).toHaveLength(1);
    } finally {
      await app.sql('alter table viewer.build_request_away rename to build_request');
    }
    await follow();
    await built(other);
    expect((await document()).pricing[0].units[0].price).toBe(1700);
  });
});

describe('Build caches', () => {
  it('is rejected for another asset, without the permission, and without the flag', async () => {
    const url = `${asset.path}/caches/build`;

    expect((await app.post(`/v1/assets/999999/multifamily/caches/build`)).status).toBe(404);
    expect((await app.post(url, undefined, { key: await app.key(['service.units.*']) })).status).toBe(403);
    expect((await app.post(url, undefined, { flags: null })).status).toBe(400);
  });
});

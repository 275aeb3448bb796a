import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROVISIONED } from '../../apps/cli/src/contexts.js';
import { everyRead } from '../backup/every-read.js';
import { type Answered, type Asked, Proxy } from '../conformance/proxy.js';
import { Replay } from '../conformance/replay.js';
import type { TestApp } from '../support/app.js';
import { SPECIFIED } from '../support/contract.mjs';
import { FLAGS } from '../support/declared.js';
import { Documented } from '../support/documented.js';
import { DOCUMENT, placeFiles } from './everything.js';
import { Operator, type Service } from './run.js';
import { zipOf } from './workbooks.js';

/** A key that both servers know: clients keep using theirs. */
const KEY = 'a-key-that-clients-have-had-for-years';
const OTHER_ASSET = `
assets:
  - {name: Elsewhere, display_name: Elsewhere, market: office, address_line1: 1 Road, address_city: Boston, address_state: MA,
     address_country: USA, address_postal_code: "02101", buildings: [{name: Own}]}
`;

const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
/** An area of 0.0001 degrees, the nth from west to east. */
const area = (n: number, id: string, properties: object) => {
  const [west, east] = [n / 10_000, (n + 1) / 10_000];
  const coordinates = [[[west, 60], [east, 60], [east, 60.0001], [west, 60.0001], [west, 60]]]; // oxfmt-ignore
  return { type: 'Feature', id, properties, geometry: { type: 'Polygon', coordinates } };
};

/** A map that is made of GeoJSON. */
const MEASURED = collection(area(0, 'room', { name: '102' }));
const WITH_MEASURED = 'assets: [{id: "1", unit_maps: [{name: Measured, style: d, source: measured.geojson}]}]';

/** An IMDF archive of two levels. The number of one unit is its name, those of the others are in the addresses of anchors. */
const VENUE = zipOf({
  'manifest.json': '{"version":"1.0.0"}',
  'level.geojson': collection(
    area(0, 'one', { ordinal: 0, name: { en: 'Level 1' }, short_name: { en: 'L1' } }),
    area(0, 'two', { ordinal: 1, name: { en: 'Level 2' }, short_name: { en: 'L2' } }),
  ),
  'unit.geojson': collection(
    area(0, 'room-0', { level_id: 'one', name: { en: '101' } }),
    area(1, 'room-1', { level_id: 'one', name: null }),
    area(0, 'room-2', { level_id: 'two', name: { en: 'Studio' } }),
  ),
  'anchor.geojson': collection(
    { type: 'Feature', id: 'a', properties: { unit_id: 'room-1', address_id: 'b' }, geometry: null },
    { type: 'Feature', id: 'c', properties: { unit_id: 'room-2', address_id: 'd' }, geometry: null },
  ),
  'address.geojson': collection(
    { type: 'Feature', id: 'b', properties: { unit: '102' }, geometry: null },
    { type: 'Feature', id: 'd', properties: { unit: '201' }, geometry: null },
  ),
});
const ADDRESS = `market: multifamily, address_line1: 1 Road, address_city: Boston, address_state: MA, address_country: USA,
     address_postal_code: "02101"`;
const HOME = 'building: North, floor_plan: A1, area: 600';
const WITH_VENUE = `
assets:
  - {name: Venue, display_name: Venue, ${ADDRESS}, buildings: [{name: North}],
     floors: [{name: L1, filter_label: L1, filter_short_label: L1, sort: 1}, {name: L2, filter_label: L2, filter_short_label: L2, sort: 2}],
     floor_plans: [{name: A1, bedroom_count: 1, bathroom_count: 1, filter_label: A1}],
     units: [{unit_number: "101", floor: L1, ${HOME}}, {unit_number: "102", floor: L1, ${HOME}}, {unit_number: "201", floor: L2, ${HOME}}],
     unit_maps: [{name: Level 1, style: b, source: Level 1.zip}, {name: Level 2, style: b, source: Level 2.zip}]}
`;

const WITH_LEVEL = `display_name: Other, market: multifamily, address_line1: 1 Road, address_city: Boston, address_state: MA,
     address_country: USA, address_postal_code: "02101", unit_maps: [{name: Level, style: b, source: level.svg}]`;
/** An embed that shows two assets. */
const SHARED_EMBED = `
assets:
  - {name: East, ${WITH_LEVEL}}
  - {name: West, ${WITH_LEVEL}}
accounts:
  - name: Both
    assets: [East, West]
    embeds: [{name: Both, maps: [{asset: East, map: Level}, {asset: West, map: Level}]}]
`;

interface Report {
  made: Record<string, { created: number; changed: number; unchanged: number }>;
  prices: { published: boolean; entries: number; units: number }[];
  renumbered: { section: string; there: string; here: string }[];
  rejected: string[];
  not_shown: string[];
}

let from: Operator;
let there: Service;
let documented: Documented;
let to: Operator;

beforeAll(async () => {
  from = await Operator.withMigratedDatabase();
  await placeFiles(from);
  await from.do('provision', from.file('file.yaml', DOCUMENT));
  from.file('measured.geojson', MEASURED);
  await from.do('provision', from.file('more.yaml', WITH_MEASURED));
  await from.do('keys', 'create', '--name', 'moving', '--permissions', 'service.*', '--accounts', 'all', '--key', KEY);
  there = await from.start();
  documented = await Documented.at(there.api);
  const prices = '/v1/assets/1/multifamily/pricing/1';
  const entry = { price: 2500, available_on: '2027-01-01', lease_term: 12, leasing_fields: { quote: 7.5 } };
  await asked('POST', `${prices}/ingest?commit=1`, [
    { ...entry, unit_number: '102', provider_id: 'P-102' },
    { ...entry, unit_number: '102', provider_id: 'P-102', lease_term: 6, price: 2700, status: 'Available' },
    { ...entry, unit_number: 'gone', provider_id: 'P-gone' },
  ]);
  await asked('PUT', `${prices}/units/1`, { id: '1', provider_id: 'P-101', show_pricing: false });
});
afterAll(async () => {
  await there.stop();
  await from.leave();
});

beforeEach(async () => (to = await Operator.withMigratedDatabase()));
afterEach(() => to.leave());

async function asked(method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'API-Key': KEY, 'Content-Type': 'application/json', 'Experimental-Flags': FLAGS };
  const response = await documented.fetch(there.api + path, { method, headers, body: JSON.stringify(body) });
  expect({ path, status: response.status, text: response.ok || (await response.text()) }).toMatchObject({
    status: 200,
  });
}

const importing = (url = there.api): string[] => [
  'import',
  'service',
  url,
  '--key',
  KEY,
  '--data-models-url',
  there.ai,
];

/** Imports from the server; the report contains what was rejected. */
async function move(url?: string, ...options: string[]): Promise<Report> {
  const { out, err } = await to.run([...importing(url), ...options, '--json']);
  return out ? (JSON.parse(out) as Report) : Promise.reject(new Error(err));
}

const made = ({ made: sections }: Report, outcome: 'created' | 'changed' | 'unchanged'): number =>
  Object.values(sections).reduce((sum, counts) => sum + counts[outcome], 0);

/** All reads of a server except for its address and times; only what a server shows can be imported. */
async function readsOf({ api }: Service): Promise<Record<string, string>> {
  const get = async (path: string, { key }: { key: string }) => {
    const response = await documented.fetch(api + path, { headers: { 'API-Key': key, 'Experimental-Flags': FLAGS } });
    return { status: response.status, text: await response.text() };
  };
  const reads = await everyRead({ base: api, get } as unknown as TestApp, KEY);
  return Object.fromEntries(
    Object.entries(reads)
      .filter(([path]) => !/viewer|publications|transactions|history|unmatched|keys\/own|^\/v1\/embeds\//.test(path))
      .map(([path, text]) => [path, text.replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"..."')]),
  );
}

/** A proxy in front of the server. @param look called with each path. @returns whether to forward the request */
async function inFront(look: (path: string) => boolean): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (!look(request.url!)) {
      response.writeHead(429, { 'Retry-After': '0' }).end('{"message":"Wait"}');
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !/^(host|connection)$/.test(name)),
    );
    void fetch(there.api + request.url!, { headers: headers as Record<string, string> }).then(async (answer) => {
      const text = Buffer.from(await answer.arrayBuffer());
      response
        .writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' })
        .end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const PATHS = SPECIFIED.map(({ path }) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}(\\?|$)`));

/** Removes the paths and fields that are extensions of this service. */
function onlyTheContract(answered: Answered, { path }: Asked): void {
  answered.headers = { 'content-type': answered.headers['content-type'] };
  if (!path.startsWith('/v1/')) return;
  if (!PATHS.some((known) => known.test(path))) {
    Object.assign(answered, { status: 404, body: Buffer.from('{"message":"Not here"}') });
  } else if (answered.headers['content-type']?.includes('json') && answered.body.length > 0) {
    const text = answered.body.toString().replaceAll(/, *"pricing_process_id" *: *(null|"\d+")/g, '');
    const { paging, data, ...resource } = JSON.parse(text) as Record<string, unknown>;
    answered.body = Buffer.from(JSON.stringify(paging ? { paging, data } : { ...resource, data }));
  }
}

/** The responses of a server of the contract, with its files. */
const RECORDING = 'test/conformance/recordings/rope-works.jsonl';

async function recorded(file: string): Promise<void> {
  const program = 'test/conformance/run.mjs';
  const { conformance } = (await import(`../../${program}`)) as { conformance(options: object): Promise<unknown> };
  const options = { url: there.api, secondUrl: there.ai, key: KEY, profiles: ['read', 'second'], record: file };
  await conformance(options);
}

/** Expects that the resources of the asset keep their ids, its files are fetched, and its prices are the first publication. */
async function movesFrom(recording: string): Promise<void> {
  const replay = await Replay.open(recording, KEY);
  try {
    const moving = ['import', 'service', replay.url, '--key', KEY, '--data-models-url', replay.url, '--json'];
    const report = JSON.parse(await to.do(...moving)) as Report;
    expect([report.rejected, report.renumbered]).toEqual([[], []]);
    expect(report.prices).toEqual([expect.objectContaining({ entries: 2, published: true })]);
    expect(replay.unknown.filter((path) => !ADDITIONS.test(path) && !readsAddedSet(path))).toEqual([]);
    const downloads = new Set(replay.unknown.filter((path) => DOWNLOAD.test(path)));
    const missed = report.not_shown.filter((line) => /^data model \d+ \(.+\): /.test(line));
    expect([downloads.size, missed.length]).toEqual([1, 1]); // the list is in the recording, its file is not
    expect(replay.asked.filter((path) => path.startsWith('/files/')).length).toBeGreaterThan(5);
    expect(await to.rows('select name, stored_at is not null as stored from platform.stored_file limit 1')).toEqual([
      { name: expect.any(String), stored: true },
    ]);
    expect(await to.rows('select from pricing.publication')).toHaveLength(1);
    const again = JSON.parse(await to.do(...moving)) as Report;
    expect([made(again, 'created'), made(again, 'changed')]).toEqual([0, 0]);
    expect(again.prices).toEqual([expect.objectContaining({ published: false, units: 0 })]);
  } finally {
    await replay.close();
  }
}

/** Reads that are not in the contract, and so not in a recording of a server of the contract. */
const ADDITIONS = /\/(unmatched|data-models\/\d+|expenses|price-display)/;
const SETS = new RegExp(`/(${PROVISIONED.map(({ list }) => list.replaceAll('_', '-')).join('|')})[/?]`);
/** Reads a set in `provisioned` that is not in the contract. */
const readsAddedSet = (path: string) => SETS.test(path) && !PATHS.some((known) => known.test(path));
const DOWNLOAD = /\/data-models\/\d+/;

/** Stored assets and the number of rows below them. */
const assetsOf = (operator: Operator) =>
  operator.rows(`select asset.name, (select count(*)::int from catalog.unit where asset_id = asset.id) as units,
    (select count(*)::int from mapping.unit_map where asset_id = asset.id) as maps,
    (select count(*)::int from pricing.unit where asset_id = asset.id and provider_id is not null) as priced
    from catalog.asset order by id`);

describe('import service', () => {
  it('copies everything that a server shows: clients see the same, and a second run changes nothing', async () => {
    const report = await move();
    expect(report.rejected).toEqual([]);
    expect(report.renumbered).toEqual([]);
    expect(report.prices).toEqual([expect.objectContaining({ entries: 2, published: true })]);
    expect(report.not_shown).toContainEqual(expect.stringMatching(/^prices of process 1 that match no unit: 1/));
    await to.do('keys', 'create', '--name', 'moved', '--permissions', 'service.*', '--accounts', 'all', '--key', KEY);
    const here = await to.start();
    try {
      expect(await readsOf(here)).toEqual(await readsOf(there));
    } finally {
      await here.stop();
    }
    const again = await move();
    expect([made(again, 'created'), made(again, 'changed')]).toEqual([0, 0]);
    expect(again.prices).toEqual([expect.objectContaining({ published: false, units: 0 })]);
    expect(await to.rows('select from pricing.publication')).toHaveLength(1);
  });

  it('copies the process of an embed, and keeps it if the server does not show it', async () => {
    const process = () => to.rows('select pricing_process_id from mapping.embed_map');
    await move();
    expect(await process()).toEqual([{ pricing_process_id: '1' }]);
    const proxy = await Proxy.open(there.api);
    proxy.fault = { answered: onlyTheContract };
    try {
      const again = await move(proxy.url);
      expect([made(again, 'created'), made(again, 'changed')]).toEqual([0, 0]);
      expect(await process()).toEqual([{ pricing_process_id: '1' }]);
    } finally {
      await proxy.close();
    }
  });

  it('keeps maps of assets outside --assets in an embed, in their positions', async () => {
    const source = await Operator.withMigratedDatabase();
    source.file(
      'level.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    );
    await source.do('provision', source.file('file.yaml', SHARED_EMBED));
    await source.do('keys', 'create', '--name', 'x', '--permissions', 'service.*', '--accounts', 'all', '--key', KEY);
    await to.do('provision', to.file('other.yaml', OTHER_ASSET)); // takes id 1
    const shown = () =>
      to.rows(`select name from mapping.embed_map join catalog.asset on id = asset_id order by position`);
    const { api, stop } = await source.start({ DEMO: 'false' });
    try {
      await move(api, '--assets', '1');
      expect(await shown()).toEqual([{ name: 'East' }]);
      await move(api, '--assets', '2');
      expect(await shown()).toEqual([{ name: 'East' }, { name: 'West' }]);
      const again = await move(api, '--assets', '1');
      expect([again.rejected, made(again, 'created'), made(again, 'changed')]).toEqual([[], 0, 0]);
      expect(await shown()).toEqual([{ name: 'East' }, { name: 'West' }]);
    } finally {
      await stop();
      await source.leave();
    }
  });

  it('copies maps that were made from IMDF archives, whose addresses number the units', async () => {
    const source = await Operator.withMigratedDatabase();
    for (const level of ['Level 1', 'Level 2']) source.file(`${level}.zip`, VENUE);
    await source.do('provision', source.file('file.yaml', WITH_VENUE));
    await source.do('keys', 'create', '--name', 'x', '--permissions', 'service.*', '--accounts', 'all', '--key', KEY);
    const bound = (operator: Operator) =>
      operator.rows(`select map.name as map, shape_id as shape, unit_number as unit from mapping.unit_map map
        join mapping.unit_map_shape shape on (shape.asset_id, shape.unit_map_id) = (map.asset_id, map.id)
        join catalog.unit on (unit.asset_id, unit.id) = (shape.asset_id, shape.unit_id) order by map.id, position`);
    const expected = [
      { map: 'Level 1', shape: 'room-0', unit: '101' },
      { map: 'Level 1', shape: 'room-1', unit: '102' },
      { map: 'Level 2', shape: 'room-2', unit: '201' },
    ];
    const { api, stop } = await source.start({ DEMO: 'false' });
    try {
      const report = await move(api);
      expect([report.rejected, report.made['unit_maps']]).toEqual([[], { created: 2, changed: 0, unchanged: 0 }]);
      expect([await bound(source), await bound(to)]).toEqual([expected, expected]);
      const again = await move(api);
      expect([again.rejected, made(again, 'created'), made(again, 'changed')]).toEqual([[], 0, 0]);
    } finally {
      await stop();
      await source.leave();
    }
  });

  it('keeps existing resources: those whose ids are taken get new ids, and are found again', async () => {
    await to.do('provision', to.file('other.yaml', OTHER_ASSET));
    const report = await move();
    expect(report.rejected).toEqual([]);
    expect(report.renumbered).toContainEqual({ section: 'assets', there: '1', here: '2' });
    expect(report.renumbered).toContainEqual({ section: 'assets.buildings', there: '1', here: '3' });
    expect(await to.rows('select name from catalog.asset order by id')).toEqual([
      { name: 'Elsewhere' },
      { name: 'Rope Works' },
    ]);
    const again = await move();
    expect([made(again, 'created'), made(again, 'changed')]).toEqual([0, 0]);
    expect(again.renumbered).toEqual(report.renumbered);
  });

  it('copies from a server that implements only the contract, and reports what it could not read', async () => {
    const proxy = await Proxy.open(there.api);
    proxy.fault = { answered: onlyTheContract };
    try {
      const report = await move(proxy.url);
      expect(report.rejected).toEqual([]);
      expect(report.prices).toEqual([expect.objectContaining({ entries: 2, published: true })]);
      const missed = report.not_shown.filter((line) => line.endsWith(': Not here'));
      expect(missed).toContain('unmatched_entries: Not here');
      expect(missed).toContain(`${proxy.url}/v1/assets/1/multifamily/maps/1/source: Not here`);
      const again = await move(proxy.url);
      expect([made(again, 'created'), made(again, 'changed')]).toEqual([0, 0]);
      expect(again.prices).toEqual([expect.objectContaining({ published: false, units: 0 })]);
    } finally {
      await proxy.close();
    }
    expect(await assetsOf(to)).toEqual(await assetsOf(from));
  });

  it('imports a new recording of the conformance suite', async () => {
    const recording = to.file('recording.jsonl', '');
    await recorded(recording);
    expect(readFileSync(recording, 'utf8')).not.toContain(KEY);
    await movesFrom(recording);
    expect(await assetsOf(to)).toEqual(await assetsOf(from));
  });

  it('imports a recording of a server', () => movesFrom(RECORDING));

  it('reports the changes with --dry-run, and makes none', async () => {
    const report = await move(undefined, '--dry-run');
    expect(report.made['units']).toEqual({ created: 3, changed: 0, unchanged: 0 });
    expect(await to.rows('select from catalog.asset')).toEqual([]);
  });

  it('does not migrate with --dry-run', async () => {
    await to.rows(`delete from schema_migration where name like 'pricing.%'`);
    const { code, err } = await to.run([...importing(), '--dry-run']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The database lacks 1 migration/) });
    expect(await to.rows(`select from schema_migration where name like 'pricing.%'`)).toEqual([]);
  });

  it('continues after an interruption, and waits as long as Retry-After says', async () => {
    const paths: string[] = [];
    const stop = new AbortController();
    const { url, server } = await inFront((path) => {
      if (path === '/') return true;
      paths.push(path);
      if (paths.length === 12) stop.abort();
      return paths.length !== 5;
    });
    try {
      const ran = await to.run(importing(url), {}, stop.signal);
      expect(ran).toEqual({
        code: 130,
        out: '',
        err: 'Stopped. Run the command again to continue: it keeps what it has read.\n',
      });
      expect(paths[5]).toBe(paths[4]);
      const before = new Set(paths.slice(0, 11));
      const already = paths.length;
      const report = await move(url);
      expect(paths.slice(already).filter((path) => before.has(path))).toEqual([]);
      expect(report.rejected).toEqual([]);
      expect(await to.rows('select from catalog.unit')).toHaveLength(3);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('stops at once while it waits for Retry-After', async () => {
    const stop = new AbortController();
    const server = createServer((request, response) => {
      if (request.url === '/') return void response.end();
      response.writeHead(429, { 'Retry-After': '60' }).end('{"message":"Wait"}');
      response.once('close', () => setTimeout(() => stop.abort('SIGINT'), 100));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await to.run(importing(url), {}, stop.signal)).toMatchObject({ code: 130, out: '' });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('reports an unreachable address at once', async () => {
    const { code, err } = await to.run(['import', 'service', 'http://127.0.0.1:59', '--key', KEY]);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'http://127.0.0.1:59 does not answer (ECONNREFUSED): check the address\n',
    });
  });

  it('finds the prices of large sets again, whose pages end inside a unit', async () => {
    const prices = '/v1/assets/1/multifamily/pricing/1';
    const entry = {
      unit_number: '102',
      provider_id: 'P-102',
      available_on: '2027-01-01',
      leasing_fields: { a: 'x'.repeat(2000), b: 'x'.repeat(1000) },
    };
    const entries = Array.from({ length: 1600 }, (_, at) => ({
      ...entry,
      price: 2500 + at,
      lease_term: 1 + (at % 24),
    }));
    await asked('POST', `${prices}/ingest?commit=1&override=guard`, entries); // 4.9 MB, and a page has 4 MiB
    const moved = [expect.objectContaining({ entries: 1600, published: true })];
    expect((await move()).prices).toEqual(moved);
    expect((await move()).prices).toEqual([expect.objectContaining({ entries: 1600, published: false, units: 0 })]);
  });

  it('rejects a key that the server does not know, and changes nothing', async () => {
    const { code, err } = await to.run(['import', 'service', there.api, '--key', 'unknown']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Invalid authentication credentials') });
    expect((await to.run(['import', 'service', there.api])).code).toBe(2);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Gallery, MarkerDescription } from '@app/merchandising/provisioning';
import { FileContent, Files } from '@app/platform/files';
import { UnitOfWork } from '@app/platform/persistence';
import { UpsertResources } from '@app/platform/resources';
import { VIEWER_DOCUMENT_SCHEMA } from '@app/viewer';
import { CommandBus } from '@nestjs/cqrs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PurgeVisitsJob } from '../../libs/viewer/src/visits/purge-visits.job.js';
import { StoreVisitsJob } from '../../libs/viewer/src/visits/store-visits.job.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';
import { eventually, givenEmbed, givenLandingPage, givenMap, lookForBuilds } from './pages.js';

const ROOT = join(import.meta.dirname, '../..');
const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'docs/viewer-document.schema.json'), 'utf8')) as object;
const validate = new Ajv2020({ validateFormats: false, allErrors: true }).compile(SCHEMA);

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
  <path id="Unit-101" d="M0 0H40V40H0Z"/><path id="Unit-102" d="M40 0H80V40H40Z"/>
  <path id="marker-Pool" d="M0 44H10V54H0Z"/><path id="marker-Gym" d="M20 44H30V54H20Z"/></svg>`;

let app: TestApp;
let account: string;
let asset: GivenAsset;
let process: string;
let map: string;
let key: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  account = await givenAccount(app);
  asset = await givenAsset(app, ['102', '101', '9'], [account]);
  process = await givenProcess(app, asset);
  map = await givenMap(app, asset, 'Level 1', DRAWING);
  key = await givenEmbed(app, account, [{ asset, map, instanceKey: 'main' }]);
});
afterEach(() => app.advance(0));

const path = (page = 'embeds', its = key) => `/v1/${page}/${its}/viewer-document`;
const view = (address = path(), headers: Record<string, string> = {}) =>
  app.get(address, { key: null, flags: null, headers });
const shown = async (address = path()) => (await view(address)).body;
const build = async () => {
  expect((await app.post(`${asset.path}/caches/build`)).status).toBe(202);
  await lookForBuilds(app);
};
const push = (to: string, ...entries: object[]) => app.post(`${to}/ingest?commit=1`, entries);
const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const entry = (unit: string, more: object = {}) => ({
  unit_number: unit,
  provider_id: unit,
  price: 1500,
  available_on: today(),
  ...more,
});
const unit = async (number: string) =>
  (await shown()).assets[0].units.find((each: { number: string }) => each.number === number);

describe('A quote', () => {
  const quote = (query: string, its = key) => app.get(`/embed/${its}/quotes?${query}`, { key: null, flags: null });
  const offer = (price: number, term: number | null, start: number | null, more: object = {}) =>
    entry('101', { price, lease_term: term, lease_starts_on: start === null ? null : today(start), ...more });

  it('is the price of the entry for a move-in date and lease term, without an API key', async () => {
    await push(process, offer(1500, 12, 1), offer(1900, 6, 1), offer(1400, 12, 30), entry('102'));
    await build();
    const id = asset.units[1]!;
    const { status, headers, body } = await quote(`unit=${id}`);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+/);
    expect(body).toEqual({
      ...{ unit_id: id, move_in: null, term: null, price: 1500, lease_term: 12, lease_starts_on: today(1) },
      ...{ available_on: today(), terms: [6, 12] },
    });
    expect(await unit('101')).toMatchObject({ price: body.price, lease_term: 12, has_quotes: true });
    expect(await unit('102')).not.toHaveProperty('has_quotes');
    const tag = headers.get('etag')!;
    const again = { key: null, flags: null, headers: { 'If-None-Match': tag } };
    expect((await app.get(`/embed/${key}/quotes?unit=${id}`, again)).status).toBe(304);
    const shared = await givenLandingPage(app, asset, map);
    const ofPage = await app.get(`/share/${shared}/quotes?unit=${id}`, { key: null, flags: null });
    expect(ofPage.body).toEqual(body);
    const priceFor = async (query: string) => (await quote(`unit=${id}&${query}`)).body.price;
    expect(await priceFor('term=6')).toBe(1900);
    expect(await priceFor(`move_in=${today(40)}`)).toBe(1400);
    expect(await priceFor(`move_in=${today(40)}&term=6`)).toBe(1900);
    expect(await priceFor('term=9')).toBeNull();
    expect(await priceFor(`move_in=${today()}`)).toBeNull();
    expect((await quote(`unit=${asset.units[2]}`)).body).toMatchObject({ price: null, available_on: null, terms: [] });
  });

  it('shows no price that the map hides', async () => {
    await push(process, offer(1500, 12, null), entry('102', { price: 0 }), entry('9', { status: 'Held' }));
    await app.put(process, { status_map: { Held: 'reserved' } });
    const [, hidden] = asset.units;
    await app.put(`${process}/units/${hidden}`, { id: hidden, show_pricing: false });
    await build();
    for (const id of asset.units) expect((await quote(`unit=${id}`)).body).toMatchObject({ price: null, terms: [] });
    for (const number of ['101', '102', '9']) expect(await unit(number)).not.toHaveProperty('lease_term');
  });

  it('names the parameter that is invalid', async () => {
    await build();
    const [id] = asset.units;
    const stranger = (await givenAsset(app, ['7'])).units[0];
    const wrong: [string, string][] = [
      ['', 'unit'],
      [`unit=${stranger}`, 'unit'],
      ['unit=abc', 'unit'],
      [`unit=${id}&move_in=2027-02-30`, 'move_in'],
      [`unit=${id}&move_in=${today(-2)}`, 'move_in'],
      [`unit=${id}&term=0`, 'term'],
      [`unit=${id}&term=1.5`, 'term'],
      [`unit=${id}&term=121`, 'term'],
    ];
    for (const [query, field] of wrong) {
      const { status, body } = await quote(query);
      expect([query, status, Object.keys(body.fields ?? {})]).toEqual([query, 422, [field]]);
    }
    expect((await quote(`unit=${id}`, 'unknown')).status).toBe(404);
  });
});

describe('Daily counts', () => {
  type Visit = { kind: string; asset_id?: string; unit_id?: string | null };
  const send = (data: unknown, address = `/embed/${key}/visits`, headers: Record<string, string> = {}) =>
    app.post(address, { data }, { key: null, flags: null, headers });
  const visit = (kind: string, unit?: string | null): Visit => ({
    ...{ kind, asset_id: asset.id },
    ...(unit !== undefined && { unit_id: unit }),
  });
  const countVisits = (count_visits: boolean) => app.put(`/v1/assets/${asset.id}`, { count_visits });
  const counts = async (query = '') => (await app.get(`${asset.path}/visits${query}`)).body.data;

  it('add up what visitors do with each unit and on the pages, without data about them', async () => {
    await countVisits(true);
    await build();
    expect((await shown()).assets[0].count_visits).toBe(true);
    const [other, unit] = asset.units;
    const page = await givenLandingPage(app, asset, map);
    const open = [visit('view', unit), visit('view', other), visit('open', unit)];
    const addressed = { 'User-Agent': 'Visitor/1', Cookie: 'who=1', 'Idempotency-Key': 'the same' };
    for (const address of [`/embed/${key}/visits`, `/share/${page}/visits`]) {
      const { status, text, headers } = await send([visit('view'), visit('filter', null), ...open], address, addressed);
      expect([status, text, headers.get('set-cookie')]).toEqual([204, '', null]);
    }
    expect(await counts()).toEqual([]);
    await app.run(StoreVisitsJob);
    await send([visit('outbound_click', unit), visit('outbound_click'), visit('view', unit)]);
    await Promise.all([app.run(StoreVisitsJob), app.run(StoreVisitsJob)]);
    const row = { day: today(), unit_id: null, views: 0, opens: 0, filters: 0, outbound_clicks: 0 };
    const expected = [
      { ...row, views: 2, filters: 2, outbound_clicks: 1 },
      { ...row, unit_id: other, views: 2 },
      { ...row, unit_id: unit, views: 3, opens: 2, outbound_clicks: 1 },
    ];
    expect(await counts()).toEqual(expected);
    const second = await app.get(`${asset.path}/visits?per-page=1&page=2&total=1`);
    expect([second.body.data, second.body.paging.total_count]).toEqual([[expected[1]], 3]);
    expect(await counts(`?from=${today()}&to=${today()}`)).toEqual(expected);
    expect(await counts(`?to=${today(-1)}&from=${today(-9)}`)).toEqual([]);

    const { status } = await app.delete(`${asset.path}/units/${other}`);
    expect([status, (await counts()).length]).toEqual([200, 2]);
    await send([visit('view', unit)]);
    await app.delete(`${asset.path}/units/${unit}`);
    await app.run(StoreVisitsJob);
    expect(await counts()).toEqual([expected[0]]);
    const age = (days: number) => app.sql('update viewer.page_visit_count set day = day - $1::int', [days]);
    await age(400);
    await app.run(PurgeVisitsJob);
    expect(await counts(`?from=${today(-400)}`)).toEqual([{ ...expected[0], day: today(-400) }]);
    expect(await counts(`?to=${today(-380)}`)).toEqual([{ ...expected[0], day: today(-400) }]);
    await age(1);
    await app.run(PurgeVisitsJob);
    expect(await counts(`?from=${today(-401)}`)).toEqual([]);
  });

  it('belong to the day where the asset stands', async () => {
    await app.put(`/v1/assets/${asset.id}`, { count_visits: true, time_zone: 'America/New_York' });
    await build();
    await app.advance((Date.parse(`${today(1)}T03:50:00Z`) - Date.now()) / 60_000);
    await send([visit('view')]);
    await app.advance((Date.parse(`${today(1)}T05:10:00Z`) - Date.now()) / 60_000);
    await send([visit('view')]);
    await app.run(StoreVisitsJob);
    expect((await counts()).map(({ day, views }: { day: string; views: number }) => [day, views])).toEqual([
      [today(), 1],
      [today(1), 1],
    ]);
  });

  it('reject incomplete visits, and count nothing of the request', async () => {
    const [unit] = asset.units;
    await countVisits(true);
    await build();
    const wrong: [unknown, string][] = [
      [visit('look', unit), 'data.1.kind'],
      [visit('open'), 'data.1.unit_id'],
      [visit('filter', unit), 'data.1.unit_id'],
      [{ kind: 'view' }, 'data.1.asset_id'],
      [{ ...visit('view', unit), address: '192.0.2.1' }, 'data.1.address'],
    ];
    for (const [each, field] of wrong) {
      const { status, body } = await send([visit('view', unit), each]);
      expect([each, status, Object.keys(body.fields ?? {})]).toEqual([each, 422, [field]]);
    }
    const many = (items: number) => send(Array.from({ length: items }, () => visit('view')));
    expect((await many(501)).body.fields).toEqual({ data: ['must have at most 500 items'] });
    expect((await many(4_000)).status).toBe(413);
    expect((await send([visit('view')], '/embed/unknown/visits')).status).toBe(404);
    expect((await app.get(`${asset.path}/visits?from=1.1.2027`)).body.fields).toHaveProperty('from');
    expect((await app.get(`${asset.path}/visits?from=2027-01-01&to=2027-12-31`)).body.fields).toEqual({
      from: ['must be at most 100 days before to'],
    });
    await app.run(StoreVisitsJob);
    expect(await counts()).toEqual([]);
    expect(await app.sql(`select from audit.event where operation = 'count-visits-of-embed'`)).toEqual([]);
  });

  it('leave out unknown units, and assets that count no visits', async () => {
    const [unit] = asset.units;
    await build();
    expect((await send([visit('view')])).status).toBe(204); // off by default
    await countVisits(true);
    await build();
    const stranger = await givenAsset(app, ['7']);
    const unknown = [stranger.units[0], '9'.repeat(19), '9'.repeat(20), 'abc'].map((each) => visit('view', each));
    const { status } = await send([...unknown, { ...visit('view'), asset_id: stranger.id }, visit('view', unit)]);
    await app.run(StoreVisitsJob);
    expect([status, await counts()]).toEqual([204, [expect.objectContaining({ unit_id: unit, views: 1 })]]);
  });

  it('wait for the database', async () => {
    await countVisits(true);
    await build();
    await send([visit('view')]);
    await app.sql('alter table viewer.page_visit_count rename to elsewhere');
    await expect(app.run(StoreVisitsJob)).rejects.toThrow('page_visit_count');
    await send([visit('view')]);
    await app.sql('alter table viewer.elsewhere rename to page_visit_count');
    await app.run(StoreVisitsJob);
    expect(await counts()).toMatchObject([{ views: 2 }]);
  });
});

describe('The viewer document', () => {
  it('has a published schema from which its types are derived', () => {
    expect(SCHEMA).toEqual(VIEWER_DOCUMENT_SCHEMA);
  });

  it('contains units, prices and maps of an embed, for clients with its key', async () => {
    await push(process, entry('101', { status: 'vacant' }), entry('102', { available_on: today(10) }));
    await build();
    const { status, headers, body } = await view();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+$/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(validate(body) || validate.errors).toBe(true);
    expect(body).toMatchObject({ version: 2, kind: 'embed', key, name: 'Website map', state: 'live', today: today() });
    expect(body.assets).toHaveLength(1);
    expect(body.assets[0]).toMatchObject({ id: asset.id, currency: 'USD', area_unit: 'sqft', state: 'live' });
    expect(body.assets[0].units.map((each: { number: string }) => each.number)).toEqual(['9', '101', '102']);
    expect(await unit('101')).toMatchObject({ availability: 'available', price: 1500 });
    expect(await unit('101')).not.toHaveProperty('status');
    expect(await unit('102')).toMatchObject({ availability: 'upcoming', available_on: today(10) });
    expect(await unit('9')).toMatchObject({ availability: 'unavailable' });
    expect(await unit('9')).not.toHaveProperty('price');
    const [drawn] = body.assets[0].maps;
    expect(drawn).toMatchObject({ id: map, instance_keys: ['main'], view_box: { width: 100, height: 60 } });
    expect([...drawn.unit_ids].sort()).toEqual([asset.units[0], asset.units[1]].sort());
    expect(JSON.stringify(drawn)).not.toContain('M0 0');
    expect((await fetch(app.base + drawn.url)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it('is the same for a landing page, with its one map', async () => {
    const other = await givenMap(app, asset, 'Level 2', DRAWING);
    const page = await givenLandingPage(app, asset, other);
    await build();
    const body = await shown(path('landing-pages', page));
    expect(validate(body) || validate.errors).toBe(true);
    expect(body).toMatchObject({ kind: 'landing_page', key: page, name: 'Share page' });
    expect(body.assets[0].maps.map((each: { id: string }) => each.id)).toEqual([other]);
    expect((await view(path('embeds', page))).status).toBe(404);
    expect((await view(path('landing-pages', key))).status).toBe(404);
  });

  it('returns 304 until something changes, and 503 before it is built', async () => {
    expect((await view()).status).toBe(503);
    await lookForBuilds(app);
    const tag = (await view()).headers.get('etag')!;
    expect((await view(path(), { 'If-None-Match': tag })).status).toBe(304);
    await push(process, entry('101'));
    await eventually(app, async () => expect((await view(path(), { 'If-None-Match': tag })).status).toBe(200));
  });

  it.each(['%00', "x' or 1=1", 'AAAAAAAAAAA', '..%2f..', '1'])('returns 404 for a key such as %j', async (wrong) => {
    for (const page of ['embeds', 'landing-pages'])
      expect([400, 404, 414, 431]).toContain((await view(path(page, wrong))).status);
  });

  it('contains neither hidden prices nor their details', async () => {
    await push(process, entry('101', { price: 1_777_353, specials_description: 'Secret' }), entry('102'));
    const hidden = asset.units[1]!;
    await app.put(`${process}/units/${hidden}`, { id: hidden, show_pricing: false });
    await build();
    const answer = await view();
    expect(answer.text).not.toMatch(/1777353|Secret/);
    expect(await unit('101')).not.toHaveProperty('price');
    expect(await unit('101')).toMatchObject({ availability: 'available' });
    expect(await unit('102')).toMatchObject({ price: 1500 });
  });

  it('contains a discount, but no full price that is not higher', async () => {
    await push(process, entry('101'), entry('102'));
    const [other, discounted] = asset.units as [string, string];
    await app.put(`${process}/units/${discounted}`, { id: discounted, full_price: 1800 });
    await app.put(`${process}/units/${other}`, { id: other, full_price: 1500 });
    await build();
    expect(await unit('101')).toMatchObject({ price: 1500, full_price: 1800 });
    expect(await unit('102')).not.toHaveProperty('full_price');
  });

  it('contains states instead of status words, and words without a state only if the process shows them', async () => {
    const words = { Vacant: 'available', Held: 'reserved', Notice: 'on_notice' };
    await app.put(process, { status_map: words });
    await push(
      process,
      entry('101', { status: 'Held' }),
      entry('102', { status: 'Notice', available_on: today(10) }),
      entry('9', { status: 'Down unit' }),
    );
    await build();
    expect((await view()).text).not.toMatch(/Held|Notice|Down unit/);
    expect(validate(await shown()) || validate.errors).toBe(true);
    expect(await unit('101')).toMatchObject({ state: 'reserved', availability: 'unavailable' });
    expect(await unit('101')).not.toHaveProperty('price');
    expect(await unit('102')).toMatchObject({ state: 'on_notice', availability: 'upcoming', available_on: today(10) });
    expect(await unit('9')).not.toHaveProperty('state');
    expect((await app.put(process, { show_status: true })).body).toMatchObject({
      status_map: words,
      show_status: true,
    });
    await build();
    expect(await unit('9')).toMatchObject({ status: 'Down unit' });
    expect((await view()).text).not.toMatch(/Held|Notice/);
  });

  it('contains no price of 0, which is one on request', async () => {
    await push(process, entry('101', { price: 0 }), entry('102'));
    const id = asset.units[1]!;
    await app.put(`${process}/units/${id}`, { id, full_price: 1800 });
    await build();
    expect(await unit('101')).toMatchObject({ availability: 'available' });
    for (const name of ['price', 'full_price']) expect(await unit('101')).not.toHaveProperty(name);
    expect(await unit('102')).toMatchObject({ price: 1500 });
  });

  it('changes with the day, without being requested', async () => {
    await push(process, entry('101', { available_on: today(2) }));
    await build();
    expect(await unit('101')).toMatchObject({ availability: 'upcoming' });
    await app.advance(24 * 60);
    await lookForBuilds(app);
    expect(await shown()).toMatchObject({ today: today(1) });
    expect(await unit('101')).toMatchObject({ availability: 'upcoming' });
    await app.advance(2 * 24 * 60);
    // Until the document is rebuilt, it names the last day for which it is right.
    expect(await shown()).toMatchObject({ today: today(1) });
    await lookForBuilds(app);
    expect(await shown()).toMatchObject({ today: today(2) });
    expect(await unit('101')).toMatchObject({ availability: 'available' });
    const old = (await app.get(`/v1/embeds/${key}/document`, { key: null })).body.assets[0].pricing[0].units[0];
    expect(old).toMatchObject({ unit_id: asset.units[1], availability: 'available' });
    await app.advance(3 * 24 * 60);
    await lookForBuilds(app);
    expect((await shown()).state).toBe('stale');
  });

  it('begins the day at midnight of the time zone of the asset', async () => {
    const zone = { time_zone: 'America/New_York' };
    expect((await app.put(`/v1/assets/${asset.id}`, zone)).status).toBe(200);
    await push(process, entry('101', { available_on: today(1) }));
    await build();
    const at = async (time: string) => {
      await app.advance((Date.parse(`${today(1)}T${time}Z`) - Date.now()) / 60_000);
      await lookForBuilds(app);
      const { today: day, assets } = await shown();
      return [day, assets[0].time_zone, (await unit('101')).availability];
    };
    expect(await at('03:50:00')).toEqual([today(), 'America/New_York', 'upcoming']);
    expect(await at('05:10:00')).toEqual([today(1), 'America/New_York', 'available']);
  });

  it('contains prices of the process that the embed names, otherwise of the last published one', async () => {
    const second = await givenProcess(app, asset, 'revenue_management');
    await push(process, entry('101', { price: 1000 }));
    await push(second, entry('101', { price: 2000 }));
    await app.sql('update pricing.process set published_at = published_at + interval $$1 minute$$ where id = $1', [
      second.split('/').at(-1),
    ]);
    await build();
    expect(await unit('101')).toMatchObject({ price: 2000 });
    const named = await givenEmbed(app, account, [{ asset, map, process: process.split('/').at(-1)! }]);
    const body = await shown(path('embeds', named));
    expect(body.assets[0].pricing_process).toMatchObject({ pricing_strategy: 'flat_pricing' });
    expect(body.assets[0].units.find((each: { number: string }) => each.number === '101').price).toBe(1000);
    const gone = await givenEmbed(app, account, [{ asset, map, process: '999999999' }]);
    expect((await shown(path('embeds', gone))).assets[0].pricing_process).toMatchObject({
      pricing_strategy: 'revenue_management',
    });
  });

  it('links to the application of a current entry, if it may be leased online and the URL is a page', async () => {
    const apply = (url: unknown) => ({ leasing_fields: { apply_url: url } });
    await push(
      process,
      entry('101', apply('https://apply.example.com/101?a=1&b=2')),
      entry('102', apply('javascript:alert(1)')),
      entry('9', apply('https://user:secret@apply.example.com/')),
    );
    await build();
    expect(await unit('101')).toMatchObject({ apply_url: 'https://apply.example.com/101?a=1&b=2' });
    for (const number of ['102', '9']) expect(await unit(number)).not.toHaveProperty('apply_url');
    await app.put(`${process}/units/${asset.units[1]}`, { id: asset.units[1], show_online_leasing: false });
    await build();
    expect(await unit('101')).not.toHaveProperty('apply_url');
  });

  it('links to the application of the entry whose price is shown, even if the unit was mapped on a later day', async () => {
    const quote = (price: number, term: number, days: number) =>
      entry('unknown', {
        ...{ provider_id: 'X', price, lease_term: term, lease_starts_on: today(days) },
        leasing_fields: { apply_url: `https://apply.example.com/${price}` },
      });
    await push(process, quote(1000, 12, 1), quote(2000, 11, 30));
    await app.advance(2 * 24 * 60);
    const id = asset.units[1];
    expect((await app.put(`${process}/units/${id}`, { id, provider_id: 'X' })).body.price).toBe(2000);
    await build();
    expect(await unit('101')).toMatchObject({ price: 2000, apply_url: 'https://apply.example.com/2000' });
  });

  it('fills in templates for each unit', async () => {
    const link = { asset_id: asset.id, name: 'Tour', type: 'url_template', open_in_new_window: true };
    const template =
      'https://tours.example.com/{{ unit_number }}?q={{ leasing_fields.quote }}&from={{ available_on | date("Y-m-d") }}';
    expect((await app.post(`${asset.path}/units/outbound-links`, { ...link, template })).status).toBe(201);
    await push(process, entry('101', { leasing_fields: { quote: '1&2' } }));
    await build();
    const [made] = (await shown()).assets[0].unit_links;
    expect(made).toMatchObject({ label: 'Tour', open_in_new_window: true });
    expect(made.urls[asset.units[1]!]).toBe(`https://tours.example.com/101?q=1%262&from=${today()}`);
    expect(made.urls[asset.units[2]!]).toBe('https://tours.example.com/9?q=&from=');
  });

  it('has the pictures, tours and videos of plans, units and markers in order, and the logo; version 1 does not', async () => {
    await build();
    const before = Object.keys((await versionOne()).asset);
    const gallery = (fields: object, ...images: { name: string; alt?: string }[]) =>
      app.app
        .get(CommandBus)
        .execute(new UpsertResources(Gallery, { assetId: asset.id }, [{ name: 'G', ...fields, images }]));
    const named = (letter: string) => `${letter.repeat(64)}.png`;
    const url = (letter: string) => expect.stringMatching(`/files/${named(letter)}$`) as string;
    await gallery({ name: 'Plan', floorPlanId: asset.floorPlan }, { name: named('a'), alt: 'Bath' });
    await gallery(
      { name: 'More', floorPlanId: asset.floorPlan, tourUrl: 'https://a.example/360' },
      ...[{ name: named('b') }, { name: named('a') }],
    );
    await gallery({ name: 'Own', unitId: asset.units[1]!, videoUrl: 'https://a.example/v' }, { name: named('c') });
    const [lobby] = await gallery({ name: 'Lobby' }, { name: named('d'), alt: 'Lobby' });
    await app.post(`${asset.path}/marker-descriptions`, { name: 'Pool', gallery_id: lobby!.id });
    await app.sql(`update catalog.asset set logo = $1 where id = $2`, [await storedFile(), asset.id]);
    await build();

    const document = await shown();
    expect(validate(document)).toBe(true);
    const [{ floor_plans: plans, units, markers, logo_url: logo }] = document.assets;
    expect(plans[0]).toMatchObject({
      pictures: [{ url: url('a'), alt: 'Bath' }, { url: url('b') }, { url: url('a') }],
      tour_urls: ['https://a.example/360'],
    });
    expect(plans[0]).not.toHaveProperty('video_urls');
    const owner = units.find(({ id }: { id: string }) => id === asset.units[1]);
    expect(owner).toMatchObject({ pictures: [{ url: url('c') }], video_urls: ['https://a.example/v'] });
    expect(units.filter((each: object) => 'pictures' in each || 'tour_urls' in each)).toEqual([owner]);
    expect(markers[0].pictures).toEqual([{ url: url('d'), alt: 'Lobby' }]);
    expect(logo).toMatch(/\/files\/[0-9a-f]{64}\.png$/);
    const first = await versionOne();
    expect([Object.keys(first.asset), Object.keys(first.galleries[0])]).toEqual([before, ['id', 'name', 'image_urls']]);
  });

  const versionOne = async () =>
    (await app.get(`/v1/embeds/${key}/document`, { key: null, flags: null })).body.assets[0];

  async function storedFile(): Promise<string> {
    const file = await FileContent.of(Buffer.from('a logo'), 'png');
    await app.app.get(UnitOfWork).run(() => app.app.get(Files).keep(file));
    return file.name;
  }

  it('positions markers by their name in the drawing or their coordinates, on visible maps', async () => {
    const hiddenMap = await givenMap(app, asset, 'Staff', DRAWING);
    const declare = (name: string, places: [string, number, number][] = []) =>
      app.app.get(CommandBus).execute(
        new UpsertResources(MarkerDescription, { assetId: asset.id }, [
          {
            name,
            description: `# ${name}\n\nOpen <script>alert(1)</script> [x](javascript:alert(1)) ![p](https://evil.example/p.png) **bold**`,
            places: places.map(([unit_map_id, x, y]) => ({ unit_map_id, x, y })),
          },
        ]),
      );
    await declare('pool');
    await declare('Gym', [
      [map, 7, 8],
      [hiddenMap, 1, 1],
    ]);
    await declare('Garden');
    await build();
    const { markers } = (await shown()).assets[0];
    const places = (name: string) => markers.find((each: { name: string }) => each.name === name).places;
    expect(places('pool')).toEqual([{ map_id: map, x: 5, y: 49 }]);
    expect(places('Gym')).toEqual([{ map_id: map, x: 7, y: 8 }]);
    expect(places('Garden')).toEqual([]);
    expect(markers[0].html).toContain('<strong>bold</strong>');
    expect(markers[0].html).toContain('<h4>');
    expect(markers[0].html).not.toMatch(/<script|href="javascript|<img/);
  });

  it('contains nothing that is disabled or has no position, and nothing of other assets', async () => {
    const other = await givenAsset(app, ['777-secret'], [account]);
    await givenEmbed(app, account, [{ asset: other, map: await givenMap(app, other, 'Theirs', DRAWING) }]);
    await givenMap(app, asset, 'Staff only', DRAWING);
    const filter = { asset_id: asset.id, name: 'Hidden filter', label: 'F', type: 'floor', is_enabled: false };
    expect((await app.post(`${asset.path}/filters`, filter)).status).toBe(201);
    await build();
    expect((await view()).text).not.toMatch(/777-secret|Theirs|Staff only|Hidden filter/);
  });
});

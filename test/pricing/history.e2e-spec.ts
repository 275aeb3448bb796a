import fc from 'fast-check';
import { PurgePublicationsJob } from '../../libs/pricing/src/publications/purge-publications.job.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';

const NUMBERS = ['101', '102', '103', '104', '105'];
const DAY = 24 * 60;
const SEED = 20_261_122;

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start({ PRICE_HISTORY_DAYS: '30' });
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app, NUMBERS);
  process = await givenProcess(app, asset, 'revenue_management');
});
afterEach(() => app.advance(0));

type Row = Record<string, unknown>;

const entry = (unit: string, price = 2000, more: object = {}) => ({
  ...{ unit_number: unit, provider_id: `P-${unit}`, price, available_on: '2026-12-01', ...more },
});
const commit = async (entries: unknown[]) => (await app.post(`${process}/ingest?commit=1`, entries)).body.report;
const edit = (unit: string, changes: object) => app.put(`${process}/units/${unit}`, { id: unit, ...changes });
const purge = () => app.run(PurgePublicationsJob);
const now = async () => {
  const [row] = await app.sql<{ now: Date }>('select platform.now() as now');
  return row!.now.toISOString();
};

/** What readers see, without the times of writing. */
const shown = ({ created_at: _, updated_at: __, ...rest }: Row): Row => rest;
const units = async (query = ''): Promise<Row[]> => (await app.get(`${process}/units${query}`)).body.data.map(shown);
const history = async (unit = asset.units[0]!, query = ''): Promise<Row[]> =>
  (await app.get(`${process}/units/${unit}/history${query}`)).body.data;
const prices = (rows: Row[]) => rows.map(({ price }) => price);

describe('The history of a unit', () => {
  it('has a row for each change that readers saw, latest first, with time and publication', async () => {
    await commit([entry('101', 2000)]);
    await app.advance(10);
    await commit([entry('101', 2100, { specials_description: 'First month free' })]);
    await app.advance(20);
    await commit([entry('101', 2100, { specials_description: 'First month free' }), entry('102')]);
    await edit(asset.units[0]!, { full_price: 2500 });
    await edit(asset.units[0]!, { full_price: 2500 });
    await app.advance(30);
    await commit([]);

    const rows = await history();
    expect(rows).toMatchObject([
      { publication: 4, price: null, full_price: null, available_on: null, to: null },
      { publication: 3, price: 2100, full_price: 2500, specials_description: 'First month free' },
      { publication: 2, price: 2100, full_price: null, specials_description: 'First month free' },
      { publication: 1, price: 2000, full_price: null, specials_description: null, available_on: '2026-12-01' },
    ]);
    expect(rows.slice(1).map(({ to }) => to)).toEqual(rows.slice(0, -1).map(({ from }) => from));
    expect(Object.keys(rows[0]!)).toEqual([
      ...['from', 'to', 'publication', 'provider_id', 'status', 'price', 'full_price', 'show_pricing'],
      ...['show_online_leasing', 'specials_description', 'available_on'],
    ]);

    const [, edited, second] = rows as [Row, Row, Row];
    const at = (time: unknown) => encodeURIComponent(String(time));
    expect(prices(await history(asset.units[0], `?from=${at(edited['from'])}`))).toEqual([null, 2100, 2100]);
    expect(prices(await history(asset.units[0], `?to=${at(second['from'])}`))).toEqual([2100, 2000]);
    expect(prices(await history(asset.units[0], '?per-page=2&page=2'))).toEqual([2100, 2000]);
    expect(await history(asset.units[2])).toEqual([]);
  });

  it('omits dry runs, and is hidden from keys of other accounts', async () => {
    await commit([entry('101')]);
    await app.post(`${process}/ingest?commit=1&dry-run=1`, []);
    expect(await history()).toHaveLength(1);

    const key = await app.key(['service.*'], [await givenAccount(app)]);
    for (const path of [`units/${asset.units[0]}/history`, 'units?publication=1', 'units?publication=9'])
      expect((await app.get(`${process}/${path}`, { key })).status).toBe(404);
    expect((await app.get(`${process}/units/999999/history`)).status).toBe(404);
    expect((await app.get(`${process}/units?publication=9`)).status).toBe(404);
  });

  it('has no time and publication for a state whose start was not recorded', async () => {
    await commit([entry('101')]);
    await app.sql('update pricing.unit set valid_from = null, since = null where asset_id = $1', [asset.id]);
    await app.sql('delete from pricing.unit_state where asset_id = $1', [asset.id]);
    await app.advance(10);
    await edit(asset.units[0]!, { status: 'Held' });
    expect(await history()).toMatchObject([{ status: 'Held' }, { status: null, from: null, publication: null }]);
    expect((await units('?publication=1'))[0]).toMatchObject({ status: 'Held' });
  });

  it('rejects a publication and a time together', async () => {
    await commit([entry('101')]);
    for (const path of ['units', `units/${asset.units[0]}`, 'entries']) {
      const { status, body } = await app.get(`${process}/${path}?publication=1&at=2026-11-20`);
      expect([status, body.fields]).toEqual([422, { at: ['cannot be combined with publication'] }]);
    }
  });

  it('is deleted with its unit', async () => {
    await commit([entry('101'), entry('102')]);
    await commit([entry('101', 1), entry('102', 1)]);
    const states = () => app.sql('select unit_id::text from pricing.unit_state where asset_id = $1', [asset.id]);
    const before = (await states()).filter(({ unit_id }) => unit_id !== asset.units[0]);
    expect(before).not.toEqual([]);
    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect(await states()).toEqual(before);
  });

  it('is deleted with its process', async () => {
    await commit([entry('101'), entry('102')]);
    await commit([entry('101', 1), entry('102', 1)]);
    const left = (table: string) =>
      app.sql(`select distinct process_id::text as process from pricing.${table} where asset_id = $1`, [asset.id]);
    const id = process.split('/').at(-1)!;
    for (const table of ['unit', 'unit_state']) expect(await left(table)).toContainEqual({ process: id });
    await app.sql('delete from pricing.process where asset_id = $1 and id = $2', [asset.id, id]);
    for (const table of ['unit', 'unit_state']) expect(await left(table)).not.toContainEqual({ process: id });
  });

  it('is deleted after its retention, however often a unit changed', async () => {
    for (let price = 1; price <= 20; price += 1) await commit([entry('101', price)]);
    await app.advance(31 * DAY);
    await commit([entry('101', 21)]);
    await app.advance(62 * DAY);
    await purge();
    expect(prices(await history())).toEqual([21]);
  });

  it('is deleted with the publications that were live then', async () => {
    await commit([entry('101', 1)]);
    await app.advance(10);
    const first = await now();
    await app.advance(20);
    await commit([entry('101', 2)]);
    await app.advance(30);
    const second = await now();
    await app.advance(31 * DAY);
    await edit(asset.units[0]!, { status: 'Held' });
    await purge();
    expect(prices(await history())).toEqual([2, 2]);
    for (const path of ['units?publication=1', `units?at=${first}`, `units/${asset.units[0]}?at=${first}`]) {
      const { status, body } = await app.get(`${process}/${path}`);
      expect([status, body.message]).toEqual([410, expect.stringContaining('earliest publication kept is 2')]);
    }
    expect((await units(`?at=${second}`))[0]).toMatchObject({ price: 2, status: null });

    await commit([entry('101', 3)]);
    await app.advance(70 * DAY);
    await purge();
    expect(await history()).toMatchObject([{ publication: 3, price: 3 }]);
  });
});

describe('Units at a past time', () => {
  const step = fc.oneof(
    fc.record({
      entries: fc.array(
        fc.record({ unit: fc.constantFrom('101', '102', '103', 'x'), price: fc.integer({ min: 1, max: 3 }) }),
        { maxLength: 5 },
      ),
    }),
    fc.record({
      unit: fc.integer({ min: 0, max: 2 }),
      changes: fc.record(
        {
          full_price: fc.constantFrom(null, 4, 5),
          status: fc.constantFrom('Held', null),
          show_pricing: fc.boolean(),
          provider_id: fc.constantFrom('P-101', 'P-x', null),
        },
        { requiredKeys: [] },
      ),
    }),
  );

  it('are what readers saw then, after any commits and edits; the history of a unit lists each state once', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      process = await givenProcess(app, asset);
      const seen: { at: string; publication: number; rows: Row[] }[] = [];
      let publication = 0;
      for (const [minute, each] of steps.entries()) {
        await app.advance(10 * minute);
        if ('entries' in each) {
          publication = (await commit(each.entries.map(({ unit, price }) => entry(unit, price)))).publication;
        } else {
          const { status } = await edit(asset.units[each.unit]!, each.changes);
          expect([200, 409]).toContain(status);
        }
        seen.push({ at: await now(), publication, rows: await units() });
      }
      for (const { at, rows } of seen) expect(await units(`?at=${at}`)).toEqual(rows);
      for (let number = 1; number <= publication; number += 1) {
        const last = seen.findLast((each) => each.publication === number)!;
        expect(await units(`?publication=${number}`)).toEqual(last.rows);
        const { body } = await app.get(`${process}/units/${asset.units[1]}?publication=${number}`);
        expect(shown(body)).toEqual(last.rows[1]);
      }
      for (const [place, unit] of asset.units.entries()) {
        const { body } = await app.get(`${process}/units/${unit}`);
        const states = (await history(unit)).map(({ from: _, to: __, publication: ___, ...state }) => state);
        expect(withoutFirst(states.toReversed())).toEqual(changesOf(seen.map(({ rows }) => rows[place]!)));
        if (states[0]) expect(body).toMatchObject(states[0]);
      }
    });
    await fc.assert(property, { numRuns: 8, seed: SEED });
  });

  /** The states that differ from the one before; what a status means is not part of the history. */
  function changesOf(rows: Row[]): Row[] {
    const states = rows.map(({ id: _, pricing_id: __, unit_number: ___, state: ____, ...state }) => state);
    const differs = (state: Row, at: number, all: Row[]) =>
      at === 0 || JSON.stringify(state) !== JSON.stringify(all[at - 1]);
    return withoutFirst(states).filter(differs);
  }

  /** The states from the first that shows something: a unit without prices may have none. */
  function withoutFirst(states: Row[]): Row[] {
    const nothing = { price: null, full_price: null, provider_id: null, status: null, show_pricing: true };
    const begins = states.findIndex((state) => Object.entries(nothing).some(([name, value]) => state[name] !== value));
    return begins < 0 ? [] : states.slice(begins);
  }
});

describe('Paging', () => {
  interface Walked {
    publication: number;
    as_of: string;
    data: unknown[];
    paging: { prev_url: string | null };
  }

  /** Follows `next_url` from the first page on. @param between runs before each further page */
  async function walk(path: string, between: () => Promise<unknown>) {
    const pages: Walked[] = [];
    for (let url: string | null = path; url;) {
      if (pages.length > 0) await between();
      const { status, body } = await app.get(url);
      expect(status).toBe(200);
      pages.push(body);
      url = body.paging.next_url;
    }
    return pages;
  }

  /** Follows `prev_url` from the last page to the first. @returns the pages in their order */
  async function walkBack(from: { paging: { prev_url: string | null } }, between: () => Promise<unknown>) {
    const pages: Walked[] = [];
    for (let url = from.paging.prev_url; url;) {
      await between();
      const { status, body } = await app.get(url);
      expect(status).toBe(200);
      pages.unshift(body);
      url = body.paging.prev_url;
    }
    return pages;
  }

  const undated = (rows: unknown) => JSON.stringify(rows, (name, value) => (name === 'updated_at' ? 0 : value));

  const sets = fc.array(
    fc.array(fc.record({ unit: fc.constantFrom(...NUMBERS), price: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 12,
    }),
    { minLength: 6, maxLength: 6 },
  );
  const lists = fc.constantFrom('entries?flat-pricing=0', 'entries?flat-pricing=1', 'units?total=1');

  it('stays within one publication, whatever is published meanwhile', async () => {
    const first = NUMBERS.flatMap((unit) => [entry(unit, 5), entry(unit, 6)]);
    const property = fc.asyncProperty(lists, sets, fc.boolean(), async (list, sequence, isLarge) => {
      process = await givenProcess(app, asset, 'revenue_management');
      await commit(first);
      if (isLarge)
        await app.sql('update pricing.process set published_bytes = 2000000000 where id = $1', [
          process.split('/').at(-1),
        ]);
      const whole = (await app.get(`${process}/${list}`)).body;
      const rest = [...sequence];
      const between = async () => {
        await commit((rest.pop() ?? []).map(({ unit, price }) => entry(unit, price)));
        await edit(asset.units[0]!, { status: `Edit ${rest.length}` });
      };
      const pages = await walk(`${process}/${list}&per-page=1`, between);
      rest.push(...sequence);
      const back = await walkBack(pages.at(-1)!, between);
      expect(pages.flatMap(({ data }) => data).map(undated)).toEqual(whole.data.map(undated));
      expect(pages).toHaveLength(NUMBERS.length);
      expect(back.map(({ data }) => undated(data))).toEqual(pages.slice(0, -1).map(({ data }) => undated(data)));
      expect(new Set([...pages, ...back].map((page) => JSON.stringify([page.publication, page.as_of])))).toEqual(
        new Set([JSON.stringify([1, whole.as_of])]),
      );
      const { data, publication } = (await app.get(`${process}/${list}&per-page=1&page=2`)).body;
      const { body } = await app.get(`${process}/${list}`);
      expect([data, publication]).toEqual([body.data.slice(1, 2), body.publication]); // a page number without a cursor shows the live publication
    });
    await fc.assert(property, { numRuns: 8, seed: SEED });
  });

  it('shows no prices in either direction if it began before the first publication', async () => {
    const pages = await walk(`${process}/units?per-page=3`, () => commit([entry('104'), entry('101')]));
    expect(pages).toMatchObject([
      { publication: null, as_of: null },
      { publication: null, data: [{ price: null }, {}] },
    ]);
    const back = await walkBack(pages[1]!, async () => undefined);
    expect(back).toMatchObject([{ publication: null, as_of: null, data: pages[0]!.data }]);
  });

  it('repeats no row of publications or of the history of a unit when more are published meanwhile', async () => {
    for (const price of [1, 2, 3, 4, 5]) await commit([entry('101', price)]);
    const publish = async () => {
      await edit(asset.units[0]!, { status: `Edit ${Math.random()}` });
      await commit([entry('101', 9), entry('102', Math.ceil(Math.random() * 1e6))]);
    };
    for (const list of ['publications', `units/${asset.units[0]}/history`]) {
      const whole: Row[] = (await app.get(`${process}/${list}`)).body.data;
      const pages = await walk(`${process}/${list}?per-page=2`, publish);
      expect(undated(pages.flatMap(({ data }) => data))).toBe(undated(whole));
      const numbered = pages.map((_, page) => app.get(`${process}/${list}?per-page=2&page=${page + 1}`));
      const rows = (await Promise.all(numbered)).flatMap(({ body }) => body.data);
      expect(undated(rows)).toBe(undated((await app.get(`${process}/${list}`)).body.data.slice(0, rows.length)));
    }
  });

  it.each(['entries', 'units'])('of %s goes back only to the page that prev_url names', async (list) => {
    await commit(NUMBERS.map((unit) => entry(unit)));
    const first = (await app.get(`${process}/${list}?per-page=2`)).body;
    const { prev_url } = (await app.get(first.paging.next_url)).body.paging;
    await commit([entry('101', 1)]);
    const back = (await app.get(prev_url)).body;
    expect([back.publication, undated(back.data)]).toEqual([1, undated(first.data)]);
    for (const other of ['page=2', 'page=3']) {
      const { status, body } = await app.get(prev_url.replace('page=1', other));
      expect([status, Object.keys(body.fields)]).toEqual([422, ['cursor']]);
    }
    await app.advance(31 * DAY);
    await purge();
    expect((await app.get(prev_url)).status).toBe(410);
  });

  it.each(['entries', 'units'])('of %s ends when its publication is purged', async (list) => {
    await commit(NUMBERS.map((unit) => entry(unit)));
    const { paging } = (await app.get(`${process}/${list}?per-page=2`)).body;
    await commit([entry('101', 1)]);
    expect((await app.get(paging.next_url)).status).toBe(200);
    await app.advance(31 * DAY);
    await purge();
    const { status, body } = await app.get(paging.next_url);
    expect([status, body.code]).toEqual([410, 'publication_forgotten']);
  });
});

import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { allOf, url, boundaryErrors } from '../support/boundary-values.js';

interface Row {
  unit_id: string;
  url: string | null;
}

let app: TestApp;
let asset: GivenAsset;
/** address of the URLs of a new link */
let urls: string;
let links: string;

beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  asset = await givenAsset(app, ['101', '102', '103']);
  links = `${asset.path}/units/outbound-links`;
  urls = `${links}/${await newLink({ type: 'urls_per_unit', open_in_new_window: true })}/urls`;
});
afterAll(() => app?.close());

const newLink = async (fields: object): Promise<string> =>
  (await app.post(links, { asset_id: asset.id, name: 'Tour', ...fields })).body.id;
const put = (data: unknown[], path = urls) => app.put(path, { data });
const stored = async () => (await allOf<Row>(app, urls)).map((row) => row.url);
const at = (n: number, path: string | null = `https://a.example/${n}`) => ({ unit_id: asset.units[n]!, url: path });

describe('The URLs of an outbound link', () => {
  it('are listed for every unit of the asset, as null if there is none', async () => {
    expect((await put([at(1)])).status).toBe(204);

    const { status, body } = await app.get(urls);
    expect([status, body]).toEqual([
      200,
      {
        paging: { per_page: 100, current_page: 1, prev_url: null, next_url: null },
        data: [at(0, null), at(1), at(2, null)],
      },
    ]);
  });

  it('are set by unit: omitted ones are kept, null removes one', async () => {
    await put([at(0), at(1)]);
    await put([at(1, 'https://a.example/new'), at(0, null), at(2)]);

    expect(await stored()).toEqual([null, 'https://a.example/new', 'https://a.example/2']);
    expect((await put([])).status).toBe(204);
    expect(await stored()).toEqual([null, 'https://a.example/new', 'https://a.example/2']);
  });

  it('are paged like any list', async () => {
    await put([at(0), at(1), at(2)]);

    const first = await app.get(`${urls}?per-page=2`);
    expect(first.body.data).toEqual([at(0), at(1)]);
    expect((await app.get(first.body.paging.next_url)).body.data).toEqual([at(2)]);
    expect((await app.get(`${urls}?page=2&per-page=2`)).body.data).toEqual([at(2)]);
    expect((await app.get(`${urls}?page=0`)).status).toBe(422);
  });

  it('are http(s) URLs of at most 2,047 characters', async () => {
    const send = async ({ url: value }: Record<string, unknown>) => {
      const { status, body } = await app.put(urls, { data: [{ unit_id: asset.units[0], url: value }] });
      if (status === 204) return { status, body: { url: (await stored())[0] } };
      return { status, body: { fields: { url: body.fields['data.0.url'] } } };
    };
    const [field, taken, refused] = url('url');

    expect(await boundaryErrors(send, {}, [field, [...taken, null], refused], 204)).toEqual([]);
  });

  it('are changed all or none, with each error named by its item', async () => {
    await put([at(0)]);
    const other = await givenAsset(app, ['1']);
    const before = await stored();

    const { status, body } = await put([
      at(0, 'https://a.example/x'),
      { unit_id: other.units[0], url: null },
      { unit_id: 'x', url: null },
      { unit_id: '9223372036854775808', url: null },
      at(1),
      at(1, 'https://a.example/y'),
    ]);
    expect([status, body.fields, body.fault_count]).toEqual([
      422,
      {
        'data.1.unit_id': ['is not known in this asset'],
        'data.2.unit_id': ['is not known in this asset'],
        'data.3.unit_id': ['is not known in this asset'],
        'data.5.unit_id': ['contradicts data.4'],
      },
      4,
    ]);
    const malformed = await put([at(0, 'https://a.example/x'), {}, { ...at(1), extra: 1 }, 7]);
    expect([malformed.status, Object.keys(malformed.body.fields).sort()]).toEqual([
      422,
      ['data.1.unit_id', 'data.1.url', 'data.2.extra', 'data.3'],
    ]);
    expect(await stored()).toEqual(before);
  });

  it('are wrapped in `data`', async () => {
    for (const body of [[at(0)], {}, { data: at(0) }, { data: [at(0)], more: 1 }, null])
      expect((await app.put(urls, body)).status).toBe(422);
  });

  it('are set once when a batch repeats a unit', async () => {
    expect((await put([at(1), at(0), at(1)])).status).toBe(204);

    expect(await stored()).toEqual(['https://a.example/0', 'https://a.example/1', null]);
  });

  it.each([
    { type: 'iframe_api', event_key: 'apply' },
    { type: 'url_template', template: 'https://a.example', open_in_new_window: true },
  ])('return a conflict for a link of type $type', async (fields) => {
    const path = `${links}/${await newLink(fields)}/urls`;

    expect((await app.get(path)).status).toBe(409);
    expect((await put([at(0)], path)).status).toBe(409);
    expect((await put([], path)).status).toBe(409);
    expect((await put([{ unit_id: 'x', url: null }], path)).status).toBe(422);
    expect((await app.get(`${path}?page=x`)).status).toBe(422);
  });

  it('are deleted with their unit', async () => {
    await put([at(0), at(1)]);

    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect(await stored()).toEqual(['https://a.example/1', null]);
    const left = await app.sql('select url from merchandising.unit_outbound_link_url where asset_id = $1', [asset.id]);
    expect(left).toEqual([{ url: 'https://a.example/1' }]);
  });

  it('are found only under their own link and asset', async () => {
    const other = await givenAsset(app, ['1']);
    const path = urls.replace(asset.path, other.path);

    expect((await app.get(path)).status).toBe(404);
    expect((await put([{ unit_id: other.units[0], url: null }], path)).status).toBe(404);
    const account = await app.sql<{ id: string }>(`insert into catalog.account (name) values ('Other') returning id`);
    const outsider = await app.key(['service.*'], [account[0]!.id]);
    expect((await app.get(urls, { key: outsider })).status).toBe(404);
    const iframe = `${links}/${await newLink({ type: 'iframe_api', event_key: 'apply' })}/urls`;
    expect((await app.get(iframe, { key: outsider })).status).toBe(404);
  });

  it('require a separate permission for changes', async () => {
    const reader = await app.key(['service.unit-outbound-links.read', 'service.unit-outbound-links.create']);
    const writer = await app.key(['service.unit-outbound-links.update']);

    expect((await app.put(urls, { data: [] }, { key: reader, flags: null })).status).toBe(403);
    expect((await app.put(urls, { data: [] }, { key: writer, flags: null })).status).toBe(204);
    expect((await app.get(urls, { key: writer })).status).toBe(403);
    expect((await app.get(urls, { key: reader, flags: null })).status).toBe(200);
  });

  describe('of thousands of units', () => {
    const COUNT = 5000;
    const many = (suffix = '') => asset.units.map((id, n) => ({ unit_id: id, url: `https://a.example/${n}${suffix}` }));

    beforeEach(async () => {
      asset = await givenAsset(
        app,
        Array.from({ length: COUNT }, (_, n) => String(n)),
      );
      links = `${asset.path}/units/outbound-links`;
      urls = `${links}/${await newLink({ type: 'urls_per_unit', open_in_new_window: true })}/urls`;
    });

    it('are set by one statement, and not written when unchanged', async () => {
      expect((await put(many())).status).toBe(204);
      expect(await stored()).toEqual(many().map((row) => row.url));

      const versions = () =>
        app.sql('select xmin::text, unit_id from merchandising.unit_outbound_link_url where asset_id = $1 order by 2', [
          asset.id,
        ]);
      const before = await versions();
      expect((await put(many())).status).toBe(204);
      expect(await versions()).toEqual(before);
    });

    it('are at most 5,000 in a batch', async () => {
      const { status, body } = await put([...many(), many()[0]]);

      expect([status, body.fields]).toEqual([422, { data: ['must have at most 5000 items'] }]);
      expect(await app.sql('select from merchandising.unit_outbound_link_url where asset_id = $1', [asset.id])).toEqual(
        [],
      );
    });

    it('stay consistent under concurrent batches, in any order of items', async () => {
      const second = await app.replica();
      const batches = ['', '', '?b', '?b'].map((suffix, n) => (n % 2 ? many(suffix).reverse() : many(suffix)));
      const answers = await Promise.all(batches.map((data, n) => (n % 2 ? second : app).put(urls, { data })));

      expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204]);
      const rows = await stored();
      const suffix = rows[0]!.endsWith('?b') ? '?b' : '';
      expect(rows).toEqual(many(suffix).map((row) => row.url));
    });

    it('survive concurrent deletions of units: a batch is applied completely or rejected', async () => {
      const doomed = asset.units.slice(0, 8);
      const [batch] = await Promise.all([put(many()), ...doomed.map((id) => app.delete(`${asset.path}/units/${id}`))]);

      expect([204, 422]).toContain(batch.status);
      const rows = await app.sql<{ count: string }>(
        `select count(*) from merchandising.unit_outbound_link_url where asset_id = $1`,
        [asset.id],
      );
      expect(Number(rows[0]!.count)).toBe(batch.status === 204 ? COUNT - doomed.length : 0);
    });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { CollectFilesJob } from '@app/platform/files';
import type { Problem } from '@app/platform/core';
import { CommandBus } from '@nestjs/cqrs';
import { UpsertDataModel } from '@app/data-models/provisioning';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { TestApp } from '../support/app.js';
import { Documented } from '../support/documented.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { breakOff, formWith, givenDataModel, storedNames } from './forms.js';

const TABLE = 'question,answer\r\n"Pets,\r\nare they ""welcome""?",Yes\r\nÀ louer?,Oui\r\n';
const MiB = 1024 * 1024;
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

let app: TestApp;
let replica: TestApp;
let asset: GivenAsset;
let models: string;

beforeAll(async () => {
  app = await TestApp.start({}, createDataModelsApi);
  replica = await app.replica();
  asset = await givenAsset(app);
  models = `/v1/assets/${asset.id}/data-models`;
});
afterAll(() => app?.close());

const upload = (path: string, content: string | Buffer, name?: string) =>
  app.request('PUT', path, { raw: formWith(content, name) });
const given = async () => `${models}/${await givenDataModel(app, asset.id)}`;

/** A data model with the file TABLE. */
async function givenTable(): Promise<string> {
  const path = await given();
  expect((await upload(path, TABLE)).status).toBe(200);
  return path;
}

const fileOf = async (path: string) => (await app.get(`${path}/file`)).text;

describe('Data models', () => {
  it('are listed by id, with times that end in Z', async () => {
    const other = await givenAsset(app);
    const list = `/v1/assets/${other.id}/data-models`;
    const ids = [await givenDataModel(app, other.id, 'Tours'), await givenDataModel(app, other.id, 'Parking')];

    const first = await app.get(`${list}?per-page=1`);
    const second = await app.get(first.body.paging.next_url);

    expect(first.body.paging).toMatchObject({ per_page: 1, current_page: 1, prev_url: null });
    expect([...first.body.data, ...second.body.data]).toEqual([
      { id: ids[0], title: 'Tours', created_at: expect.stringMatching(SECOND), updated_at: expect.stringMatching(SECOND) },
      { id: ids[1], title: 'Parking', created_at: expect.stringMatching(SECOND), updated_at: expect.stringMatching(SECOND) },
    ]); // oxfmt-ignore
    expect(second.body.paging.next_url).toBeNull();
  });

  it('are an empty list for an asset without any', async () => {
    const { body } = await app.get(`/v1/assets/${(await givenAsset(app)).id}/data-models`);
    expect(body.data).toEqual([]);
  });

  it('are in the document of the second API only', async () => {
    const { paths } = (await app.get('/openapi.json', { key: null })).body;
    const put = paths['/v1/assets/{asset}/data-models/{data-model}'].put;
    expect(put.requestBody.content['multipart/form-data'].schema).toMatchObject({
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    });
    expect(Object.keys(paths).filter((path) => path.includes('multifamily'))).toEqual([]);
    expect((await app.get('/docs', { key: null })).text).toContain('swagger-ui');
  });
});

describe('Updating a data model', () => {
  it('returns it with the current update time', async () => {
    const path = await given();
    await app.sql(`update data_model.data_model set updated_at = '2020-01-01', created_at = '2020-01-01'`);

    const { status, body } = await upload(path, TABLE);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: path.split('/').at(-1),
      title: 'Leasing questions',
      created_at: '2020-01-01T00:00:00Z',
      updated_at: expect.stringMatching(SECOND),
    });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('changes its title too, if it is sent', async () => {
    const path = await given();
    const titled = (title: string) => {
      const form = formWith(TABLE);
      form.append('title', title);
      return app.request('PUT', path, { raw: form });
    };
    expect((await titled('Tours')).body.title).toBe('Tours');
    expect((await app.get(path)).body.title).toBe('Tours');
    const { status, body } = await titled(' ');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['title']]);
    await upload(path, TABLE);
    expect((await app.get(path)).body.title).toBe('Tours');
  });

  it('stores the bytes unchanged', async () => {
    const path = await given();
    const sent = Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(TABLE)]);
    await upload(path, sent);
    const response = await Documented.of(app.app).fetch(`${app.base}${path}/file?api-key=${await app.key()}`, {
      headers: { 'Experimental-Flags': 'data-models-resource' },
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sent);
  });

  it.each([
    ['rows of several widths', 'a,b\n1\n2,3\n4,5,6\n', [
      'must have rows of one width: line 2 has 1 field, the header 2',
      'must have rows of one width: line 4 has 3 fields, the header 2',
    ]],
    ['bytes that are not UTF-8', Buffer.from('a,b\nM\xfcnchen,1\n', 'latin1'), ['must be UTF-8: line 2 is not']],
    ['an open quote', 'a,b\n"1,2\n', ['must close its quotes: the one on line 2 is not closed']],
    ['no header row', '', ['must have a header row: line 1 is empty']],
  ])('rejects %s with the line, and keeps the previous file', async (_, content, faults) => {
    const path = await givenTable();
    const before = await storedNames(app);

    const { status, body } = await upload(path, content);

    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { file: faults }, fault_count: faults.length });
    expect(body.message).toContain(faults[0]);
    expect(await fileOf(path)).toBe(TABLE);
    expect(await storedNames(app)).toEqual(before);
  }); // oxfmt-ignore

  it('rejects a file with another extension, whatever its content', async () => {
    const { status, body } = await upload(await given(), TABLE, 'questions.txt');
    expect([status, body.fields]).toEqual([422, { file: ['must be a .csv file'] }]);
  });

  it.each(['questions.CSV', 'blob', 'answers.2026.csv'])('accepts a file named %s', async (name) => {
    expect((await upload(await given(), TABLE, name)).status).toBe(200);
  });

  it('reports missing, unknown, repeated and empty parts', async () => {
    const path = await given();
    const put = async (raw: FormData) => (await app.request('PUT', path, { raw })).body.fields;
    const twice = formWith(TABLE);
    twice.append('file', new Blob([TABLE]), 'b.csv');
    const text = new FormData();
    text.append('file', TABLE);

    expect(await put(formWith(TABLE, 'a.csv', 'table'))).toEqual({
      table: ['is not a known part'],
      file: ['is required'],
    });
    expect(await put(twice)).toEqual({ file: ['must be sent only once'] });
    const titled = formWith(TABLE);
    titled.append('note', 'New');
    expect(await put(titled)).toEqual({ note: [expect.stringContaining('is not a known')] });
    expect((await put(text)).file).toContain('must be a file');
  });

  it('accepts only multipart/form-data: otherwise 415, or 400 if it is malformed', async () => {
    const path = await given();
    expect((await app.put(path, { file: TABLE })).status).toBe(415);
    const headers = { 'Content-Type': 'text/csv' };
    expect((await app.request('PUT', path, { raw: TABLE, headers })).status).toBe(415);
    const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await app.request('PUT', path, { raw: '--x\r\nhalf', headers: broken })).status).toBe(400);
  });

  it('accepts at most 50 MiB', async () => {
    const path = await given();
    const line = `${'x'.repeat(1023)}\n`;
    const most = Buffer.from(line.repeat(50 * 1024));
    expect(most.length).toBe(50 * MiB);

    expect((await upload(path, most)).status).toBe(200);
    const before = await storedNames(app);
    const { status, body } = await upload(path, Buffer.concat([most, Buffer.from('x')]));

    expect([status, body.message]).toEqual([413, 'A file must not exceed 50 MiB']);
    expect((await app.request('HEAD', `${path}/file`)).headers.get('content-length')).toBe(String(50 * MiB));
    expect(await storedNames(app)).toEqual(before);
  }, 60_000);

  it('stores nothing of an aborted upload, and keeps the previous file', async () => {
    const path = await givenTable();
    const before = await storedNames(app);
    const rows = async () =>
      (await app.sql('select name from platform.stored_file order by 1')).map(({ name }) => name);
    const recorded = await rows();
    const headers = {
      'API-Key': await app.key(),
      'Experimental-Flags': 'data-models-resource',
      'Content-Type': 'multipart/form-data; boundary=x',
    };
    const begun = Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n${'1,2\n'.repeat(100_000)}`,
    );

    for (let round = 0; round < 5; round++) {
      await breakOff(app, path, { ...headers, 'Content-Length': '1000000' }, begun);
      await breakOff(app, path, { ...headers, 'Transfer-Encoding': 'chunked' }, chunk(begun));
    }
    for (let tries = 0; (await storedNames(app)).length > before.length && tries < 100 * TIME_FACTOR; tries++)
      await sleep(20);

    expect(await fileOf(path)).toBe(TABLE);
    expect(await storedNames(app)).toEqual(before);
    expect(await rows()).toEqual(recorded);
    expect((await upload(path, 'a\n1\n')).status).toBe(200);
  }, 30_000);

  it('stores exactly one of two concurrent uploads on two replicas, complete', async () => {
    const path = await given();
    const tables = ['a', 'b', 'c', 'd'].map((name) => `${name},n\n${`${name},1\n`.repeat(20_000)}`);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        tables.map((table, at) => (at % 2 ? app : replica).request('PUT', path, { raw: formWith(table) })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [here, there] = [await fileOf(path), (await replica.get(`${path}/file`)).text];
      expect(tables).toContain(here);
      expect(there).toBe(here);
    }
  }, 60_000);

  it('deletes the previous file an hour later', async () => {
    const path = await given();
    const before = await storedNames(app);
    await upload(path, 'only,here\n');
    const [mine] = (await storedNames(app)).filter((name) => !before.includes(name));
    await upload(path, 'now,here\n');
    const collector = app.app.get(CollectFilesJob);

    await collector.run();
    expect(await storedNames(app)).toContain(mine);
    await app.advance(61);
    await collector.run();

    expect(await storedNames(app)).not.toContain(mine);
    expect(await fileOf(path)).toBe('now,here\n');
    await app.advance(0);
  });
});

describe('The file of a data model', () => {
  it('is an attachment with its type, nosniff, and not cached by proxies', async () => {
    const { headers } = await app.get(`${await givenTable()}/file`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Leasing questions.csv"; filename*=UTF-8''Leasing%20questions.csv`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'content-length': String(Buffer.byteLength(TABLE)),
    });
  });

  it('is named after its title, however that is written', async () => {
    const id = await givenDataModel(app, asset.id, `Fragen "für" ../\r\nMieter's`);
    await upload(`${models}/${id}`, TABLE);
    const { headers } = await app.get(`${models}/${id}/file`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Fragen _f_r_ ..___Mieter's.csv"; ` +
        `filename*=UTF-8''Fragen%20%22f%C3%BCr%22%20..___Mieter%27s.csv`,
    );
  });

  it('reports all rows with another number of columns, and lists a hundred', async () => {
    const { status, body } = await upload(await givenTable(), `a,b\n${'1\n'.repeat(250)}`);
    expect([status, body.fields.file.length, body.fault_count]).toEqual([422, 100, 250]);
    expect(body.message).toMatch(/\(and 249 more\)$/);
  });

  it('is updated only if unchanged, with If-Match', async () => {
    const path = await givenTable();
    const { status, body, headers } = await app.get(path);
    expect([status, body.title]).toEqual([200, expect.any(String)]);
    const send = (tag: string, content: string) =>
      app.request('PUT', path, { raw: formWith(content), headers: { 'If-Match': tag } });
    await app.sql(`update data_model.data_model set updated_at = updated_at - interval '1 minute'`);
    expect((await send(headers.get('etag')!, 'a,b\n')).status).toBe(412);
    expect(await fileOf(path)).toBe(TABLE);
    const current = (await app.get(path)).headers.get('etag')!;
    expect((await send(current, 'a,b\n')).status).toBe(200);
    expect(await fileOf(path)).toBe('a,b\n');
  });

  it('supports ranges and conditional requests', async () => {
    const path = `${await givenTable()}/file`;
    const part = await app.get(path, { headers: { Range: 'bytes=9-14' } });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'answer', `bytes 9-14/${Buffer.byteLength(TABLE)}`]); // oxfmt-ignore
    const etag = part.headers.get('etag')!;
    expect((await app.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const size = Buffer.byteLength(TABLE);
    for (const [sent, status, range] of [
      ['bytes=-6', 206, `bytes ${size - 6}-${size - 1}/${size}`],
      ['bytes=-9999', 206, `bytes 0-${size - 1}/${size}`],
      ['bytes=9-9999', 206, `bytes 9-${size - 1}/${size}`],
      ['bytes=14-9', 200, null],
      ['bytes=0-1,4-5', 200, null],
      ['bytes=-', 200, null],
      ['bytes=-0', 416, `bytes */${size}`],
    ] as const) {
      const answer = await app.get(path, { headers: { Range: sent } });
      expect([sent, answer.status, answer.headers.get('content-range')]).toEqual([sent, status, range]);
    }
    const beyond = await app.get(path, { headers: { Range: 'bytes=9999-' } });
    expect([beyond.status, beyond.body.code, beyond.headers.get('content-disposition')]).toEqual([416, 'range_not_satisfiable', null]); // oxfmt-ignore
    const { responses } = (await app.get('/openapi.json', { key: null })).body.paths['/v1/assets/{asset}/data-models/{data-model}/file'].get; // oxfmt-ignore
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '416']));
    const head = await app.request('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('is not served under /files, which requires no key', async () => {
    const names = await storedNames(app);
    expect(names.every((name) => name.startsWith('private-'))).toBe(true);
    expect((await app.get(`/files/${names[0]}`, { key: null })).status).toBe(404);
  });
});

describe('A data model', () => {
  const execute = (title: string, file: string) =>
    app.app.get(CommandBus).execute(new UpsertDataModel(asset.id, { title, file: Buffer.from(file) }));

  it('is rejected with many rows of another number of columns, which are counted', async () => {
    const wide = execute('Wide', `a,b\n${'1\n'.repeat(250)}`);
    const { fields } = (await wide.catch((error: unknown) => error)) as Problem;
    expect(fields!['file']).toHaveLength(101);
    expect(fields!['file']!.at(-1)).toBe('must have rows of one width: 150 more lines have another');
  });

  it('is created once, and changed when its file differs', async () => {
    const first = await execute('Declared', TABLE);
    expect(first.outcome).toBe('created');
    expect(await execute('Declared', TABLE)).toEqual({ id: first.id, outcome: 'unchanged' });
    expect(await fileOf(`${models}/${first.id}`)).toBe(TABLE);
    expect(await execute('Declared', 'a\n1\n')).toEqual({ id: first.id, outcome: 'changed' });
    expect(await fileOf(`${models}/${first.id}`)).toBe('a\n1\n');
  });

  it('is rejected with an invalid file', async () => {
    await expect(execute('Broken', 'a,b\n1\n')).rejects.toMatchObject({
      kind: 'invalid',
      fields: { file: ['must have rows of one width: line 2 has 1 field, the header 2'] },
    });
  });

  it('is deleted with its asset', async () => {
    const other = await givenAsset(app);
    const id = await givenDataModel(app, other.id);
    await app.sql('delete from catalog.asset where id = $1', [other.id]);
    expect(await app.sql('select from data_model.data_model where id = $1', [id])).toEqual([]);
  });
});

describe('Access', () => {
  const READ = 'service.data-models.read';
  const UPDATE = 'service.data-models.update';
  const MODEL = '/v1/assets/:asset/data-models/:model';
  const OPERATIONS = [
    ['GET', '/v1/assets', undefined],
    ['GET', '/v1/assets/:asset', undefined],
    ['GET', '/v1/assets/:asset/data-models', READ],
    ['PUT', MODEL, UPDATE],
    ['GET', `${MODEL}/file`, READ],
  ] as const;

  let mine: string;
  let model: string;
  let account: string;

  beforeAll(async () => {
    account = await givenAccount(app);
    mine = (await givenAsset(app, [], [account])).id;
    model = await givenDataModel(app, mine);
    await app.request('PUT', `/v1/assets/${mine}/data-models/${model}`, { raw: formWith(TABLE) });
  });

  const ask = (at: TestApp, [method, path]: readonly [string, string, unknown], asked: object = {}, ids = [mine, model]) =>
    at.request(method, path.replace(':asset', ids[0]!).replace(':model', ids[1]!), {
      ...(method === 'PUT' && { raw: formWith(TABLE) }),
      ...asked,
    }); // oxfmt-ignore

  describe.each(OPERATIONS)('%s %s', (method, path, permission) => {
    const operation = [method, path, permission] as const;
    const everywhere = async (asked: object, ids?: string[]) =>
      Promise.all([app, replica].map(async (at) => (await ask(at, operation, asked, ids)).status));

    it('succeeds with the required key, permission and flag, and with no more than these', async () => {
      const key = await app.key(permission ? [permission] : [], [account]);
      expect(await everywhere({ key, ...(!permission && { flags: null }) })).toEqual([200, 200]);
    });

    it('rejects a missing, malformed, revoked or expired key', async () => {
      const [revoked, expired] = [await app.key(), await app.key()];
      await app.sql(
        `update platform.api_key set revoked_at = now() where id = (select max(id) - 1 from platform.api_key)`,
      );
      await app.sql(`update platform.api_key set expires_at = now() where id = (select max(id) from platform.api_key)`);
      expect(await everywhere({ key: null })).toEqual([401, 401]);
      expect(await everywhere({ key: 'pms_0' })).toEqual([403, 403]);
      expect(await everywhere({ key: revoked })).toEqual([403, 403]);
      expect(await everywhere({ key: expired })).toEqual([403, 403]);
    });

    if (permission) {
      it('names the missing permission or flag', async () => {
        const key = await app.key(['service.units.*', permission === READ ? UPDATE : READ]);
        const lacking = await ask(app, operation, { key });
        expect([lacking.status, lacking.body.message]).toEqual([403, `The API key lacks the permission ${permission}`]);
        const unflagged = await ask(app, operation, { flags: 'references' });
        expect([unflagged.status, unflagged.body.code]).toEqual([
          400,
          'experimental_flag_missing.data-models-resource',
        ]);
        expect(await everywhere({ key, flags: null })).toEqual([403, 403]);
      });
    }

    if (path !== '/v1/assets') {
      it('returns 404 for an inaccessible account, an unknown asset, or a model of another asset', async () => {
        const stranger = await app.key(['service.*'], [await givenAccount(app, 'Other')]);
        expect(await everywhere({ key: stranger })).toEqual([404, 404]);
        expect(await everywhere({}, ['999999', model])).toEqual([404, 404]);
        expect(await everywhere({}, ['x', model])).toEqual([404, 404]);
        if (!path.includes(':model')) return;
        expect(await everywhere({}, [mine, '999999'])).toEqual([404, 404]);
        expect(await everywhere({}, [asset.id, model])).toEqual([404, 404]);
      });
    }
  });

  it('is checked before the body is read', async () => {
    const before = await storedNames(app);
    const put = OPERATIONS[3];
    const raw = formWith('new,table\n');
    const answers = [
      await ask(app, put, { raw, key: null }),
      await ask(app, put, { raw, key: await app.key([READ]) }),
      await ask(app, put, { raw, flags: null }),
      await ask(app, put, { raw }, [mine, '999999']),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 400, 404]);
    expect(await storedNames(app)).toEqual(before);
  });
});

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

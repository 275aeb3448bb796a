import { readdirSync, readlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdoptFilesJob, CollectFilesJob, FileContent, Files } from '@app/platform/files';
import { UnitOfWork } from '@app/platform/persistence';
import sharp from 'sharp';
import { type TestResponse, type RequestOptions, TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { animation, bomb, BOUNDARY, type Format, FORM, form, type Part, photograph, picture } from './pictures.js';

const MiB = 1024 * 1024;

let app: TestApp;
let asset: GivenAsset;
let unitPath: string;

beforeAll(async () => {
  app = await TestApp.start();
});

beforeEach(async () => {
  asset = await givenAsset(app, ['101']);
  unitPath = `${asset.path}/units/${asset.units[0]}`;
});

afterAll(() => app.close());

const ids = () => ({ id: asset.units[0], asset_id: asset.id });
const unit = () => ({
  asset_id: asset.id,
  building_id: asset.building,
  floor_id: asset.floor,
  floor_plan_id: asset.floorPlan,
  unit_number: '102',
  area: 640,
});
const data = (value: unknown = ids()): Part => ({ name: 'data', content: JSON.stringify(value) });
const file = (name: string, content: Buffer | string, filename = 'photo.png', type = 'image/png'): Part => ({
  name,
  content,
  filename,
  type,
});

const sendForm = (method: string, path: string, parts: Part[], asked: RequestOptions = {}): Promise<TestResponse> =>
  app.request(method, path, { raw: form(parts), ...asked, headers: { ...FORM, ...asked.headers } });
const putUnit = (...parts: Part[]) => sendForm('PUT', unitPath, parts);
const sendImage = (content: Buffer | string, filename?: string, type?: string) =>
  putUnit(data(), file('view_image', content, filename, type));

const folder = () => join(app.dataDir, 'files');
function storedFiles(): string[] {
  try {
    return readdirSync(folder())
      .filter((name) => name !== 'drafts')
      .sort();
  } catch {
    return [];
  }
}
const drafts = () => readdirSync(join(folder(), 'drafts'));
const nameIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const fetchFile = (url: string, init?: RequestInit) => fetch(url, init);
const bytesOf = async (url: string) => Buffer.from(await (await fetchFile(url)).arrayBuffer());

/** Expects that neither a file nor a change of the request is stored. */
async function expectNothingKept(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const before = {
    files: storedFiles(),
    unit: (await app.get(unitPath)).body,
    units: (await app.get(`${asset.path}/units`)).body.data.length,
  };
  const answer = await send();
  expect({
    files: storedFiles(),
    unit: (await app.get(unitPath)).body,
    units: (await app.get(`${asset.path}/units`)).body.data.length,
  }).toEqual(before);
  return answer;
}

describe('An image of a unit', () => {
  it('is uploaded with the unit in multipart form data', async () => {
    const { status, body, headers } = await sendForm('POST', `${asset.path}/units`, [
      data(unit()),
      file('view_image', await picture('png')),
    ]);

    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${app.base}${asset.path}/units/${body.id}`);
    expect(body).toMatchObject({ unit_number: '102', secondary_view_image_url: null });
    expect(body.view_image_url).toMatch(new RegExp(`^${app.base}/files/[0-9a-f]{64}\\.png$`));
    expect((await app.get(`${asset.path}/units/${body.id}`)).body).toEqual(body);
    expect((await app.get(`${asset.path}/units`)).body.data).toContainEqual(body);
  });

  it('may be uploaded together with the other image', async () => {
    const { status, body } = await putUnit(
      data(),
      file('view_image', await picture('png')),
      file('secondary_view_image', await picture('jpeg')),
    );

    expect(status).toBe(200);
    expect(body.view_image_url).toMatch(/\.png$/);
    expect(body.secondary_view_image_url).toMatch(/\.jpg$/);
  });

  it('is kept when an update omits it, in a form or in JSON', async () => {
    const { body } = await sendImage(await picture());
    const asForm = await putUnit(data({ ...ids(), area: 7 }));
    const asJson = await app.put(unitPath, { ...ids(), area: 8 });

    expect(asForm.body).toMatchObject({ area: 7, view_image_url: body.view_image_url });
    expect(asJson.body).toMatchObject({ area: 8, view_image_url: body.view_image_url });
  });

  it('is replaced by a new upload', async () => {
    const first = await sendImage(await picture());
    const second = await sendImage(await picture());

    expect(second.body.view_image_url).not.toBe(first.body.view_image_url);
    expect((await fetchFile(second.body.view_image_url)).status).toBe(200);
  });

  it('is deleted by `delete`, in a form or in JSON, while the other image is kept', async () => {
    const both = await putUnit(
      data(),
      file('view_image', await picture()),
      file('secondary_view_image', await picture()),
    );
    const one = await app.put(unitPath, { ...ids(), view_image: 'delete' });
    const none = await putUnit(data({ ...ids(), secondary_view_image: 'delete' }));

    expect(one.body).toMatchObject({
      view_image_url: null,
      secondary_view_image_url: both.body.secondary_view_image_url,
    });
    expect(none.body).toMatchObject({ view_image_url: null, secondary_view_image_url: null });
  });

  it('is replaced while the other image is deleted', async () => {
    await putUnit(data(), file('view_image', await picture()), file('secondary_view_image', await picture()));
    const { body } = await putUnit(
      data({ ...ids(), view_image: 'delete' }),
      file('secondary_view_image', await picture('gif')),
    );

    expect(body.view_image_url).toBeNull();
    expect(body.secondary_view_image_url).toMatch(/\.gif$/);
  });

  it('cannot be uploaded and deleted in one request', async () => {
    const content = await picture();
    const { status, body } = await expectNothingKept(() =>
      putUnit(data({ ...ids(), view_image: 'delete' }), file('view_image', content)),
    );

    expect(status).toBe(422);
    expect(body.fields).toEqual({ view_image: ['must not be sent both as a file and in `data`'] });
  });

  it('accepts no other value than `delete`, and no value when the unit is created', async () => {
    expect((await app.put(unitPath, { ...ids(), view_image: 'remove' })).body.fields).toHaveProperty('view_image');
    expect((await app.put(unitPath, { ...ids(), view_image: null })).status).toBe(422);
    expect((await app.post(`${asset.path}/units`, { ...unit(), view_image: 'delete' })).status).toBe(422);
  });

  it('is stored once, however many units use it', async () => {
    const content = await picture();
    const before = storedFiles().length;
    const { body } = await putUnit(data(), file('view_image', content), file('secondary_view_image', content));
    const other = await givenAsset(app);
    const plan = await sendForm('PUT', `${other.path}/floor-plans/${other.floorPlan}`, [
      data({ id: other.floorPlan, asset_id: other.id }),
      file('image', content),
    ]);

    expect(body.secondary_view_image_url).toBe(body.view_image_url);
    expect(plan.body.image_url).toBe(body.view_image_url);
    expect(storedFiles()).toHaveLength(before + 1);
  });
});

describe('An image of a floor plan', () => {
  it('is created, changed and deleted like an image of a unit', async () => {
    const path = `${asset.path}/floor-plans`;
    const fields = { asset_id: asset.id, name: 'B', bedroom_count: 2, bathroom_count: 1, filter_label: 'Two' };
    const created = await sendForm('POST', path, [
      data(fields),
      file('image', await picture('webp')),
      file('secondary_image', await picture('jpeg')),
    ]);
    const changed = await sendForm('PUT', `${path}/${created.body.id}`, [
      data({ id: created.body.id, asset_id: asset.id, secondary_image: 'delete' }),
      file('image', await picture('gif')),
    ]);
    const deleted = await app.delete(`${path}/${created.body.id}`);

    expect(created.status).toBe(201);
    expect(created.body.image_url).toMatch(/\.webp$/);
    expect(created.body.secondary_image_url).toMatch(/\.jpg$/);
    expect(changed.body.image_url).toMatch(/\.gif$/);
    expect(changed.body.secondary_image_url).toBeNull();
    expect(deleted.body).toEqual(changed.body);
  });
});

describe('An image file', () => {
  it.each<[Format, string, string]>([
    ['png', 'png', 'image/png'],
    ['jpeg', 'jpg', 'image/jpeg'],
    ['gif', 'gif', 'image/gif'],
    ['webp', 'webp', 'image/webp'],
  ])('%s is detected by its content, whatever its name', async (format, extension, type) => {
    const { status, body } = await sendImage(await picture(format), 'index.html', 'text/html');
    const found = await fetchFile(body.view_image_url);

    expect(status).toBe(200);
    expect(body.view_image_url).toMatch(new RegExp(`\\.${extension}$`));
    expect(found.headers.get('content-type')).toBe(type);
    expect(await sharp(Buffer.from(await found.arrayBuffer())).metadata()).toMatchObject({
      format,
      width: 40,
      height: 20,
    });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', 'not a picture'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['a PDF', '%PDF-1.7\n'],
    ['an archive', 'PK\x03\x04'],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
  ])('is rejected when it is %s', async (_, content) => {
    const { status, body } = await expectNothingKept(() => sendImage(content as Buffer));

    expect(status).toBe(422);
    expect(body.fields).toEqual({ view_image: ['must be a PNG, JPEG, GIF or WebP image'] });
  });

  it.each<Format>(['png', 'jpeg', 'gif', 'webp'])(
    'is rejected as %s when it is truncated or has only the signature',
    async (format) => {
      const whole = await picture(format, 300, 200);
      const broken = [whole.subarray(0, whole.length - 20), whole.subarray(0, whole.length / 2), whole.subarray(0, 20)];
      broken.push(Buffer.concat([whole.subarray(0, 16), Buffer.alloc(400, 'x')]));
      for (const content of broken) {
        const { status, body } = await expectNothingKept(() => sendImage(content));
        expect([status, body.fields]).toEqual([
          422,
          { view_image: [`is broken: it cannot be decoded as ${format.toUpperCase()}`] },
        ]);
      }
    },
  );

  it.each([
    [16_384, 10, 'must be at most 16383 pixels wide and high'],
    [10, 16_384, 'must be at most 16383 pixels wide and high'],
    [10_000, 5_001, 'must have at most 50 megapixels'],
    [2_147_483_647, 2_147_483_647, undefined],
  ])('is rejected at %i x %i pixels, even in a small file', async (width, height, fault) => {
    const { status, body } = await expectNothingKept(() => sendImage(bomb(width, height)));

    expect(status).toBe(422);
    if (fault) expect(body.fields).toEqual({ view_image: [fault] });
  });

  it.each(['gif', 'webp'] as const)('stays animated as %s', async (format) => {
    const { status, body } = await sendImage(await animation(format, 5));
    const kept = await sharp(await bytesOf(body.view_image_url), { animated: true }).metadata();

    expect(status).toBe(200);
    expect(kept).toMatchObject({ format, pages: 5, pageHeight: 16, delay: [50, 50, 50, 50, 50], loop: 0 });
  });

  it('is rejected as an animation with too many frames or too many pixels in total', async () => {
    const many = await sendImage(await animation('gif', 251, 4, 4));
    const large = await sendImage(await animation('webp', 11, 1000, 1000));

    expect(many.body.fields).toEqual({ view_image: ['must have at most 250 frames'] });
    expect(large.body.fields).toEqual({ view_image: ['must have at most 10 megapixels in all its frames'] });
  });

  it('loses location, name and camera, and is rotated upright', async () => {
    const sent = await photograph();
    const { body } = await sendImage(sent);
    const kept = await bytesOf(body.view_image_url);
    const metadata = await sharp(kept).metadata();

    expect((await sharp(sent).metadata()).exif?.toString('latin1')).toContain('Mr Secret');
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(
      new Array(5).fill(undefined),
    );
    expect(kept.toString('latin1')).not.toMatch(/Secret|SpyCam|GPS/);
    // The left half of the sent image is the top half of the stored one.
    const { data: pixels } = await sharp(kept).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(pixels[5 * 20 + 10]).toBeLessThan(60);
    expect(pixels[35 * 20 + 10]).toBeGreaterThan(180);
  });

  it.each<Format>(['png', 'jpeg', 'gif', 'webp'])(
    'in %s loses all bytes after the end of the picture',
    async (format) => {
      const { status, body } = await sendImage(
        Buffer.concat([await picture(format), Buffer.from('<script>alert(1)</script>')]),
      );
      const kept = await bytesOf(body.view_image_url);

      expect(status).toBe(200);
      expect(kept.toString('latin1')).not.toContain('script');
    },
  );

  it('has at most 20 MiB', async () => {
    const whole = await picture('jpeg');
    const padded = (size: number) => Buffer.concat([whole, Buffer.alloc(size - whole.length)]);

    expect((await sendImage(padded(20 * MiB))).status).toBe(200);
    const { status, body } = await expectNothingKept(() => sendImage(padded(20 * MiB + 1)));
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'file_too_large', message: 'A file must not exceed 20 MiB' });
    expect(
      (await putUnit(data(), file('view_image', padded(18 * MiB)), file('secondary_view_image', padded(19 * MiB))))
        .status,
    ).toBe(200);
  });
});

describe('A form', () => {
  it('is validated like JSON, with all errors of fields, files and parts at once', async () => {
    const { status, body } = await expectNothingKept(() =>
      sendForm('POST', `${asset.path}/units`, [
        data({ ...unit(), area: -1, unit_number: ' ', colour: 'red' }),
        file('view_image', 'no picture'),
        file('third_image', 'what is this'),
        { name: 'area', content: '7' },
      ]),
    );

    expect(status).toBe(422);
    expect(body.fields).toEqual({
      area: ['must be at least 0', 'is not a known part'],
      unit_number: ['must not be blank, nor contain NUL or unpaired surrogates'],
      colour: ['is not a known field'],
      view_image: ['must be a PNG, JPEG, GIF or WebP image'],
      third_image: ['is not a known part'],
    });
    expect(body.fault_count).toBe(6);
  });

  it('names ids unknown in the asset and stores nothing', async () => {
    const other = await givenAsset(app);
    const content = await picture();
    const { status, body } = await expectNothingKept(() =>
      sendForm('POST', `${asset.path}/units`, [
        data({ ...unit(), floor_id: other.floor }),
        file('view_image', content),
      ]),
    );

    expect([status, body.fields]).toEqual([422, { floor_id: ['is not known in this asset'] }]);
  });

  it.each<[string, Partial<Part>]>([
    ['without a type', {}],
    ['as JSON', { type: 'application/json' }],
    ['as JSON in UTF-8', { type: 'application/json; charset=utf-8' }],
    ['as a file, as browsers send a Blob', { type: 'application/json', filename: 'blob' }],
    ['as bytes', { type: 'application/octet-stream' }],
  ])('accepts its data %s', async (_, part) => {
    const { status, body } = await putUnit({ ...data({ ...ids(), unit_number: 'Straße 7 🏠' }), ...part });

    expect(status).toBe(200);
    expect(body.unit_number).toBe('Straße 7 🏠');
  });

  it('may be created by FormData', async () => {
    const raw = new FormData();
    raw.set('data', new Blob([JSON.stringify(ids())], { type: 'application/json' }));
    raw.set('view_image', new Blob([await picture()]), 'bild ä.png');

    expect((await app.request('PUT', unitPath, { raw })).status).toBe(200);
  });

  it('may contain an empty file, as browsers send when none was chosen', async () => {
    const { body } = await sendImage(await picture());
    const empty = (type: string): Part => ({ ...file('view_image', '', '', type) });

    for (const type of ['application/octet-stream', 'image/png']) {
      const answer = await putUnit(data(), empty(type));
      expect([answer.status, answer.body.view_image_url]).toEqual([200, body.view_image_url]);
    }
  });

  it.each<[string, () => Part[], object]>([
    ['no data', () => [], { data: ['is required'] }],
    ['its data twice', () => [data(), data()], { data: ['must be sent only once'] }],
    [
      'a text for a file',
      () => [data(), { name: 'view_image', content: 'delete' }],
      { view_image: ['must be a file'] },
    ],
    [
      'a part of no name',
      () => [data(), { content: 'x', disposition: 'form-data' }],
      { body: ['has a part without a name'] },
    ],
    [
      'a part called __proto__',
      () => [data(), { name: '__proto__', content: 'x' }],
      { ['__proto__']: ['is not a known part'] },
    ],
    ['a file called constructor', () => [data(), file('constructor', 'x')], { constructor: ['is not a known part'] }],
    ['data that is not an object', () => [data([ids()])], { body: ['must be an object'] }],
    [
      'NUL in its data',
      () => [data({ ...ids(), unit_number: 'a\0' })],
      { unit_number: [expect.stringContaining('NUL')] },
    ],
    [
      'half a character in its data',
      () => [data({ ...ids(), unit_number: '\ud800' })],
      { unit_number: [expect.stringContaining('surrogates')] },
    ],
  ])('is rejected with %s', async (_, parts, fields) => {
    const { status, body } = await expectNothingKept(() => putUnit(...parts()));

    expect(status).toBe(422);
    expect(Object.entries(body.fields)).toEqual(Object.entries(fields));
  });

  it('is rejected with the same file part twice', async () => {
    const content = await picture();
    const { status, body } = await expectNothingKept(() =>
      putUnit(data(), file('view_image', content), file('view_image', content)),
    );

    expect([status, body.fields]).toEqual([422, { view_image: ['must be sent only once'] }]);
  });

  const whole = () => form([data(), file('view_image', 'x')]);
  it.each<[string, () => Buffer, string?]>([
    ['names no boundary', whole, 'multipart/form-data'],
    ['names an empty boundary', whole, 'multipart/form-data; boundary='],
    ['names an empty boundary in quotes', whole, 'multipart/form-data; boundary=""'],
    ['names another boundary', whole, 'multipart/form-data; boundary=other'],
    ['names a boundary that is not a token', whole, 'multipart/form-data; boundary=a"b'],
    ['is empty', () => Buffer.alloc(0)],
    ['does not end', () => form([data(), file('view_image', 'x')], { ended: false })],
    ['ends within a header', () => Buffer.from(`--${BOUNDARY}\r\nContent-Dispo`)],
    ['has an invalid header', () => Buffer.from(`--${BOUNDARY}\r\n\0\0: x\r\n\r\nx\r\n--${BOUNDARY}--\r\n`)],
    [
      'has a header without end',
      () => Buffer.from(`--${BOUNDARY}\r\nX: ${'y'.repeat(40_000)}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`),
    ],
    ['is JSON', () => Buffer.from(JSON.stringify(ids()))],
    ['has more than a hundred parts', () => form([data(), ...new Array<Part>(101).fill({ name: 'x', content: 'y' })])],
    ['has data that is not JSON', () => form([{ name: 'data', content: '{"id":' }])],
    ['has data that is not UTF-8', () => form([{ name: 'data', content: Buffer.from('{"id":"\xff"}', 'latin1') }])],
    [
      'has a Blob of data that is not UTF-8',
      () => form([{ name: 'data', filename: 'blob', content: Buffer.from('{"id":"\xff"}', 'latin1') }]),
    ],
    ['has data that is nested too deep', () => form([{ name: 'data', content: '['.repeat(33) + ']'.repeat(33) }])],
  ])('is malformed when it %s', async (_, raw, type = FORM['Content-Type']) => {
    const { status, body } = await expectNothingKept(() =>
      app.request('PUT', unitPath, { raw: raw(), headers: { 'Content-Type': type } }),
    );

    expect(status).toBe(400);
    expect(body.message).toEqual(expect.any(String));
  });

  it('accepts up to 10 MiB of data, like JSON', async () => {
    const large = { name: 'data', content: `{"id":"${'x'.repeat(10 * MiB)}"}` };

    expect((await putUnit(large)).status).toBe(413);
    expect((await putUnit({ ...large, filename: 'blob' })).status).toBe(413);
  });

  it.each([
    ['multipart/mixed; boundary=x', 415],
    ['multipart/form-data; boundary=x; charset=utf-16', 415],
    ['application/x-www-form-urlencoded', 415],
    ['image/png', 415],
    ['MULTIPART/FORM-DATA; boundary=none', 400],
  ])('with the type %s gets %i', async (type, status) => {
    const answer = await app.request('PUT', unitPath, { raw: 'x', headers: { 'Content-Type': type } });
    expect(answer.status).toBe(status);
  });

  it('is rejected by operations without files', async () => {
    const { status } = await sendForm('PUT', `${asset.path}/floors/${asset.floor}`, [data()]);
    expect(status).toBe(415);
  });
});

describe('The filename of an upload', () => {
  it.each([
    '../../../../etc/passwd.png',
    '..\\\\..\\\\evil.png',
    '/etc/evil.png',
    'a\0b.png',
    'x.png%0d%0aSet-Cookie: a=b',
    '<script>.png',
    'ä🏠'.repeat(200),
  ])('%j is never used', async (filename) => {
    const { status, text, headers } = await sendImage(await picture(), filename);

    expect([200, 400]).toContain(status); // NUL is not allowed in a header
    expect(text + JSON.stringify([...headers])).not.toMatch(/evil|passwd|Set-Cookie|script|🏠/);
    expect(storedFiles().every((name) => /^[0-9a-f]{64}\.(png|jpg|gif|webp)$/.test(name))).toBe(true);
  });
});

describe('An upload', () => {
  const broken = { raw: 'not a form at all', headers: FORM };

  it('is not read before key, permission and path are checked', async () => {
    const reader = await app.key(['service.units.read']);
    const asked = (asked: RequestOptions, path = unitPath) => app.request('PUT', path, { ...broken, ...asked });

    expect((await asked({ key: null })).status).toBe(401);
    expect((await asked({ key: 'pms_unknown' })).status).toBe(403);
    expect((await asked({ key: reader })).status).toBe(403);
    expect((await asked({}, `${asset.path}/units/999999`)).status).toBe(404);
    expect((await asked({})).status).toBe(400);
  });

  it('that is rejected for lack of access stores nothing', async () => {
    const reader = await app.key(['service.units.read']);
    const content = await picture();
    for (const key of [null, reader])
      await expectNothingKept(() => sendForm('PUT', unitPath, [data(), file('view_image', content)], { key }));
  });

  it('that is aborted stores nothing', async () => {
    const large = Buffer.concat([await picture(), Buffer.alloc(2 * MiB)]);
    const whole = form([data(), file('view_image', large), file('secondary_view_image', large)]);
    const before = { files: storedFiles(), unit: (await app.get(unitPath)).body };
    for (const share of [0.0001, 0.3, 0.7, 0.9999]) await breakOff(whole, Math.ceil(whole.length * share));
    for (let waited = 0; openUploads() > 0 && waited < 5_000; waited += 50) await sleep(50);

    expect(openUploads()).toBe(0);
    expect({ files: storedFiles(), unit: (await app.get(unitPath)).body }).toEqual(before);
  });

  it('is stored completely among many concurrent uploads', async () => {
    const contents = await Promise.all(Array.from({ length: 12 }, () => picture('png', 200, 200)));
    const answers = await Promise.all(
      contents.map((content, at) =>
        sendForm('POST', `${asset.path}/units`, [
          data({ ...unit(), unit_number: `${at}` }),
          file('view_image', content),
        ]),
      ),
    );

    for (const [at, { status, body }] of answers.entries()) {
      expect(status).toBe(201);
      const [sent, kept] = [sharp(contents[at]), sharp(await bytesOf(body.view_image_url))];
      expect((await kept.raw().toBuffer()).equals(await sent.raw().toBuffer())).toBe(true);
    }
    expect(drafts()).toEqual([]);
  });

  /** Sends the first bytes of a request, then disconnects. */
  function breakOff(whole: Buffer, bytes: number): Promise<void> {
    return new Promise((settle) => {
      const sending = httpRequest(app.base + unitPath, {
        method: 'PUT',
        headers: { ...FORM, 'API-Key': key, 'Content-Length': whole.length },
      });
      sending.on('error', () => settle());
      sending.write(whole.subarray(0, bytes), () => setTimeout(() => sending.destroy(), 100));
      sending.on('close', () => settle());
    });
  }

  let key: string;
  beforeAll(async () => {
    key = await app.key();
  });

  /** Unlinked temporary files: Linux lists the processes that keep them open. */
  function openUploads(): number {
    if (process.platform !== 'linux') return 0;
    return readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/upload-');
      } catch {
        return false;
      }
    }).length;
  }
});

describe('The logo of an asset', () => {
  it('is set, replaced and removed, and all reads show it', async () => {
    const path = `/v1/assets/${asset.id}`;
    const logo = async (format: Format) => file('logo', await picture(format, 40, 10));
    const set = await sendForm('PUT', `${path}/logo`, [await logo('png')]);
    expect([set.status, set.body.logo_url]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^${app.base}/files/[0-9a-f]{64}\\.png$`)),
    ]);
    expect((await fetchFile(set.body.logo_url)).status).toBe(200);
    const renamed = await app.put(path, { display_name: 'Renamed' });
    expect(renamed.body.logo_url).toBe(set.body.logo_url);
    const listed = (await app.get('/v1/assets?per-page=1000')).body.data as { id: string }[];
    expect(listed.find((each) => each.id === asset.id)).toEqual(renamed.body);

    const replaced = await sendForm('PUT', `${path}/logo`, [await logo('jpeg')]);
    expect(replaced.body.logo_url).toMatch(/\.jpg$/);
    await app.delete(path);
    const archived = (await app.get('/v1/assets?archived=1&per-page=1000')).body.data as { id: string }[];
    expect(archived.find((each) => each.id === asset.id)).toMatchObject({ logo_url: replaced.body.logo_url });
    const restored = await app.post(`/v1/archived-assets/${asset.id}/restore`, {});
    expect(restored.body.logo_url).toBe(replaced.body.logo_url);
    for (const parts of [[], [file('logo', '<svg/>', 'logo.svg', 'image/svg+xml')]]) {
      const refused = await sendForm('PUT', `${path}/logo`, parts);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['logo']]);
    }
    expect((await app.delete(`${path}/logo?dry-run=1`)).body.logo_url).toBe(replaced.body.logo_url);
    expect((await app.delete(`${path}/logo`)).body.logo_url).toBeNull();
    expect((await app.get(path)).body.logo_url).toBeNull();
  });
});

describe('A file', () => {
  let url: string;
  let content: Buffer;
  beforeAll(async () => {
    const given = await givenAsset(app, ['1']);
    const { body } = await sendForm('PUT', `${given.path}/units/${given.units[0]}`, [
      data({ id: given.units[0], asset_id: given.id }),
      file('view_image', await picture('png', 90, 90)),
    ]);
    url = body.view_image_url;
    content = await bytesOf(url);
  });

  it('is public, immutable, and served with its type', async () => {
    const { status, headers } = await fetchFile(url);

    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
      etag: `"${nameIn(url).slice(0, 32)}"`,
    });
  });

  it('is named by the hash of its content', async () => {
    const { createHash } = await import('node:crypto');
    expect(nameIn(url)).toBe(`${createHash('sha256').update(content).digest('hex')}.png`);
  });

  it('responds to HEAD without a body', async () => {
    const answer = await fetchFile(url, { method: 'HEAD' });

    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(content.length)]);
    expect(await answer.text()).toBe('');
  });

  it('returns 304 to a client that has it', async () => {
    const { headers } = await fetchFile(url);
    const ask = async (tag: string) => (await fetchFile(url, { headers: { 'If-None-Match': tag } })).status;

    expect(await ask(headers.get('etag')!)).toBe(304);
    expect(await ask(`W/${headers.get('etag')}, "x"`)).toBe(304);
    expect(await ask('*')).toBe(304);
    expect(await ask('"other"')).toBe(200);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-10', -10, undefined],
    ['bytes=5-999999', 5, undefined],
    ['bytes=0-0', 0, 1],
  ])('serves the range %s', async (range, from, to) => {
    const answer = await fetchFile(url, { headers: { Range: range } });
    const part = content.subarray(from, to);
    const start = from < 0 ? content.length + from : from;

    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${start + part.length - 1}/${content.length}`);
    expect(part.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  it.each(['bytes=abc', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=5-1'])('ignores the range %j', async (Range) => {
    const answer = await fetchFile(url, { headers: { Range } });
    expect([200, 416]).toContain(answer.status);
    if (answer.status === 200) expect(content.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  it('returns 416 for a range past its end', async () => {
    const answer = await fetchFile(url, { headers: { Range: `bytes=${content.length}-` } });

    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect(await answer.json()).toMatchObject({ code: 'range_not_satisfiable', message: expect.any(String) });
  });

  it('serves a range only if the file is unchanged', async () => {
    const ask = (tag: string) => fetchFile(url, { headers: { Range: 'bytes=1-2', 'If-Range': tag } });
    const { headers } = await fetchFile(url);

    expect((await ask(headers.get('etag')!)).status).toBe(206);
    expect((await ask('"other"')).status).toBe(200);
  });

  it.each([
    '/files/',
    '/files',
    `/files/${'0'.repeat(64)}.png`,
    `/files/private-${'0'.repeat(64)}.png`,
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/%00',
    '/files/%ff',
    '/files/drafts',
    '/files/drafts/x',
    '/Files/x.png',
  ])('%s is not found', async (path) => {
    const answer = await fetch(app.base + path);

    expect([401, 404]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ message: expect.any(String) });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('cannot be written or deleted under its URL', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await fetch(url, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204);
  });

  it('that is private is not served', async () => {
    const secret = await FileContent.of(Buffer.from('the source'), 'svg', 'private');
    await app.app.get(UnitOfWork).run(() => app.app.get(Files).keep(secret));

    expect(storedFiles()).toContain(secret.name);
    expect((await fetch(`${app.base}/files/${secret.name}`)).status).toBe(404);
    expect((await fetch(`${app.base}/files/${secret.name.replace('private-', '')}`)).status).toBe(404);
  });
});

describe('A file without references', () => {
  const collect = (of = app) => of.app.get(CollectFilesJob).run();
  const replaced = async (): Promise<string> => {
    const { body } = await sendImage(await picture());
    await app.put(unitPath, { ...ids(), view_image: 'delete' });
    return nameIn(body.view_image_url);
  };

  afterEach(() => app.advance(0));

  it('is kept for another hour, and then collected', async () => {
    const gone = await replaced();
    const kept = nameIn((await sendImage(await picture())).body.view_image_url);
    await collect();
    await app.advance(59);
    await collect();
    expect(storedFiles()).toEqual(expect.arrayContaining([gone, kept]));

    await app.advance(61);
    await collect();
    expect(storedFiles()).not.toContain(gone);
    expect(storedFiles()).toContain(kept);
    expect((await fetch(`${app.base}/files/${gone}`)).status).toBe(404);
    expect(await app.sql('select from platform.stored_file where name = $1', [gone])).toEqual([]);
  });

  it('is collected with its unit or floor plan', async () => {
    const { body } = await sendImage(await picture());
    await app.delete(unitPath);
    await collect();
    await app.advance(61);
    await collect();

    expect(storedFiles()).not.toContain(nameIn(body.view_image_url));
  });

  it('is kept when another reference exists, or is added in time', async () => {
    const content = await picture();
    const { body } = await sendImage(content);
    const plan = await sendForm('PUT', `${asset.path}/floor-plans/${asset.floorPlan}`, [
      data({ id: asset.floorPlan, asset_id: asset.id }),
      file('image', content),
    ]);
    await app.put(unitPath, { ...ids(), view_image: 'delete' });
    const again = await picture();
    const second = await sendImage(again);
    await app.put(unitPath, { ...ids(), view_image: 'delete' });
    await collect();
    await sendImage(again);
    await app.advance(120);
    await collect();

    expect(plan.body.image_url).toBe(body.view_image_url);
    expect(storedFiles()).toEqual(
      expect.arrayContaining([nameIn(body.view_image_url), nameIn(second.body.view_image_url)]),
    );
  });

  it('can be uploaded again after it was collected', async () => {
    const content = await picture();
    const first = await sendImage(content);
    await app.put(unitPath, { ...ids(), view_image: 'delete' });
    await collect();
    await app.advance(61);
    await collect();
    expect((await fetch(first.body.view_image_url)).status).toBe(404);

    const second = await sendImage(content);
    expect(second.body.view_image_url).toBe(first.body.view_image_url);
    expect((await fetch(second.body.view_image_url)).status).toBe(200);
  });

  it('is collected when it has no row, as after a crash', async () => {
    const orphan = await FileContent.of(Buffer.from('left behind'), 'png');
    const { FileStore } = await import('@app/platform/files');
    await app.app.get(FileStore).put(orphan.name, orphan.bytes);
    const kept = nameIn((await sendImage(await picture())).body.view_image_url);
    await app.app.get(AdoptFilesJob).run();
    await collect();
    expect(storedFiles()).toContain(orphan.name);
    await app.advance(61);
    await collect();

    expect(storedFiles()).not.toContain(orphan.name);
    expect(storedFiles()).toContain(kept);
  });

  it('is never removed during an upload of the same file, whichever replica collects', async () => {
    const contents = [await picture(), await picture()];
    const replica = await app.replica();
    const start = Math.floor(Date.now() / 1000);
    await app.sql(`create or replace function platform.now() returns timestamptz language sql volatile parallel safe as
      'select clock_timestamp() + make_interval(secs => (extract(epoch from clock_timestamp()) - ${start})::float8 * 3600000)'`); // one hour per millisecond
    let running = true;
    const collecting = [app, replica].map(async (each) => {
      while (running) {
        await collect(each);
        await sleep(5);
      }
    });
    const missing: string[] = [];
    let collected = 0;
    const urls: string[] = [];
    for (let round = 0; collected < 20 && round < 400; round++) {
      await sleep(Math.random() * 40); // before or after the collector
      if (round > 1 && (await fetch(urls[round % 2]!)).status === 404) collected++;
      const { status, body } = await sendImage(contents[round % 2]!);
      if (status !== 200 || (await fetch(body.view_image_url)).status !== 200) missing.push(`${round}: ${status}`);
      urls[round % 2] = body.view_image_url;
    }
    running = false;
    await Promise.all(collecting);

    expect(missing).toEqual([]);
    expect(collected).toBe(20);
  });
});

describe('A store that fails', () => {
  it('returns 503 and changes nothing', async () => {
    const broken = await app.replica({ DATA_DIR: '/dev/null/nowhere' });
    const raw = form([data({ ...ids(), area: 99 }), file('view_image', await picture())]);
    const answer = await broken.request('PUT', unitPath, { raw, headers: FORM });

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await app.get(unitPath)).body).toMatchObject({ area: 640, view_image_url: null });
  });
});

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FileContent, type FileStore, LocalFiles, S3Files } from '@app/platform/files';
import { readSettings, SettingError } from '@app/platform/core';
import { S3Server } from '../support/s3.js';
import { TIME_FACTOR } from '../support/time-factor.js';

const folder = mkdtempSync(join(tmpdir(), 'property-map-files-'));
const env = { DATABASE_URL: 'postgres://localhost/none' };
let strict: S3Server;
let lenient: S3Server;

beforeAll(async () => {
  strict = await S3Server.start();
  lenient = await S3Server.start({ forLists: true });
});

afterAll(async () => {
  await strict.close();
  await lenient.close();
  rmSync(folder, { recursive: true, force: true });
});

const s3 = (server: S3Server, more: NodeJS.ProcessEnv = {}) =>
  new S3Files(readSettings({ ...env, ...server.env, ...more }).s3!);

const content = (words: string, extension = 'png') => FileContent.of(Buffer.from(words), extension);
const unknown = `${'0'.repeat(64)}.png`;

const namesOf = async (store: FileStore) => {
  const names: string[] = [];
  for await (const name of store.names()) names.push(name);
  return names.sort();
};

describe.each<[string, () => FileStore, () => FileStore]>([
  ['a folder', () => new LocalFiles(join(folder, 'local')), () => new LocalFiles(join(folder, 'listed'))],
  ['a bucket', () => s3(strict), () => s3(lenient)],
])('Files in %s', (_, open, openForLists) => {
  let store: FileStore;
  beforeAll(() => {
    store = open();
  });

  it('are read completely or in part', async () => {
    const { name, bytes } = await content('what a picture says');
    await store.put(name, bytes);

    expect(await store.size(name)).toBe(19);
    expect(await text((await store.read(name))!)).toBe('what a picture says');
    expect(await text((await store.read(name, { from: 5, to: 13 }))!)).toBe('a picture');
    expect(await text((await store.read(name, { from: 18, to: 18 }))!)).toBe('s');
  });

  it('may be stored again', async () => {
    const { name, bytes } = await content('twice');
    await Promise.all([store.put(name, bytes), store.put(name, bytes)]);
    await store.put(name, bytes);

    expect(await text((await store.read(name))!)).toBe('twice');
  });

  it('may be large', async () => {
    const bytes = Buffer.alloc(12 * 1024 * 1024, 'x');
    const { name } = await FileContent.of(bytes, 'webp');
    await store.put(name, bytes);

    expect(await store.size(name)).toBe(bytes.length);
  });

  it('that are missing are not found, and can be removed without an error', async () => {
    expect(await store.size(unknown)).toBeUndefined();
    expect(await store.read(unknown)).toBeUndefined();
    await expect(store.remove(unknown)).resolves.toBeUndefined();
  });

  it('are not found after removal', async () => {
    const { name, bytes } = await content('short lived');
    await store.put(name, bytes);
    await store.remove(name);

    expect(await store.size(name)).toBeUndefined();
  });

  it('are accepted only under content-addressed names', async () => {
    for (const name of ['../secret.png', 'a.png', `${unknown}/../x`, `${'0'.repeat(64)}.p/g`]) {
      await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('Not the name of a stored file');
      await expect(store.read(name)).rejects.toThrow('Not the name of a stored file');
      await expect(store.remove(name)).rejects.toThrow('Not the name of a stored file');
    }
  });

  it('are listed, without other entries of the folder', async () => {
    const listed = openForLists();
    const files = await Promise.all(Array.from({ length: 7 }, (__, at) => content(`file ${at}`)));
    const secret = await FileContent.of(Buffer.from('source'), 'svg', 'private');
    for (const { name, bytes } of [...files, secret]) await listed.put(name, bytes);

    expect(await namesOf(listed)).toEqual([...files, secret].map(({ name }) => name).sort());
  });
});

describe('A bucket', () => {
  it('serves other files while clients stall on many large ones', async () => {
    const store = s3(strict);
    const { name, bytes } = await FileContent.of(Buffer.alloc(4 * 1024 * 1024, 'x'), 'webp');
    await store.put(name, bytes);
    const unread = await Promise.all(Array.from({ length: 60 }, () => store.read(name)));
    expect(await store.size(name)).toBe(bytes.length);
    for (const each of unread) each!.destroy();
  });

  it('that does not exist is an error, not a missing file', async () => {
    const store = s3(lenient, { S3_BUCKET: 'no-such-bucket' });
    await expect(store.size(unknown)).rejects.toThrow('There is no bucket no-such-bucket');
    await expect(store.read(unknown)).rejects.toThrow('There is no bucket no-such-bucket');
  });
});

describe('A folder of files', () => {
  const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8);

  it('is readable only by its owner', async () => {
    const path = join(folder, 'private', 'files');
    const { name, bytes } = await FileContent.of(Buffer.from('source'), 'svg', 'private');
    const store = new LocalFiles(path);
    await store.put(name, bytes);

    const modes = [modeOf(folder, 'private'), modeOf(path), modeOf(path, 'drafts'), modeOf(path, name)];
    expect(modes).toEqual(['700', '700', '700', '600']);
  });

  it('is created with the first file', async () => {
    new LocalFiles(join(folder, 'none'));
    expect(readdirSync(folder)).not.toContain('none');
  });
});

describe('A bucket', () => {
  it('ignores files under another prefix', async () => {
    const [ours, theirs] = [s3(lenient, { S3_PREFIX: 'a/' }), s3(lenient, { S3_PREFIX: 'b/' })];
    const { name, bytes } = await content('ours');
    await ours.put(name, bytes);

    expect(await theirs.size(name)).toBeUndefined();
    expect(await namesOf(ours)).toEqual([name]);
    expect(await namesOf(theirs)).toEqual([]);
  });

  it('rejects a wrong secret', async () => {
    const { name, bytes } = await content('not mine');
    await expect(s3(strict, { S3_SECRET_ACCESS_KEY: 'wrong' }).put(name, bytes)).rejects.toThrow('signature');
    expect(await s3(strict).size(name)).toBeUndefined();
  });

  it('fails quickly when it is unreachable', async () => {
    const begun = performance.now();
    await expect(s3(strict, { S3_ENDPOINT: 'http://127.0.0.1:9' }).size(unknown)).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(5_000 * TIME_FACTOR);
  });
});

describe('The settings of a bucket', () => {
  const settings = (more: NodeJS.ProcessEnv) => readSettings({ ...env, ...more });

  it('are optional', () => {
    expect(settings({}).s3).toBeUndefined();
    expect(settings({ DATA_DIR: '/var/lib/maps' }).dataDir).toBe('/var/lib/maps');
  });

  it('are reported when incomplete', () => {
    expect(() => settings({ S3_ENDPOINT: 'http://localhost' })).toThrow(SettingError);
    expect(() => settings({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'x' })).toThrow('must be set together');
    expect(() => settings({ S3_BUCKET: 'b', S3_ENDPOINT: 'localhost:9000' })).toThrow('S3_ENDPOINT must be');
  });

  it('default to the credentials of the machine', () => {
    expect(settings({ S3_BUCKET: 'b' }).s3).toEqual({
      bucket: 'b',
      region: 'us-east-1',
      prefix: '',
      endpoint: undefined,
      accessKeyId: undefined,
      secretAccessKey: undefined,
    });
  });
});

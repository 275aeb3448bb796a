import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideFiles, WHOLE } from '../cli/example.js';
import { Operator } from '../cli/run.js';
import { TestApp } from '../support/app.js';
import { S3Server } from '../support/s3.js';

let bucket: S3Server;
let source: Operator;
const others: Operator[] = [];

beforeAll(async () => {
  bucket = await S3Server.start();
  source = await Operator.withMigratedDatabase();
  await provideFiles(source);
  await source.do('provision', source.file('file.yaml', WHOLE));
  await source.do('backup', join(source.dataDir, 'folder.backup'));
});
afterAll(async () => {
  for (const operator of [source, ...others]) await operator.leave();
  await bucket.close();
});

async function restored(archive: string, env: NodeJS.ProcessEnv = {}): Promise<Operator> {
  const operator = await Operator.create();
  others.push(operator);
  expect(await operator.run(['restore', archive], env)).toMatchObject({ code: 0, err: '' });
  return operator;
}

/** Stored files in the folder, with their contents. */
const filesOf = ({ dataDir }: Operator) =>
  Object.fromEntries(
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name)).toString('base64')]),
  );

it('restores a backup from a folder into a bucket, serves it from there, and restores it from there into a folder', async () => {
  const inBucket = await restored(join(source.dataDir, 'folder.backup'), bucket.env);
  expect(readdirSync(inBucket.dataDir)).not.toContain('files');
  const app = await TestApp.on(inBucket.databaseUrl, bucket.env);
  try {
    app.stopJobs();
    const [image] = await inBucket.rows<{ name: string }>(
      `select name from platform.stored_file where name like '%.png' and name not like 'private-%' order by name limit 1`,
    );
    const answer = await fetch(`${app.base}/files/${image!.name}`);
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]).toEqual([
      200,
      filesOf(source)[image!.name],
    ]);
  } finally {
    await app.close();
  }

  const archive = join(inBucket.dataDir, 'bucket.backup');
  expect(await inBucket.run(['backup', archive], bucket.env)).toMatchObject({ code: 0, err: '' });
  const inFolder = await restored(archive);
  expect(Object.keys(filesOf(source)).length).toBeGreaterThan(3);
  expect(filesOf(inFolder)).toEqual(filesOf(source));
});

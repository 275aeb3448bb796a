import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../docs/blocks.js';
import { built } from '../support/service.js';

const PACKAGES = join(ROOT, 'dist/node_modules/packages');

const run = promisify(execFile);

/** Loads the bundle in a process of its own, and starts an application, for which Nest looks for optional packages. */
async function load(folder: string): Promise<unknown> {
  const script = `const packages = require(${JSON.stringify(join(folder, 'index.js'))});
    const { codeCache, typeorm, '@nestjs/core': { NestFactory }, '@nestjs/platform-express': express } = packages;
    const starting = NestFactory.create(class {}, new express.ExpressAdapter(), { logger: false });
    void starting.then((app) => app.init()).then((app) => app.close());
    console.log(JSON.stringify({ isUsed: codeCache.isUsed, loads: typeof typeorm.DataSource }));`;
  const { stdout, stderr } = await run(process.execPath, ['-e', script]);
  return { ...(JSON.parse(stdout) as object), stderr };
}

beforeAll(() => built(), 300_000);

describe('The bundle of packages', () => {
  it('is loaded with the code cache of the build', async () => {
    expect(await load(PACKAGES)).toEqual({ isUsed: true, loads: 'function', stderr: '' });
  });

  it('is loaded without the cache if it is missing or of another version of Node', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'bundle-'));
    try {
      cpSync(PACKAGES, copy, { recursive: true });
      writeFileSync(join(copy, 'bundle.cache'), Buffer.alloc(4_096, 7));
      expect(await load(copy)).toEqual({ isUsed: false, loads: 'function', stderr: '' });
      rmSync(join(copy, 'bundle.cache'));
      expect(await load(copy)).toEqual({ isUsed: false, loads: 'function', stderr: '' });
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

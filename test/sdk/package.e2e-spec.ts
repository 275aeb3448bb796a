import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { InstalledPackage } from './package.js';
import { Shop } from './shop.js';

const README = readFileSync(join(import.meta.dirname, '../../libs/sdk/README.md'), 'utf8');

let app: TestApp;
let asset: GivenAsset;
let installed: InstalledPackage;

beforeAll(async () => {
  installed = new InstalledPackage();
  app = await TestApp.start();
  asset = await givenAsset(app);
  await app.sql(
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values ($1, 'Feed', 'push', 'flat_pricing')`,
    [asset.id],
  );
});

afterAll(async () => {
  await app?.close();
  installed?.remove();
});

describe('The package', () => {
  it('contains its compiled files, types, licence and tour, and nothing else', () => {
    const others = installed.files.filter((file) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(file));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(installed.files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']));
  });

  it('has types that bundlers resolve, and that reject what the service rejects', () => {
    installed.write(
      'types.ts',
      `import { createClient } from 'property-map-sdk';
       const client = createClient({ url: 'http://localhost' });
       const floor = { name: 'L1', filter_label: 'L1', filter_short_label: 'L1' };
       void client.createFloor({ asset: '1', body: { ...floor, sort: 1 } });
       // @ts-expect-error -- is a number
       void client.createFloor({ asset: '1', body: { ...floor, sort: '1' } });
       // @ts-expect-error -- is required
       void client.createFloor({ asset: '1', body: floor });
       // @ts-expect-error -- does not exist
       void client.listFloors({ asset: '1', colour: 'red' });`,
    );
    expect(installed.compile('types.ts', 'bundler')).toBe('');
  });

  it('runs the tour of its README in Node', async () => {
    const program = [...README.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n');
    installed.write('tour.ts', program);
    installed.write('b2.png', await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png().toBuffer()); // oxfmt-ignore
    expect(installed.compile('tour.ts')).toBe('');

    const env = { ...process.env, PROPERTY_MAP_URL: app.base, PROPERTY_MAP_KEY: await app.key() };
    const { stdout } = await promisify(execFile)(process.execPath, ['tour.js'], { cwd: installed.folder, env });
    expect(stdout.trim().split('\n')).toEqual([
      'units 101 102 103',
      'floor plan B2 true',
      'unchanged true',
      'refused 412',
      `invalid [ 'name' ]`,
      'published finished 3',
      'prices that rise 0 compared with 1',
      'transaction finished',
      'response 200 2400',
    ]);
  });

  it('has examples for the second API and for browsers that compile', () => {
    const examples = [...README.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => `{\n${code}}`);
    const before = `import { createClient, createDataModelsClient, verifyWebhook } from 'property-map-sdk';
import type { IncomingMessage } from 'node:http';
declare const csv: string, key: string, secret: string, request: IncomingMessage, body: string;`;
    installed.write('examples.ts', [before, ...examples].join('\n'));
    expect(installed.compile('examples.ts')).toBe('');
    expect(examples.length).toBeGreaterThan(1);
  });
});

describeInBrowser('The package in a browser', () => {
  it('reads pages, and reports missing permissions', async () => {
    const key = await app.key(['service.units.read']);
    const shop = await Shop.open(installed.dist);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(shop.url);
      const seen = await page.evaluate(
        async ({ url, apiKey, id }) => {
          const { createClient, responseOf } = (await import('/index.js' as string)) as typeof import('@app/sdk');
          const client = createClient({ url, key: apiKey });
          const first = await client.listUnits({ asset: id, perPage: 2 });
          const again = await client.listUnits({ asset: id, perPage: 2 }, { known: first });
          const units = await client.listUnits({ asset: id, perPage: 2 }).all();
          const refused = await client.deleteUnit({ asset: id, unit: units[0]!.id }).catch((error: unknown) => error);
          return {
            numbers: units.map(({ unit_number }) => unit_number),
            kept: again === first,
            requestId: typeof responseOf(first)?.requestId,
            refused: { ...(refused as { status: number; code: string }) },
          };
        },
        { url: app.base, apiKey: key, id: asset.id },
      );
      expect(seen).toMatchObject({
        numbers: ['101', '102', '103'],
        kept: true,
        requestId: 'string',
        refused: { status: 403, code: 'permission_missing' },
      });
    } finally {
      await browser.close();
      await shop.close();
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Documented } from '../support/documented.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { executeAll, type Executed } from './explorer.js';
import { Operator, type Service } from './run.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- documents and answers of any shape

interface Tried {
  documented: Documented;
  id: string;
  method: string;
  path: string;
  /** address with the examples of its parameters */
  url: string;
  headers: Record<string, string>;
  body: FormData | string | undefined;
}

let operator: Operator;
let service: Service;
let tried: Tried[];

beforeAll(async () => {
  operator = await Operator.create();
  service = await operator.start({ RATE_LIMIT_PER_MINUTE: '0' });
  tried = [...(await operationsOf(service.api)), ...(await operationsOf(service.ai))];
  const first = tried.find(({ id }) => id === 'view-landing-page-viewer-document')!;
  while ((await send(first)).status === 503) await sleep(50); // the documents are being built for the first time
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await operator.leave();
});

/** Operations in the order of the Swagger UI page. */
async function operationsOf(base: string): Promise<Tried[]> {
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as Json;
  const documented = await Documented.at(base);
  const resolve = (schema: Json | undefined): Json | undefined =>
    schema?.['$ref'] ? document['components'].schemas[schema['$ref'].split('/').at(-1)] : schema;
  const operations = Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json)
      .filter(([, operation]) => (operation as Json)['operationId'])
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation: operation as Json })),
  );
  const groups = (document['tags'] as Json[]).map(({ name }) => name as string);
  const place = ({ operation }: { operation: Json }) => groups.indexOf(operation['tags'][0] as string);
  return operations
    .sort((a, b) => place(a) - place(b))
    .map(({ path, method, operation }) => ({ ...tryOut(base, path, method, operation, resolve), documented }));
}

/** The request that the Swagger UI sends when nothing is changed. */
function tryOut(
  base: string,
  path: string,
  method: string,
  operation: Json,
  resolve: (schema: Json) => Json | undefined,
): Omit<Tried, 'documented'> {
  const given = ((operation['parameters'] ?? []) as Json[]).filter(({ example }) => example !== undefined);
  const of = (place: string) =>
    given.filter((parameter) => parameter['in'] === place).map(({ name, example }) => [name, String(example)]);
  const address = of('path').reduce((filled, [name, value]) => filled.replace(`{${name}}`, value!), path);
  const headers = { ...Object.fromEntries(of('header')), 'API-Key': service.key };
  const content = (operation['requestBody']?.['content'] ?? {}) as Json;
  const query = new URLSearchParams(of('query') as [string, string][]);
  const url = `${base}${address}?${query.toString()}`;
  const made = { id: operation['operationId'] as string, method, path, url };
  const json = content['application/json'] as Json | undefined;
  const form = content['multipart/form-data'] as Json | undefined;
  if (json) {
    const schema = resolve(json['schema'] as Json);
    const example: unknown =
      json['example'] ??
      schema?.['example'] ??
      resolve((schema?.['oneOf'] as Json[] | undefined)?.[0] ?? {})?.['example'];
    return { ...made, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(example) };
  }
  return { ...made, headers, body: form && formOf(form) };
}

/** The examples of the fields, and the samples of the files. */
function formOf({ schema, example = {} }: Json): FormData {
  const form = new FormData();
  const properties = schema.properties as Record<string, Json>;
  for (const [name, value] of Object.entries(example as Json))
    if (properties[name]?.['format'] !== 'binary') for (const each of [value].flat()) form.append(name, String(each));
  for (const [name, { 'x-sample': sample }] of Object.entries(properties))
    if (sample)
      form.append(
        name,
        new Blob([Buffer.from(sample.content as string, sample.encoding as 'base64' | undefined)]),
        sample.name as string,
      );
  return form;
}

async function send({ documented, method, url, headers, body }: Tried): Promise<{ status: number; body: Json }> {
  const response = await documented.fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {},
  };
}

/** Nobody has looked at the maps yet. */
const UNVISITED = new Set(['list-visit-counts']);

describe('The demonstration', () => {
  it('answers every documented example of a read, with no empty list', async () => {
    const failed: string[] = [];
    const reads = tried.filter(({ method }) => method === 'GET');
    for (const read of reads) {
      const { status, body } = await send(read);
      const isEmpty =
        body['paging'] !== undefined && (body['data'] as unknown[]).length === 0 && !UNVISITED.has(read.id);
      if (status !== 200 || isEmpty)
        failed.push(`${read.id}: ${status} ${isEmpty ? 'empty' : String(body['message'])}, ${read.url}`);
    }
    expect(reads.length).toBeGreaterThan(40);
    expect(failed).toEqual([]);
  });

  it('is exported, provisioned elsewhere and exported again as the same files', async () => {
    const elsewhere = await Operator.withMigratedDatabase();
    const folder = ({ dataDir }: Operator) => join(dataDir, 'exported');
    const text = (at: Operator) => readFileSync(join(folder(at), 'asset.yaml'), 'utf8');
    try {
      await operator.do('export', '1', '--output', folder(operator));
      await elsewhere.do('provision', join(folder(operator), 'asset.yaml'));
      await elsewhere.do('export', '1', '--output', folder(elsewhere));

      expect(text(elsewhere)).toBe(text(operator));
      expect(readdirSync(join(folder(elsewhere), 'files')).sort()).toEqual(
        readdirSync(join(folder(operator), 'files')).sort(),
      );
    } finally {
      await elsewhere.leave();
    }
  }, 60_000);

  it('accepts every documented example of a write, in order', async () => {
    const failed: string[] = [];
    const writes = tried.filter(({ method }) => method !== 'GET');
    for (const write of writes) {
      const { status, body } = await send(write);
      if (status >= 300) failed.push(`${write.id}: ${status} ${JSON.stringify(body)}, ${write.url}`);
    }
    expect(writes.length).toBeGreaterThan(30);
    expect(failed).toEqual([]);
  });
});

/** Executes the operations of both Swagger UIs: exactly the expected ones, each with success. */
async function expectSuccess(page: Page, expected: readonly Tried[], methods?: readonly string[]): Promise<void> {
  const executed: Executed[] = [];
  for (const base of [service.api, service.ai])
    executed.push(...(await executeAll(page, `${base}/docs`, service.key, methods)));
  expect(executed.filter(({ status }) => !status.startsWith('2'))).toEqual([]);
  expect(executed.map(({ operation }) => operation).sort()).toEqual(
    expected.map(({ method, path }) => `${method} ${path}`).sort(),
  );
}

describeInBrowser('The Swagger UIs', () => {
  it('describe errors, and show the example of the selected one', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${service.api}/docs`);
      await page.locator('.opblock-tag').first().click();
      await page.locator('.opblock-summary-control').first().click();
      const error = page.locator('tr.response[data-code="401"]');
      await error.getByText('Send it in the header').waitFor();
      expect(await error.locator('.example').count()).toBe(0);
      await error.getByRole('button', { name: 'Details of 401' }).click();
      await error.locator('.example').getByText('request_id').first().waitFor();
      expect(await error.getByText('X-Request-Id').count()).toBe(1);
      expect(await page.evaluate('document.activeElement.closest("tr.response")?.dataset.code')).toBe('401');
      await page.setViewportSize({ width: 360, height: 760 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    } finally {
      await browser.close();
    }
  });

  it('highlight small responses, and show large ones as plain text', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${service.api}/docs`);
      const highlighted = async (group: string, path: string): Promise<number> => {
        await page.locator(`.opblock-tag[data-tag="${group}"]`).click();
        const operation = page
          .locator('.opblock')
          .filter({ has: page.locator(`[data-path="${path}"]`) })
          .first();
        await operation.locator('.opblock-summary-control').click();
        await operation.locator('.execute').click();
        const body = operation.locator('.live-responses-table .highlight-code pre');
        await body.waitFor();
        return body.locator('span[class^="hljs"]').count();
      };
      expect(await highlighted('Health', '/health/live')).toBeGreaterThan(0);
      expect(await highlighted('Viewer', '/embed/{key}')).toBe(0);
    } finally {
      await browser.close();
    }
  });

  it('execute every operation with the prefilled values, in order, and every write twice', async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await expectSuccess(page, tried);
      // A second visitor finds what the first one wrote. The form of a read is the same for both, so reads need no page.
      for (const read of tried.filter(({ method }) => method === 'GET'))
        expect({ read: read.url, status: (await send(read)).status }).toMatchObject({ status: 200 });
      const writes = tried.filter(({ method }) => method !== 'GET');
      await expectSuccess(page, writes, ['POST', 'PUT', 'DELETE']);
    } finally {
      await browser.close();
    }
  }, 1_800_000);
});

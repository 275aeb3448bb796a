import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_PROVISIONED } from '../architecture/fields.js';
import { Operator, type Service } from './run.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- documents and answers of any shape

interface Tried {
  id: string;
  method: string;
  /** address with the examples of its parameters */
  url: string;
  headers: Record<string, string>;
  body: FormData | string | undefined;
}

const MAP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="Unit-101" d="M0 0H9V9H0Z"/></svg>';
/** Where an example needs a file. */
const FILES: Record<string, [content: string, name: string]> = {
  source: [MAP, 'level.svg'],
  file: ['question,answer\nPets?,Yes\n', 'questions.csv'],
};

/** Examples that an open transaction would refuse: another example leaves one. */
const FIRST = ['restore-publication'];

/** Examples that take something away, or that need what the others leave: they come last, in this order. */
const LAST = ['unassign-assets', 'delete-unit', 'delete-floor-plan'];

/** What cannot be done to the first thing of each kind, and why. */
const REFUSED: Record<string, [status: number, reason: string]> = {
  'get-file': [404, 'a file is named by the hash of its content'],
  'view-embed-document': [404, 'an embed is shown under a random key'],
  'view-embed-viewer-document': [404, 'an embed is shown under a random key'],
  'view-landing-page-viewer-document': [404, 'a landing page is shown under a random key'],
  'view-embed-page': [404, 'an embed is shown under a random key'],
  'view-landing-page-page': [404, 'a landing page is shown under a random key'],
  'get-landing-page-preview': [404, 'a landing page is shown under a random key'],
  'get-viewer-asset': [404, 'a file is named by the hash of its content'],
  'create-asset-reference': [409, 'the asset has a reference of this key: the example of the search finds it'],
  'create-unit-reference-group': [409, 'the asset has a group of this key: the example of the search finds it'],
  'send-data-to-an-open-transaction': [409, 'the first transaction is finished: its prices are there to be read'],
  'abort-transaction': [409, 'the first transaction is finished'],
  'delete-floor-plan': [409, 'units use it'],
};

/** One example must not be in the way of another: what is put back after it. */
const PUT_BACK: Record<string, string> = {
  'update-asset': `update catalog.asset set name = 'Spring Creek' where id = 1`,
};

let operator: Operator;
let service: Service;
let tried: Tried[];

beforeAll(async () => {
  operator = await Operator.arrive();
  service = await operator.start({ RATE_LIMIT_PER_MINUTE: '0' });
  tried = [...(await operationsOf(service.api)), ...(await operationsOf(service.ai))];
  for (const each of tried.filter(({ id }) => NOT_PROVISIONED.includes(id.replace('create-', '')))) await send(each);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await operator.leave();
});

async function operationsOf(base: string): Promise<Tried[]> {
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as Json;
  const resolve = (schema: Json | undefined): Json | undefined =>
    schema?.['$ref'] ? document['components'].schemas[schema['$ref'].split('/').at(-1)] : schema;
  return Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json)
      .filter(([, operation]) => (operation as Json)['operationId'])
      .map(([method, operation]) => tryOut(base, path, method.toUpperCase(), operation as Json, resolve)),
  );
}

/** As the Swagger UI sends it, when nothing is filled in. */
function tryOut(
  base: string,
  path: string,
  method: string,
  operation: Json,
  resolve: (schema: Json) => Json | undefined,
): Tried {
  const given = ((operation['parameters'] ?? []) as Json[]).filter(({ example }) => example !== undefined);
  const of = (place: string) =>
    given.filter((parameter) => parameter['in'] === place).map(({ name, example }) => [name, String(example)]);
  const address = of('path').reduce((filled, [name, value]) => filled.replace(`{${name}}`, value!), path);
  const headers = { ...Object.fromEntries(of('header')), 'API-Key': service.key };
  const content = (operation['requestBody']?.['content'] ?? {}) as Json;
  const query = new URLSearchParams(of('query') as [string, string][]);
  const url = `${base}${address}?${query.toString()}`;
  const made = { id: operation['operationId'] as string, method, url };
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

function formOf({ schema, example = {} }: Json): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example as Json))
    for (const each of [value].flat()) form.append(name, String(each));
  const names = Object.keys(schema.properties as Json).filter((name) => FILES[name]);
  const wanted = names.includes('source') ? 'source' : names[0];
  if (wanted) form.append(wanted, new Blob([FILES[wanted]![0]]), FILES[wanted]![1]);
  return form;
}

async function send({ method, url, headers, body }: Tried): Promise<{ status: number; body: Json }> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {},
  };
}

describe('The demonstration', () => {
  it('answers every documented example of a read, and no list is empty', async () => {
    const failed: string[] = [];
    const reads = tried.filter(({ method }) => method === 'GET');
    for (const read of reads) {
      const { status, body } = await send(read);
      const isEmpty = body['paging'] !== undefined && (body['data'] as unknown[]).length === 0;
      if (status !== (REFUSED[read.id]?.[0] ?? 200) || isEmpty)
        failed.push(`${read.id}: ${status} ${isEmpty ? 'empty' : String(body['message'])}, ${read.url}`);
    }
    expect(reads.length).toBeGreaterThan(40);
    expect(failed).toEqual([]);
  });

  it('is exported, provisioned elsewhere and exported again as the same files', async () => {
    const elsewhere = await Operator.arriveLater();
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

  it('takes every documented example of a write, but those that are known not to fit the first of each kind', async () => {
    const rank = ({ id, method }: Tried) =>
      LAST.indexOf(id) + 1 || (FIRST.includes(id) ? -3 : method === 'PUT' ? -2 : method === 'DELETE' ? 0 : -1);
    const writes = tried.filter(({ method }) => method !== 'GET').sort((a, b) => rank(a) - rank(b));
    const failed: string[] = [];
    for (const write of writes) {
      const { status, body } = await send(write);
      const expected = REFUSED[write.id]?.[0];
      if (PUT_BACK[write.id]) await operator.rows(PUT_BACK[write.id]!);
      if (expected ? status !== expected : status >= 300)
        failed.push(`${write.id}: ${status} ${JSON.stringify(body)}, ${write.url}`);
    }
    expect(writes.length).toBeGreaterThan(30);
    expect(failed).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operations } from '@app/platform/rest';
import { readSettings } from '@app/platform/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { INFO as DATA_MODELS_INFO } from '../../apps/data-models-api/src/document.js';
import { createApi } from '../../apps/api/src/create-api.js';
import { INFO } from '../../apps/api/src/document.js';
import { documentOf } from '../../apps/cli/src/openapi.js';
import { type Specified, SPECIFIED } from '../support/contract.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LIBRARIES } from './contexts.js';
import { contextsOf, line, servedLine } from './operation-lines.js';

const present = LIBRARIES.map((library) => library.name);
const isDue = ({ context }: Specified) => present.includes(context);
const due = SPECIFIED.filter(isDue);
const waiting = SPECIFIED.filter((operation) => !isDue(operation));

let database: TestDatabase;
let apps: Record<'main' | 'ai', NestExpressApplication>;

const served = (api: 'main' | 'ai') => apps[api].get(Operations).all;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = readSettings({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  apps = { main: await createApi(settings), ai: await createDataModelsApi(settings) };
});

afterAll(async () => {
  await Promise.all(Object.values(apps ?? {}).map((app) => app.close()));
  await database.drop();
});

describe('The operations', () => {
  it.each(['main', 'ai'] as const)(
    'of the %s API are those of the specification and the declared extensions',
    (api) => {
      const specified = due.filter((operation) => operation.api === api).map(line);
      const found = served(api).filter(({ extension }) => !extension);
      expect(found.map(servedLine).sort()).toEqual(specified.sort());
    },
  );

  it('declared as extensions are not in the specification', () => {
    const extensions = [...served('main'), ...served('ai')].filter(({ extension }) => extension).map(({ id }) => id);
    expect(extensions).toContain('abort-transaction');
    expect(SPECIFIED.filter(({ id }) => extensions.includes(id))).toEqual([]);
  });

  it('that delete something have a dry run', () => {
    const deleting = [...served('main'), ...served('ai')].filter(({ method }) => method === 'DELETE');
    expect(deleting.filter(({ query }) => !query.some(({ name }) => name === 'dry-run')).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it('require the permissions of the table for integrators', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/integrating.md'), 'utf8');
    const [, table = ''] = /### What each permission can do([^]*?)\n##/.exec(page) ?? [];
    const named = [...table.matchAll(/`([a-z]+\.[\w.-]+?)(?:\.\{([^}]+)\})?`/g)].flatMap(([, family, actions]) =>
      actions ? actions.split(', ').map((action) => `${family}.${action}`) : [family!],
    );
    const required = [...served('main'), ...served('ai')].flatMap(({ permission }) => permission ?? []);
    const place = 'the table "What each permission can do" in docs/integrating.md';
    const missing = required.filter((permission) => !named.includes(permission));
    expect([...new Set(missing)].map((permission) => `${permission}: add it to ${place}`)).toEqual([]);
    expect(named.filter((permission) => !required.includes(permission))).toEqual([]);
  });

  it('are not documented below a tag without a text', () => {
    const { Units: _, ...others } = INFO.tags!;
    expect(() => documentOf('apps/api', served('main'), { ...INFO, tags: others })).toThrow(
      "The tag 'Units' has no text: write it below `tags` in apps/api/src/document.ts",
    );
  });

  it('belong to a context of the API', () => {
    expect(contextsOf(served('main')).filter((context) => !present.includes(context))).toEqual([]);
  });

  it('are documented as the specification requires', async () => {
    expect(await verify()).toEqual([]);
  });

  it(`omit ${waiting.length} of ${SPECIFIED.length}, which are not built yet`, () => {
    const ids = [...served('main'), ...served('ai')].map(({ id }) => id);
    expect(waiting.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([]);
  });
});

/** Errors that test/contract/verify-openapi.mjs reports, except for missing operations. */
async function verify(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const [main, ai] = [join(folder, 'main.json'), join(folder, 'ai.json')];
    writeFileSync(main, JSON.stringify(documentOf('apps/api', served('main'), INFO)));
    writeFileSync(ai, JSON.stringify(documentOf('apps/data-models-api', served('ai'), DATA_MODELS_INFO)));
    const lines = await run(join(import.meta.dirname, '../contract/verify-openapi.mjs'), main, ai);
    expect(lines.pop()).toBe(`${SPECIFIED.length} operations, ${lines.length} faults`);
    const absent = waiting.map(({ api, method, path }) => `${api} ${method} ${path}: not in the document`);
    return lines.filter((line) => !absent.includes(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, ...files: string[]): Promise<string[]> {
  return new Promise((settle) => {
    execFile(process.execPath, [program, ...files], (_, stdout) => settle(stdout.trim().split('\n')));
  });
}

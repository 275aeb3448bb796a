import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@app/platform/persistence';
import { migrate } from '@app/platform/runtime';
import { FileStore } from '@app/platform/files';
import { readSettings, type JsonSchema } from '@app/platform/core';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { createClient } from '@app/sdk';
import { ALL_PERSISTENCE, openContexts, PROVISIONED } from '../../apps/cli/src/contexts.js';
import { exportAsset } from '../../apps/cli/src/export/export-asset.js';
import { ExportedFiles } from '../../apps/cli/src/export/exported-files.js';
import { listsOf } from '../../apps/cli/src/import/service/read-sets.js';
import { applyDeclaration } from '../../apps/cli/src/provision/provision.js';
import type { Item, Section } from '../../apps/cli/src/provision/section.js';
import { SECTIONS } from '../../apps/cli/src/provision/sections.js';
import { BuildDocument } from '@app/viewer';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database.js';
import { declared } from '../support/declared.js';
import { assignedValues } from '../../apps/cli/src/provision/assigned-units.js';
import {
  ASSIGNMENTS,
  BASE,
  contentOf,
  contextOf,
  ELSEWHERE,
  KNOWN_ELSEWHERE,
  NOT_SHOWN,
  OF_ASSETS,
  PLACES,
  propertiesOf,
  SECTION_OF,
  valuesOf,
} from './fields.js';

const ROOT = join(import.meta.dirname, '../..');

let database: TestDatabase;
let app: INestApplicationContext;
let dataDir: string;

beforeAll(async () => {
  const prepare = async (url: string) => void (await migrate({ url, poolSize: 2, contexts: ALL_PERSISTENCE }));
  database = await createTestDatabase({ template: await createTemplate('migrated', prepare) });
  dataDir = mkdtempSync(join(tmpdir(), 'property-map-fields-'));
  app = await openContexts(readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await apply(BASE);
});
afterAll(async () => {
  await app?.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const apply = async (value: unknown) => (await applyDeclaration(app, { value, read: contentOf })).outcomes;
const exported = async (id: string) =>
  JSON.stringify(await exportAsset(app, id, new ExportedFiles(app.get(FileStore))));

const REQUEST = `insert into viewer.build_request as known (asset_id, requested) values ($1, 1)
  on conflict (asset_id) do update set requested = known.requested + 1 returning requested`;
/** Document and view, without the time and the request of the build. */
const DOCUMENT = `select (to_jsonb(document) - 'built_for' - 'built_at' - 'etag' - 'due_at')::text
    || (select to_jsonb(view)::text from viewer.asset_view view where view.asset_id = document.asset_id)
    || (select coalesce(string_agg(priced.body, '' order by priced.process_id), '') from viewer.priced_view priced
      where priced.asset_id = document.asset_id) as text
  from viewer.document document where asset_id = $1 and built_for >= $2`;

/** Rebuilds the viewer's document, unless the job is already doing so. */
async function shown(asset: string): Promise<string> {
  const { pool } = app.get(Database);
  const { rows: requested } = await pool.query<{ requested: number }>(REQUEST, [asset]);
  for (;;) {
    await app.get(CommandBus).execute(new BuildDocument(asset));
    const { rows } = await pool.query<{ text: string }>(DOCUMENT, [asset, requested[0]!.requested]);
    if (rows[0]) return rows[0].text;
  }
}

interface Field {
  section: Section;
  /** `units.min_guests` for a value of the units assigned to a resource */
  name: string;
  schema: JsonSchema;
  /** path of an item that may have the field */
  place: string;
  /** the entity of the assignment that has the value */
  entity?: string;
}

const OF_ITEMS = OF_ASSETS.flatMap((section) =>
  Object.entries(propertiesOf(section.item))
    .filter(([name, { const: fixed }]) => ![...section.key, 'type'].includes(name) || (!fixed && name === 'type'))
    .filter(([name]) => !KNOWN_ELSEWHERE.test(`${section.path}.${name}`))
    .filter(([name]) => !SECTIONS.some(({ path }) => path === `${section.path}.${name}`))
    .map(([name, schema]): Field => {
      const place = PLACES[`${section.path}.${name}`] ?? PLACES[section.path];
      return { section, name, schema, place: place ?? section.path.replace(/\./g, '.0.').concat('.0') };
    }),
);

const OF_UNITS = [...ASSIGNMENTS].flatMap(([path, assignments]) => {
  const section = SECTIONS.find((each) => `${each.path}.units` === path)!;
  const place = section.path.replace(/\./g, '.0.').concat('.0');
  return assignedValues(assignments).map(({ name, compiled }): Field => ({
    ...{ section, name: `units.${name}`, schema: compiled, place },
    entity: assignments.options.entity.name,
  }));
});

const FIELDS = [...OF_ITEMS, ...OF_UNITS];

/** The document with another value at a path. */
function withValue(path: string, value: unknown): unknown {
  const copy = structuredClone(BASE) as unknown;
  const steps = path.split('.');
  const last = steps.pop()!;
  const owner = steps.reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], copy);
  if (!owner) throw new Error(`test/architecture/fields.ts: add an example of ${steps.join('.')} to BASE`);
  (owner as Record<string, unknown>)[last] = value;
  return copy;
}

const valueAt = (document: unknown, steps: readonly string[]) =>
  steps.reduce<unknown>((at, step) => (at as Item)[step], document) as Item;

/** Two values that keep the rules across fields with the others of the item. */
async function acceptedValues(path: string, { section, schema, place }: Field, at: string): Promise<unknown[]> {
  const steps = place.split('.');
  const accepted: unknown[] = [];
  for (const value of valuesOf(path, schema)) {
    const document = withValue(at, value);
    const parent = valueAt(document, steps.slice(0, -2));
    const errors = (await section.constraints?.(valueAt(document, steps), parent)) ?? {};
    if (Object.keys(errors).length === 0) accepted.push(value);
  }
  if (accepted.length < 2) throw new Error(`test/architecture/fields.ts: add two values of '${path}' to VALUES`);
  return accepted;
}

const STAGES = {
  provision: /\.aggregate\.ts$/,
  export: /exported-.*\.queries\.ts$/,
  viewer: /read-models.viewer-.*\.queries\.ts$/,
};

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, first: string) => first.toUpperCase());

/** `libs/catalog/src/amenity-units/amenity-unit.entity.ts:9` */
function lineOf(folder: string, text: string): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const lines = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(ROOT, folder, file), 'utf8').split('\n')] as const);
  const [file, its] = lines.find(([, all]) => all.some((line) => line.includes(text)))!;
  return `${join(folder, file)}:${its.findIndex((line) => line.includes(text)) + 1}`;
}

/** The file of a context that names most of the other fields of the section: the field is missing there. */
function fileOf({ section, name, entity }: Field, stage: keyof typeof STAGES): string {
  const folder = contextOf(section);
  if (entity && stage !== 'viewer') return lineOf(folder, `class ${entity} `);
  const others = Object.keys(propertiesOf(section.item)).filter((other) => other !== name);
  const ranked = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => STAGES[stage].test(file))
    .map((file) => {
      const text = readFileSync(join(ROOT, folder, file), 'utf8');
      return {
        file,
        names: others.filter((other) => new RegExp(`\\b(${other}|${camelCase(other)})\\b`).test(text)).length,
      };
    })
    .sort((a, b) => b.names - a.names);
  return join(folder, ranked[0]?.file ?? '');
}

describe('A field of the REST API', () => {
  const bodies = [...declared('main'), ...declared('ai')].filter(({ body }) => body);

  it('is part of the provision file, or has a reason not to be', () => {
    const ids = bodies.map(({ id }) => id);
    const unknown = ids.filter((id) => !(id in SECTION_OF || id in ELSEWHERE));
    expect(unknown.map((id) => `test/CONTEXT/not-provisioned.ts: add '${id}': 'not yet'`)).toEqual([]);
    expect([...Object.keys(SECTION_OF), ...Object.keys(ELSEWHERE)].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(Object.entries(SECTION_OF))('%s: %s has all its fields', (id, path) => {
    const { body } = bodies.find((each) => each.id === id)!;
    const shapes = Object.values(body!.components()).map((schema): JsonSchema => {
      const data = (schema['properties'] as Record<string, JsonSchema> | undefined)?.['data'];
      return (data?.['items'] as JsonSchema | undefined) ?? schema;
    });
    const written = shapes.flatMap((shape) =>
      Object.entries((shape['properties'] ?? {}) as Record<string, JsonSchema>).filter(
        ([, { description, maxItems }]) => description !== 'Accepted and ignored.' && maxItems !== 0,
      ),
    );
    const names = new Set(written.map(([name]) => name).filter((name) => !/(^|_)id$/.test(name)));
    const form = body!.content()['multipart/form-data']?.schema['properties'] as Record<string, JsonSchema> | undefined;
    for (const [name, { format }] of Object.entries(form ?? {})) if (format === 'binary') names.add(name);
    const taken = Object.keys(propertiesOf(SECTIONS.find((section) => section.path === path)!.item));
    const missing = [...names].filter((name) => !taken.includes(name));
    expect(
      missing.map((name) => `${path}.${name}: add it to the section, or to \`images\` in \`provisioned\``),
    ).toEqual([]);
  });
});

describe('A set in `provisioned` of a module', () => {
  it('has lists in the SDK, which `import service` reads', () => {
    const client = createClient({ url: 'http://localhost', key: 'pms_...' }) as unknown as Record<string, unknown>;
    const missing = PROVISIONED.flatMap(listsOf).filter((list) => typeof client[list] !== 'function');
    expect(
      missing.map((list) => `${list} is not in the SDK: run npm run openapi, or give the operation that name`),
    ).toEqual([]);
  });
});

describe('A field of the provision file', () => {
  it('exists if NOT_SHOWN explains why the viewer omits it', () => {
    const known = [
      ...OF_ASSETS.map(({ path }) => path),
      ...FIELDS.map(({ section, name }) => `${section.path}.${name}`),
    ];
    expect(Object.keys(NOT_SHOWN).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(FIELDS.map((field) => [`${field.section.path}.${field.name}`, field] as const))(
    '%s is stored, exported and shown',
    async (path, field) => {
      const at = `${field.place}.${field.name.replace('.', '.0.')}`;
      const [first, second] = await acceptedValues(path, field, at);
      const asset = (await apply(withValue(at, first))).get('assets.0')!.id;
      const before = [await exported(asset), await shown(asset)];
      const { outcome } = (await apply(withValue(at, second))).get(field.place)!;

      const lost: string[] = [];
      if (outcome !== 'changed') lost.push(`${path} is accepted and not stored: ${fileOf(field, 'provision')}`);
      if ((await exported(asset)) === before[0]) lost.push(`${path} is not exported: ${fileOf(field, 'export')}`);
      if (!(NOT_SHOWN[field.section.path] ?? NOT_SHOWN[path]) && (await shown(asset)) === before[1])
        lost.push(
          `${path} is not in the viewer's document: ${fileOf(field, 'viewer')}; if it should not be, add it to test/${contextOf(field.section)}/not-shown.ts`,
        );
      expect(lost).toEqual([]);
    },
  );
});

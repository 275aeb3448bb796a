import { FileContent, Files } from '@app/platform/files';
import { UnitOfWork } from '@app/platform/persistence';
import type { OpenAPIObject } from '@nestjs/swagger';
import sharp from 'sharp';
import type { TestResponse, TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';
import type { Specified } from './specified.js';

export type Json = Record<string, unknown>;

/** A request body as it is sent. */
export interface Sent {
  type: string;
  value: unknown;
  raw: string | FormData;
}

const MULTIFAMILY = '/v1/assets/{asset}/multifamily';

/** Generation of the entries that a publication shows. */
const GENERATION = 1_000_000;

/** Rows of resources without a create operation: their table, and values that do not follow from its columns. */
const ROWS: Record<
  string,
  { table: string; key?: string; values?: (fixture: Fixture) => Promise<Json>; with?: string }
> = {
  '{shape}': {
    table: 'mapping.unit_map_shape',
    key: 'shape_id',
    values: async (fixture) => ({
      ...{
        unit_map_id: await fixture.id(`${MULTIFAMILY}/maps/{map}`),
        position: ++numbers,
        shape_id: `shape-${numbers}`,
      },
      ...{ names: [], texts: [], x: 0, y: 0, is_mark: false },
    }),
  },
  '{publication}': {
    table: 'pricing.publication',
    values: async (fixture) => ({
      process_id: await fixture.id(`${MULTIFAMILY}/pricing/{process}`),
      ...{ id: 1_000_000 + ++numbers, transaction_id: 1, generation_id: GENERATION, published_at: new Date() },
      ...{ entry_count: 1, totals: '{}', actor: 'job' },
    }),
    with: `insert into pricing.entry (asset_id, transaction_id, unit_number, provider_id, price, available_on, hash)
      values (:asset_id, ${GENERATION}, '101', 'P-101', 1, '2026-12-01', 1)`,
  },
};

/** One entry matches a unit, one does not; publishing a set replaces the previous one. */
const ENTRIES = [
  { unit_number: '101', provider_id: 'P-101', price: 2450, available_on: '2026-12-01' },
  { unit_number: 'nowhere', provider_id: 'nowhere', price: 2000, available_on: '2026-12-01' },
];

/** Fields that the examples omit. With them, a body can be sent again, and lists can be searched for it. */
const EXTRA_FIELDS: Record<string, (fixture: Fixture) => Json> = {
  [`${MULTIFAMILY}/references`]: () => ({ key: 'crm' }),
  [`${MULTIFAMILY}/units/reference-groups`]: () => ({ key: 'crm' }),
  '/v1/keys': ({ account }) => ({ permissions: ['keys.manage'], account_ids: [account] }),
  '/v1/keys/{key}': ({ account }) => ({ permissions: ['keys.manage'], account_ids: [account] }),
};

/** Resources that see what the key sees which creates them. */
const OF_THE_KEY = ['/v1/webhooks'];

/** Writes that add rows to lists of other paths. */
const FILLED_BY: Record<string, { method: string; path: string; query: string; asked?: string; body?: Json[] }> = {
  [`${MULTIFAMILY}/pricing/{process}/unmatched`]: {
    ...{ method: 'POST', path: `${MULTIFAMILY}/pricing/{process}/ingest`, query: '?commit=1' },
    body: ENTRIES,
  },
  [`${MULTIFAMILY}/pricing/{process}/units/{unit}/history`]: {
    ...{ method: 'POST', path: `${MULTIFAMILY}/pricing/{process}/ingest`, query: '?commit=1' },
    body: ENTRIES,
  },
  '/v1/references': { method: 'POST', path: `${MULTIFAMILY}/references`, query: '' },
  '/v1/webhooks/{webhook}/deliveries': { method: 'POST', path: '/v1/webhooks/{webhook}/ping', query: '' },
  [`${MULTIFAMILY}/units/references`]: {
    method: 'PUT',
    path: `${MULTIFAMILY}/units/reference-groups/{group}/references`,
    query: '',
    asked: 'key=crm&value=CRM-101',
  },
  [`${MULTIFAMILY}/pricing/{process}/entries`]: {
    method: 'POST',
    path: `${MULTIFAMILY}/pricing/{process}/ingest`,
    query: '?commit=1',
    body: ENTRIES,
  },
};

/** Lists that only a job fills: SQL that inserts a row of an asset. */
const INSERTED: Record<string, string> = {
  [`${MULTIFAMILY}/visits`]: `insert into viewer.page_visit_count (asset_id, day, views, filters, outbound_clicks)
    values ($1, platform.now()::date, 1, 0, 0) on conflict do nothing`,
};

/** One account with one asset and, on demand, one of each resource. Created with a key that has all permissions. */
export class Fixture {
  private readonly made = new Map<string, Promise<string>>();

  private constructor(
    private readonly app: TestApp,
    private readonly document: OpenAPIObject,
    private readonly served: readonly Specified[],
    readonly account: string,
    readonly asset: GivenAsset,
  ) {}

  static async make(app: TestApp, document: OpenAPIObject, served: readonly Specified[]): Promise<Fixture> {
    const account = await givenAccount(app);
    return new Fixture(app, document, served, account, await givenAsset(app, ['101', '102'], [account]));
  }

  /** The path with ids of this fixture. @param replaced other ids, by parameter */
  async path(template: string, replaced: Record<string, string> = {}): Promise<string> {
    let path = template;
    for (const [parameter, name] of template.matchAll(/\{([^}]+)\}/g)) {
      const upTo = template.slice(0, template.indexOf(parameter) + parameter.length);
      path = path.replace(parameter, replaced[name!] ?? (await this.id(upTo)));
    }
    return path;
  }

  /** The id of the resource at a path, `/v1/.../units/{unit}`; created on first use. */
  id(template: string): Promise<string> {
    let id = this.made.get(template);
    if (!id) this.made.set(template, (id = this.find(template)));
    return id;
  }

  /** A valid body for the operation: its example in the document, with the ids of this fixture. */
  async body({ method, path }: Pick<Specified, 'method' | 'path'>): Promise<Sent | undefined> {
    const content = this.operation(method, path)?.requestBody?.content;
    if (!content) return undefined;
    const type = Object.keys(content)[0]!;
    const example = this.example(content[type]!);
    const extra = EXTRA_FIELDS[path]?.(this);
    const value = await this.adapt(extra ? { ...(example as Json), ...extra } : example, path);
    if (type !== 'multipart/form-data') return { type, value, raw: JSON.stringify(value) };
    return { type, value, raw: await this.form(value as Json | undefined, content[type]!) };
  }

  /** The documented response. */
  schemaOf({ method, path, success }: Specified): Json | undefined {
    const response = this.operation(method, path)?.responses[success];
    return response?.content?.['application/json']?.schema;
  }

  /** The ids in a value, by path of their fields: `data.0.unit_id`. */
  async idsIn(value: unknown, path = ''): Promise<string[]> {
    if (Array.isArray(value))
      return (await Promise.all(value.map((item, at) => this.idsIn(item, `${path}${at}.`)))).flat();
    if (typeof value !== 'object' || value === null) return [];
    const found = Object.entries(value).map(async ([name, held]) =>
      typeof held === 'string' && /(^|_)id$/.test(name) && name !== 'provider_id'
        ? [path + name]
        : this.idsIn(held, `${path}${name}.`),
    );
    return (await Promise.all(found)).flat();
  }

  /** The id in this fixture that a field of a body must name. */
  async idFor(field: string, path: string): Promise<string> {
    if (field === 'account_id') return this.account;
    if (field === 'asset_id') return this.asset.id;
    if (field === 'id' && path.includes('/embeds')) return this.id(`${MULTIFAMILY}/maps/{map}`); // of `service_maps`
    const name = field.replace(/_id$/, '').replaceAll('_', '-');
    const inPath = path.indexOf(`{${name}}`);
    if (inPath >= 0) return this.id(path.slice(0, inPath + name.length + 2));
    if (field === 'id') return this.id(this.ofItsOwn(path));
    const ending = (isNamed: (parameter: string) => boolean) =>
      this.served.map((operation) => operation.path).filter((each) => isNamed(/\{([\w-]+)\}$/.exec(each)?.[1] ?? '?'));
    const exact = ending((parameter) => parameter === name);
    const places = exact.length > 0 ? exact : ending((parameter) => name.endsWith(`-${parameter}`)); // `former_unit_id`
    const nearest = places.sort((a, b) => shared(b, path) - shared(a, path))[0];
    if (!nearest) throw new Error(`Nothing is known of the field ${field}`);
    return this.id(nearest);
  }

  /** The name of a new stored file. */
  async file(access: 'public' | 'private' = 'public'): Promise<string> {
    const { app } = this.app;
    const file = await FileContent.of(Buffer.from(`Something ${++numbers}`), 'csv', access);
    await app.get(UnitOfWork).run(() => app.get(Files).keep(file));
    return file.name;
  }

  /** Another resource of the same kind, to which nothing else refers. */
  async another(template: string): Promise<string> {
    if (template.endsWith('{transaction}')) return this.openTransaction(template);
    const list = template.slice(0, template.lastIndexOf('/'));
    const create = this.served.find(({ method, path }) => method === 'POST' && path === list);
    return create ? this.create(create) : this.insert(template);
  }

  /** Makes sure that a list is not empty. @returns the query that finds the items, if the document does not have it */
  async fill(list: string): Promise<string | undefined> {
    const filled = FILLED_BY[list] ?? { method: 'PUT', path: list, query: '', body: undefined };
    const write = this.served.find(({ method, path }) => method === filled.method && path === filled.path);
    const view = this.served.find(({ path }) => path.startsWith(`${list}/{`) && path.endsWith('}'));
    if (INSERTED[list]) await this.app.sql(INSERTED[list], [this.asset.id]);
    else if (view) await this.id(view.path);
    else if (write) {
      const { body } = filled;
      const sent = body ? { type: 'application/json', value: body, raw: JSON.stringify(body) } : await this.body(write);
      await this.send(write.method, (await this.path(write.path)) + filled.query, sent);
    }
    return FILLED_BY[list]?.asked;
  }

  private async find(template: string): Promise<string> {
    const known: Record<string, string> = {
      '/v1/accounts/{account}': this.account,
      '/v1/archived-accounts/{archived-account}': this.account,
      '/v1/archived-assets/{archived-asset}': this.asset.id,
      '/v1/assets/{asset}': this.asset.id,
      [`${MULTIFAMILY}/buildings/{building}`]: this.asset.building,
      [`${MULTIFAMILY}/floors/{floor}`]: this.asset.floor,
      [`${MULTIFAMILY}/floor-plans/{floor-plan}`]: this.asset.floorPlan,
      [`${MULTIFAMILY}/units/{unit}`]: this.asset.units[0]!,
      [`${MULTIFAMILY}/pricing/{process}/units/{unit}`]: this.asset.units[0]!,
      [`${MULTIFAMILY}/total-pricing/{process}/units/{unit}`]: this.asset.units[0]!,
    };
    if (known[template]) return known[template];
    if (template.endsWith('/total-pricing/{process}')) return this.id(`${MULTIFAMILY}/pricing/{process}`);
    return this.another(template);
  }

  private async create(operation: Specified): Promise<string> {
    const body = await this.body(operation);
    if (body && operation.id === 'create-asset')
      // name and address are unique
      body.raw = JSON.stringify({ ...(body.value as Json), name: `New asset ${++numbers}` });
    const answer = await this.send(operation.method, await this.path(operation.path), body);
    const { id } = (answer.body?.data?.[0] ?? answer.body ?? {}) as { id?: unknown };
    if (typeof id !== 'string') throw new Error(`${operation.id} answers ${answer.status} ${answer.text}`);
    return id;
  }

  private async openTransaction(template: string): Promise<string> {
    const ingest = template.replace('/transactions/{transaction}', '/ingest');
    const { body, status, text } = await this.send('POST', await this.path(ingest), undefined);
    if (!body?.transaction_id) throw new Error(`No transaction: ${status} ${text}`);
    return body.transaction_id;
  }

  /** Inserts a row with its required columns filled. */
  private async insert(template: string): Promise<string> {
    const known = ROWS[template.slice(template.lastIndexOf('/') + 1)];
    if (!known) throw new Error(`There is no fixture for ${template}: add one to ROWS`);
    const given: Json = { asset_id: this.asset.id, ...(await known.values?.(this)) };
    const columns = await this.app.sql<{ name: string; type: string; needed: boolean }>(
      `select attname as name, format_type(atttypid, atttypmod) as type,
         attnotnull and not atthasdef and attidentity = '' as needed
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [known.table],
    );
    const filled = columns.filter(({ name, needed }) => needed || name in given);
    const values = filled.map(({ name, type }) => given[name] ?? SOMETHING[type]?.());
    const [row] = await this.app.sql<{ id: string }>(
      `insert into ${known.table} (${filled.map(({ name }) => name).join(', ')})
       values (${filled.map((_, at) => `$${at + 1}`).join(', ')}) returning ${known.key ?? 'id'}::text as id`,
      values,
    );
    const sent: Json = { ...given, id: row!.id };
    if (known.with) await this.app.sql(known.with.replace(/:(\w+)/g, (_, name: string) => String(sent[name])));
    return row!.id;
  }

  private async send(method: string, path: string, body: Sent | undefined): Promise<TestResponse> {
    const headers: Record<string, string> = body && typeof body.raw === 'string' ? { 'Content-Type': body.type } : {};
    const key = OF_THE_KEY.includes(path) ? { key: await this.app.key(undefined, [this.account]) } : {};
    return this.app.request(method, path, { ...(body && { raw: body.raw }), headers, ...key });
  }

  /** The path that an `id` in a body refers to: the last resource of the path; in items of a list, an item of the list. */
  private ofItsOwn(path: string): string {
    const views = this.served.map((operation) => operation.path);
    const list = path.replace(/\/batch$/, '');
    return path.endsWith('}') ? path : views.find((view) => view.startsWith(`${list}/{`) && view.endsWith('}'))!;
  }

  private async adapt(value: unknown, path: string): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.adapt(item, path)));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(async ([name, held]) => {
      if (typeof held === 'string' && /(^|_)id$/.test(name) && name !== 'provider_id')
        return [name, await this.idFor(name, path)];
      return [name, await this.adapt(held, path)];
    });
    return Object.fromEntries((await Promise.all(fields)) as [string, unknown][]);
  }

  /** The variant with the most features: links whose URLs are stored. */
  private example({ schema, example, examples = {} }: Media): unknown {
    const shown = example ?? (examples['urls_per_unit'] ?? Object.values(examples)[0])?.value;
    return structuredClone(shown ?? this.resolve(schema)['example']);
  }

  private async form(value: Json | undefined, { schema, encoding = {} }: Media): Promise<FormData> {
    const form = new FormData();
    const properties = this.resolve(schema)['properties'] as Record<string, Json>;
    for (const [name, held] of Object.entries(value ?? {}))
      if (properties[name]?.['format'] === 'binary') continue;
      else if (Array.isArray(held)) for (const item of held) form.append(name, String(item));
      else form.append(name, typeof held === 'string' ? held : JSON.stringify(held));
    for (const [name, shape] of Object.entries(properties))
      if (shape['format'] === 'binary') {
        const [type, file] = await sample(encoding[name]?.contentType ?? '');
        if (file) form.append(name, new Blob([file], { type }), `file.${type.replace(/.*\/|\+.*/g, '')}`);
      }
    return form;
  }

  private operation(method: string, path: string): Documented | undefined {
    return (this.document.paths as unknown as Record<string, Record<string, Documented>>)[path]?.[method.toLowerCase()];
  }

  private resolve(schema: Json): Json {
    const { $ref = '' } = schema as { $ref?: string };
    const name = $ref.split('/').at(-1);
    return name ? ((this.document.components!.schemas as Record<string, Json>)[name] ?? {}) : schema;
  }
}

interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  encoding?: Record<string, { contentType: string }>;
}

interface Documented {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="101" width="9" height="9"/></svg>';

/** A sample file of one of the media types. */
async function sample(types: string): Promise<[type: string, content: string | Buffer<ArrayBuffer> | undefined]> {
  if (types.includes('svg')) return ['image/svg+xml', SVG];
  if (types.includes('csv')) return ['text/csv', 'question,answer\nPets?,Yes\n'];
  if (!types.includes('png')) return ['', undefined];
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  return ['image/png', Buffer.from(await pixel.png().toBuffer())];
}

let numbers = 0;
const SOMETHING: Record<string, () => unknown> = {
  text: () => `Something ${++numbers}`,
  'text[]': () => [],
  integer: () => 1,
  boolean: () => true,
  jsonb: () => '[]',
};

const shared = (a: string, b: string): number => [...a].findIndex((letter, at) => letter !== b[at]) >>> 0;

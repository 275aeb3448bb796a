import type { TestResponse } from '../support/app.js';
import { isOutbox } from '../platform/database-snapshot.js';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { FollowChangeLogJob } from '../../libs/viewer/src/builds/follow-change-log.job.js';
import { Server } from './servers.js';
import { type Api, SERVED } from './specified.js';
import type { Json, Fixture } from './fixture.js';

const servers = {} as Record<Api, Server>;
/** Two accounts with one of each resource. One key sees the first account, the other sees both. */
const ours = {} as Record<Api, Fixture>;
const theirs = {} as Record<Api, Fixture>;
const keys = {} as Record<Api, { ours: string; all: string }>;
const before = {} as Record<Api, string>;

const OF_MANY = SERVED.filter(({ pathParams }) => pathParams.length > 1);
const TEMPLATES = SERVED.filter(({ path }) => path.endsWith('}')).map(({ api, path }) => ({ api, path }));

beforeAll(async () => {
  for (const api of ['main', 'ai'] as const) {
    const server = (servers[api] = await Server.start(api));
    for (const fixtures of [ours, theirs]) {
      fixtures[api] = await server.fixture();
      for (const template of TEMPLATES) if (template.api === api) await fixtures[api].id(template.path);
    }
    keys[api] = { ours: await server.app.key(undefined, [ours[api].account]), all: await server.app.key() };
    if (api === 'main') await buildDocuments(server);
    before[api] = await stateOf(api);
  }
}, 240_000);

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

/** Builds what the fixtures requested: a build during the tests would change the state that they compare. */
async function buildDocuments({ app }: Server): Promise<void> {
  const isPending = async () =>
    (
      await app.sql(`select from viewer.build_request request left join viewer.document document using (asset_id)
       where request.requested > coalesce(document.built_for, 0)`)
    ).length > 0;
  await app.run(FollowChangeLogJob);
  do await app.run(BuildDocumentsJob);
  while (await isPending());
}

/** Tables that jobs derive from other rows (folded counts, requested builds), and the record of rejected requests. */
const BOOKKEEPING = [
  'audit.event',
  'catalog.unit_count',
  'viewer.build_request',
  ...['asset_sequence', 'event', 'feed'].map((table) => `events.${table}`), // derived from the audit trail by a job
];

/** All stored rows of the other account and its asset. */
async function stateOf(api: Api): Promise<string> {
  const { app } = servers[api];
  const { account, asset } = theirs[api];
  const tables = await app.sql<{ name: string; field: string }>(
    `select attrelid::regclass::text as name, attname as field from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and attrelid::regclass::text <> all ($1) and not ${isOutbox('pg_class.oid')} and attnum > 0 and not attisdropped and (attname in ('asset_id', 'account_id')
       or attname = 'id' and attrelid in ('catalog.asset'::regclass, 'catalog.account'::regclass))
     order by 1, 2`,
    [BOOKKEEPING],
  );
  const states = await Promise.all(
    tables.map(async ({ name, field }) => {
      const id = field === 'account_id' || name === 'catalog.account' ? account : asset.id;
      const row =
        name === 'viewer.document' ? `(to_jsonb(it) - '{built_for,built_at,due_at}'::text[])::text` : 'it::text';
      const [found] = await app.sql<{ state: string }>(
        `select coalesce(string_agg(${row}, ' ' order by ${row}), '') as state from ${name} it where ${field} = $1`,
        [id],
      );
      return `${name} ${found!.state}`;
    }),
  );
  return states.join('\n');
}

const UNKNOWN = { status: 404, body: { code: 'not_found' } };

describe.each(SERVED.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_, operation) => {
    const { api, method, path, pathParams, needs } = operation;

    const send = async (
      key: string,
      fixture: Fixture,
      value?: unknown,
      replaced: Record<string, string> = {},
    ): Promise<TestResponse> => {
      const sent =
        value === undefined ? await fixture.body(operation) : { type: 'application/json', raw: JSON.stringify(value) };
      return servers[api].app.request(method, `${await fixture.path(path, replaced)}?${needs}`, {
        key,
        ...(sent && { raw: sent.raw, headers: typeof sent.raw === 'string' ? { 'Content-Type': sent.type } : {} }),
      });
    };

    if (pathParams.length > 0)
      it('returns 404 to a key of another account, whatever it sends', async () => {
        expect(await send(keys[api].ours, theirs[api])).toMatchObject(UNKNOWN);
        if (method !== 'GET') expect(await send(keys[api].ours, theirs[api], {})).toMatchObject(UNKNOWN);
      });

    if (OF_MANY.includes(operation))
      it('returns 404 if any id in its path belongs to another asset or account, even if the key sees both', async () => {
        for (const name of pathParams) {
          const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
          const foreign = await theirs[api].id(upTo);
          expect([name, await send(keys[api].all, ours[api], undefined, { [name]: foreign })]).toMatchObject([
            name,
            UNKNOWN,
          ]);
          expect([
            name,
            await send(keys[api].all, theirs[api], undefined, { [name]: await ours[api].id(upTo) }),
          ]).toMatchObject([name, UNKNOWN]);
        }
      });

    if (operation.requestBody?.includes('json') && operation.id !== 'create-asset')
      it('rejects ids of another account in its body, and names each', async () => {
        const body = (await ours[api].body(operation))!.value;
        const fields = await ours[api].idsIn(body);
        for (const field of fields) {
          const foreign = await theirs[api].idFor(field.split('.').at(-1)!, path);
          for (const key of Object.values(keys[api])) {
            if (mayBeSeen(field, key)) continue;
            const answer = await send(key, ours[api], withField(body, field, foreign));
            expect([field, answer]).toMatchObject([
              field,
              { status: 422, body: { fields: { [field]: [expect.any(String)] } } },
            ]);
          }
        }
      });

    if (operation.returns === 'list')
      it('lists nothing of another account for any query', async () => {
        const { app } = servers[api];
        const url = await ours[api].path(path);
        const list = async (query: string, key = keys[api].ours) =>
          (await app.get(`${url}?per-page=1000&${query}`, { key })).body;
        const whole = JSON.stringify((await list(needs ?? '')).data);
        const { account, asset } = theirs[api];

        for (const name of ['asset_id', 'account_id']) {
          const named = [...whole.matchAll(new RegExp(`"${name}":"(\\d+)"`, 'g'))].map((match) => match[1]);
          expect(named).not.toContain(name === 'asset_id' ? asset.id : account);
        }
        if (path === '/v1/assets' || path === '/v1/accounts')
          expect((await list('')).data.map(({ id }: Json) => id)).toEqual([
            path === '/v1/assets' ? ours[api].asset.id : ours[api].account,
          ]);
        for (const filter of filtersOf(operation.path, operation.method)) {
          const foreign = await theirs[api].idFor(`${filter.replaceAll('-', '_')}_id`, path);
          expect([filter, (await list(`${filter}=${foreign}`)).data]).toEqual([filter, []]);
        }
      });

    /** A key that sees both accounts may assign an asset of one to the other. */
    const mayBeSeen = (field: string, key: string): boolean =>
      operation.path.startsWith('/v1/accounts') && field.endsWith('asset_id') && key === keys[api].all;

    /** Query parameters that name a resource by its id. */
    function filtersOf(template: string, verb: string): string[] {
      const documented = servers[api].document.paths[template]![verb.toLowerCase() as 'get']!;
      const parameters = (documented.parameters ?? []) as { name: string; in: string }[];
      const names = ['asset', 'unit', 'building', 'floor', 'floor-plan', 'map', 'group'];
      return parameters.filter((each) => each.in === 'query' && names.includes(each.name)).map(({ name }) => name);
    }
  },
);

it.each(['main', 'ai'] as const)(
  'The requests above have changed nothing of the other account (%s API)',
  async (api) => {
    expect(before[api].length).toBeGreaterThan(500);
    expect(await stateOf(api)).toBe(before[api]);
  },
);

/** A copy of the value with another value at the path of a field, such as `data.0.unit_id`. */
function withField(value: unknown, field: string, to: string): unknown {
  const copy = structuredClone(value);
  const steps = field.split('.');
  const last = steps.pop()!;
  const holder = steps.reduce<unknown>((held, step) => (held as Record<string, unknown>)[step], copy) as Json;
  holder[last] = to;
  return copy;
}

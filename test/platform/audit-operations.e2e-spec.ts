import sharp from 'sharp';
import type { RequestOptions } from '../support/app.js';
import { Server } from '../access/servers.js';
import { type Api, SERVED } from '../access/specified.js';

/** Operations that change only tables that the trail excludes. */
const LEAVE_NOTHING = ['build-caches', 'ping-webhook', 'preview-unit-map', 'replay-webhook-deliveries'];

/** Requests that undo the state that an operation would set, so that it has something to change. */
const UNDONE_BY: Record<string, (url: string) => string> = {
  'assign-assets-to-account': (url) => `${url}/remove`,
  ...Object.fromEntries(
    SERVED.filter(({ id }) => id.startsWith('remove-units-')).map(({ id }) => [
      id,
      (url: string) => url.replace(/\/remove$/, ''),
    ]),
  ),
};

const servers = {} as Record<Api, Server>;

beforeAll(async () => {
  for (const api of ['main', 'ai'] as const) servers[api] = await Server.start(api);
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

interface Recorded {
  actor: string;
  key_id: string;
  operation: string;
  method: string;
  path: string;
  client: string;
  asset_id: string | null;
  kind: string;
  relation: string;
  changes: { key: object; before?: object; after?: object }[];
}

/** Renames the texts of an example: an update with the values of its creation would change nothing. */
const renamed = (json: string): string =>
  json.replace(
    /("(?:name|label|display_name|unit_number|title|body|value|filter_label|full_price)":) ?("[^"]*"|\d+)/g,
    (_, name, value: string) =>
      value.startsWith('"') ? `${name}${value.slice(0, -1)} 2"` : `${name}${Number(value) + 1}`,
  );

/** Replaces pictures and tables by others than those of the creation. */
async function replaceFiles(form: FormData): Promise<void> {
  for (const [name, value] of [...form])
    if (typeof value !== 'string' && value.type === 'text/csv')
      form.set(name, new Blob(['question,answer\nDogs?,No\n'], { type: value.type }), value.name);
    else if (typeof value !== 'string' && value.type === 'image/png') {
      const pixel = sharp({ create: { width: 2, height: 2, channels: 3, background: 'blue' } });
      form.set(name, new Blob([new Uint8Array(await pixel.png().toBuffer())], { type: value.type }), value.name);
    }
}

const writes = SERVED.filter(({ method }) => method !== 'GET');

describe.each(writes.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('is recorded in the audit trail, with author and operation', async () => {
    const { api, method, path, success, needs, experimentalFlag: flags, permission } = operation;
    const server = servers[api];
    const fixture = await server.fixture();
    const last = operation.pathParams.at(-1)!;
    const isOfMany = path.endsWith('}');
    const url = await fixture.path(
      path,
      method === 'DELETE' && isOfMany ? { [last]: await fixture.another(path) } : {},
    );
    if (method === 'DELETE' && !isOfMany) await fixture.fill(path);
    const sent = await fixture.body(operation);
    const asked: RequestOptions | undefined = sent && {
      raw: typeof sent.raw === 'string' && method === 'PUT' ? renamed(sent.raw) : sent.raw,
      headers: typeof sent.raw === 'string' ? { 'Content-Type': sent.type } : {},
    };
    if (id.startsWith('restore-a')) await server.app.delete(url.replace('archived-', '').replace('/restore', ''));
    if (sent && typeof sent.raw !== 'string' && method === 'PUT') await replaceFiles(sent.raw);
    if (UNDONE_BY[id]) await server.app.request('PUT', UNDONE_BY[id](url), asked);
    const key = await server.app.key(permission ? [permission] : []);
    const [made] = await server.app.sql<{ id: string }>('select max(id)::text as id from platform.api_key');
    const { status, headers, text } = await server.app.request(method, `${url}?${needs}`, { ...asked, key, flags });
    expect([status, status === success ? '' : text]).toEqual([success, '']);
    const events = await server.app.sql<Recorded>('select * from audit.event where request_id = $1 order by id', [
      headers.get('x-request-id'),
    ]);

    if (LEAVE_NOTHING.includes(id)) return expect(events).toEqual([]);
    expect(events).not.toEqual([]);
    for (const event of events) {
      expect(event).toMatchObject({
        actor: 'key',
        key_id: made!.id,
        operation: id,
        method,
        path: url,
        client: '127.0.0.1',
      });
      expect(event.changes.length).toBeGreaterThan(0);
      for (const { before, after } of event.changes)
        expect([before !== undefined, after !== undefined]).toEqual([
          event.kind !== 'created',
          event.kind !== 'deleted',
        ]);
    }
    if (path.includes('{asset}'))
      expect(events.map((event) => event.asset_id)).toContain(/\/assets\/(\d+)/.exec(url)![1]);
    const whole = JSON.stringify(events);
    expect(whole).not.toContain(key.slice(4));
    expect(whole).not.toMatch(/"hash"/);
  });
});

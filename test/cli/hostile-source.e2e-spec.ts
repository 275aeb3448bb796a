import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MiB } from '@app/platform/core';
import { Journal } from '../../apps/cli/src/import/service/journal.js';
import { SourceServer } from '../../apps/cli/src/import/service/source-server.js';
import { Operator } from './run.js';

const KEY = 'pms_key-of-the-source';

type Respond = (path: string, response: ServerResponse) => void;

let to: Operator;
let respond: Respond;
let source: Server;
let other: Server;
/** paths that the servers received, and the keys that came with them */
let asked: { path: string; key: string | undefined; port: number }[];

beforeAll(async () => {
  to = await Operator.withMigratedDatabase();
  const listen = async () => {
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const path = request.url!;
      asked.push({ path, key: request.headers['api-key'] as string | undefined, port: portOf(server) });
      if (request.method === 'HEAD') response.end();
      else respond(path, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  [source, other] = [await listen(), await listen()];
});
beforeEach(() => (asked = []));
afterAll(async () => {
  for (const server of [source, other]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await to.leave();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const addressOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}`;

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const page = (data: unknown[], next: string | null = null) => ({
  paging: { per_page: 1000, current_page: 1, prev_url: null, next_url: next },
  data,
});

const ASSET = {
  id: '1',
  uuid: '0b7c1c9e-0b5a-4b0e-8a51-2f1f6f0f7b11',
  market: 'office',
  name: 'Elsewhere',
  display_name: 'Elsewhere',
  address_line1: '1 Road',
  address_city: 'Boston',
  address_state: 'MA',
  address_country: 'USA',
  address_postal_code: '02101',
};

/** A server with one asset, whose other lists are empty, except for these. */
const except =
  (lists: Record<string, unknown>): Respond =>
  (path, response) => {
    const name = path.split('?')[0]!.split('/').at(-1)!;
    if (name in lists) json(response, lists[name]);
    else json(response, page(path.startsWith('/v1/assets?') ? [ASSET] : []));
  };

const importing = () => to.run(['import', 'service', addressOf(source), '--key', KEY]);

/** Expects one line that names the address, and nothing imported or left behind. */
async function refused(message: string | RegExp): Promise<void> {
  const { code, out, err } = await importing();
  expect({ code, out, lines: err.trimEnd().split('\n').length, err }).toEqual({
    code: 1,
    out: '',
    lines: 1,
    err: expect.stringMatching(message),
  });
  expect(err).toContain(addressOf(source));
  const stored = join(to.dataDir, 'imports');
  expect(existsSync(stored) ? readdirSync(stored) : []).toEqual([]);
}

const redirect =
  (location: string, status = 302): Respond =>
  (_, response) =>
    void response.writeHead(status, { Location: location }).end();

describe('import service', () => {
  it.each([301, 302, 303, 307, 308])('does not send the key to another server on a redirect (%d)', async (status) => {
    respond = redirect(`${addressOf(other)}/v1/assets`, status);

    await refused(/redirects to http/);

    expect(asked.filter(({ port }) => port === portOf(other))).toEqual([]);
  });

  it('does not send the key to another server when a file is redirected or elsewhere', async () => {
    const file = `${addressOf(source)}/files/plan.png`;
    respond = (path, response) =>
      path.startsWith('/files/')
        ? redirect(`${addressOf(other)}/files/plan.png`)(path, response)
        : except({ 'floor-plans': page([{ id: '1', name: 'A', image_url: file, secondary_image_url: null }]) })(
            path,
            response,
          );
    await refused(/files\/plan\.png redirects to http/);
    expect(asked.filter(({ port }) => port === portOf(other))).toEqual([]);

    const elsewhere = { id: '1', name: 'A', image_url: `${addressOf(other)}/plan.png`, secondary_image_url: null };
    respond = (path, response) =>
      path === '/plan.png'
        ? void response.writeHead(404).end()
        : except({ 'floor-plans': page([elsewhere]) })(path, response);
    await importing();
    expect(asked.filter(({ port }) => port === portOf(other))).toEqual([
      expect.objectContaining({ path: '/plan.png', key: undefined }),
    ]);
  });

  it('follows redirects within the server', async () => {
    respond = (path, response) =>
      path.startsWith('/v1/') ? redirect(path.replace('/v1/', '/moved/v1/'))(path, response) : json(response, page([]));

    expect(await importing()).toMatchObject({ code: 0, err: '' });
    expect(asked.filter(({ path }) => path.startsWith('/moved/')).every(({ key }) => key === KEY)).toBe(true);
  });

  it('stops at circular redirects', async () => {
    respond = redirect('/v1/assets');
    await refused(/redirects more than 5 times/);
  });

  it('stops when a page names itself or an earlier page as the next', async () => {
    respond = (_, response) => json(response, page([], `${addressOf(source)}/v1/assets?page=2#${asked.length}`));
    await refused(/v1\/assets: the next page, http:\S+page=2#\d+, has been read before/);

    respond = (path, response) =>
      json(response, page([], `${addressOf(source)}/v1/assets?page=${path.includes('page=2') ? 3 : 2}`));
    await refused(/v1\/assets: the next page, http:\S+page=2, has been read before/);
    expect(asked.length).toBeLessThan(10);
  });

  it.each([
    ['pages', { pages: 3, bytes: MiB }, 4],
    ['bytes', { pages: 1_000, bytes: 5_000 }, 5],
  ])('stops at endless pages, after a maximum of %s', async (_, most, count) => {
    respond = (__, response) =>
      json(response, page([{ text: 'x'.repeat(1_000) }], `${addressOf(source)}/v1/assets?page=${asked.length}`));
    const url = addressOf(source);
    const journal = new Journal(to.dataDir, [url]);
    const server = new SourceServer({ url, key: KEY, signal: new AbortController().signal }, journal, most);

    await expect(server.items('assets', server.api.listAssets())).rejects.toThrow(
      `${url}: the list of assets has no end: ${count} pages were read`,
    );
    journal.discard();
    expect(asked).toHaveLength(count);
  });

  it('stops at a response without an end', async () => {
    const chunk = Buffer.alloc(MiB, ' ');
    respond = (_, response) => {
      const more = (): void =>
        void (response.writableEnded || (response.write(chunk) ? setImmediate(more) : response.once('drain', more)));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      more();
    };
    await refused(/v1\/assets\?per-page=1000: the response has more than 64 MiB/);
    expect(asked.filter(({ path }) => path !== '/')).toHaveLength(1);
  });

  it.each([
    ['null', 'null'],
    ['an object', '{"message":"Hello"}'],
    ['a list', '[]'],
    ['an object in place of the items', '{"paging":{"next_url":null},"data":{}}'],
    ['items that are null', '{"paging":{"next_url":null},"data":[null]}'],
    ['an invalid address', '{"paging":{"next_url":"next"},"data":[]}'],
    ['no paging', '{"data":[]}'],
    ['nothing', ''],
  ])('stops when a list is %s', async (_, body) => {
    respond = (__, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    await refused(/\/v1\/assets: the response is not a page of a list/);
  });

  it('stops when a list is HTML', async () => {
    respond = (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>');
    await refused(/\/v1\/assets: the response is not JSON/);
  });

  it.each([
    [
      'accounts',
      { accounts: page([{ id: '1', name: 'A' }]), embeds: page([{ id: '1', name: 'E', url: null }]) },
      /account 1 is not as this API describes it/,
    ],
    [
      'entries',
      {
        pricing: page([{ id: '1', name: 'P', type: 'push', pricing_strategy: 'revenue_management' }]),
        entries: page([[null]]),
      },
      /process 1 is not as this API describes it/,
    ],
    [
      'unit maps',
      { maps: page([{ id: '1', name: 'M', source_url: 'file:///etc/passwd' }]) },
      /"file:\/\/\/etc\/passwd" is not the address of a file/,
    ],
  ])('stops when %s have another shape', async (_, lists, message) => {
    respond = except(lists);
    await refused(message);
  });

  it('rejects values of another type, and deeply nested ones, in one line each', async () => {
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    for (const building of [`{"id":"1","name":${nested}}`, '{"id":{},"name":7}', '[]']) {
      respond = (path, response) =>
        path.includes('/buildings')
          ? void response
              .writeHead(200, { 'Content-Type': 'application/json' })
              .end(`{"paging":{"next_url":null},"data":[${building}]}`)
          : except({})(path, response);
      const { code, err } = await importing();
      expect(code).toBe(1);
      expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(4);
      expect(err).not.toMatch(/stack|at .*\.[jt]s/);
    }
    expect(await to.rows('select from catalog.building')).toEqual([]);
  });
});

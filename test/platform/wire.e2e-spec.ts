import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { type RawAnswer, Wire } from './wire.js';

const FILE = `${'0123456789abcdef'.repeat(4)}.jpg`;
const FILE_BYTES = 40_000_000;

let app: TestApp;
let asset: GivenAsset;
let secret: string;
let directory: string;
const wires: Wire[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'wire-'));
  mkdirSync(join(directory, 'files'));
  writeFileSync(join(directory, 'files', FILE), Buffer.alloc(FILE_BYTES, 'x'));
  app = await TestApp.start({ DATA_DIR: directory });
  asset = await givenAsset(app);
  secret = await app.key();
});
afterAll(async () => {
  await app?.close();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close();
});

async function wire(): Promise<Wire> {
  const opened = await Wire.to(app.base);
  wires.push(opened);
  return opened;
}

const say = async (...lines: string[]) => (await wire()).head(...lines);
const busyFor = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) Math.random();
};
const key = () => `API-Key: ${secret}`;
const FLAGS = 'Experimental-Flags: references';
const JSON_TYPE = 'Content-Type: application/json';
const references = () => `${asset.path}/references`;
const stored = async () => (await app.get(references())).body.data.length as number;

function expectRejection(answer: RawAnswer, status: number, code?: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers).not.toHaveProperty('server');
  expect(answer.body).toEqual({
    message: expect.stringMatching(/\w/),
    code: code ?? expect.stringMatching(/^[a-z_.]+$/),
    request_id: answer.headers['x-request-id'],
  });
  expect(answer.body.request_id).toMatch(/^[\da-f-]{36}$/);
}

describe('Malformed HTTP is rejected in JSON, and the connection closed:', () => {
  it.each([
    ['no request line', ['hello']],
    ['an unknown method', ['FOO /v1/assets HTTP/1.1', 'Host: a']],
    ['HTTP/2', ['PRI * HTTP/2.0', '', 'SM']],
    ['a header without a colon', ['GET /v1/assets HTTP/1.1', 'Host: a', 'API-Key']],
    ['a header with a NUL', ['GET /v1/assets HTTP/1.1', 'Host: a', 'API-Key: a\0b']],
    ['a folded header', ['GET /v1/assets HTTP/1.1', 'Host: a', 'X: a', ' b']],
    ['bytes in the path that are not ASCII', ['GET /v1/asset\xc3\xa9 HTTP/1.1', 'Host: a']],
    ['bytes in the query that are not ASCII', ['GET /v1/assets?name=\xff HTTP/1.1', 'Host: a']],
    ['a tab in the path', ['GET /v1/as\tsets HTTP/1.1', 'Host: a']],
    ['a length that is not a number', ['POST /v1/assets HTTP/1.1', 'Host: a', 'Content-Length: 1x']],
    ['a negative length', ['POST /v1/assets HTTP/1.1', 'Host: a', 'Content-Length: -1']],
    ['two lengths', ['POST /v1/assets HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2']],
    ['a length and chunks', ['POST /v1/assets HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks that are not the last coding', ['POST / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked, gzip']],
  ])('%s', async (_, lines) => {
    const connection = await say(...lines);

    expectRejection(await connection.answer(), 400, 'malformed_request');
    await connection.rest();
  });

  it.each([
    ['no host', []],
    ['an empty host', ['Host:']],
    ['two hosts', ['Host: a', 'Host: b']],
    ['a host with a path', ['Host: evil.example/v1']],
    ['a host that would leave its quotes', ['Host: a"><script>']],
  ])('%s', async (_, hosts) => {
    expectRejection(await (await say('GET /v1/assets HTTP/1.1', ...hosts, key())).answer(), 400, 'malformed_request');
  });

  it.each([
    ['headers', ['GET /v1/assets HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`]],
    ['many headers', ['GET /v1/assets HTTP/1.1', 'Host: a', ...Array<string>(2_000).fill('X-Many-Headers: y')]],
    ['a path', [`GET /v1/${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a']],
  ])('%s beyond 16 KiB', async (_, lines) => {
    expectRejection(await (await say(...lines)).answer(), 431, 'headers_too_large');
  });

  it('chunk extensions beyond 16 KiB', async () => {
    const connection = await say(
      `POST ${references()} HTTP/1.1`,
      'Host: a',
      key(),
      FLAGS,
      'Transfer-Encoding: chunked',
    );
    connection.say(`1;${'x'.repeat(20_000)}\r\n{\r\n`);

    expectRejection(await connection.answer(), 413, 'body_too_large');
  });

  it('malformed chunks, of which nothing is stored', async () => {
    const before = await stored();
    const connection = await say(
      `POST ${references()} HTTP/1.1`,
      'Host: a',
      key(),
      FLAGS,
      JSON_TYPE,
      'Transfer-Encoding: chunked',
    );
    const body = JSON.stringify({ asset_id: asset.id, name: 'CRM', value: '1' });
    connection.say(`${body.length.toString(16)}\r\n${body}\r\nzz\r\n`);

    expectRejection(await connection.answer(), 400, 'malformed_request');
    expect(await connection.rest()).toBe('');
    expect(await stored()).toBe(before);
  });

  it('a CONNECT request', async () => {
    const answer = await (await say('CONNECT 10.0.0.1:22 HTTP/1.1', 'Host: a', key())).answer();

    expectRejection(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).toContain('GET');
  });

  it('any expectation except 100-continue', async () => {
    const connection = await say('GET /v1/assets HTTP/1.1', 'Host: a', key(), 'Expect: tea');

    expectRejection(await connection.answer(), 417, 'expectation_failed');
    await connection.rest();
  });
});

describe('Malformed bytes after a request', () => {
  it('never interrupt a response in progress', async () => {
    const connection = await say(`GET /files/${FILE} HTTP/1.1`, 'Host: a');
    await new Promise((resolve) => connection.socket.once('data', resolve));
    connection.socket.pause();
    await sleep(50);
    connection.head('nonsense');
    await sleep(50);
    connection.socket.resume();
    const received = await connection.rest();

    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).not.toContain('malformed_request');
    expect(received.length).toBeLessThan(FILE_BYTES);
  });

  it('do not crash the process during a request', async () => {
    const connection = await say('GET /v1/assets HTTP/1.1', 'Host: a', key());
    connection.head('nonsense');
    await connection.rest();

    expect((await app.get('/v1/assets')).status).toBe(200);
  });
});

describe('A request target', () => {
  it('in absolute form is served as its path, and links lead to its host', async () => {
    await givenAsset(app);
    const connection = await say('GET http://pms.example:8080/v1/assets?per-page=1 HTTP/1.1', 'Host: a', key());
    const { status, body } = await connection.answer();

    expect(status).toBe(200);
    expect(body.paging.next_url).toMatch(/^http:\/\/pms\.example:8080\/v1\/assets\?/);
  });

  it('with a fragment is served without it', async () => {
    const connection = await say('GET /v1/assets?per-page=1#page=7 HTTP/1.1', 'Host: a', key());

    expect((await connection.answer()).body.paging).toMatchObject({
      current_page: 1,
      next_url: expect.stringMatching(/^http:\/\/a\/v1\/assets\?page=2&/),
    });
  });

  it.each([
    ...[
      '*',
      'ftp://a/v1/assets',
      'http://a:b:c/v1/assets',
      'http:///v1/assets',
      '//v1/assets',
      '/v1//assets',
      '/v1/assets//',
    ],
    ...[
      '/docs/../v1/assets',
      '/v1\\assets',
      '/v1/assets;a=1',
      '/V1/assets',
      '/v1/Assets',
      '/v1/assets%2f',
      '/v1/%61ssets',
    ],
    ...['/v1/assets%00', '/v1/assets/%ff', '/v1/assets/%ed%a0%80', '/v1/assets/%'],
  ])('%s returns 404', async (target) => {
    expectRejection(await (await say(`GET ${target} HTTP/1.1`, 'Host: a', key())).answer(), 404, 'not_found');
  });

  it.each(['v1/assets', 'http://a"b/v1/assets'])('%s is malformed', async (target) => {
    expectRejection(await (await say(`GET ${target} HTTP/1.1`, 'Host: a', key())).answer(), 400, 'malformed_request');
  });

  it('* accepts OPTIONS', async () => {
    expect((await (await say('OPTIONS * HTTP/1.1', 'Host: a')).answer()).status).toBe(204);
  });
});

describe('Other methods and protocols:', () => {
  it('TRACE does not echo the request', async () => {
    const connection = await say('TRACE /v1/assets HTTP/1.1', 'Host: a', key(), 'X-Secret: hush');
    const answer = await connection.answer();

    expectRejection(answer, 405, 'method_not_allowed');
    expect(JSON.stringify(answer)).not.toMatch(/hush|pms_/);
  });

  it.each(['websocket', 'h2c'])('an upgrade to %s is served as plain HTTP', async (protocol) => {
    const connection = await say(
      'GET /v1/assets HTTP/1.1',
      'Host: a',
      key(),
      'Connection: Upgrade',
      `Upgrade: ${protocol}`,
    );

    expect((await connection.answer()).status).toBe(200);
  });

  it('HTTP/1.0 is served without a host, and the connection closed', async () => {
    const connection = await say('GET /v1/assets HTTP/1.0', key());

    expect((await connection.answer()).status).toBe(200);
    await connection.rest();
  });

  it('pipelined requests are served in order', async () => {
    const connection = await say('GET /v1/assets HTTP/1.1', 'Host: a', key());
    connection.head('GET /v1/assets HTTP/1.1', 'Host: a').head('GET /v1/assets/0 HTTP/1.1', 'Host: a', key());

    expect((await connection.answer()).status).toBe(200);
    expect((await connection.answer()).status).toBe(401);
    expect((await connection.answer()).status).toBe(404);
  });
});

describe('A client that waits for 100 Continue', () => {
  const ask = (path: string, ...lines: string[]) =>
    say(`POST ${path} HTTP/1.1`, 'Host: a', 'Expect: 100-continue', ...lines);
  const length = (bytes: number) => `Content-Length: ${bytes}`;

  it('receives it after all checks that need no body', async () => {
    const body = JSON.stringify({ asset_id: asset.id, name: 'CRM', value: '1' });
    const connection = await ask(references(), key(), FLAGS, JSON_TYPE, length(body.length));
    expect((await connection.answer()).status).toBe(100);
    connection.say(body);

    const answer = await connection.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([201, 'keep-alive']);
  });

  it.each<[number, string, () => string, (string | (() => string))[]]>([
    [401, 'without a key', references, [length(9)]],
    [403, 'with a key that is not valid', references, ['API-Key: pms_x', length(9)]],
    [400, 'without the flag', references, [key, length(9)]],
    [404, 'for an asset that is not there', () => '/v1/assets/0/multifamily/references', [key, FLAGS, length(9)]],
    [415, 'with a body of another type', references, [key, FLAGS, 'Content-Type: text/plain', length(9)]],
    [413, 'with a body that is too large', references, [key, FLAGS, JSON_TYPE, length(10 * 1024 * 1024 + 1)]],
  ])('is rejected at once, %i, %s', async (status, _, path, lines) => {
    const connection = await ask(path(), ...lines.map((line) => (typeof line === 'string' ? line : line())));
    const answer = await connection.answer();

    expectRejection(answer, status);
    expect(answer.headers['connection']).toBe('close');
  });

  it('cannot send a second request on a connection where a body may follow', async () => {
    const connection = await say(
      `DELETE ${asset.path}/units/0 HTTP/1.1`,
      'Host: a',
      key(),
      'Expect: 100-continue',
      length(20),
    );
    connection.head('GET /v1/assets HTTP/1.1', 'Host: a', key());
    expect((await connection.answer()).status).toBe(404);

    expect(await connection.rest()).toBe('');
  });
});

describe('A client that sends its whole body before it reads', () => {
  const BODY = Buffer.alloc(8_000_000, ' ');

  it('receives the response to a request rejected by its headers, and cannot send a second one', async () => {
    const before = await stored();
    const body = JSON.stringify({ asset_id: asset.id, name: 'CRM', value: '1' });
    for (let round = 0; round < 5; round++) {
      const connection = await wire();
      connection.socket.pause();
      connection.head('POST /v1/assets/0/data HTTP/1.1', 'Host: a', key(), JSON_TYPE, `Content-Length: ${BODY.length}`);
      const sent = once(connection.socket, 'drain');
      connection.say(BODY);
      await sent;
      connection.head(
        `POST ${references()} HTTP/1.1`,
        ...['Host: a', key(), FLAGS, JSON_TYPE, `Content-Length: ${body.length}`],
      );
      connection.say(body).socket.resume();

      expectRejection(await connection.answer(), 404);
      expect(await connection.rest()).toBe('');
    }
    expect(await stored()).toBe(before);
  });
});

describe('Slow clients', () => {
  const server = () => app.app.getHttpServer() as Server;

  afterEach(() => {
    server().headersTimeout = 15_000;
    server().requestTimeout = 120_000;
    server().timeout = 30_000;
    Object.assign(server(), { keepAliveTimeout: 5_000, keepAliveTimeoutBuffer: 1_000 });
    jest.useRealTimers();
  });

  it('have limited time for their headers, and for a whole request', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server();
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([15_000, 120_000, 5_000, 30_000]);
  });

  it('are not disconnected when a request arrives at the end of their idle time', async () => {
    Object.assign(server(), { keepAliveTimeout: 300, keepAliveTimeoutBuffer: 0 }); // the latter exists in newer versions of Node
    const connection = await wire();
    const ask = () => connection.say('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await ask().answer()).status).toBe(200);
    ask();
    busyFor(400); // then the server sees both at once: the request and the timeout
    expect((await connection.answer()).status).toBe(200);
  });

  it.each([
    ['say nothing', ''],
    ['begin a request line', 'GET /v1/as'],
    ['never end their headers', 'GET /v1/assets HTTP/1.1\r\nHost: a\r\nX: '],
  ])('that %s are disconnected, while others are served', async (_, beginning) => {
    server().headersTimeout = 400;
    const slow = await Promise.all(Array.from({ length: 100 }, async () => (await wire()).say(beginning)));
    const startedAt = performance.now();
    while (performance.now() - startedAt < 300) expect((await app.get('/v1/assets')).status).toBe(200);

    const answers = await Promise.all(slow.map((each) => each.answer()));
    for (const answer of answers) expectRejection(answer, 408, 'request_timeout');
    await Promise.all(slow.map((each) => each.rest()));
  });

  it('that never complete a body are disconnected', async () => {
    server().headersTimeout = server().requestTimeout = 400;
    const slow = await Promise.all(
      Array.from({ length: 20 }, () =>
        say(`POST ${references()} HTTP/1.1`, 'Host: a', key(), FLAGS, JSON_TYPE, 'Content-Length: 100'),
      ),
    );
    for (const each of slow) each.say('{"name":');

    const answers = await Promise.all(slow.map((each) => each.answer()));
    for (const answer of answers) expectRejection(answer, 408, 'request_timeout');
  });

  it('that are rejected may keep sending for half a minute, with no pause of two seconds', async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate'] });
    const accepted = once(server(), 'connection') as Promise<[Socket]>;
    const { hostname, port } = new URL(app.base);
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    client.on('error', () => undefined).on('data', () => undefined);
    const [connection] = await accepted;
    const lost = once(connection, 'close');
    client.write(`POST ${references()} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n`);
    await once(client, 'end'); // the response has been sent

    for (let seconds = 0; seconds < 28.5; seconds += 1.5) {
      jest.advanceTimersByTime(1_500);
      expect(connection.destroyed).toBe(false);
      const before = connection.bytesRead;
      client.write('x');
      while (connection.bytesRead === before && !connection.destroyed) await sleep(2);
    }
    jest.advanceTimersByTime(1_500);
    await lost;
    client.destroy();
  });

  it('have 60 seconds for a JSON body', async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate'] });
    const connection = await say(
      `POST ${references()} HTTP/1.1`,
      'Host: a',
      key(),
      FLAGS,
      JSON_TYPE,
      'Content-Length: 100',
      'Expect: 100-continue',
    );
    expect((await connection.answer()).status).toBe(100);
    jest.advanceTimersByTime(59_999);
    expect(await connection.say('{"name":').silent(50)).toBe(true);
    jest.advanceTimersByTime(1);

    expectRejection(await connection.answer(), 408, 'request_timeout');
  });

  it('that do not read their response are disconnected', async () => {
    server().timeout = 300;
    const ended = once(server(), 'connection').then(([socket]) => once(socket as Socket, 'close'));
    const connection = await say(`GET /files/${FILE} HTTP/1.1`, 'Host: a');
    connection.socket.pause();
    await ended;

    connection.socket.resume();
    expect((await connection.rest()).length).toBeLessThan(FILE_BYTES);
  });

  it('that read slowly get their complete response', async () => {
    server().timeout = 600;
    const { hostname, port } = new URL(app.base);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /files/${FILE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    let taken = 0;
    let paused = 0;
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      taken += bytes.length;
      for (; paused < taken - 4_000_000; paused += 4_000_000) await sleep(150);
    }
    expect(taken).toBeGreaterThan(FILE_BYTES);
  });

  it('do not include those that wait for a response or keep sending', async () => {
    server().timeout = 300;
    const body = JSON.stringify({ asset_id: asset.id, name: 'CRM', value: 'slow' });
    const connection = await say(
      `POST ${references()} HTTP/1.1`,
      ...['Host: a', key(), FLAGS, JSON_TYPE, `Content-Length: ${body.length}`],
    );
    await sleep(1_000);
    const blocker = await app.sqlPool.connect();
    await blocker.query('begin; lock table reference.asset_reference in access exclusive mode');
    connection.say(body);
    await sleep(1_000);
    await blocker.query('rollback');
    blocker.release();

    expect((await connection.answer()).status).toBe(201);
  });

  it('that disconnect during a body store nothing', async () => {
    const before = await stored();
    for (let round = 0; round < 20; round++) {
      const body = JSON.stringify({ asset_id: asset.id, name: 'CRM', value: '1' });
      const connection = await say(
        `POST ${references()} HTTP/1.1`,
        'Host: a',
        key(),
        FLAGS,
        JSON_TYPE,
        `Content-Length: ${body.length}`,
      );
      connection.say(body.slice(0, -1));
      await sleep(round);
      connection.close();
    }

    expect(await stored()).toBe(before);
  });
});

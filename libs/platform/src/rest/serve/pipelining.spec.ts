import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { runInTurn } from './pipelining.js';

const MIB = 1024 * 1024;
const BODY = Buffer.alloc(16 * MIB, 'x'); // more than the buffers of a connection take
const REQUESTS = 20;

let server: Server;
let port: number;
let urls: string[];
let sockets: Socket[];

beforeEach(async () => {
  urls = [];
  sockets = [];
  server = createServer((request, response) =>
    runInTurn(request, response, () => {
      urls.push(request.url!);
      if (request.url === '/last') response.setHeader('Connection', 'close');
      response.end(request.url!.startsWith('/large') ? BODY : request.url);
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function send(...paths: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause().write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return socket;
}

async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1').replace(/x{9,}/g, '');
    if (text.endsWith(end)) break;
  }
  return text;
}

const large = Array.from({ length: REQUESTS }, (_, at) => `/large/${at}`);

it('starts no further requests of a client that does not read its responses', async () => {
  await send(...large);
  const other = await send('/other');
  expect(await readUntil(other, '/other')).toContain('200 OK');

  expect(urls).toEqual(['/large/0', '/other']);
});

it('responds in order to a client that reads', async () => {
  const socket = await send(...large, '/end');
  await readUntil(socket, '/end');

  expect(urls).toEqual([...large, '/end']);
});

it('allows pipelining again after the responses were read', async () => {
  const socket = await send('/a', '/b', '/c');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.resume();
  while (!text.endsWith('/c')) await once(socket, 'data');
  socket.write(['/d', '/e'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  while (!text.endsWith('/e')) await once(socket, 'data');

  expect(urls).toEqual(['/a', '/b', '/c', '/d', '/e']);
});

it('does not run requests after the last response of a connection', async () => {
  const socket = await send('/first', '/last', '/next');

  expect(await readUntil(socket, '\0')).toMatch(/\r\n\/last$/);
  expect(urls).toEqual(['/first', '/last']);
});

it('allows one listener more for a response that sends a file, which has ten', async () => {
  const most: number[] = [];
  server.prependListener('request', (_, response: ServerResponse) => {
    for (let count = 0; count < 10; count++) response.on('close', () => undefined);
    response.on('newListener', () => most.push(response.getMaxListeners())); // Node warns above it
  });
  await readUntil(await send('/first', '/second'), '/second');

  expect(most).toContain(11);
});

it('does not run requests of a closed connection', async () => {
  const accepted = once(server, 'connection');
  const socket = await send(...large);
  const [connection] = (await accepted) as [Socket];
  await readUntil(await send('/other'), '/other');
  socket.destroy();
  await new Promise((resolve) => connection.once('close', resolve));
  await readUntil(await send('/other'), '/other');

  expect(urls).toEqual(['/large/0', '/other', '/other']);
});

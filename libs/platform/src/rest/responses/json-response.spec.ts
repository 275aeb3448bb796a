import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JsonResponse, sendJsonResponse } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** Larger than the buffers between a server and a client that does not read. */
const LARGE = 'x'.repeat(64 * 1024 ** 2);

/** Requests a large response that must be received in time. */
async function asked(sendWithin: number) {
  const server = createServer((request, response) => {
    const result = Object.assign(new JsonResponse(LARGE), { sendWithin });
    sendJsonResponse(request as ApiRequest, response as unknown as ApiResponse, result, 200);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const asking = get({ port: (server.address() as AddressInfo).port, agent: false });
  asking.on('error', () => undefined);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return { response, close: () => server.close() };
}

describe('A response with a time limit', () => {
  it('is complete for a client that reads it', async () => {
    const { response, close } = await asked(60_000);
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) length += chunk.length;
    expect(length).toBe(LARGE.length);
    close();
  });

  it('is cut off for a client that does not read it', async () => {
    const { response, close } = await asked(200);
    const cut = once(response, 'error');
    setTimeout(() => response.resume(), 400);
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' });
    close();
  });
});

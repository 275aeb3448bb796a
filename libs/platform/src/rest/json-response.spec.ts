import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { JsonResponse, sendJsonResponse } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';

/** Larger than the buffers between a server and a client that does not read. */
const LARGE = 'x'.repeat(64 * 1024 ** 2);

/** Requests a response that holds a permit. */
async function asked(text: string) {
  const due = new AbortController();
  const released = jest.fn<() => void>();
  const server = createServer((request, response) => {
    const reply = new JsonResponse(text);
    reply.held = { release: released, due: due.signal };
    sendJsonResponse(request as ApiRequest, response as unknown as ApiResponse, reply, 200);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const asking = get({ port: (server.address() as AddressInfo).port, agent: false });
  asking.on('error', () => undefined);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const gone = () => new Promise<void>((resolve) => released.mockImplementation(resolve));
  return { due, released, asking, response, gone, close: () => server.close() };
}

describe('A response with a permit', () => {
  it('releases it when it has been sent', async () => {
    const { released, response, gone, close } = await asked('{}');
    response.resume();
    if (released.mock.calls.length === 0) await gone();
    expect(released).toHaveBeenCalledTimes(1);
    close();
  });

  it('releases it when the client disconnects, and not before', async () => {
    const { released, asking, gone, close } = await asked(LARGE);
    expect(released).not.toHaveBeenCalled();
    const left = gone();
    asking.destroy();
    await left;
    expect(released).toHaveBeenCalledTimes(1);
    close();
  });

  it('is aborted when its time is up', async () => {
    const { due, response, gone, close } = await asked(LARGE);
    const [left, cut] = [gone(), once(response, 'error')];
    due.abort();
    response.resume();
    await left;
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' });
    close();
  });
});

import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Each Jest worker has a range of its own, below the ports that systems give to clients and to servers that listen on port 0, and
 * above 10080, the last of the "bad ports" to which `fetch` sends nothing (https://fetch.spec.whatwg.org/#port-blocking).
 */
const RANGE = 500;
const first = 10_500 + Number(process.env.JEST_WORKER_ID ?? 0) * RANGE;
let offset = process.pid % RANGE;

/**
 * A port that nothing else takes until the server listens on it. With a port that the system chose, the answers of another
 * server can pass for those of the one that is starting.
 */
export async function freePort() {
  for (let tries = 0; tries < RANGE; tries++) {
    const port = first + (offset++ % RANGE);
    const server = createServer().listen(port);
    const listens = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!listens) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
  throw new Error(`No port from ${first} to ${first + RANGE - 1} is free`);
}

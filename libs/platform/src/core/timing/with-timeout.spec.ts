import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { withTimeout } from './with-timeout.js';

const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.random();
};

describe('A timeout', () => {
  it('rejects when it elapses', async () => {
    await expect(withTimeout(5, new Promise(() => undefined))).rejects.toThrow('No response within 5 ms');
  });

  it('rethrows errors of the work', async () => {
    await expect(withTimeout(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('keeps a result that arrived in time while the process was busy', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [sender] = (await once(server, 'connection')) as [Socket];
    const answer = once(client, 'data');
    sender.write('7');
    const limited = withTimeout(20, answer);
    busyFor(60);
    expect(String(await limited)).toBe('7');
    client.destroy();
    server.close();
  });
});

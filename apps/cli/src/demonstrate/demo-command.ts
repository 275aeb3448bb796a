import { SETTINGS, type Settings } from '@app/platform/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from '../command.js';
import { withContexts } from '../connect.js';
import { loadDemonstration } from './demonstrate.js';
import { CommandFault, UsageFault } from '../faults.js';
import { startApi } from '../start/servers.js';

const HEALTH_WITHIN_MS = 5_000;

export const demo: Command = {
  name: 'demo',
  summary: 'Loads the demonstration, or puts right what was changed of it, with prices from today on',
  details:
    'Prices are pushed over HTTP: to the server that --server names, else to one that runs for as long as the command.',
  options: { server: { type: 'string', value: 'URL', help: 'address of the main API, such as http://localhost:3000' } },
  async run({ options }, io) {
    const { server } = options;
    if (server !== undefined && !/^https?:\/\/[^?#]+$/.test(server))
      throw new UsageFault(`--server must be an http(s) address, not "${server}"`, 'demo');
    if (server !== undefined) await requireServer(server);
    await withContexts(io, async (app) => {
      const { key } = server
        ? await loadDemonstration(io, app, server.replace(/\/+$/, ''))
        : await onOwnServer(app, (base) => loadDemonstration(io, app, base));
      io.out(`The demonstration is loaded. Its API key: ${key}`);
    });
  },
};

/** Before anything is reset: prices could not be pushed to a server that is away. */
async function requireServer(server: string): Promise<void> {
  const health = `${server.replace(/\/+$/, '')}/health/ready`;
  const answer = await fetch(health, { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) }).catch(() => undefined);
  if (!answer?.ok)
    throw new CommandFault(`${health} ${answer ? `answers ${answer.status}` : 'does not answer'}: nothing was changed`);
}

async function onOwnServer<T>(app: INestApplicationContext, work: (base: string) => Promise<T>): Promise<T> {
  const settings = { ...app.get<Settings>(SETTINGS), port: 0, publicUrl: undefined, rateLimit: 0, requireHttps: false };
  const api = await startApi({ ...settings, logLevel: 'error' }, '127.0.0.1');
  try {
    return await work(`http://127.0.0.1:${api.port}`);
  } finally {
    await api.stop();
  }
}

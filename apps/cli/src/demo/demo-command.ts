import { boolean, SETTINGS, type Settings } from '@app/platform/core';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from '../command.js';
import { withContexts } from '../contexts.js';
import { type Demonstration, firstDemonstration, loadDemonstration } from './demonstrate.js';
import { CommandError, UsageError } from '../errors.js';
import type { Io } from '../io.js';
import { ready } from '../start/ready.js';
import { startApi } from '../start/servers.js';

const HEALTH_WITHIN_MS = 5_000;

export const demo: Command = {
  name: 'demo',
  summary: 'Loads the demonstration, or resets it, with prices that start today',
  details: 'Prices are sent over HTTP to --server, otherwise to a temporary server.',
  options: {
    server: { type: 'string', value: 'URL', help: 'address of the main API, such as http://localhost:3000' },
    once: {
      type: 'boolean',
      help: 'loads it only into an empty database, as `start` does; prints addresses and key',
    },
  },
  async run({ options, flags }, io) {
    const { server } = options;
    if (server !== undefined && !/^https?:\/\/[^?#]+$/.test(server))
      throw new UsageError(`--server must be an http(s) address, not "${server}"`, 'demo');
    if (server !== undefined) await requireServer(server);
    await withContexts(io, async (app) => {
      const load = flags['once'] ? firstDemonstration : loadDemonstration;
      const wanted = !flags['once'] || boolean(io.env, 'DEMO', true);
      const loaded = !wanted
        ? undefined
        : server
          ? await load(io, app, server.replace(/\/+$/, ''))
          : await onOwnServer(app, (base) => load(io, app, base));
      if (flags['once']) return tellAddresses(io, app, loaded);
      const { key } = loaded!;
      io.out(`The demonstration is loaded. Its API key: ${key}`);
    });
  },
};

/** Prints the addresses of the servers on PORT and AI_PORT. */
function tellAddresses(io: Io, app: INestApplicationContext, loaded: Demonstration | undefined): void {
  const settings = app.get<Settings>(SETTINGS);
  io.out(ready(settings, settings.port, settings.aiPort, loaded));
}

/** Checks, before anything is reset, that a server is running to push prices to. */
async function requireServer(server: string): Promise<void> {
  const health = `${server.replace(/\/+$/, '')}/health/ready`;
  const answer = await fetch(health, { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) }).catch(() => undefined);
  if (!answer?.ok)
    throw new CommandError(`${health} ${answer ? `answers ${answer.status}` : 'does not answer'}: nothing was changed`);
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

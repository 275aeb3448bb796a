import { boolean, type Settings } from '@app/platform/core';
import { StartPageLinks } from '@app/documentation';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from '../command.js';
import { connect, interruptible, settingsOf } from '../connect.js';
import { inContexts, migrateAll } from '../contexts.js';
import { serviceLog } from '../data-directory.js';
import { type Demonstration, firstDemonstration } from '../demo/demonstrate.js';
import type { Io } from '../io.js';
import { step } from '../progress.js';
import { boundLog } from './bounded-log.js';
import { requireFreePorts } from './ports.js';
import { ready } from './ready.js';
import { type Running, startAi, startApi, startApiWorkers } from './servers.js';

export const start: Command = {
  name: 'start',
  summary:
    'Starts the embedded database (unless DATABASE_URL is set), both APIs and, on the first start, a demonstration',
  details:
    'The settings are environment variables: docs/configuration.md lists them. Ctrl-C stops gracefully, a second one at once.',
  async run(_, io) {
    const settings = settingsOf(io, { LOG_LEVEL: 'warn', LOG_FILE: serviceLog(io) });
    const wantsDemo = boolean(io.env, 'DEMO', true);
    await requireFreePorts(settings);
    const open: (() => Promise<void>)[] = [];
    try {
      await runUntilStopped(io, settings, wantsDemo, open);
    } finally {
      for (const close of open.reverse()) await close();
    }
  },
};

/** Adds everything it opens to `open`, to be closed in reverse order. */
async function runUntilStopped(
  io: Io,
  settings: Settings,
  wantsDemo: boolean,
  open: (() => Promise<void>)[],
): Promise<void> {
  const connection = await connect(io);
  open.push(connection.leave);
  if (io.signal.aborted) return;
  await interruptible(io, migrateAll(io, settings, connection.url));
  if (io.signal.aborted) return;
  if (settings.logFile) open.push(boundLog(io, settings.logFile));
  const { api, ai } = await step(io, 'Starting the servers', () =>
    startBoth(io, { ...settings, databaseUrl: connection.url }, open),
  );
  const demo = wantsDemo ? await demonstrate(io, { ...settings, databaseUrl: connection.url }, api) : undefined;
  if (io.signal.aborted) return;
  if (demo?.pages.embed)
    api.app?.get(StartPageLinks).add({
      href: `/embed/${demo.pages.embed}`,
      text: 'Map of the demonstration',
      remark: 'What renters see. No API key is needed.',
    });
  io.out(ready(settings, api.port, ai.port, demo, true));
  await new Promise((resolve) => io.signal.addEventListener('abort', resolve, { once: true }));
  io.err('Stopping ...');
}

async function startBoth(
  io: Io,
  settings: Settings,
  open: (() => Promise<void>)[],
): Promise<{ api: Running; ai: Running }> {
  const running: Running[] = [];
  open.push(async () => void (await Promise.all(running.map((each) => each.stop()))));
  const api = settings.workers > 1 ? await startApiWorkers(settings, io.env) : await startApi(settings);
  running.push(api);
  const ai = await startAi(settings);
  running.push(ai);
  return { api, ai };
}

async function demonstrate(io: Io, settings: Settings, { app, port }: Running): Promise<Demonstration | undefined> {
  const load = (contexts: INestApplicationContext) => firstDemonstration(io, contexts, `http://127.0.0.1:${port}`);
  try {
    return await (app ? load(app) : inContexts(settings, load, {}));
  } catch (error) {
    if (io.signal.aborted) return undefined; // the next start completes it
    throw error;
  }
}

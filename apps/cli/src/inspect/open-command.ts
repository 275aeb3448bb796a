import { spawn } from 'node:child_process';
import type { Command } from '../command.js';
import { settingsOf } from '../connect.js';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';
import { readOnly } from './read-only.js';

const FIRST_EMBED = 'select key from mapping.embed order by account_id, id limit 1';

/** Programs that open a URL in the browser, with their first arguments. */
const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export const open: Command = {
  name: 'open',
  parameters: [{ name: 'PAGE', oneOf: ['map', 'docs', 'start'] }],
  summary: 'Opens a page of the running service in the browser: the map, the API explorer or the start page',
  options: {
    print: { type: 'boolean', help: 'prints the address instead of opening it' },
    json: { type: 'boolean', help: 'prints JSON' },
  },
  async run({ parameters, flags }, io) {
    const page = parameters[0]!;
    const address = await addressOf(io, page);
    io.out(flags['json'] ? JSON.stringify({ page, address }) : address);
    if (flags['print']) return;
    const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.on('error', () => io.err('There is no browser to open it with.'));
    child.unref();
  },
};

async function addressOf(io: Io, page: string): Promise<string> {
  const { publicUrl, viewerUrl, port } = settingsOf(io);
  const base = publicUrl ?? `http://localhost:${port}`;
  if (page === 'docs') return `${base}/docs`;
  if (page === 'start') return `${base}/`;
  const [embed] = await readOnly(io, (read) => read<{ key: string }>(FIRST_EMBED));
  if (!embed) throw new CommandError('There is no embed yet: `provision` creates one');
  return `${viewerUrl ?? base}/embed/${embed.key}`;
}

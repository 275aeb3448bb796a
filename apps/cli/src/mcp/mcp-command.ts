import { ApiClient, ApiError } from '../../../api/src/mcp/api-client.js';
import { ApiDescription } from '../../../api/src/mcp/api-description.js';
import type { Command } from '../command.js';
import { settingsOf } from '../connect.js';
import { CommandError } from '../errors.js';
import { fetchWithinOrigin, RedirectError } from '../fetch-within-origin.js';
import type { Io } from '../io.js';
import { versionOf } from '../program.js';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serves the Model Context Protocol on stdin and stdout, for agents that start their own tools',
  details:
    'Its tools call a running service with the key in API_KEY. Agents that reach the service by HTTP need no command: they use its address /mcp. Start it without npm, which prints to stdout: node apps/cli/bootstrap.mjs mcp.',
  options: { url: { type: 'string', value: 'URL', help: 'address of the service; default: the one on this machine' } },
  async run({ options }, io) {
    const key = io.env['API_KEY'];
    if (!key) throw new CommandError('Set API_KEY to the API key that the agent uses');
    const base = (options['url'] ?? `http://localhost:${settingsOf(io).port}`).replace(/\/$/, '');
    const send = (method: string, path: string, init: object) =>
      fetchWithinOrigin(base + path, { method, ...init }).catch((error: unknown) => {
        if (error instanceof RedirectError) throw new ApiError(502, 'redirect', error.message);
        throw new ApiError(503, 'unavailable', `${base} does not answer. Ask the person to start the service.`);
      });
    const toolbox = {
      api: new ApiClient(send, key),
      description: new ApiDescription(await documentAt(base)),
      may: () => true, // the service checks permissions
    };
    // Imported here, because no other command needs the protocol's SDK.
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    const { createMcpServer } = await import('../../../api/src/mcp/mcp-server.js');
    const server = serveStdio(() => createMcpServer(toolbox, versionOf()));
    await ended(io);
    await server.close();
  },
};

async function documentAt(base: string): Promise<Record<string, unknown>> {
  const response = await fetchWithinOrigin(`${base}/openapi.json`).catch(() => undefined);
  if (!response?.ok) throw new CommandError(`There is no service at ${base}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Resolves when the client closes stdin, or a signal stops the command. */
const ended = (io: Io): Promise<void> =>
  new Promise((settle) => {
    process.stdin.once('end', settle).once('close', settle);
    io.signal.addEventListener('abort', () => settle(), { once: true });
  });

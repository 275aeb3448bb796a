import { parseUrl } from '@app/platform/core';
import { ApiError, ConnectionError, InvalidResponseError, isApiError } from '@app/sdk';
import { fetchWithinOrigin, RedirectError } from '../../fetch-within-origin.js';
import { dataDirectory } from '../../data-directory.js';
import type { Command, Input } from '../../command.js';
import { CommandError, Interrupted, UsageError } from '../../errors.js';
import type { Io } from '../../io.js';
import { printable } from '../../printable.js';
import { step } from '../../progress.js';
import { withMigratedDatabase } from '../../dry-run.js';
import { withOrder } from '../feed.js';
import { Journal, SourceError } from './journal.js';
import { Move } from './move.js';
import { SourceServer } from './source-server.js';

const NAME = 'import service';
const LINES = 20;
const ANSWER_WITHIN_MS = 30_000;

export const importService: Command = {
  name: NAME,
  parameters: ['URL'],
  summary: 'Copies the data of another server with the same REST API',
  details: `Reads everything that the key sees: assets with all their resources, uploads, published prices, accounts and embeds. Resources keep
their ids, and viewer pages their addresses, unless these are taken here. Reads one page at a time and waits as long as the server asks;
an interrupted run can be continued within a day. A repeated run applies only the changes of the source. Reports what the key does not see.`,
  options: {
    key: { type: 'string', value: 'KEY', help: 'API key of that server; default: the variable SOURCE_API_KEY' },
    'data-models-url': {
      type: 'string',
      value: 'URL',
      help: 'its data models API; without it, data models are not copied',
    },
    assets: { type: 'string', value: 'ID,...', help: 'only these assets and their accounts' },
    'dry-run': { type: 'boolean', help: 'reads everything and reports the changes without making them' },
    json: { type: 'boolean', help: 'prints JSON' },
  },
  async run(input, io) {
    const source = sourceOf(input, io);
    await requireReachable(source.url, io.signal);
    const journal = new Journal(dataDirectory(io), [source.url, source.dataModelsUrl ?? '', source.key]);
    const options = {
      assets: input.options['assets']?.split(','),
      dryRun: input.flags['dry-run'] ?? false,
      signal: io.signal,
    };
    try {
      const within = options.dryRun ? withMigratedDatabase : withOrder;
      const move = await within(io, (app) =>
        step(io, `Reading ${source.url}`, async (tell) => {
          const work = new Move(app, new SourceServer(source, journal), options, tell);
          await work.run();
          return work;
        }),
      );
      journal.discard();
      if (input.flags['json']) io.out(JSON.stringify(reportOf(move, options.dryRun), null, 2));
      else report(io, move, options.dryRun);
      if (move.rejected.length > 0) throw new CommandError(`${move.rejected.length} resources were rejected`);
    } catch (caught) {
      const error = io.signal.aborted ? new Interrupted(`${CONTINUE}.`) : caught;
      const isKept = isTransient(error);
      if (!isKept) journal.discard();
      if (SOURCE_ERRORS.some((kind) => error instanceof kind)) throw new CommandError((error as Error).message);
      if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error;
      throw new CommandError(`${source.url}: ${error.message}${isKept ? `. ${CONTINUE}` : ''}`);
    }
  },
};

/** Errors whose messages name the address. */
const SOURCE_ERRORS = [SourceError, RedirectError, InvalidResponseError];

/** Reports a wrong address at once. Later requests are retried if the server does not respond. */
async function requireReachable(url: string, signal: AbortSignal): Promise<void> {
  try {
    await fetchWithinOrigin(url, {
      method: 'HEAD',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (error instanceof RedirectError) throw new CommandError(error.message);
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw new CommandError(`${url} does not answer${code ? ` (${code})` : ''}: check the address`);
  }
}

function sourceOf({ options, parameters }: Input, io: Io) {
  const key = options['key'] ?? io.env['SOURCE_API_KEY'];
  if (!key) throw new UsageError('State the API key of the server with --key or SOURCE_API_KEY', NAME);
  const [url, dataModelsUrl] = [parameters[0]!, options['data-models-url']].map((text) => text && addressOf(text));
  return { url: url!, dataModelsUrl, key, signal: io.signal };
}

/** Removes `/v1`, which every path contains. */
function addressOf(text: string): string {
  if (!/^https?:$/.test(parseUrl(text)?.protocol ?? ''))
    throw new UsageError(`"${text}" is not an address such as https://maps.example.com`, NAME);
  return text.replace(/\/+(v1\/*)?$/, '');
}

const CONTINUE = 'Run the command again to continue: it keeps what it has read';

/** Whether a retry may succeed. */
const isTransient = (error: unknown): boolean =>
  error instanceof Interrupted ||
  error instanceof ConnectionError ||
  (isApiError(error) && (error.status === 429 || error.status >= 500));

function reportOf(move: Move, dryRun: boolean) {
  return {
    made: move.summary.json(),
    prices: move.prices,
    renumbered: move.renumbered,
    rejected: move.rejected,
    not_shown: move.notShown,
    ...(dryRun && { dry_run: true }),
  };
}

function report(io: Io, move: Move, dryRun: boolean): void {
  for (const line of move.summary.lines()) io.out(line);
  for (const { process, entries, published, units } of move.prices)
    io.out(printable(`prices of ${process}: ${entries} ${published ? 'published' : 'unchanged'}, ${units} units set`));
  list(
    io,
    'Resources with a new id, because theirs is taken:',
    move.renumbered.map(({ section, there, here }) => `${section}: ${there} became ${here}`),
  );
  list(io, 'Not copied:', move.notShown);
  for (const line of move.rejected.slice(0, LINES)) io.err(printable(line));
  if (dryRun) io.out('Dry run: nothing was changed. The changes of accounts and prices are not compared.');
}

function list(io: Io, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const more = lines.length > LINES ? [`  ... and ${lines.length - LINES} more`] : [];
  io.out([title, ...lines.slice(0, LINES).map((line) => `  ${printable(line)}`), ...more].join('\n'));
}

import { isId } from '@app/platform/core';
import type { Command, Input } from '../command.js';
import { UsageError } from '../errors.js';
import { readOnly } from '../inspect/read-only.js';
import { SINCE, sinceOf } from '../since.js';
import { lineOf } from './lines.js';
import { eventsOf, type Wanted } from './trail.js';

const LIMIT = 50;
const MAX_LIMIT = 10_000;

export const audit: Command = {
  name: 'audit',
  summary: 'Shows the audit trail: who changed what and when, and rejected requests; newest first',
  details: `One line per statement and table, and per rejected request. A change of one row is printed in full, a change of more rows
as their number; --json prints all rows, as one JSON object per line. Events must meet all conditions.`,
  options: {
    asset: { type: 'string', value: 'ID', help: 'only events of the asset with this id' },
    key: { type: 'string', value: 'ID', help: 'only events of the API key with this id' },
    operation: {
      type: 'string',
      value: 'ID',
      help: 'only events of an operation, such as update-unit, or of a command, such as provision',
    },
    request: { type: 'string', value: 'ID', help: 'only events of the request with this X-Request-Id' },
    since: SINCE,
    rejected: { type: 'boolean', help: 'only rejected requests' },
    writes: { type: 'boolean', help: 'only changes' },
    limit: { type: 'string', value: 'N', help: `maximum number of events; default ${LIMIT}` },
    before: { type: 'string', value: 'ID', help: 'only events older than the one with this id: the next page' },
    json: { type: 'boolean', help: 'prints JSON' },
  },
  async run(input, io) {
    const wanted = wantedBy(input);
    const events = await readOnly(io, (read) => eventsOf(read, wanted));
    if (events.length === 0) io.err('No events match.');
    else io.out(events.map((event) => (input.flags['json'] ? JSON.stringify(event) : lineOf(event))).join('\n'));
    if (events.length === wanted.limit) io.err(`Older events: --before ${events.at(-1)!.id}`);
  },
};

function wantedBy({ options, flags }: Input): Wanted {
  const { operation, request, since } = options;
  const isRejected = flags['rejected'];
  if (isRejected && flags['writes']) throw error('--rejected and --writes exclude each other');
  if (request !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(request))
    throw error(`--request must be an id of a request, not "${request}"`);
  return {
    asset: idOf(options, 'asset'),
    key: idOf(options, 'key'),
    before: idOf(options, 'before'),
    operation,
    request,
    since: since === undefined ? undefined : sinceOf(since, 'audit'),
    rejected: isRejected ? true : flags['writes'] ? false : undefined,
    limit: limitOf(options['limit'] ?? String(LIMIT)),
  };
}

function idOf(options: Input['options'], name: string): string | undefined {
  const id = options[name];
  const isWrong: boolean = id !== undefined && !isId(id);
  if (isWrong) throw error(`--${name} must be an id such as 1, not "${id}"`);
  return id;
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > MAX_LIMIT)
    throw error(`--limit must be a whole number from 1 to ${MAX_LIMIT}, not "${text}"`);
  return Number(text);
}

const error = (text: string): UsageError => new UsageError(text, 'audit');

import { isId, MAX_RATE_LIMIT } from '@app/platform/core';
import { isKey, newSecret } from '@app/platform/auth';
import type { Command, Input } from '../command.js';
import { requireDatabase } from '../connect.js';
import { withPlatform } from '../contexts.js';
import { UsageError } from '../errors.js';
import { columns } from '../inspect/columns.js';
import { readOnly } from '../inspect/read-only.js';
import type { Io } from '../io.js';
import { requireKnown } from '../known.js';
import { type KeyRow, Keys, LIST_KEYS } from './keys.js';
import { expiryOf, permissionHelp, permissionNamed } from './permissions.js';

const JSON_OPTION = { type: 'boolean', help: 'prints JSON' } as const;

const keysCreate: Command = {
  name: 'keys create',
  summary: 'Creates an API key and prints it once',
  details: `Each operation requires one of these permissions; the prefix "service." may be omitted. service.* grants all but those with the prefix "manage.", manage.* grants these, service.units.* those of units:\n\n${permissionHelp()}`,
  options: {
    name: { type: 'string', value: 'N', help: 'what the key is for', required: true },
    permissions: { type: 'string', value: 'a,b', help: 'separated by commas', required: true },
    accounts: { type: 'string', value: 'all|id,id', help: 'the accounts whose resources it sees', required: true },
    assets: {
      type: 'string',
      value: 'id,id',
      help: 'the only assets that it sees, among those of its accounts; default: all of them',
    },
    'read-only': { type: 'boolean', help: 'it may only read, whatever its permissions' },
    expires: {
      type: 'string',
      value: 'DATE',
      help: 'its last day, in UTC: 2027-12-31; or a time: 2027-12-31T12:00:00Z',
    },
    'rate-limit': {
      type: 'string',
      value: 'N',
      help: 'requests per minute, 0 = no limit; default: RATE_LIMIT_PER_MINUTE of the server',
    },
    key: {
      type: 'string',
      value: 'VALUE',
      help: 'adopts a key that clients already use, 32 to 255 characters; default: a new key',
    },
    json: JSON_OPTION,
  },
  run: (input, io) => {
    const terms = { ...termsOf(input), name: nameOf(input) };
    const secret = secretOf(input);
    return withPlatform(io, async (app) => {
      await requireKnown(app, 'account', terms.accounts ?? []);
      await requireKnown(app, 'asset', terms.assets ?? []);
      const keys = new Keys(app);
      const id = await keys.create(terms, secret);
      show(io, input, await keys.view(id), secret);
    });
  },
};

const keysList: Command = {
  name: 'keys list',
  summary: 'Lists all keys, without their secrets',
  options: { json: JSON_OPTION },
  async run({ flags }, io) {
    const rows = await readOnly(io, (read) => read<KeyRow>(LIST_KEYS));
    if (flags['json']) io.out(JSON.stringify(rows, null, 2));
    else if (rows.length === 0) io.err('There are no keys.');
    else io.out(columns(rows.map(shown)));
  },
};

const keysRotate: Command = {
  name: 'keys rotate',
  parameters: ['ID'],
  summary: 'Creates a successor with the same terms; the old key expires after an overlap',
  options: {
    overlap: { type: 'string', value: 'HOURS', help: 'how long both are valid; default 24h' },
    json: JSON_OPTION,
  },
  run(input, io) {
    const hours = /^(\d{1,4})h?$/.exec(input.options['overlap'] ?? '24h')?.[1];
    if (hours === undefined) throw new UsageError('--overlap must be hours, 0 to 9999: 24h', 'keys rotate');
    requireDatabase(io);
    return withPlatform(io, async (app) => {
      const keys = new Keys(app);
      const secret = newSecret();
      const id = await keys.rotate(input.parameters[0]!, secret, Number(hours));
      show(io, input, await keys.view(id), secret);
    });
  },
};

const keysRevoke: Command = {
  name: 'keys revoke',
  parameters: ['ID|KEY'],
  summary: 'Revokes a key, by its id or by the key itself; every server rejects it within five seconds',
  async run({ parameters }, io) {
    requireDatabase(io);
    await withPlatform(io, async (app) => {
      const keys = new Keys(app);
      const { id, name, revoked_at } = await keys.revoke(await keys.named(parameters[0]!));
      io.out(`Key ${id} (${name}) was revoked at ${revoked_at}.`);
    });
  },
};

function secretOf({ options }: Input): string {
  const { key } = options;
  if (key !== undefined && !isKey(key))
    throw new UsageError(
      '--key must have 32 to 255 visible ASCII characters and must not begin with pms_',
      'keys create',
    );
  return key ?? newSecret();
}

function nameOf({ options }: Input): string {
  const name = options['name']!;
  if (!/\S/.test(name) || name.includes('\0') || [...name].length > 255)
    throw new UsageError('--name must be 1 to 255 characters, not blank', 'keys create');
  return name;
}

function termsOf({ options, flags }: Input) {
  const permissions = listOf(options['permissions']!).map((text) => {
    const permission = permissionNamed(text);
    if (permission === undefined) throw new UsageError(`There is no permission "${text}"`, 'keys create');
    return permission;
  });
  const accounts = options['accounts'] === 'all' ? null : listOf(options['accounts']!);
  if (permissions.length === 0) throw new UsageError('--permissions is empty', 'keys create');
  const assets = options['assets'] === undefined ? null : listOf(options['assets']);
  requireIds('--accounts must be all, or ids such as 1,2', accounts);
  requireIds('--assets must be ids such as 1,2', assets);
  return {
    permissions: [...new Set(permissions)],
    accounts: accounts && [...new Set(accounts)],
    assets: assets && [...new Set(assets)],
    isReadOnly: flags['read-only'] === true,
    expiresAt: expiry(options['expires']),
    rateLimit: rateLimit(options['rate-limit']),
  };
}

function requireIds(rule: string, ids: readonly string[] | null): void {
  const wrong = ids?.find((id): boolean => !isId(id));
  if (ids?.length === 0 || wrong !== undefined)
    throw new UsageError(`${rule}${wrong ? `, not "${wrong}"` : ''}`, 'keys create');
}

function rateLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit > MAX_RATE_LIMIT)
    throw new UsageError(
      `--rate-limit must be a whole number from 0 to ${MAX_RATE_LIMIT}, not "${text}"`,
      'keys create',
    );
  return limit;
}

function expiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = expiryOf(text);
  if (!date) throw new UsageError(`--expires must be a date such as 2027-12-31, not "${text}"`, 'keys create');
  if (date.getTime() <= Date.now()) throw new UsageError(`--expires ${text} is in the past`, 'keys create');
  return date;
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function show(io: Io, { flags }: Input, { id, name, ...row }: KeyRow, secret: string): void {
  if (flags['json']) return io.out(JSON.stringify({ id, name, key: secret, ...row }, null, 2));
  io.out(secret);
  io.err(`Key ${id} (${name}). It is shown only once: the service stores its hash.`);
}

function shown({ id, name, prefix, last_characters, status, permissions, accounts, assets, ...row }: KeyRow) {
  const { is_read_only, rate_limit, expires_at, last_used_at } = row;
  const limit = rate_limit === null ? 'default' : rate_limit === 0 ? 'none' : `${rate_limit} per minute`;
  const key = prefix && `${prefix}…${last_characters}`;
  const may = is_read_only ? ['(only reads)', ...permissions] : permissions;
  return { id, name, key, status, accounts, assets, rate_limit: limit, expires_at, last_used_at, permissions: may };
}

export const keyCommands = [keysCreate, keysList, keysRotate, keysRevoke];

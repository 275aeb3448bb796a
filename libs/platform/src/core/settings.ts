import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { validateCronExpression } from 'cron';
import { type TracingSettings, tracingSettings } from './tracing-settings.js';

/** A setting that cannot be used; `start` prints the message as its one line. */
export class SettingError extends Error {}

/** What an operator sets by the environment; docs/configuration.md lists them all. */
export interface Settings {
  databaseUrl: string;
  /** A replica of that database which may answer reads. */
  databaseReadUrl?: string | undefined;
  port: number;
  aiPort: number;
  /** Address under which clients reach the main API; without it, the host that the client addressed. */
  publicUrl: string | undefined;
  /** Address under which visitors reach the viewer's pages; without it, that of the main API. */
  viewerUrl: string | undefined;
  /** The same for the second API. */
  aiPublicUrl: string | undefined;
  /** Requests a minute of a key that has no limit of its own; 0 = no limit. */
  rateLimit: number;
  /** Requests a minute and address with keys that are not valid; 0 = no limit. */
  unknownKeyLimit: number;
  /** Requests a minute and address to what needs no key; 0 = no limit. */
  publicLimit: number;
  /** Where requests are counted: for all processes in the database, or in each for itself. */
  rateLimitStore: string;
  /** Whether a proxy in front may name the host, the protocol and the client (`X-Forwarded-*`): any, none, or these. */
  trustProxy: boolean | BlockList;
  requireHttps: boolean;
  logLevel: string;
  /** Seconds from the signal to stop, when readiness ends, until connections are refused: for proxies to notice. */
  drainSeconds: number;
  /** Whether reads are answered before the router (rest/get-router.ts); off only to compare. */
  fastReads?: boolean;
  /** Whether requests are counted and `/metrics` is served; off only to compare. */
  metrics?: boolean;
  /** What one must send to see `/metrics`; without it everybody may. */
  metricsToken?: string | undefined;
  /** Whom `/.well-known/security.txt` names; without it there is none. */
  securityContact: string | undefined;
  /** Where traces go, if anywhere. */
  tracing?: TracingSettings | undefined;
  /** Connections to Postgres of one server, however many processes it has. */
  poolSize: number;
  /** Processes that answer for one API, on one port. */
  workers: number;
  /** MiB of responses kept while their data is unchanged; 0 = none. */
  responseCacheMb: number;
  /** One line for each setting that was given by a former name. */
  deprecations: string[];
  /** Days that the audit trail is kept. */
  auditDays: number;
  /** Days that a publication of prices is remembered after the next one; 0 = only what is live. */
  priceHistoryDays: number;
  /** Folder of what is kept on disk. */
  dataDir: string;
  /** The bucket of stored files; without one they are in `<dataDir>/files`. */
  s3: S3Settings | undefined;
  /** Without it, no backups are scheduled. */
  backup?: BackupSettings | undefined;
  /** Folder of scheduled backups. */
  backupDir: string;
}

export interface BackupSettings {
  /** cron expression, in UTC */
  schedule: string;
  /** folder that they are written to */
  dir: string;
  /** how many are kept */
  keep: number;
}

export interface S3Settings {
  /** Address of the server; without one, Amazon's. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  /** Without these two, what the SDK finds: the role of the machine, its profile. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  /** What the names of objects begin with. */
  prefix: string;
}

/** Requests a minute. */
export const RATE_LIMIT_MOST = 1_000_000_000;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Former names of settings, which still work. */
const FORMER_NAMES = { RESPONSE_CACHE_MB: 'ANSWER_MEMORY' };

const deprecationsIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(FORMER_NAMES)
    .filter(([, former]) => env[former])
    .map(([name, former]) => `${former} is deprecated: set ${name}`);

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    databaseUrl: databaseUrl(env['DATABASE_URL'], 'DATABASE_URL'),
    databaseReadUrl: env['DATABASE_READ_URL'] ? databaseUrl(env['DATABASE_READ_URL'], 'DATABASE_READ_URL') : undefined,
    port: integer(env, 'PORT', 3000, 0, 65535),
    aiPort: integer(env, 'AI_PORT', 3001, 0, 65535),
    publicUrl: publicUrl(env, 'PUBLIC_URL'),
    viewerUrl: publicUrl(env, 'VIEWER_URL'),
    aiPublicUrl: publicUrl(env, 'AI_PUBLIC_URL'),
    rateLimit: integer(env, 'RATE_LIMIT_PER_MINUTE', 1200, 0, RATE_LIMIT_MOST),
    unknownKeyLimit: integer(env, 'RATE_LIMIT_UNKNOWN_KEYS', 300, 0, RATE_LIMIT_MOST),
    publicLimit: integer(env, 'RATE_LIMIT_PUBLIC', 6000, 0, RATE_LIMIT_MOST),
    rateLimitStore: choice(env, 'RATE_LIMIT_STORE', 'postgres', ['postgres', 'memory']),
    trustProxy: proxies(env, 'TRUST_PROXY'),
    requireHttps: boolean(env, 'REQUIRE_HTTPS', false),
    logLevel: choice(env, 'LOG_LEVEL', 'info', LEVELS),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 0, 3600),
    fastReads: boolean(env, 'FAST_READS', true),
    metrics: boolean(env, 'METRICS', true),
    metricsToken: token(env, 'METRICS_TOKEN'),
    securityContact: contact(env, 'SECURITY_CONTACT'),
    tracing: tracingSettings(env),
    poolSize: integer(env, 'DATABASE_POOL', 30, 4, 1000),
    workers: integer(env, 'WORKERS', 1, 1, 256),
    responseCacheMb: env['RESPONSE_CACHE_MB']
      ? integer(env, 'RESPONSE_CACHE_MB', 64, 0, 65_536)
      : integer(env, 'ANSWER_MEMORY', 64, 0, 65_536),
    auditDays: integer(env, 'AUDIT_DAYS', 400, 1, 36_500),
    priceHistoryDays: integer(env, 'PRICE_HISTORY_DAYS', 400, 0, 36_500),
    dataDir: env['DATA_DIR'] || '.data',
    s3: s3(env),
    backup: backup(env),
    backupDir: backupDir(env),
    deprecations: deprecationsIn(env),
  };
}

function contact(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/\s/.test(text) || !URL.canParse(text) || !/^(https|mailto|tel):/.test(text))
    throw new SettingError(`${name} must be an address that begins with https:, mailto: or tel:, not "${text}"`);
  return text;
}

export function integer(env: NodeJS.ProcessEnv, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new SettingError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
}

export function boolean(env: NodeJS.ProcessEnv, name: string, otherwise: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new SettingError(`${name} must be true or false, not "${text}"`);
}

/** All, none, or a list of addresses and networks. */
function proxies(env: NodeJS.ProcessEnv, name: string): boolean | BlockList {
  const text = env[name];
  if (!text || !/[.:]/.test(text)) return boolean(env, name, false);
  const list = new BlockList();
  for (const each of text.split(',')) {
    const [, address, bits] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(each) ?? [];
    const version = isIP(address ?? '');
    const most = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? 0) > most)
      throw new SettingError(`${name} must be true, false or addresses such as 10.0.0.0/8,fd00::1, not "${text}"`);
    list.addSubnet(address!, Number(bits ?? most), `ipv${version as 4 | 6}`);
  }
  return list;
}

function choice(env: NodeJS.ProcessEnv, name: string, otherwise: string, choices: string[]): string {
  const text = env[name] || otherwise;
  if (!choices.includes(text)) throw new SettingError(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return text;
}

/** What can be sent as `Authorization: Bearer` (RFC 6750). The message does not show it. */
function token(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^[\w.~+/-]+=*$/.test(text)) throw new SettingError(`${name} must consist of letters, digits and - . _ ~ + /`);
  return text;
}

function databaseUrl(text: string | undefined, name: string): string {
  if (!text) throw new SettingError(`${name} is not set`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new SettingError(`${name} must be an address such as postgres://user:password@host:5432/database`);
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol))
    throw new SettingError(`${name} must begin with postgres://`);
  return text;
}

function s3(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const given = (name: string): string | undefined => env[`S3_${name}`] || undefined;
  const bucket = given('BUCKET');
  const credentials = [given('ACCESS_KEY_ID'), given('SECRET_ACCESS_KEY')] as const;
  if (!bucket) {
    if (given('ENDPOINT') || given('PREFIX'))
      throw new SettingError('S3_BUCKET is not set, but other S3_ settings are');
    return undefined;
  }
  if ((credentials[0] === undefined) !== (credentials[1] === undefined))
    throw new SettingError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  return {
    endpoint: publicUrl(env, 'S3_ENDPOINT'),
    bucket,
    region: given('REGION') ?? 'us-east-1',
    accessKeyId: credentials[0],
    secretAccessKey: credentials[1],
    prefix: given('PREFIX') ?? '',
  };
}

function backup(env: NodeJS.ProcessEnv): BackupSettings | undefined {
  const schedule = env['BACKUP_SCHEDULE'];
  const keep = integer(env, 'BACKUP_KEEP', 7, 1, 10_000);
  if (!schedule) return undefined;
  if (!validateCronExpression(schedule).valid)
    throw new SettingError(`BACKUP_SCHEDULE must be a cron expression such as "0 3 * * *", not "${schedule}"`);
  return { schedule, dir: backupDir(env), keep };
}

const backupDir = (env: NodeJS.ProcessEnv): string => env['BACKUP_DIR'] || join(env['DATA_DIR'] || '.data', 'backups');

function publicUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  try {
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol) || url.search || url.hash) throw new Error();
    return text.replace(/\/+$/, '');
  } catch {
    throw new SettingError(`${name} must be an http(s) address without a query, not "${text}"`);
  }
}

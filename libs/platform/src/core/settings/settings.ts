import { join } from 'node:path';
import { CronTime, validateCronExpression } from 'cron';
import {
  boolean,
  choice,
  contact,
  databaseUrl,
  integer,
  networks,
  proxies,
  publicUrl,
  SettingError,
  token,
} from './setting-types.js';
import { tracingSettings } from './tracing-settings.js';

export interface BackupSettings {
  /** cron expression, in UTC */
  schedule: string;
  dir: string;
  keep: number;
}

export interface S3Settings {
  /** URL of the server; default: Amazon's. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  /** Without these two, the SDK's default credentials: role or profile of the machine. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  prefix: string;
}

/** Requests per minute. */
export const MAX_RATE_LIMIT = 1_000_000_000;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the settings from environment variables; docs/configuration.md lists them all. @throws SettingError */
export function readSettings(env: NodeJS.ProcessEnv) {
  return {
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseReadUrl: env['DATABASE_READ_URL'] ? databaseUrl(env, 'DATABASE_READ_URL') : undefined,
    port: integer(env, 'PORT', 3000, 0, 65535),
    aiPort: integer(env, 'AI_PORT', 3001, 0, 65535),
    /** Base URL of the main API for clients; default: the host of the request. */
    publicUrl: publicUrl(env, 'PUBLIC_URL'),
    /** Base URL of the viewer's pages for visitors; default: that of the main API. */
    viewerUrl: publicUrl(env, 'VIEWER_URL'),
    console: boolean(env, 'CONSOLE', true),
    aiPublicUrl: publicUrl(env, 'AI_PUBLIC_URL'),
    /** Requests per minute of a key without a limit of its own, averaged over two minutes; 0 = unlimited. */
    rateLimit: integer(env, 'RATE_LIMIT_PER_MINUTE', 1200, 0, MAX_RATE_LIMIT),
    /** Requests per minute and address with invalid keys; 0 = unlimited. */
    unknownKeyLimit: integer(env, 'RATE_LIMIT_UNKNOWN_KEYS', 300, 0, MAX_RATE_LIMIT),
    /** Requests per minute and address to public operations; 0 = unlimited. */
    publicLimit: integer(env, 'RATE_LIMIT_PUBLIC', 6000, 0, MAX_RATE_LIMIT),
    rateLimitStore: choice(env, 'RATE_LIMIT_STORE', 'postgres', ['postgres', 'memory']),
    trustProxy: proxies(env, 'TRUST_PROXY'),
    requireHttps: boolean(env, 'REQUIRE_HTTPS', false),
    logLevel: choice(env, 'LOG_LEVEL', 'info', LEVELS),
    logFile: env['LOG_FILE'] || undefined,
    /** Seconds between the stop signal, when readiness ends, and the closing of the port: time for load balancers to notice. */
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 0, 3600),
    metrics: boolean(env, 'METRICS', true),
    metricsToken: token(env, 'METRICS_TOKEN'),
    securityContact: contact(env, 'SECURITY_CONTACT'),
    apiContact: contact(env, 'API_CONTACT'),
    tracing: tracingSettings(env),
    poolSize: integer(env, 'DATABASE_POOL', 30, 4, 1000),
    workers: integer(env, 'WORKERS', 1, 1, 256),
    /** MiB of responses kept while their data is unchanged; 0 = none. */
    responseCacheMb: integer(env, 'RESPONSE_CACHE_MB', 64, 0, 65_536),
    /** Retention of the audit trail in days. */
    auditDays: integer(env, 'AUDIT_DAYS', 400, 1, 36_500),
    /** Retention of the feed of events in days. */
    eventDays: integer(env, 'EVENT_DAYS', 30, 1, 36_500),
    webhookNetworks: networks(env, 'WEBHOOK_ALLOWED_NETWORKS'),
    /** Days a price publication is kept after its successor; 0 = only the live one. */
    priceHistoryDays: integer(env, 'PRICE_HISTORY_DAYS', 400, 0, 36_500),
    /** Days for which the counts of visits are kept. */
    visitDays: integer(env, 'VISIT_DAYS', 400, 1, 36_500),
    dataDir: env['DATA_DIR'] || '.data',
    s3: s3(env),
    backup: backup(env),
    backupDir: backupDir(env),
  };
}

export type Settings = ReturnType<typeof readSettings>;

export const SETTINGS = Symbol('Settings');

function s3(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const setting = (name: string): string | undefined => env[`S3_${name}`] || undefined;
  const [bucket, accessKeyId, secretAccessKey] = ['BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(setting);
  if (!bucket) {
    if (['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'PREFIX'].some(setting))
      throw new SettingError('S3_BUCKET is not set, but other S3_ settings are');
    return undefined;
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new SettingError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  return {
    endpoint: publicUrl(env, 'S3_ENDPOINT'),
    bucket,
    region: setting('REGION') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    prefix: setting('PREFIX') ?? '',
  };
}

function backup(env: NodeJS.ProcessEnv): BackupSettings | undefined {
  const schedule = env['BACKUP_SCHEDULE'];
  const keep = integer(env, 'BACKUP_KEEP', 7, 1, 10_000);
  if (!schedule) return undefined;
  if (!validateCronExpression(schedule).valid || !occurs(schedule))
    throw new SettingError(`BACKUP_SCHEDULE must be a cron expression such as "0 3 * * *", not "${schedule}"`);
  return { schedule, dir: backupDir(env), keep };
}

/** False for a valid expression that names no date, such as `0 0 30 2 *`. */
function occurs(schedule: string): boolean {
  try {
    new CronTime(schedule, 'UTC').sendAt();
    return true;
  } catch {
    return false;
  }
}

const backupDir = (env: NodeJS.ProcessEnv): string => env['BACKUP_DIR'] || join(env['DATA_DIR'] || '.data', 'backups');

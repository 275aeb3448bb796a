/** A setting that cannot be used; `start` prints the message as its one line. */
export class SettingError extends Error {}

/** What an operator sets by the environment; README lists them all. */
export interface Settings {
  databaseUrl: string;
  port: number;
  aiPort: number;
  /** Address under which clients reach the main API; without it, the host that the client addressed. */
  publicUrl: string | undefined;
  /** The same for the second API. */
  aiPublicUrl: string | undefined;
  /** Requests a minute and key; 0 = no limit. */
  rateLimit: number;
  /** Whether a proxy in front may name the host, the protocol and the client (`X-Forwarded-*`). */
  trustProxy: boolean;
  requireHttps: boolean;
  logLevel: string;
  /** Whether reads are answered before the router (http/fast-reads.ts); off only to compare. */
  fastReads?: boolean;
  /** Connections to Postgres of one process. */
  poolSize: number;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    databaseUrl: databaseUrl(env['DATABASE_URL']),
    port: integer(env, 'PORT', 3000, 0, 65535),
    aiPort: integer(env, 'AI_PORT', 3001, 0, 65535),
    publicUrl: publicUrl(env, 'PUBLIC_URL'),
    aiPublicUrl: publicUrl(env, 'AI_PUBLIC_URL'),
    rateLimit: integer(env, 'RATE_LIMIT_PER_MINUTE', 600, 0, 1_000_000_000),
    trustProxy: boolean(env, 'TRUST_PROXY', false),
    requireHttps: boolean(env, 'REQUIRE_HTTPS', false),
    logLevel: choice(env, 'LOG_LEVEL', 'info', LEVELS),
    fastReads: boolean(env, 'FAST_READS', true),
    poolSize: integer(env, 'DATABASE_POOL', 30, 4, 1000),
  };
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

function choice(env: NodeJS.ProcessEnv, name: string, otherwise: string, choices: string[]): string {
  const text = env[name] || otherwise;
  if (!choices.includes(text)) throw new SettingError(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return text;
}

function databaseUrl(text: string | undefined): string {
  if (!text) throw new SettingError('DATABASE_URL is not set');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new SettingError('DATABASE_URL must be an address such as postgres://user:password@host:5432/database');
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol))
    throw new SettingError('DATABASE_URL must begin with postgres://');
  return text;
}

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

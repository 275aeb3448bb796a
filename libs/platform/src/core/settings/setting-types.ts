import { BlockList, isIP } from 'node:net';
import { parseUrl } from '../validation/parse-url.js';

/** An invalid setting; `start` prints only the message, which names the variable. */
export class SettingError extends Error {}

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

export function choice(env: NodeJS.ProcessEnv, name: string, otherwise: string, choices: string[]): string {
  const text = env[name] || otherwise;
  if (!choices.includes(text)) throw new SettingError(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return text;
}

export function publicUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const url = parseUrl(text);
  if (url && (url.username || url.password)) throw new SettingError(`${name} must not contain a user or password`);
  if (!/^https?:$/.test(url?.protocol ?? '') || /[?#\s]/.test(text))
    throw new SettingError(`${name} must be an http(s) address without a query, not "${text}"`);
  return text.replace(/\/+$/, '');
}

export function databaseUrl(env: NodeJS.ProcessEnv, name: string): string {
  const text = env[name];
  if (!text) throw new SettingError(`${name} is not set`);
  const url = parseUrl(text);
  if (!url) throw new SettingError(`${name} must be an address such as postgres://user:password@host:5432/database`);
  if (!['postgres:', 'postgresql:'].includes(url.protocol))
    throw new SettingError(`${name} must begin with postgres://`);
  return text;
}

export function contact(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/\s/.test(text) || !parseUrl(text) || !/^(https|mailto|tel):/.test(text))
    throw new SettingError(`${name} must be an address that begins with https:, mailto: or tel:, not "${text}"`);
  return text;
}

/** A bearer token (RFC 6750). The error message does not reveal it. */
export function token(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^[\w.~+/-]+=*$/.test(text)) throw new SettingError(`${name} must consist of letters, digits and - . _ ~ + /`);
  return text;
}

/** Accepts true, false, or a list of addresses and networks. */
export function proxies(env: NodeJS.ProcessEnv, name: string): boolean | BlockList {
  const text = env[name];
  if (!text || !/[.:]/.test(text)) return boolean(env, name, false);
  return networksIn(text, () => new SettingError(`${name} must be true, false or ${ADDRESSES}, not "${text}"`));
}

/** A list of addresses and networks; empty if the variable is not set. */
export function networks(env: NodeJS.ProcessEnv, name: string): BlockList {
  const text = env[name];
  if (!text) return new BlockList();
  return networksIn(text, () => new SettingError(`${name} must be ${ADDRESSES}, not "${text}"`));
}

const ADDRESSES = 'addresses such as 10.0.0.0/8,fd00::1';

function networksIn(text: string, error: () => SettingError): BlockList {
  const list = new BlockList();
  for (const each of text.split(',')) {
    const [, address, bits] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(each) ?? [];
    const version = isIP(address ?? '');
    const max = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? 0) > max) throw error();
    list.addSubnet(address!, Number(bits ?? max), `ipv${version as 4 | 6}`);
  }
  return list;
}

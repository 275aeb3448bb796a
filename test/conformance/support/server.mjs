import { isDeepStrictEqual } from 'node:util';
import { FLAGS } from '../../support/contract.mjs';

/** An expectation does not hold; the message says what was seen. */
export class Broken extends Error {}

/** The server has no resource on which the expectation could be checked. */
export class NotApplicable extends Error {}

/** The server cannot be reached, so nothing can be said about it. */
export class Unreachable extends Error {}

export function must(condition, seen) {
  if (!condition) throw new Broken(typeof seen === 'string' ? seen : shown(seen));
}

export const shown = (value) => JSON.stringify(value)?.slice(0, 300);

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const isHttp = (text) => /^https?:\/\/[^\s/]\S*$/i.test(text ?? '');

/** A server as clients see it. */
export class Server {
  /** @param recorder gets every request with its response */
  constructor(base, key, recorder) {
    this.base = new URL(base).href.replace(/\/$/, '');
    this.key = key;
    this.recorder = recorder;
  }

  /** @param asked `key` and `flags` may be null to omit them. `raw` is sent unchanged, `body` as JSON */
  async request(method, path, { key = this.key, flags = FLAGS, headers = {}, body, raw } = {}) {
    const url = path.startsWith('http') ? path : this.base + path;
    const sent = {
      headers: {
        ...(key !== null && { 'API-Key': key }),
        ...(flags !== null && { 'Experimental-Flags': flags }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
    };
    const options = { method, redirect: 'manual', signal: AbortSignal.timeout(30_000), ...sent };
    const response = await fetch(url, options).catch((error) => {
      throw new Unreachable(`${method} ${url}: ${error.cause?.message ?? error.message}`);
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    this.recorder?.add(method, url, sent, response, bytes);
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  get = (path, asked) => this.request('GET', path, asked);
  post = (path, body, asked) => this.request('POST', path, { body, ...asked });
  put = (path, body, asked) => this.request('PUT', path, { body, ...asked });
  delete = (path, asked) => this.request('DELETE', path, asked);

  /** The body of a success; any other response breaks the expectation. */
  async read(path, asked) {
    const { status, body, text } = await this.get(path, asked);
    must(status === 200 && body !== undefined, `GET ${path}: ${status} ${text.slice(0, 200)}`);
    return body;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Expects this status, a body with a message, and errors of these fields. */
export function mustReject({ status, body, text }, expected, ...fields) {
  must(status === expected, `status ${status} instead of ${expected}: ${text.slice(0, 200)}`);
  must(isObject(body) && typeof body.message === 'string' && body.message !== '', `no message: ${text.slice(0, 200)}`);
  for (const field of fields) must(body.fields?.[field] !== undefined, `no word of ${field}: ${text.slice(0, 200)}`);
}

/** Expects this status. @returns the body */
export function mustAccept({ status, body, text }, expected) {
  must(status === expected, `status ${status} instead of ${expected}: ${text.slice(0, 200)}`);
  return body;
}

export function mustEqual(seen, expected, what) {
  must(isDeepStrictEqual(seen, expected), `${what} ${shown(seen)} instead of ${shown(expected)}`);
}

import { Agent, request as httpRequest } from 'node:http';

/**
 * Beside `fetch` (test/conformance, for any server, over HTTPS too) and test/support/http-client.ts (for Jest, as `fetch` but cheaper),
 * because black-box tests also send what neither of them can: raw paths, repeated and malformed headers.
 */

/** @typedef {{ method: string, path: string, headers?: [string, string][], body?: string | Buffer }} Request */

/** Lets go of an idle connection, ms, before the service does, which keeps one 5 s. */
const IDLE = 4_000;
const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: IDLE });

/**
 * Sends a request exactly as it is described, and never throws: an answer that does not come has the status 0.
 * @param {string} base
 * @param {Request} request
 */
export async function send(base, request, options = {}) {
  const answer = await sendOnce(base, request, options);
  // A kept connection may be closed, for its age, at the very moment when it is used again.
  const isStale = answer.status === 0 && answer.reused && ['GET', 'HEAD', 'PUT'].includes(request.method);
  return isStale ? sendOnce(base, request, { ...options, agent: false }) : answer;
}

function sendOnce(base, { method, path, headers = [], body }, { within = 20_000, agent: own = agent }) {
  const { hostname, port } = new URL(base);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const all = headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host', `${hostname}:${port}`];
  for (const [name, value] of headers) all.push(name, value);
  if (bytes || method === 'POST' || method === 'PUT') all.push('Content-Length', String(bytes?.length ?? 0));
  const from = performance.now();
  return new Promise((settle) => {
    let asking;
    const failed = (error) =>
      settle({
        ...{ status: 0, headers: {}, text: '', error: String(error?.message ?? error) },
        ...{ ms: performance.now() - from, reused: asking.reusedSocket && /hang up|ECONNRESET/.test(String(error)) },
      });
    try {
      asking = httpRequest({ hostname, port, method, path, headers: all, agent: own });
    } catch (error) {
      return settle({ status: -1, headers: {}, text: '', error: String(error), ms: 0 }); // not to be said in HTTP
    }
    asking.setTimeout(within, () => asking.destroy(new Error(`no answer in ${within} ms`)));
    asking.on('error', failed);
    asking.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => settle(answerOf(response, Buffer.concat(chunks), performance.now() - from)));
    });
    asking.end(bytes);
  });
}

function answerOf({ statusCode, headers, rawHeaders }, bytes, ms) {
  const text = bytes.toString();
  const answer = { status: statusCode, headers, rawHeaders, text, ms, body: undefined };
  if (headers['content-type']?.startsWith('application/json') && !headers['content-encoding'] && text !== '') {
    try {
      answer.body = JSON.parse(text);
    } catch {
      // reported by the invariants
    }
  }
  return answer;
}

/** A client of one or several servers: in turn, when no one is named. */
export class Client {
  constructor(bases, key, flags) {
    this.bases = bases;
    this.key = key;
    this.flags = flags;
    this.turn = 0;
  }

  /** @param asked `body` as JSON, `key`, `flags` (null = none), `headers`, `at` = which of the servers */
  ask(method, path, { body, raw, key = this.key, flags = this.flags, headers = {}, at, ...options } = {}) {
    const base = this.bases[(at ?? this.turn++) % this.bases.length];
    return send(base, requestOf(method, path, { body, raw, key, flags, headers }), options);
  }

  get = (path, asked) => this.ask('GET', path, asked);
  post = (path, body, asked) => this.ask('POST', path, { body, ...asked });
  put = (path, body, asked) => this.ask('PUT', path, { body, ...asked });
  delete = (path, asked) => this.ask('DELETE', path, asked);
}

/** @returns {Request} */
export function requestOf(method, path, { body, raw, key, flags, headers = {} }) {
  const sent = [];
  if (key !== null && key !== undefined) sent.push(['API-Key', key]);
  if (flags !== null && flags !== undefined) sent.push(['Experimental-Flags', flags]);
  if (body !== undefined) sent.push(['Content-Type', 'application/json']);
  sent.push(...Object.entries(headers));
  return { method, path, headers: sent, body: raw ?? (body === undefined ? undefined : JSON.stringify(body)) };
}

/** The request as a line for a shell. Secrets are shown as variables. */
export function curlOf(base, { method, path, headers = [], body }, secrets = {}) {
  const hidden = (text) =>
    Object.entries(secrets).reduce((shown, [name, secret]) => shown.replaceAll(secret, `<${name}>`), text);
  const parts = ['curl -i --path-as-is', `-X ${method}`, quoted(Buffer.from(base + hidden(path), 'latin1'))];
  for (const [name, value] of headers) parts.push(`-H ${quoted(Buffer.from(hidden(`${name}: ${value}`), 'latin1'))}`);
  if (body === undefined) return parts.join(' ');
  const bytes = Buffer.from(body);
  const isLong = bytes.length > SHOWN;
  parts.push(`--data-binary ${quoted(isLong ? bytes.subarray(0, SHOWN) : bytes)}`);
  return parts.join(' ') + (isLong ? ` # the first ${SHOWN} of ${bytes.length} bytes` : '');
}

/** Bytes of a body in a curl line. */
const SHOWN = 600;

/** For bash; what is no printable ASCII as escapes. */
function quoted(bytes) {
  const plain = [...bytes].every((byte) => byte >= 32 && byte < 127 && byte !== 39);
  if (plain) return `'${bytes.toString('latin1')}'`;
  const escaped = [...bytes].map((byte) =>
    byte === 39 || byte === 92
      ? `\\${String.fromCharCode(byte)}`
      : byte >= 32 && byte < 127
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped.join('')}'`;
}

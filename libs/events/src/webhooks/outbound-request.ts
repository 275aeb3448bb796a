import { type LookupAddress, lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { isAmong, isPublicAddress } from './address-rules.js';

/** A request to an address that somebody else chose. */
interface OutboundRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** milliseconds until the status must have arrived */
  timeout: number;
  /** bytes of the response that are read; the rest is dropped */
  maxBytes: number;
  /** ends the request early */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  /** the beginning of the body */
  text: string;
}

/** The address is not public, so nothing was sent. */
export class AddressRefused extends Error {}

/** Milliseconds in which the beginning of a body must arrive; a slower one is cut off. */
const BODY_TIMEOUT = 1_000;

/**
 * Sends a request to a URL that a client gave, to a public address only: https, and without following redirects. Each name is resolved
 * once; if one of its addresses is not public, the request is refused, and otherwise goes to exactly these.
 * @param allowed networks that need not be public; to them, http is allowed too
 * @throws AddressRefused, and what the connection throws
 */
export function requestOutbound(
  url: URL,
  sent: OutboundRequest,
  allowed: BlockList,
  lookup: typeof resolve = resolve,
): Promise<OutboundResponse> {
  const isPlain = url.protocol === 'http:';
  const isFine = (address: string): boolean => isAmong(allowed, address) || (!isPlain && isPublicAddress(address));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:$/.test(url.protocol)) return Promise.reject(new AddressRefused('Only https is allowed'));
  if (isIP(host) && !isFine(host)) return Promise.reject(refusal(host, isPlain)); // an address is not looked up
  return send(url, sent, checked(lookup, isFine, isPlain));
}

function send(url: URL, sent: OutboundRequest, lookup: LookupFunction): Promise<OutboundResponse> {
  const { method, headers, body = '', timeout, maxBytes, signal } = sent;
  const limit = AbortSignal.timeout(timeout);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, {
      method,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false, // a connection for each request, to an address that was just checked
      lookup,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const fail = (error: Error) =>
      reject(limit.aborted ? new Error(`No response within ${timeout / 1_000} seconds`) : error);
    request
      .on('error', fail)
      .on('close', () => fail(new Error('The connection was closed')))
      .on('response', (response) => {
        readBeginning(response, maxBytes, (text) => {
          resolve({ status: response.statusCode!, headers: response.headers, text });
          request.destroy();
        });
      });
    request.end(body);
  });
}

/** Reads the first bytes of a body, or what arrives of them in time. */
function readBeginning(response: IncomingMessage, maxBytes: number, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (): void => {
    clearTimeout(timer);
    done(Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'));
  };
  const timer = setTimeout(() => setImmediate(finish), BODY_TIMEOUT); // a process that was busy first reads what has arrived
  response.on('end', finish).on('error', finish);
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) finish();
  });
}

const refusal = (host: string, isPlain: boolean): AddressRefused =>
  new AddressRefused(`${host} is not a public address${isPlain ? ' for https' : ''}`);

/** Resolves a name to all its addresses, if every one of them is fine. */
const checked =
  (lookup: typeof resolve, isFine: (address: string) => boolean, isPlain: boolean): LookupFunction =>
  (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '');
      const wrong = addresses.find(({ address }) => !isFine(address));
      if (wrong || addresses.length === 0) return callback(refusal(wrong?.address ?? name, isPlain), '');
      if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

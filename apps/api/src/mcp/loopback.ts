import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRequest } from '@app/platform/rest';
import type { Send } from './api-client.js';

/** Headers that determine URLs in responses and the client address. */
const PASSED_ON = ['host', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-for'];

/** Sends requests to this server on behalf of the client that sent `outer`. */
export function loopback(server: Server, { headers: outer }: ApiRequest): Send {
  return async (method, path, { headers, body }) => {
    const payload = new Response(body);
    const bytes = body === undefined ? undefined : Buffer.from(await payload.arrayBuffer());
    const type = headers.get('content-type') ?? payload.headers.get('content-type');
    const sent: Record<string, string> = Object.fromEntries(headers);
    for (const name of PASSED_ON) if (typeof outer[name] === 'string') sent[name] = outer[name];
    if (bytes && type) sent['content-type'] = type;
    if (bytes) sent['content-length'] = String(bytes.length);
    const { port, address } = server.address() as AddressInfo;
    const host = ['0.0.0.0', '::'].includes(address) ? 'localhost' : address;
    return new Promise((settle, fail) => {
      const request = httpRequest({ host, port, method, path, headers: sent }, (response) => {
        read(response).then(settle, fail);
      });
      request.once('error', fail).end(bytes);
    });
  };
}

async function read(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const status = response.statusCode!;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    if (value !== undefined) headers.set(name, String(value));
  const isEmpty = [204, 304].includes(status);
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers });
}

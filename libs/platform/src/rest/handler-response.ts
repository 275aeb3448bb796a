import { Json, JsonList, JsonPage } from '../persistence/json.js';
import { JsonResponse } from './json-response.js';
import type { Page } from './paging.js';

interface CachedResponse {
  address: string;
  reply: JsonResponse;
  /** bytes kept for it */
  size: number;
}

/** The last response built for each cached result. */
const responses = new WeakMap<Json, CachedResponse>();

/** Builds the response for a query result; pages and batches get their envelopes. */
export function jsonResponse(json: Json, page?: Page): JsonResponse {
  const address = json instanceof JsonPage ? page!.address : '';
  const cached = responses.get(json);
  if (cached?.address === address) return cached.reply;
  const reply = json instanceof JsonPage ? page!.envelope(json) : new JsonResponse(textOf(json));
  reply.held = json.held;
  if (json.onGrowth) cacheResponse(json, address, reply, json.onGrowth);
  return reply;
}

/** Builds the response for a handler's result. @param context has the page of a list */
export function handlerResponse(result: unknown, context?: { page: Page }): JsonResponse {
  if (result instanceof JsonResponse) return result;
  if (result instanceof Json) return jsonResponse(result, result instanceof JsonPage ? context?.page : undefined);
  return new JsonResponse(result === undefined ? undefined : JSON.stringify(result));
}

const textOf = (json: Json): string => (json instanceof JsonList ? `{"data":${json.text}}` : json.text);

function cacheResponse(json: Json, address: string, reply: JsonResponse, grow: (bytes: number) => void): void {
  const overhead = 2 * (reply.text!.length - json.text.length + address.length);
  const entry: CachedResponse = { address, reply, size: overhead };
  grow(overhead - (responses.get(json)?.size ?? 0));
  reply.encoded = {
    onGrowth: (bytes) => {
      if (responses.get(json) !== entry) return;
      entry.size += bytes;
      grow(bytes);
    },
  };
  responses.set(json, entry);
  const end = reply.text!.length - 1;
  // A slice shares the memory of the response, so the text is stored once.
  if (json instanceof JsonPage) json.text = reply.text!.slice(end - json.text.length, end);
}

import { Json, JsonList, JsonPage } from '../../persistence/reads/json.js';
import { JsonResponse } from './json-response.js';
import type { Page } from './paging.js';

interface CachedResponse {
  address: string;
  response: JsonResponse;
  /** bytes kept for it */
  size: number;
}

/** The last response built for each cached result. */
const responses = new WeakMap<Json, CachedResponse>();

/** Builds the response for a handler's result; pages and batches get their envelopes. @param context has the page of a list */
export function handlerResponse(result: unknown, context?: { page: Page }): JsonResponse {
  if (result instanceof JsonResponse) return result;
  if (!(result instanceof Json)) return new JsonResponse(result === undefined ? undefined : JSON.stringify(result));
  const page = result instanceof JsonPage ? context!.page : undefined;
  const address = page?.address ?? '';
  const cached = responses.get(result);
  if (cached?.address === address) return cached.response;
  const response = page?.envelope(result as JsonPage) ?? new JsonResponse(textOf(result));
  response.sendWithin = result.sendWithin;
  if (result.onGrowth) cacheResponse(result, address, response, result.onGrowth);
  return response;
}

const textOf = (json: Json): string => (json instanceof JsonList ? `{"data":${json.text}}` : json.text);

function cacheResponse(json: Json, address: string, response: JsonResponse, grow: (bytes: number) => void): void {
  const overhead = 2 * (response.text!.length - json.text.length + address.length);
  const entry: CachedResponse = { address, response, size: overhead };
  grow(overhead - (responses.get(json)?.size ?? 0));
  response.encoded = {
    onGrowth: (bytes) => {
      if (responses.get(json) !== entry) return;
      entry.size += bytes;
      grow(bytes);
    },
  };
  responses.set(json, entry);
  const end = response.text!.length - 1;
  // A slice shares the memory of the response, so the text is stored once.
  if (json instanceof JsonPage) json.text = response.text!.slice(end - json.text.length, end);
}

import { Json, JsonList, JsonPage } from '../persistence/json.js';
import { JsonResponse } from './json-response.js';
import type { Page } from './paging.js';

interface Dressed {
  address: string;
  reply: JsonResponse;
  /** bytes of what is kept for it */
  size: number;
}

/** Of answers that are kept: the response that was made of each last. */
const kept = new WeakMap<Json, Dressed>();

/** The response that an answer of the database becomes: a page and a batch in their envelopes. */
export function dress(json: Json, page?: Page): JsonResponse {
  const address = json instanceof JsonPage ? page!.address : '';
  const known = kept.get(json);
  if (known?.address === address) return known.reply;
  const reply = json instanceof JsonPage ? page!.envelope(json) : new JsonResponse(textOf(json));
  reply.held = json.held;
  if (json.onGrowth) keep(json, address, reply, json.onGrowth);
  return reply;
}

const contexts = new WeakMap<object, { page: Page }>();

/** The page that a request asks for, for what its handler answers. */
export const setContext = (request: object, context: { page: Page }): void => void contexts.set(request, context);

/** The response to a request that a handler's result becomes. */
export function responseTo(request: object, result: unknown): JsonResponse {
  if (result instanceof JsonResponse) return result;
  if (result instanceof Json) return dress(result, contexts.get(request)?.page);
  return new JsonResponse(result === undefined ? undefined : JSON.stringify(result));
}

const textOf = (json: Json): string => (json instanceof JsonList ? `{"data":${json.text}}` : json.text);

function keep(json: Json, address: string, reply: JsonResponse, grow: (bytes: number) => void): void {
  const around = 2 * (reply.text!.length - json.text.length + address.length);
  const dressed: Dressed = { address, reply, size: around };
  grow(around - (kept.get(json)?.size ?? 0));
  reply.made = {
    grown: (bytes) => {
      if (kept.get(json) !== dressed) return;
      dressed.size += bytes;
      grow(bytes);
    },
  };
  kept.set(json, dressed);
  const end = reply.text!.length - 1;
  // A slice of the response shares its memory: the text is kept once.
  if (json instanceof JsonPage) json.text = reply.text!.slice(end - json.text.length, end);
}

import type { Caller } from '../auth/caller.js';
import type { Ids } from '../core/ids.js';
import type { Json } from '../persistence/json.js';
import type { JsonResponse } from './json-response.js';
import type { Page } from './paging.js';

/**
 * A request that has passed every check, as its handler sees it.
 * @typeParam Parameters names of the path parameters that are ids: `'asset' | 'unit'`
 */
export interface RequestContext<Parameters extends string = never, Body = unknown, Query = Record<string, unknown>> {
  /** who asks */
  actor: Caller;
  /** the ids in the path: `assetId` of `:asset` */
  ids: Ids<Parameters>;
  query: Query;
  page: Page;
  /** undefined when there was none and the operation takes none */
  body: Body;
  /** what stands in the path, as it was sent */
  params: Readonly<Record<string, string>>;
  /** absolute address of the server, without a trailing slash */
  base: string;
  /** address below which stored files are served */
  filesUrl: string;
  /** absolute address of the path, without query and trailing slash */
  url: string;
  /** the answer 201 with `Location` of a resource below this path */
  created(id: string, answer: Json | JsonResponse): JsonResponse;
  /** the answer 201 to a batch, with `Location` of the path itself */
  createdAll(answer: Json): JsonResponse;
}

/** With whatever ids its path has. */
export type AnyContext = RequestContext<string>;

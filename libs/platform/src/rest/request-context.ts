import type { Caller } from '../auth/caller.js';
import type { Ids } from '../core/ids.js';
import type { Json } from '../persistence/json.js';
import type { JsonResponse } from './json-response.js';
import type { Page } from './paging.js';

/**
 * A request that has passed all checks.
 * @typeParam Parameters names of the path parameters that are ids: `'asset' | 'unit'`
 */
export interface RequestContext<Parameters extends string = never, Body = unknown, Query = Record<string, unknown>> {
  /** owner of the API key */
  actor: Caller;
  /** the ids in the path: `assetId` of `:asset` */
  ids: Ids<Parameters>;
  query: Query;
  page: Page;
  /** undefined without a body */
  body: Body;
  /** path parameters as sent */
  params: Readonly<Record<string, string>>;
  /** base URL of the server, without a trailing slash */
  base: string;
  /** base URL of stored files */
  filesUrl: string;
  /** absolute URL of the path, without query and trailing slash */
  url: string;
  /** builds a 201 with the `Location` of a resource below this path */
  created(id: string, answer: Json | JsonResponse): JsonResponse;
  /** builds a 201 for a batch, with the path itself as `Location` */
  createdAll(answer: Json): JsonResponse;
}

/** A context with any path ids. */
export type AnyContext = RequestContext<string>;

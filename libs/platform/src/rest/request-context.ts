import type { Caller } from '../auth/caller.js';
import type { Scope } from '../auth/scope.js';
import type { Page } from './paging.js';
import type { Reply } from './json-response.js';

/** A request that has passed every check, as its handler sees it. */
export interface CheckedCall<Body = unknown, Query = Record<string, unknown>> {
  caller: Caller;
  scope: Scope;
  query: Query;
  page: Page;
  /** undefined when there was none and the operation takes none */
  body: Body;
  /** what stands in the path, as it was sent; ids are in the scope */
  params: Readonly<Record<string, string>>;
  /** absolute address of the server, without a trailing slash */
  base: string;
  /** address below which stored files are served */
  files: string;
  /** absolute address of the path, without query and trailing slash */
  url: string;
  /** the answer 201 with `Location` of a resource below this path */
  created(id: string, reply: Reply): Reply;
}

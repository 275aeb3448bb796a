import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { Ids } from '../../core/model/ids.js';
import type { Json } from '../../persistence/reads/json.js';
import { handlerResponse } from '../responses/handler-response.js';
import type { JsonResponse } from '../responses/json-response.js';
import type { Page } from '../responses/paging.js';
import type { QueryParameter } from './param.js';
import { pageOf } from './query.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';

/**
 * A request that has passed all checks.
 * @typeParam Parameters names of the path parameters that are ids: `'asset' | 'unit'`
 */
export class RequestContext<Parameters extends string = never, Body = unknown, Query = Record<string, unknown>> {
  /** owner of the API key */
  readonly actor: Caller;
  /** path parameters as sent */
  readonly params: Readonly<Record<string, string>>;
  /** base URL of the server, without a trailing slash */
  readonly base: string;
  /** base URL of stored files */
  readonly filesUrl: string;
  readonly clientAddress: string;
  private listed: Page | undefined;

  constructor(
    private readonly request: ApiRequest,
    private readonly response: ApiResponse,
    private readonly parameters: readonly QueryParameter[],
    /** the ids in the path: `assetId` of `:asset` */
    readonly ids: Ids<Parameters>,
    readonly query: Query,
    /** undefined without a body */
    readonly body: Body,
  ) {
    this.actor = request.caller!;
    this.params = request.params as Record<string, string>;
    this.base = request.base;
    this.filesUrl = `${request.base}/files/`;
    this.clientAddress = request.clientAddress;
  }

  get page(): Page {
    return (this.listed ??= pageOf(this.request, this.query as object, this.parameters, this.response));
  }

  /** absolute URL of the path, without query and trailing slash */
  get url(): string {
    return this.base + this.request.url.split('?', 1)[0]!.replace(/\/$/, '');
  }

  /** Adds the `Location` of a resource below this path; without an id, for a batch, it is the path itself. */
  created = (id: string | undefined, result: Json | JsonResponse): JsonResponse =>
    handlerResponse(result).with({ Location: id === undefined ? this.url : `${this.url}/${id}` });
}

export type AnyContext = RequestContext<string>;

export const Ctx = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ApiRequest>().context,
);

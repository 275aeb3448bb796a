import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { invalid, notFound, throwIfInvalid, type FieldErrors } from '../../core/model/errors.js';
import { Database } from '../../persistence/connection/database.js';
import { ReferenceValidator } from '../../persistence/aggregates/reference-validator.js';
import { setWriteTarget } from '../../persistence/aggregates/write-request.js';
import type { ParsedBody } from '../bodies/body.js';
import { type AnyContext, RequestContext } from '../declare/request-context.js';
import { ConditionalWrites } from './conditional-writes.js';
import { fingerprintOf, idempotencyKey } from './idempotency.js';
import { operationOf, MAX_PARAMETER_LENGTH, type Operation } from '../declare/operation.js';
import { acceptsIfMatch } from '../declare/operations.js';
import { readQuery, normaliseNames } from '../declare/query.js';
import { type ApiRequest, type ApiResponse, hasBody } from '../responses/request.js';

type Query = ReturnType<typeof readQuery>;

/**
 * Surrounds every operation: builds its request context, and applies the conditions of a write. Checks run in the order of
 * docs/contract/decisions.md: the resources in the path exist (404), the body is readable (415, 413, 400), body and query are valid
 * (422, with all errors).
 */
@Injectable()
export class OperationInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly conditions: ConditionalWrites,
    private readonly references: ReferenceValidator,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<never> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<ApiResponse>();
    const operation = operationOf(context.getHandler())!;
    for (const name of operation.parameters)
      if (!isName((request.params as Record<string, string>)[name]!)) throw notFound();
    const ids = idsOf(operation, request);
    if (request.searchParams.size > 0) normaliseNames(request.searchParams, operation.query);
    const query = readQuery(request, operation.query, operation.isPosition);
    if (operation.method !== 'GET') return from(this.write(operation, request, response, ids, query, next));
    if (query.errors) return this.reject(operation, request, ids, query.errors);
    request.context = new RequestContext(request, response, operation.query, ids, query.value, undefined);
    return next.handle();
  }

  /** Rejects a read with an invalid query, as 404 if its path does not exist. */
  private async reject(operation: Operation, request: ApiRequest, ids: PathIds, errors: FieldErrors): Promise<never> {
    await this.requireExisting(operation, request, ids);
    throw invalid(errors);
  }

  private async write(
    operation: Operation,
    request: ApiRequest,
    response: ApiResponse,
    ids: PathIds,
    query: Query,
    next: CallHandler,
  ): Promise<unknown> {
    setWriteTarget(operation.tag);
    await this.requireExisting(operation, request, ids);
    if (operation.link)
      response.setHeader('Link', `<${addressOf(request, operation, operation.link)}>; rel="${operation.link}"`);
    const { body: reader } = operation;
    const { key, errors: keyErrors } = idempotencyKey(request, operation);
    if (key !== undefined) request.fingerprint = fingerprintOf(request);
    const bodyContext = { ids, query: query.value, database: this.database };
    const body = reader && (hasBody(request) || !reader.optional) ? await reader.read(request, bodyContext) : undefined;
    // A stream is read here for its fingerprint, or to report its errors together with the others.
    const isNeededNow = key !== undefined || keyErrors !== undefined || query.errors !== undefined;
    const bodyErrors = isNeededNow && body?.complete ? await body.complete() : body;
    const idErrors = body && (await this.idErrors(operation, ids, body));
    throwIfInvalid(bodyErrors, query, { errors: keyErrors }, { errors: idErrors });
    const context = new RequestContext<string>(request, response, operation.query, ids, query.value, body?.value);
    request.context = context;
    request.body = body?.value;
    const once = key === undefined ? undefined : { key, fingerprint: request.fingerprint!.digest() };
    const view = (viewing: Operation): AnyContext =>
      new RequestContext(request, response, viewing.query, idsOf(viewing, request), {}, undefined);
    const ifMatch = acceptsIfMatch(operation) ? request.headers['if-match'] : undefined;
    return this.conditions.run(operation, { once, ifMatch }, context, view, () => lastValueFrom(next.handle()));
  }

  /** The references in an invalid body that do not exist. The command checks those of a valid one. */
  private async idErrors(
    { references }: Operation,
    ids: PathIds,
    { value, texts, errors: known = {} }: ParsedBody,
  ): Promise<FieldErrors> {
    const sent = value ?? texts;
    if (!references || Object.keys(known).length === 0) return {};
    const errors = await this.references.errors(ids['assetId']!, references(sent as never, ids));
    return Object.fromEntries(Object.entries(errors).filter(([path]) => !(path in known)));
  }

  private async requireExisting({ pathResolver }: Operation, { caller }: ApiRequest, ids: PathIds): Promise<void> {
    const { exists, target } = pathResolver;
    if (exists === 'true') return;
    const values = pathResolver.valuesOf(ids, caller!);
    const [row] = await this.database.rows<{ found: boolean }>(`select ${exists} as found`, values, target);
    if (!row?.found) throw notFound();
  }
}

type PathIds = Record<string, string>;

/** Whether a path parameter can be an id or a key; anything else is a 404 without a query. */
const isName = (text: string): boolean =>
  text.length <= MAX_PARAMETER_LENGTH && !text.includes('\0') && text.isWellFormed();

const idsOf = ({ pathResolver }: Operation, { params }: ApiRequest): PathIds =>
  pathResolver.idsIn(params as Record<string, string>);

/** Absolute URL of the request's path up to a path parameter. */
function addressOf({ base, url }: ApiRequest, operation: Operation, upTo: string): string {
  const steps = operation.path.split('/').indexOf(`:${upTo}`) + 2;
  return base + url.split('?', 1)[0]!.split('/').slice(0, steps).join('/');
}

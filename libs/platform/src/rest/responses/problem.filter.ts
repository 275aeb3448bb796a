import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { notFound, Problem, type ProblemKind, unavailable } from '../../core/model/errors.js';
import { isTransientError, sqlState, violatedConstraint } from '../../persistence/connection/postgres-errors.js';
import { send } from './json-response.js';
import { type HttpError, httpErrorOf } from './http-exception.js';
import { type ApiRequest, type ApiResponse, hasBody } from './request.js';
import { closeAfter } from './unread-body.js';

const STATUS: Record<ProblemKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
};

const constraints = new Map<string, () => Problem>();

/** Maps a violation of a named database constraint to a problem. */
export function onViolation(constraint: string, problem: () => Problem): void {
  constraints.set(constraint, problem);
}

const logger = new Logger('Problem');

@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<ApiResponse>();
    if (response.headersSent) return void response.destroy();
    sendProblem(request, response, problemOf(error, request));
  }
}

/** The problem for an error; undefined for an unexpected one, which is logged. */
export function problemOf(error: unknown, request: ApiRequest): Problem | HttpError | undefined {
  if (error instanceof Problem) return error;
  if (isUnknownRoute(error, request)) return notFound('Route');
  const violated = violatedConstraint(error);
  const problem = violated === undefined ? undefined : constraints.get(violated);
  if (problem) return problem();
  if (error === request.errored) return undefined; // the client disconnected while sending the body
  if (isTransientError(error)) {
    logger.warn(
      { requestId: request.requestId, traceId: request.traceId, code: sqlState(error), text: textOf(error) },
      'The database is unavailable',
    );
    return unavailable('The database is temporarily unavailable');
  }
  if (error instanceof HttpException && error.getStatus() !== 500) return logged(httpErrorOf(error), request);
  const details = { code: sqlState(error), constraint: violated, text: textOf(error), stack: framesOf(error) };
  logger.error({ requestId: request.requestId, traceId: request.traceId, ...details }, 'Unhandled error');
  return undefined;
}

/** Whether Nest found no route for the request. A handler may throw the same class with a message of its own. */
const isUnknownRoute = (error: unknown, { method, originalUrl }: ApiRequest): boolean =>
  error instanceof NotFoundException && error.message === `Cannot ${method} ${originalUrl}`;

function logged(error: HttpError, { requestId, traceId }: ApiRequest): HttpError {
  if (error.status >= 500)
    logger.error({ requestId, traceId, status: error.status, text: error.message }, 'Request failed');
  return error;
}

/** Hides messages of data exceptions (class 22), which quote the data. */
function textOf(error: unknown): string {
  if (sqlState(error)?.startsWith('22')) return 'A value that the database does not accept';
  return error instanceof Error ? error.message : String(error);
}

const framesOf = (error: unknown): string[] | undefined =>
  (error as Error).stack?.split('\n').flatMap((line) => /^ +at (.*)/.exec(line)?.[1] ?? []);

/** Sends the error body of docs/contract/decisions.md, 3; status 500 without a problem. */
export function sendProblem(
  request: ApiRequest,
  response: ApiResponse,
  problem: Problem | HttpError | undefined,
): void {
  const body: Record<string, unknown> = {
    message: problem?.message ?? 'Something went wrong on our side',
    code: problem?.code ?? 'internal',
    request_id: request.requestId,
  };
  const status = statusOf(problem);
  for (const [name, value] of Object.entries(DEFAULT_HEADERS[status] ?? {}))
    if (!response.hasHeader(name)) response.setHeader(name, value);
  if (problem instanceof Problem) {
    if (problem.fields) Object.assign(body, { fields: problem.fields, fault_count: problem.faultCount });
    if (problem.details) body['details'] = problem.details;
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  }
  if (hasBody(request) && !request.complete) closeAfter(request, response);
  if (problem) request.rejections?.note(request, status, problem.code);
  send(request, response, status, JSON.stringify(body));
}

/** RFC 9110, 11.6.1: a 401 states how to authenticate. */
export const CHALLENGE = 'ApiKey realm="property-map-service"';

const DEFAULT_HEADERS: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': CHALLENGE },
  503: { 'Retry-After': '1' },
};

function statusOf(problem: Problem | HttpError | undefined): number {
  if (!problem) return 500;
  return problem instanceof Problem ? STATUS[problem.kind] : problem.status;
}

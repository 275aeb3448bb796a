import type { Ingest } from './generated/main-api.js';

/** Error codes of this release, as listed in docs/integrating.md. A later release of the service may add others. */
export const ERROR_CODES = [
  'malformed_json',
  'malformed_multipart',
  'malformed_request',
  'nested_too_deep',
  'upload_gone',
  'no_api_key',
  'invalid_credentials',
  'permission_missing',
  'accounts_limited',
  'read_only_key',
  'assets_chosen',
  'beyond_own_rights',
  'https_required',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'transaction_open',
  'transaction_closed',
  'guard_refused',
  'idempotency_key_in_use',
  'replacement_in_progress',
  'asset_exists',
  'key_taken',
  'name_taken',
  'value_taken',
  'provider_id_taken',
  'in_use',
  'own_key',
  'key_expired',
  'key_revoked',
  'background_is_drawing',
  'floor_plan_in_use',
  'link_without_urls',
  'option_without_units',
  'conflict',
  'publication_forgotten',
  'cursor_expired',
  'publication_replaced',
  'precondition_failed',
  'body_too_large',
  'file_too_large',
  'transaction_too_large',
  'unsupported_media_type',
  'unsupported_charset',
  'range_not_satisfiable',
  'expectation_failed',
  'invalid',
  'too_many_entries',
  'too_many_entries_of_unit',
  'rate_limit',
  'headers_too_large',
  'internal',
  'unavailable',
  'not_ready',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number] | `experimental_flag_missing.${string}`;

/** A rejected entry of an ingest. */
export interface EntryIssue {
  code: 'field_missing' | 'field_unknown' | 'field_invalid' | (string & {});
  /** Position of the entry in the array that was sent, from 0. */
  index: number;
  /** Null for the entry as a whole */
  field: string | null;
  message: string;
}

/** The type of `details`, by error code. */
export interface DetailsByCode {
  /** The refused ingest: `report` says what exceeds the limits; POST to `transaction_ingest_url` to commit anyway. */
  guard_refused: Ingest;
  /** The rejected entries of an ingest; undefined for other operations. */
  invalid: { issues: EntryIssue[] } | undefined;
}

type DetailsOf<Code> = Code extends keyof DetailsByCode ? DetailsByCode[Code] : ApiError['details'];

interface ErrorBody {
  message?: string;
  code?: string;
  request_id?: string;
  fields?: Record<string, string[]>;
  fault_count?: number;
  details?: Record<string, unknown>;
}

/** An error response of the service. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable identifier of the error. Decide by `code` and `status`; `message` is for people and may change. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** Id of the request. Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** Errors in the body, by path: `name`, `data.3.unit_id`, `3.price`. */
  readonly fields: Record<string, string[]>;
  /** Number of errors in the body; `fields` lists at most 100. */
  readonly faultCount: number;
  /** Further data of the error. `isApiError` with a code of `DetailsByCode` narrows its type. */
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Headers;

  constructor(
    { status, headers }: { status: number; headers: Headers },
    body: ErrorBody,
    /** Number of times that the request was sent. */
    readonly attempts = 1,
  ) {
    super(body.message ?? `The service answered ${status}`);
    this.status = status;
    this.code = body.code;
    this.requestId = body.request_id ?? headers.get('x-request-id') ?? undefined;
    this.fields = body.fields ?? {};
    this.faultCount = body.fault_count ?? Object.keys(this.fields).length;
    this.details = body.details;
    this.headers = headers;
  }

  static async of(response: Response, attempts?: number): Promise<ApiError> {
    const text = await response.text().catch(() => '');
    return new ApiError(response, bodyOf(text), attempts);
  }
}

/** What `fetch` reports in Node, as the `cause` of its error. With several addresses, such as those of localhost, one for each. */
interface NetworkFailure {
  code?: string;
  address?: string;
  port?: number;
  errors?: NetworkFailure[];
}

/**
 * No response arrived, so a write may or may not have taken effect. All attempts of a call send the same idempotency key.
 * `cause` is the error of `fetch`.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** `TIMEOUT`, or the code of the network error: `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`; undefined in browsers, which hide it. */
  readonly code: string | undefined;
  /** Address that the request was sent to: `127.0.0.1:3000`, or the host and port of the URL. */
  readonly address: string;
  /** HTTP method of the request. A lost `GET` has changed nothing. */
  readonly method: string;

  constructor(
    { method, url, isTimeout }: { method: string; url: URL; isTimeout: boolean },
    cause: unknown,
    /** Number of times that the request was sent. */
    readonly attempts: number,
  ) {
    const failure = failureOf(cause);
    const code = isTimeout ? 'TIMEOUT' : failure.code;
    const address = addressOf(failure) ?? hostOf(url);
    const reason = isTimeout ? 'the request timed out' : 'the connection failed';
    const details = [code, address, attempts > 1 && `${attempts} attempts`].filter(Boolean);
    super(`${method} ${url.pathname}: ${reason} (${details.join(', ')})`, { cause });
    this.code = code;
    this.address = address;
    this.method = method;
  }
}

function failureOf(error: unknown): NetworkFailure {
  const { cause } = error as { cause?: NetworkFailure };
  return cause?.errors?.[0] ?? cause ?? {};
}

const hostOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;

const addressOf = ({ address, port }: NetworkFailure): string | undefined =>
  address && `${address.includes(':') ? `[${address}]` : address}${port === undefined ? '' : `:${port}`}`;

/** Whether an error is an `ApiError` and, if codes are given, has one of them. */
export function isApiError<Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError & { code: Code; details: DetailsOf<Code> } {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** Parses the body, which a proxy may have replaced by something other than JSON. */
function bodyOf(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

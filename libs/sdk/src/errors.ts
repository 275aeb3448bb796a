import type { Ingest } from './generated/main-api.js';

/** What `code` of an error may be, as docs/integrating.md lists them; a server of a later release may have others. */
export const ERROR_CODES = [
  'malformed_json',
  'malformed_multipart',
  'malformed_request',
  'nested_too_deep',
  'upload_gone',
  'no_api_key',
  'invalid_credentials',
  'permission_missing',
  'https_required',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'transaction_open',
  'transaction_closed',
  'guard_refused',
  'idempotency_key_in_use',
  'asset_exists',
  'key_taken',
  'value_taken',
  'provider_id_taken',
  'floor_plan_in_use',
  'link_without_urls',
  'option_without_units',
  'conflict',
  'publication_forgotten',
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

/** A refused entry of an ingest. */
export interface EntryIssue {
  code: 'field_missing' | 'field_unknown' | 'field_invalid' | (string & {});
  /** Place of the entry in the array that was sent */
  index: number;
  /** Null for the entry as a whole */
  field: string | null;
  message: string;
}

/** What `details` contains, by the code of the error. */
export interface DetailsByCode {
  /** The refused ingest: its `report` says what exceeds the limits, and `transaction_ingest_url` is where to commit anyway. */
  guard_refused: Ingest;
  /** Only of an ingest: its refused entries. */
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

/** The service answered that it refuses or cannot do what was asked. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Decide by this and `status`; `message` is for people. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** What is wrong with the body, by path: `name`, `data.3.unit_id`, `3.price`. */
  readonly fields: Record<string, string[]>;
  /** All errors of the body: `fields` lists at most 100. */
  readonly faultCount: number;
  /** Further data of the error; `isApiError` with a code of `DetailsByCode` gives it its type. */
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Headers;

  constructor({ status, headers }: { status: number; headers: Headers }, body: ErrorBody) {
    super(body.message ?? `The service answered ${status}`);
    this.status = status;
    this.code = body.code;
    this.requestId = body.request_id ?? headers.get('x-request-id') ?? undefined;
    this.fields = body.fields ?? {};
    this.faultCount = body.fault_count ?? Object.keys(this.fields).length;
    this.details = body.details;
    this.headers = headers;
  }

  static async of(response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => '');
    return new ApiError(response, bodyOf(text));
  }
}

/** No answer arrived: whether a write took effect is not known. Each attempt of a call sends the same idempotency key. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Whether it is an error of the service, and one of these codes if any are given. */
export function isApiError<Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError & { code: Code; details: DetailsOf<Code> } {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** A proxy in between may answer something else than JSON. */
function bodyOf(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

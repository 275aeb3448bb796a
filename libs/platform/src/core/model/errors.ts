/** Error kinds, independent of HTTP; `rest/responses/problem.filter.ts` maps each to a status. */
export type ProblemKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_type'
  | 'range_not_satisfiable'
  | 'expectation_failed'
  | 'invalid'
  | 'too_many_requests'
  | 'unavailable';

/** Error messages by field path: `name`, `data.3.unit_id`, ingest entries `3.price`. */
export type FieldErrors = Record<string, string[]>;

/** At most this many fields are listed; `faultCount` counts all (docs/contract/decisions.md, 3). */
export const MAX_LISTED_ERRORS = 100;

/** An error whose message the client may read. Any other exception becomes a 500. */
export class Problem extends Error {
  fields?: FieldErrors;
  faultCount?: number;
  details?: object;
  headers: Record<string, string> = {};

  constructor(
    readonly kind: ProblemKind,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  with(headers: Record<string, string>): this {
    Object.assign(this.headers, headers);
    return this;
  }
}

export const conflict = (code: string, message: string) => new Problem('conflict', code, message);
export const notFound = (what = 'Resource') => new Problem('not_found', 'not_found', `${what} not found`);
export const methodNotAllowed = (allowed: readonly string[]) =>
  new Problem('method_not_allowed', 'method_not_allowed', 'This path does not support this method').with({
    Allow: allowed.join(', '),
  });
export const malformed = (code: string, message: string) => new Problem('malformed', code, message);
export const unavailable = (message: string) =>
  new Problem('unavailable', 'unavailable', message).with({ 'Retry-After': '1' });

/** An invalid body or parameter; `fields` names every error. */
export function invalid(fields: FieldErrors, faultCount = count(fields)): Problem {
  const paths = Object.keys(fields);
  const first = paths[0];
  const message =
    first === undefined
      ? 'The request is invalid'
      : `${first} ${fields[first]?.[0] ?? 'is invalid'}${faultCount > 1 ? ` (and ${faultCount - 1} more)` : ''}`;
  const problem = new Problem('invalid', 'invalid', message);
  problem.fields = Object.fromEntries(paths.slice(0, MAX_LISTED_ERRORS).map((path) => [path, fields[path] ?? []]));
  problem.faultCount = faultCount;
  return problem;
}

function count(fields: FieldErrors): number {
  return Object.values(fields).reduce((sum, texts) => sum + texts.length, 0);
}

/** @throws Problem 422 naming all field errors, if there are any */
export function throwIfInvalid(
  ...found: ({ errors?: FieldErrors | undefined; faultCount?: number | undefined } | undefined)[]
): void {
  const errors: FieldErrors = Object.create(null) as FieldErrors; // a field may be called __proto__
  let total = 0;
  for (const each of found) {
    if (!each?.errors) continue;
    for (const [path, texts] of Object.entries(each.errors)) errors[path] = [...(errors[path] ?? []), ...texts];
    total += each.faultCount ?? Object.keys(each.errors).length;
  }
  if (total > 0) throw invalid(errors, total);
}

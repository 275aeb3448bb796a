import type { FieldErrors } from '../../core/model/errors.js';
import { isId } from '../../core/model/ids.js';
import { Page } from '../responses/paging.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';
import { CURSOR, paging, type Parsed, type QueryParameter } from './param.js';

/** Gives parameters in snake_case the names of the operation, `per_page` that of `per-page`, before anything reads them. */
export function normaliseNames(sent: URLSearchParams, parameters: readonly QueryParameter[]): void {
  for (const name of new Set(sent.keys())) {
    if (!name.includes('_')) continue;
    const known = name.replaceAll('_', '-');
    if (!parameters.some((each) => each.name === known)) continue;
    for (const value of sent.getAll(name)) sent.append(known, value);
    sent.delete(name);
  }
}

/** Shorter names are one edit away from too many others. */
const MIN_NAME_LENGTH = 3;

/** The declared parameter that a name is probably meant to be: one edit away. */
function closestName(name: string, parameters: readonly QueryParameter[]): string | undefined {
  return parameters.find(
    (each) => each.name.length >= MIN_NAME_LENGTH && isOneEdit(name.replaceAll('_', '-'), each.name),
  )?.name;
}

/** Whether one character inserted, removed, replaced or swapped with its neighbour makes one text the other. */
function isOneEdit(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (one[at] === other[at]) at++;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

/**
 * Reads the declared parameters. One given twice or with brackets is an error, and so is an unknown one whose name is one edit away from a
 * declared one; others are ignored.
 * @param isPosition whether a text can be a position in the cursors of the list
 */
export function readQuery(
  request: ApiRequest,
  parameters: readonly QueryParameter[],
  isPosition: (text: string, query: Readonly<Record<string, unknown>>) => boolean = isId,
): { value: Record<string, unknown>; errors?: FieldErrors } {
  const sent = request.searchParams;
  if (sent.size === 0 && !parameters.some((each) => each.required)) return { value: {} };
  const value: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const each of parameters.includes(paging[0]!) ? [...parameters, CURSOR] : parameters) {
    const found = readParameter(each, sent, request.url);
    if (found && 'error' in found) errors[each.name] = [found.error];
    else if (found) value[each.property] = found.value;
  }
  for (const name of new Set(sent.keys())) {
    const meant = parameters.some((each) => each.name === name) ? undefined : closestName(name, parameters);
    if (meant !== undefined) errors[name] = [`is not a parameter of this operation: did you mean ${meant}?`];
  }
  const { cursor, ...others } = value;
  if (typeof cursor === 'string' && !('page' in errors) && !('per-page' in errors)) {
    const position = pageOf(request, others, parameters).readCursor(cursor);
    if (position !== undefined && isPosition(position, others)) value['cursor'] = position;
    else errors['cursor'] = ['does not belong to this page: follow next_url and prev_url as they are'];
  }
  return Object.keys(errors).length > 0 ? { value, errors } : { value };
}

function readParameter(parameter: QueryParameter, sent: URLSearchParams, url: string): Parsed | undefined {
  const { name } = parameter;
  const [text, ...others] = sent.getAll(name);
  if (others.length > 0) return { error: 'must be sent only once' };
  if ([...sent.keys()].some((key) => key.startsWith(`${name}[`))) return { error: 'must be sent without brackets' };
  if (parameter.required && !text) return { error: 'is required' };
  if (text === undefined) return undefined;
  const isBroken = text.includes('\uFFFD') && !/%EF%BF%BD/i.test(url); // decoding replaces invalid bytes
  if (text.includes('\0') || isBroken) return { error: 'must be text in UTF-8 without NUL' };
  return parameter.parse(text);
}

export const pageOf = (
  request: ApiRequest,
  query: object,
  parameters: readonly QueryParameter[],
  response?: ApiResponse,
): Page =>
  new Page(
    request,
    parameters.map(({ name }) => name),
    query,
    response,
  );

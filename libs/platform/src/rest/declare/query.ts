import type { FieldErrors } from '../../core/model/errors.js';
import { isId } from '../../core/model/ids.js';
import { Page } from '../responses/paging.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';
import { CURSOR, paging, type Parsed, type QueryParameter } from './param.js';

/**
 * Reads the declared parameters and ignores others. A declared parameter given twice or with brackets is an error.
 * @param isPosition whether a text can be a position in the cursors of the list
 */
export function readQuery(
  request: ApiRequest,
  parameters: readonly QueryParameter[],
  isPosition: (text: string) => boolean = isId,
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
  const { cursor, ...others } = value;
  if (typeof cursor === 'string' && !('page' in errors) && !('per-page' in errors)) {
    const position = pageOf(request, others, parameters).readCursor(cursor);
    if (position !== undefined && isPosition(position)) value['cursor'] = position;
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

/** The page that a valid query requests. */
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

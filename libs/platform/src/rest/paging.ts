import { createHash } from 'node:crypto';
import { isId } from '../core/ids.js';
import type { JsonPage, PageRequest } from '../persistence/json.js';
import { JsonResponse } from './json-response.js';
import type { ApiRequest } from './request.js';

export const PER_PAGE = 100;
export const PER_PAGE_MOST = 1000;

/** Query parameters that do not change which rows are listed. */
const NO_FILTERS = ['page', 'per-page', 'cursor', 'total'];

/** Short, because it detects mistakes and is no protection. */
const FINGERPRINT_LENGTH = 11;

/** A page of a list: number, size, and links to its neighbours. */
export class Page implements PageRequest {
  constructor(
    private readonly request: Pick<ApiRequest, 'base' | 'url' | 'searchParams'>,
    /** from 1 */
    readonly number: number,
    readonly size: number,
    /** id after which the page starts, when the client followed `next_url` */
    readonly after: string | undefined,
    /** query parameters of the operation; links omit all others, above all an API key */
    private readonly kept: readonly string[],
    /** whether the client requests the total count */
    readonly withTotal = false,
    /** id within the resource `after`, when the previous page ended inside it */
    readonly within?: string,
    /** id of the snapshot that the pages before showed */
    readonly snapshot?: string,
  ) {}

  get isNumbered(): boolean {
    return this.after === undefined && this.request.searchParams.has('page');
  }

  get offset(): number {
    return this.after === undefined ? (this.number - 1) * this.size : 0;
  }

  /** URL of this page, without unknown query parameters. */
  get address(): string {
    const { base, url } = this.request;
    return url.includes('?') ? this.url(this.number) : base + url;
  }

  /** Wraps a page in the list envelope of the specification, with its `Link` header. */
  envelope({ text, next, total, isNumbered, snapshot }: JsonPage): JsonResponse {
    const prevUrl = this.number > 1 && isNumbered ? this.url(this.number - 1) : null;
    const nextUrl = next ? this.url(this.number + 1, next.after && marked(next.after, snapshot?.id)) : null;
    const paging = JSON.stringify({
      per_page: this.size,
      current_page: this.number,
      prev_url: prevUrl,
      next_url: nextUrl,
      total_count: total,
    });
    const links = [prevUrl && `<${prevUrl}>; rel="prev"`, nextUrl && `<${nextUrl}>; rel="next"`].filter(Boolean);
    const members = snapshot ? `${JSON.stringify(snapshot.members).slice(1, -1)},` : '';
    const reply = new JsonResponse(`{"paging":${paging},${members}"data":${text}}`);
    return links.length > 0 ? reply.with({ Link: links.join(', ') }) : reply;
  }

  private url(number: number, after?: string | null): string {
    const { base, url, searchParams } = this.request;
    const kept = new URLSearchParams([...searchParams].filter(([name]) => this.kept.includes(name)));
    for (const name of ['page', 'cursor', 'per-page']) kept.delete(name);
    kept.set('page', String(number));
    if (searchParams.has('per-page')) kept.set('per-page', String(this.size));
    if (after) kept.set('cursor', this.cursor(after, number));
    return `${base}${url.split('?', 1)[0]}?${kept}`;
  }

  /** The position in a cursor: an id, perhaps an id within it and a snapshot, `12.345@6`; undefined for a cursor that was not issued for this page. */
  readCursor(text: string): string | undefined {
    const position = Buffer.from(text, 'base64url').toString('latin1').slice(FINGERPRINT_LENGTH);
    const { after, within = after, snapshot = '0' } = positionOf(position);
    const areIds = isId(after) && isId(within) && (snapshot === '0' || isId(snapshot));
    return areIds && this.cursor(position, this.number) === text ? position : undefined;
  }

  private cursor(id: string, number: number): string {
    return Buffer.from(this.fingerprint(number) + id).toString('base64url');
  }

  /** Identifies a page of this list with its filters and page size. */
  private fingerprint(number: number): string {
    const { url, searchParams } = this.request;
    const path = url.split('?', 1)[0]!.replace(/\/$/, '');
    const filters = this.kept.filter((name) => searchParams.has(name) && !NO_FILTERS.includes(name)).sort();
    const text = JSON.stringify([path, number, this.size, ...filters.map((name) => [name, searchParams.get(name)])]);
    return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
  }
}

const marked = (after: string, snapshot: string | undefined): string =>
  snapshot === undefined ? after : `${after}@${snapshot}`;

/** Splits the content of a cursor into its parts. */
export function positionOf(position: string): { after: string; within?: string; snapshot?: string } {
  const [ids, snapshot] = position.split('@', 2) as [string, string?];
  const [after, ...within] = ids.split('.') as [string, ...string[]];
  return { after, ...(within.length > 0 && { within: within.join('.') }), ...(snapshot !== undefined && { snapshot }) };
}

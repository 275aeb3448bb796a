import { createHash } from 'node:crypto';
import { isId } from '../core/ids.js';
import type { JsonPage, PageRequest } from '../persistence/json.js';
import { JsonResponse } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';

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
    /** id of the snapshot that the page from which the client came showed */
    readonly snapshot?: string,
    private readonly response?: ApiResponse,
  ) {}

  get abandoned(): AbortSignal | undefined {
    if (!this.response) return undefined;
    const abandoned = new AbortController();
    if (this.response.destroyed) abandoned.abort();
    else this.response.once('close', () => abandoned.abort());
    return abandoned.signal;
  }

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
    const within = snapshot ? `@${snapshot.id}` : '';
    const prevUrl = this.number > 1 && isNumbered ? this.url(this.number - 1, within) : null;
    const nextUrl = next ? this.url(this.number + 1, next.after && next.after + within) : null;
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

  private url(number: number, position?: string | null): string {
    const { base, url, searchParams } = this.request;
    const kept = new URLSearchParams([...searchParams].filter(([name]) => this.kept.includes(name)));
    for (const name of ['page', 'cursor', 'per-page']) kept.delete(name);
    kept.set('page', String(number));
    if (searchParams.has('per-page')) kept.set('per-page', String(this.size));
    if (position) kept.set('cursor', this.cursor(position, number));
    return `${base}${url.split('?', 1)[0]}?${kept}`;
  }

  /** The position in a cursor; undefined for a cursor that was not issued for this page. */
  readCursor(text: string): Position | undefined {
    const position = Buffer.from(text, 'base64url').toString('latin1').slice(FINGERPRINT_LENGTH);
    return this.cursor(position, this.number) === text ? positionOf(position) : undefined;
  }

  private cursor(position: string, number: number): string {
    return Buffer.from(this.fingerprint(number) + position).toString('base64url');
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

/** Where a page begins. */
export interface Position {
  /** undefined where the number of the page says it */
  after?: string;
  within?: string;
  snapshot?: string;
}

/** The position as in a cursor: `12` or `12.345@6` on the way forward, `@6` on the way back. */
function positionOf(text: string): Position | undefined {
  const [, after, within, snapshot] = /^(?:(\d+)(?:\.(\d+))?)?(?:@(\d+))?$/.exec(text) ?? [];
  if (after === undefined && snapshot === undefined) return undefined;
  if (![after, within].every((id) => id === undefined || isId(id))) return undefined;
  if (snapshot !== undefined && snapshot !== '0' && !isId(snapshot)) return undefined;
  return {
    ...(after !== undefined && { after }),
    ...(within !== undefined && { within }),
    ...(snapshot !== undefined && { snapshot }),
  };
}

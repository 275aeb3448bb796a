import { createHash } from 'node:crypto';
import type { AdjacentPage, JsonPage, PageRequest } from '../../persistence/reads/json.js';
import { JsonResponse } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';

export const DEFAULT_PER_PAGE = 100;
export const MAX_PER_PAGE = 1000;

/** Query parameters that do not change which rows are listed. */
const NO_FILTERS = ['page', 'per-page', 'cursor', 'total'];

/** Short, because it detects mistakes and is no protection. */
const FINGERPRINT_LENGTH = 11;

interface PageQuery {
  page?: number;
  perPage?: number;
  /** the position in it */
  cursor?: string;
  total?: boolean;
}

/** A page of a list: number, size, and links to its neighbours. */
export class Page implements PageRequest {
  readonly number: number;
  readonly isNumbered: boolean;
  readonly size: number;
  readonly position: string | undefined;
  readonly withTotal: boolean;

  constructor(
    private readonly request: Pick<ApiRequest, 'base' | 'url' | 'searchParams'>,
    /** query parameters of the operation; links omit all others, above all an API key */
    private readonly kept: readonly string[],
    { page, perPage = DEFAULT_PER_PAGE, cursor, total = false }: PageQuery,
    private readonly response?: ApiResponse,
  ) {
    this.number = page ?? 1;
    this.isNumbered = page !== undefined;
    this.size = perPage;
    this.position = cursor;
    this.withTotal = total;
  }

  get closed(): AbortSignal | undefined {
    if (!this.response) return undefined;
    const closed = new AbortController();
    if (this.response.destroyed) closed.abort();
    else this.response.once('close', () => closed.abort());
    return closed.signal;
  }

  get offset(): number {
    return this.position === undefined ? (this.number - 1) * this.size : 0;
  }

  /** URL of this page, without unknown query parameters. */
  get address(): string {
    const { base, url } = this.request;
    return url.includes('?') ? this.url(this.number) : base + url;
  }

  /** Wraps a page in the list envelope of the specification, with its `Link` header. */
  envelope({ text, next, previous, total, members = {} }: JsonPage): JsonResponse {
    const prevUrl = this.number > 1 && previous ? this.url(this.number - 1, previous) : null;
    const nextUrl = next && this.url(this.number + 1, next);
    const paging = JSON.stringify({
      per_page: this.size,
      current_page: this.number,
      prev_url: prevUrl,
      next_url: nextUrl,
      total_count: total,
    });
    const links = [prevUrl && `<${prevUrl}>; rel="prev"`, nextUrl && `<${nextUrl}>; rel="next"`].filter(Boolean);
    const others = Object.entries(members).map(([name, value]) => `"${name}":${JSON.stringify(value)},`);
    const response = new JsonResponse(`{"paging":${paging},${others.join('')}"data":${text}}`);
    return links.length > 0 ? response.with({ Link: links.join(', ') }) : response;
  }

  private url(number: number, { position }: AdjacentPage = {}): string {
    const { base, url, searchParams } = this.request;
    const kept = new URLSearchParams([...searchParams].filter(([name]) => this.kept.includes(name)));
    for (const name of ['page', 'cursor', 'per-page']) kept.delete(name);
    kept.set('page', String(number));
    if (searchParams.has('per-page')) kept.set('per-page', String(this.size));
    if (position !== undefined) kept.set('cursor', this.cursor(position, number));
    return `${base}${url.split('?', 1)[0]}?${kept}`;
  }

  /** The position in a cursor; undefined for a cursor that was not issued for this page. */
  readCursor(text: string): string | undefined {
    const position = Buffer.from(text, 'base64url').toString().slice(FINGERPRINT_LENGTH);
    return this.cursor(position, this.number) === text ? position : undefined;
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

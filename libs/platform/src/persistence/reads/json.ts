/** JSON text rendered by Postgres, so that rows never become objects. */
export class Json {
  /** set on a cached response: accounts for the memory of values derived from it */
  onGrowth?: (bytes: number) => void;
  /** milliseconds in which the client must receive the response, because others wait until it is sent; default: no limit */
  sendWithin?: number;

  constructor(public text: string) {}
}

export class JsonList extends Json {}

/** The page before or after another one. Its position is that of its cursor; lists in an order of their own have none. */
export interface AdjacentPage {
  position?: string | undefined;
}

export class JsonPage extends JsonList {
  constructor(
    text: string,
    /** null on the last page */
    readonly next: AdjacentPage | null,
    /** total number of resources, if counted */
    readonly total?: number,
    /** null after a page that ended early, because no page then has the number before */
    readonly previous: AdjacentPage | null = {},
    /** members of the envelope besides `paging` and `data` */
    readonly members?: object,
  ) {
    super(text);
  }
}

export interface PageRequest {
  /** from 1 */
  readonly number: number;
  /** whether the client sent the number */
  readonly isNumbered: boolean;
  readonly size: number;
  /** where the page starts, when the client sent a cursor: after the resource with this id, unless the list has positions of its own */
  readonly position: string | undefined;
  /** rows before a page without a position */
  readonly offset: number;
  readonly withTotal: boolean;
  /** aborts when the response is complete or the client disconnects */
  readonly closed?: AbortSignal | undefined;
}

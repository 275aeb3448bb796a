/** JSON text rendered by Postgres, so that rows never become objects. */
export class Json {
  /** set on a cached response: accounts for the memory of values derived from it */
  onGrowth?: (bytes: number) => void;
  /** set on a large response: the permit that it holds while it is sent */
  held?: Held;

  constructor(public text: string) {}
}

/** A permit to keep a large response in memory; released when the response is sent or its time is up. */
export interface Held {
  release: () => void;
  /** aborted when the client's time to read the response is up */
  due: AbortSignal;
}

/** A complete array. */
export class JsonList extends Json {}

/** The state of the data that a page shows, in which the pages around it are read too. */
export interface Snapshot {
  /** digits */
  id: string;
  /** members to add to the envelope */
  members: Record<string, unknown>;
}

/** The array of one page. */
export class JsonPage extends JsonList {
  constructor(
    text: string,
    /**
     * null on the last page; `after` is the last id of this page, null for lists without cursors. A page that ended inside a resource
     * has `58.790`: the id of the resource and the last id within it.
     */
    readonly next: { after: string | null } | null,
    /** total number of resources, if counted */
    readonly total?: number,
    /** whether the previous page is that with the previous number: no page before it ended early */
    readonly isNumbered = true,
    readonly snapshot?: Snapshot,
  ) {
    super(text);
  }
}

/** A requested page of a list. */
export interface PageRequest {
  /** from 1 */
  readonly number: number;
  readonly size: number;
  readonly offset: number;
  /** id after which the page starts, when the client sent a cursor */
  readonly after: string | undefined;
  /** id within the resource `after`, when the previous page ended inside it */
  readonly within?: string | undefined;
  /** id of the snapshot that the page from which the client came showed */
  readonly snapshot?: string | undefined;
  /** whether to count all resources */
  readonly withTotal: boolean;
  /** aborts when the client disconnects */
  readonly abandoned?: AbortSignal | undefined;
  /** whether the number alone says where the page begins; then neither it nor an earlier page may end early */
  readonly isNumbered: boolean;
}

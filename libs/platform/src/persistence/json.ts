/** JSON that Postgres wrote, as text: no row becomes an object on its way to the client. */
export class Json {
  /** of an answer that is kept for the next reader: accounts for what is made of it and kept beside it */
  onGrowth?: (bytes: number) => void;
  /** of a large answer: what it holds while it goes out */
  held?: Held;

  constructor(public text: string) {}
}

/** A place among those whose answers are in memory: left when the answer has gone out, or is due. */
export interface Held {
  release: () => void;
  /** aborted when the client has had its time */
  due: AbortSignal;
}

/** An array, whole. */
export class JsonList extends Json {}

/** One page of a list: an array. */
export class JsonPage extends JsonList {
  constructor(
    text: string,
    /** null on the last page; `after` is the id that this one ends with, null where pages go by number alone */
    readonly next: { after: string | null } | null,
    /** resources on all pages, when they were counted */
    readonly total?: number,
    /** whether the page before is the one with the number before */
    readonly isNumbered = true,
  ) {
    super(text);
  }
}

/** Which page of a list, and how long. */
export interface PageRequest {
  /** from 1 */
  readonly number: number;
  readonly size: number;
  readonly offset: number;
  /** id after which the page begins, when the client has the page before */
  readonly after: string | undefined;
  /** id within the resource of `after`, when its page ended in the middle of that */
  readonly within?: string | undefined;
  /** whether the resources on all pages are counted */
  readonly counted: boolean;
  /** whether the client has named the page by its number alone: then no page before it may have ended early */
  readonly isNumbered: boolean;
}

/** The first resources of a list. */
export const firstPage = (size: number): PageRequest => ({
  number: 1,
  size,
  offset: 0,
  after: undefined,
  counted: false,
  isNumbered: false,
});

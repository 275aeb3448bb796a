import { InvalidResponseError } from './invalid-response-error.js';

export interface Page<Item> {
  paging: {
    per_page: number;
    current_page: number;
    prev_url: string | null;
    next_url: string | null;
    /** only if requested with `total` */
    total_count?: number;
  };
  data: Item[];
}

/** A list: `await` it to get the first page, or iterate with `for await` over the items of all pages. */
export class Pages<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  /**
   * @param first requests the first page; called on demand
   * @param follow requests the page at `next_url`
   * @param address of the list, for errors
   */
  constructor(
    private readonly first: () => Promise<Page<Item>>,
    private readonly follow: (url: string) => Promise<Page<Item>>,
    private readonly address: () => string,
  ) {}

  // oxlint-disable-next-line unicorn/no-thenable -- so that a list can be awaited
  then<Done = Page<Item>, Failed = never>(
    onDone?: ((page: Page<Item>) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.first().then(onDone, onFailed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Iterates over pages instead of items. */
  async *pages(): AsyncGenerator<Page<Item>> {
    const read = new Set<string>();
    for (let page = await this.first(); ;) {
      yield page;
      const next = page.paging.next_url;
      if (next === null) return;
      const { search } = new URL(next);
      if (read.has(search))
        throw new InvalidResponseError(`${this.address()}: the next page, ${next}, has been read before`);
      read.add(search);
      page = await this.follow(next);
    }
  }

  /** Loads all items into memory. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages()) items.push(...page.data);
    return items;
  }
}

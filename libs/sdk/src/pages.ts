export interface Page<Item> {
  paging: {
    per_page: number;
    current_page: number;
    prev_url: string | null;
    next_url: string | null;
    /** when it was asked for by `total` */
    total_count?: number;
  };
  data: Item[];
}

/** A list: `await` it for its first page, or loop over it with `for await` for the items of all pages. */
export class Pages<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  /**
   * @param first asks for the first page, when anybody wants one
   * @param follow asks for the page that `next_url` names
   */
  constructor(
    private readonly first: () => Promise<Page<Item>>,
    private readonly follow: (url: string) => Promise<Page<Item>>,
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

  /** Page by page. */
  async *pages(): AsyncGenerator<Page<Item>> {
    for (let page = await this.first(); ; page = await this.follow(page.paging.next_url)) {
      yield page;
      if (page.paging.next_url === null) return;
    }
  }

  /** All items; for lists that fit into memory. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages()) items.push(...page.data);
    return items;
  }
}

import type { Page } from 'playwright-core';

export interface Executed {
  /** method and path, as the page shows them */
  operation: string;
  status: string;
}

/** The time for one operation, on a busy machine. */
const TIMEOUT_MS = 60_000;

/**
 * Executes the operations of a Swagger UI, from top to bottom, with the values that are filled in.
 * @param methods default: all
 */
export async function executeAll(
  page: Page,
  docs: string,
  key: string,
  methods?: readonly string[],
): Promise<Executed[]> {
  await page.goto(docs);
  await page.waitForSelector('.opblock-tag', { timeout: TIMEOUT_MS });
  await page.addStyleTag({ content: 'body { display: none }' }); // layout and paint take a quarter of the time
  await page.evaluate((given) => (globalThis as unknown as Ui).ui.preauthorizeApiKey('API-Key', given), key);
  const executed: Executed[] = [];
  for (let group = 0; group < (await page.locator('.opblock-tag').count()); group++)
    executed.push(...(await page.evaluate(executeGroup, { group, methods, timeout: TIMEOUT_MS })));
  return executed;
}

interface Ui {
  ui: {
    preauthorizeApiKey(scheme: string, key: string): void;
    specSelectors: { specResolvedSubtree(path: string[]): unknown };
  };
}

interface Wanted {
  group: number;
  methods: readonly string[] | undefined;
  timeout: number;
}

/** Runs in the browser. Opens one group at a time: with all open, the page takes seconds for each operation. */
async function executeGroup({ group, methods, timeout }: Wanted): Promise<Executed[]> {
  const { document, ui } = globalThis as unknown as Ui & { document: Root };
  const shown = async <T>(where: string, find: () => T | null | undefined | false): Promise<T> => {
    for (const until = Date.now() + timeout; Date.now() < until;) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`Nothing happens at ${where}: ${String(find)}`);
  };
  const methodOf = (block: Element) => block.querySelector('.opblock-summary-method')!.textContent!;
  const execute = async (block: Element): Promise<Executed> => {
    const path = block.querySelector('.opblock-summary-path')!.getAttribute('data-path')!;
    const method = methodOf(block);
    const operation = `${method} ${path}`;
    const inputs = () => [
      ...[...block.querySelectorAll('tr[data-param-name]')]
        .filter((row) => row.querySelector('.parameter__name.required'))
        .flatMap((row) => [...row.querySelectorAll('input, select')]),
      ...block.querySelectorAll('.body-param__text'),
    ];
    block.querySelector('.opblock-summary-control')!.click();
    // Swagger UI loads the schemas of an operation when it is opened, and then rebuilds its form.
    await shown(operation, () => ui.specSelectors.specResolvedSubtree(['paths', path, method.toLowerCase()]));
    await shown(operation, () => block.querySelector('.execute') && inputs().every(({ value }) => value !== ''));
    const isSent = () => block.querySelector('.loading-container') ?? answer();
    const answer = () => block.querySelector('.live-responses-table tbody .response-col_status');
    // A form that is being rebuilt loses the click. Swagger UI sends after 40 ms, so a later timer knows whether it did.
    do {
      block.querySelector('.execute')!.click();
      for (let turn = 0; turn < 20 && !isSent(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
    } while (!isSent());
    const status = await shown(operation, answer);
    const executed = { operation, status: status.textContent!.trim() };
    block.querySelector('.opblock-summary-control')!.click();
    return executed;
  };
  const section = document.querySelectorAll('.opblock-tag-section')[group]!;
  section.querySelector('.opblock-tag')!.click();
  await shown(`group ${group}`, () => section.querySelector('.opblock'));
  const executed: Executed[] = [];
  for (const block of section.querySelectorAll('.opblock'))
    if (!methods || methods.includes(methodOf(block))) executed.push(await execute(block));
  section.querySelector('.opblock-tag')!.click();
  return executed;
}

interface Root {
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element> & Record<number, Element>;
}

interface Element extends Root {
  textContent: string | null;
  value: string;
  getAttribute(name: string): string | null;
  click(): void;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FINDINGS = `axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`;

export const HOSTILE = `</script><script>window.ran=1</script><img src=x onerror="window.ran=2">\u202eשלום`;
export const LONG = `${HOSTILE} ${'Donaudampfschiff'.repeat(20)}`.slice(0, 255);

export interface Opened {
  page: Page;
  /** errors of the page */
  complaints: string[];
  /** addresses that it requests */
  requests: string[];
}

/** Opens the console, before anybody has signed in. */
export async function openConsole(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (403|409|412|422|503)|ERR_FAILED/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${base}/console`);
  return { page, complaints, requests };
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Assets' }).waitFor();
}

/** No finding of axe, no error, nothing wider than the page, and no script of a name has run, once the page has come to rest. */
export async function expectSound(page: Page, complaints: string[]): Promise<void> {
  await page.evaluate(AXE);
  const { width } = page.viewportSize()!;
  const look = async () => ({
    findings: await page.evaluate<string[]>(FINDINGS),
    complaints,
    ran: await page.evaluate('window.ran'),
    fits: (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
  });
  let seen = await look();
  // A resized plan is redrawn a moment later.
  for (let turn = 0; turn < 20 && (seen.findings.length > 0 || !seen.fits); turn++) {
    await page.waitForTimeout(250);
    seen = await look();
  }
  expect(seen).toEqual({ findings: [], complaints: [], ran: undefined, fits: true });
}

const isWrite = (route: Route): boolean =>
  route.request().method() !== 'GET' && !route.request().url().includes('dry-run=1');

/** Lets writes reach the service, and drops its responses. */
export const loseAnswers = (page: Page, url: string): Promise<unknown> =>
  page.route(url, async (route) => {
    if (!isWrite(route)) return route.continue();
    await route.fetch();
    return route.abort();
  });

/** Drops writes before they reach the service. */
export const loseRequests = (page: Page, url: string): Promise<unknown> =>
  page.route(url, (route) => (isWrite(route) ? route.abort() : route.continue()));

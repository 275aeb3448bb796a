import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FINDINGS = `axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`;

const HOSTILE = `</script><script>window.ran=1</script><img src=x onerror="window.ran=2">\u202eשלום`;
const LONG = `${HOSTILE} ${'Donaudampfschiff'.repeat(20)}`.slice(0, 255);

const app = TestApp.forSuite();

const entry = (number: string, price: number, provider = `p-${number}`) => ({
  unit_number: number,
  provider_id: provider,
  price,
  available_on: '2027-03-01',
});

describe('The console', () => {
  it('is one page for all its addresses, and its script fits the first screen', async () => {
    const { status, headers, text } = await app.get('/console/assets/1/prices/2', { key: null, flags: null });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const [, script] = /src="([^"]+\.js)"/.exec(text)!;
    const file = await app.get(script!, { key: null, flags: null });
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const imported = [...file.text.matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name]) => `/console/files/${name}`);
    let bytes = gzipSync(file.text).length;
    for (const name of imported) bytes += gzipSync((await app.get(name, { key: null, flags: null })).text).length;
    expect(bytes).toBeLessThan(90_000);
    expect((await app.get('/console/files/none.js', { key: null, flags: null })).status).toBe(404);
    expect((await app.get('/', { key: null, flags: null })).text).toContain('href="/console"');
  });

  it('is not served with CONSOLE=false', async () => {
    const without = await app.replica({ CONSOLE: 'false' });
    expect((await without.get('/console', { key: null, flags: null })).status).toBe(404);
    expect((await without.get('/', { key: null, flags: null })).text).not.toContain('href="/console"');
  });
});

describeInBrowser('In the console', () => {
  let browser: Browser;
  let asset: GivenAsset;
  let process: string;
  let key: string;
  let complaints: string[];
  let requests: string[];

  beforeAll(async () => {
    browser = await openBrowser();
    asset = await givenAsset(app, ['101', '102', '103', '104']);
    await app.sql('update catalog.asset set name = $2 where id = $1', [asset.id, LONG]);
    process = await givenProcess(app, asset);
    await app.sql('update pricing.process set name = $2, expected_every_hours = 24 where asset_id = $1', [
      asset.id,
      LONG,
    ]);
    key = await app.key(['service.*']);
    for (const set of [
      [entry('101', 2000), entry('102', 2100)],
      [entry('101', 2050), entry('01-02', 2100), entry('01-03', 2200, HOSTILE), entry('PH', 9000, 'penthouse')],
    ])
      await send(1, set);
    await app.sql(`update pricing.publication set published_at = published_at - interval '30 hours'`);
    await app.sql(`update pricing.transaction set ended_at = ended_at - interval '30 hours'`);
    await send(0, [entry('101', 2000)]);
  });

  async function send(commit: 0 | 1, entries: object[]): Promise<void> {
    const { status, text } = await app.post(`${process}/ingest?commit=${commit}`, entries);
    if (status !== 200) throw new Error(text);
  }

  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser?.close());

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    complaints = [];
    requests = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 403|ERR_FAILED/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${app.base}/console`);
    return page;
  }

  const signIn = async (page: Page, secret = key) => {
    await page.getByLabel('API key').fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
  };
  const openFeed = async (page: Page) => {
    await page.locator('.feeds a[href*="/prices/"]').click();
    await page.getByRole('link', { name: 'Publication 2' }).waitFor();
  };

  /** No finding of axe, no error, nothing wider than the page, and no script of a name has run. */
  async function inspect(page: Page): Promise<void> {
    await page.evaluate(AXE);
    const width = page.viewportSize()!.width;
    expect({
      findings: await page.evaluate(FINDINGS),
      complaints,
      ran: await page.evaluate('window.ran'),
      fits: (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
    }).toEqual({ findings: [], complaints: [], ran: undefined, fits: true });
  }

  it('a key signs in, stays out of addresses and storage, and is forgotten with the page unless it is kept', async () => {
    const page = await open();
    await page.getByLabel('API key').fill('pms_unknown');
    await page.keyboard.press('Enter');
    await page.getByText('The server does not know this key.').waitFor();
    await inspect(page);

    await signIn(page);
    const held = () => page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])');
    expect(await held()).toBe('[{},{},""]');
    expect(requests.filter((url) => url.includes(key))).toEqual([]);
    expect(requests.filter((url) => !/\/(v1|console)(\/|\?|$)/.test(new URL(url).pathname))).toEqual([]);

    await page.reload();
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('Keep it until this tab is closed').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await held()).toBe('[{},{},""]');
  });

  it.each([1440, 360])('at %i pixels, the stale feed shows age, matches and its open transaction', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open({ viewport: { width, height: 800 }, colorScheme });
      await signIn(page);
      const feeds = page.locator('.feeds');
      await feeds.waitFor();
      expect(await feeds.innerText()).toMatch(/overdue[^]*25 %[^]*open, 1 entry, \d+ min left/);
      await inspect(page);
      await openFeed(page);
      await inspect(page);
      await page.getByRole('link', { name: 'Publication 2' }).click();
      await page.locator('.chips').waitFor();
      await page.getByRole('table').waitFor();
      await inspect(page);
      await page.getByRole('link', { name: 'Unmatched entries' }).click();
      await page.getByRole('table').waitFor();
      await inspect(page);
    }
  });

  it('a search finds assets, and says that there are none', async () => {
    const page = await open();
    await signIn(page);
    await page.locator('.feeds').waitFor();
    await page.getByRole('searchbox').fill('no such asset');
    await page.getByText('0 assets').waitFor();
    expect(await page.locator('.feeds').count()).toBe(0);
  });

  it('a lost connection is told, and work continues after it', async () => {
    const page = await open();
    await signIn(page);
    await page.locator('.feeds').waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The connection is lost.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await inspect(page);
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1 asset, 1 feed, 1 overdue').waitFor();
    await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
  });

  it('a key that may only read is offered no write', async () => {
    const page = await open();
    await signIn(page, await app.key(['service.assets.read', 'service.pricing.read']));
    await openFeed(page);
    await page.getByRole('link', { name: 'Publication 1' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('button', { name: 'Restore…' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Unmatched entries' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.locator('.suggestions').count()).toBe(0);
  });

  it('entries are matched by Enter alone, in bulk, and not over the change of somebody else; each is undone', async () => {
    const providers = async () =>
      Object.fromEntries(
        (await app.get(`${process}/units`)).body.data.map((unit: Record<string, string>) => [
          unit['unit_number'],
          unit['provider_id'],
        ]),
      );
    const before = await providers();
    const page = await open();
    await signIn(page);
    await openFeed(page);
    await page.getByRole('link', { name: 'Unmatched entries' }).click();
    const status = page.locator('.row [role=status]');
    await page.getByText('3 entries without a unit.').waitFor();

    await page.getByRole('button', { name: '103', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 entries without a unit.').waitFor();
    await page.getByText('is matched with unit 103.').waitFor();
    expect((await providers())['103']).toBe(HOSTILE);
    await page.getByRole('button', { name: 'Undo the last match' }).click();
    await page.getByText('1 match undone.').waitFor();
    expect(await providers()).toEqual(before);

    await page.getByRole('textbox', { name: 'Number of the unit for penthouse' }).fill('104');
    await page.keyboard.press('Enter');
    await page.getByText('penthouse is matched with unit 104.').waitFor();
    expect((await providers())['104']).toBe('penthouse');
    await page.getByRole('button', { name: 'Undo the last match' }).click();
    await page.getByText('1 match undone.').waitFor();

    await page.getByRole('button', { name: /^Match \d with the only unit suggested/ }).click();
    await page.getByText(/entr(y|ies) matched\./).waitFor();
    expect((await providers())['103']).toBe(HOSTILE);
    await page.getByRole('button', { name: /^Undo the last/ }).click();
    await page.getByText(/match(es)? undone\./).waitFor();
    expect(await providers()).toEqual(before);

    await app.put(`${process}/units/${asset.units[2]}`, { id: asset.units[2], provider_id: 'somebody-else' });
    await page.getByRole('button', { name: '103', exact: true }).click();
    await page.getByText('Changed by somebody else: unit 103 now has the id somebody-else, not none.').waitFor();
    expect((await providers())['103']).toBe('somebody-else');
    await app.put(`${process}/units/${asset.units[2]}`, { id: asset.units[2], provider_id: null });
    expect(await status.innerText()).toContain('3 entries');
    expect(complaints).toEqual([]);
  });

  it('units are filtered, sorted and edited in place, but not over the change of somebody else', async () => {
    const page = await open();
    await signIn(page);
    await page.getByRole('link', { name: '4 units' }).click();
    const table = page.locator('.units');
    await table.waitFor();
    await inspect(page);
    await page.getByRole('searchbox').fill('103');
    await page.getByText('1 unit.').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Number', exact: true }).click();
    expect(await table.locator('tbody tr').first().innerText()).toMatch(/^104/);

    const [unit] = asset.units;
    const areaOf = async () => (await app.get(`${asset.path}/units/${unit}`)).body.area;
    await page.getByRole('button', { name: 'Area of unit 101: 640' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Area of unit 101' }).fill('655');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Area of unit 101: 655' }).waitFor();
    expect(await areaOf()).toBe(655);

    await app.put(`${asset.path}/units/${unit}`, { id: unit, asset_id: asset.id, area: 700 });
    await page.getByRole('button', { name: 'Area of unit 101: 655' }).click();
    await page.getByRole('textbox', { name: 'Area of unit 101' }).fill('660');
    await page.keyboard.press('Enter');
    await page.getByText('Changed by somebody else: now 700, yours 660.').waitFor();
    expect(await areaOf()).toBe(700);
    await inspect(page);
    await page.getByRole('button', { name: 'Write mine' }).click();
    await page.getByRole('button', { name: 'Area of unit 101: 660' }).waitFor();
    expect(await areaOf()).toBe(660);
  });

  it('units are pasted from a spreadsheet: all or none, and only after a check', async () => {
    const page = await open({ viewport: { width: 360, height: 800 } });
    await signIn(page);
    await page.getByRole('link', { name: '4 units' }).click();
    await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
    const field = page.getByRole('textbox', { name: /^Rows with a first row of names/ });
    await field.fill('number\tfloor\tarea\n102\tLevel 9\tbig');
    await page.getByText('Row 2: the area "big" is not a whole number.').waitFor();
    await page.getByText('Row 2: there is no floor "Level 9".').waitFor();
    await inspect(page);
    await field.fill('number\tfloor\tfloor plan\tarea\n102\tLevel 1\tA1\t712\n105\tLevel 1\tA1\t500');
    const store = page.getByRole('button', { name: 'Store: 1 unit changed, 1 unit created' });
    await store.waitFor();
    expect((await app.get(`${asset.path}/units?per-page=1&total=1`)).body.paging.total_count).toBe(4);
    await store.click();
    await page.getByText('5 units. Stored: 1 unit changed, 1 unit created.').waitFor();
    const { data } = (await app.get(`${asset.path}/units`)).body;
    expect(data.map(({ area }: { area: number }) => area).slice(-4)).toEqual([712, 640, 640, 500]);
  });

  it('a restore shows what it changes, and happens only then', async () => {
    const page = await open();
    const live = async () => (await app.get(`${process}/publications?per-page=1`)).body.data[0];
    const [pending] = (await app.get(`${process}/transactions?per-page=1`)).body.data;
    expect((await app.delete(`${process}/transactions/${pending.id}`)).status).toBe(200);
    await signIn(page);
    await openFeed(page);
    await page.getByRole('link', { name: 'Publication 1' }).click();
    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByText('Restoring publication 1 adds 1 and removes 3 entries').waitFor();
    expect((await live()).number).toBe(2);
    await inspect(page);
    await page.getByRole('button', { name: 'Restore publication 1' }).click();
    await page.getByText('Restored: publication 3 is live.').waitFor();
    expect(await live()).toMatchObject({ number: 3, restored_from: 1 });
  });
});

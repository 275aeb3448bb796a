import { readFileSync } from 'node:fs';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { Site } from '../viewer-app/sites.js';
import { givenEmbed, givenMap, lookForBuilds } from './pages.js';

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
  <path id="Unit-101" d="M0 0H40V40H0Z"/><path id="Unit-102" d="M40 0H80V40H40Z"/></svg>`;

/** What its page keeps of all that a map says. */
const KEEP = `var heard = []; var keep = (map) => map.on('*', (payload, name) => heard.push([name, payload]));`;

describeInBrowser('The map of the service on the page of another site', () => {
  let app: TestApp;
  let browser: Browser;
  let host: Site;
  let account: string;
  let asset: GivenAsset;
  let map: string;
  let key: string;

  beforeAll(async () => {
    app = await TestApp.start();
    browser = await openBrowser();
    host = await Site.open('localhost');
    account = await givenAccount(app);
    asset = await givenAsset(app, ['101', '102'], [account]);
    const feed = await givenProcess(app, asset);
    const entry = { unit_number: '101', provider_id: '101', price: 1500, available_on: '2026-01-01' };
    await app.post(`${feed}/ingest?commit=1`, [entry]);
    map = await givenMap(app, asset, 'Level 1', DRAWING);
    key = await givenEmbed(app, account, [{ asset, map, instanceKey: 'main' }]);
    await app.get(`/embed/${key}`, { key: null });
    await lookForBuilds(app);
  });
  afterEach(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await app?.close();
  });

  async function visit(body: string): Promise<{ page: Page; frame: FrameLocator }> {
    host.pages.set('/', { body: `<!doctype html><title>Host</title><link rel="icon" href="data:,">${body}` });
    const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
    await page.goto(host.origin);
    return { page, frame: page.frameLocator('iframe') };
  }
  const element = (base: string, its = key, attributes = '') => `<script>${KEEP}</script>
    <script src="${base}/embed/api.js?global=Homes"></script>
    <property-map embed="${its}" style="display: block; height: 760px" ${attributes}></property-map>
    <script>queueMicrotask(() => keep(document.querySelector('property-map').map));</script>`;

  /** The first of a name, once it is heard. */
  async function heard(page: Page, name: string): Promise<object> {
    await page.waitForFunction(`heard.some(([each]) => each === ${JSON.stringify(name)})`);
    return page.evaluate(`heard.find(([each]) => each === ${JSON.stringify(name)})[1]`);
  }

  it('runs the example that was written for another loader', async () => {
    const example = readFileSync('examples/embed/third-party-host.html', 'utf8')
      .replaceAll('http://localhost:3000', app.base)
      .replace('KEY', key);
    const { page, frame } = await visit(example);
    await page.locator('#log li', { hasText: 'ready' }).waitFor();
    await frame.locator('li[data-home]', { hasText: '102' }).locator('[data-open]').click();
    await page.locator('#log li', { hasText: 'metrics.unitList.unit.click' }).waitFor();
    expect(await page.locator('#unit').innerText()).toBe('102, A1');
    await frame.locator('.filters').waitFor({ state: 'detached' });
  });

  it('is framed by the origins that it allows, and by no other', async () => {
    const allowed = await givenEmbed(app, account, [{ asset, map }], { origins: [host.origin] });
    const { page } = await visit(element(app.base, allowed));
    expect(await heard(page, 'ready')).toMatchObject({ state: 'live' });

    const refused = await givenEmbed(app, account, [{ asset, map }], { origins: ['https://www.example.com'] });
    const complaint: string[] = [];
    const foreign = await browser.newPage();
    foreign.on('console', (message) => complaint.push(message.text()));
    const told = foreign.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    host.pages.set('/foreign', { body: element(app.base, refused) });
    await foreign.goto(`${host.origin}/foreign`);
    await told;
    expect(await foreign.evaluate('heard.filter(([name]) => name !== "error")')).toEqual([]);
    expect(await foreign.frames()[1]?.locator('li[data-home]').count()).toBe(0);
  });

  it('has its plan in a sandbox without an origin', async () => {
    const { frame } = await visit(`<iframe sandbox="allow-scripts" src="${app.base}/embed/${key}"
      style="width: 1200px; height: 760px"></iframe>`);
    await frame.getByRole('option', { name: /101/ }).click({ force: true });
    await frame.locator('.panel', { hasText: '101' }).waitFor();
  });
});

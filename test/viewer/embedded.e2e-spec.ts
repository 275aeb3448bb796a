import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { Site } from '../viewer-app/sites.js';
import { givenEmbed, givenMap, lookForBuilds } from './pages.js';

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
  <path id="Unit-101" d="M0 0H40V40H0Z"/><path id="Unit-102" d="M40 0H80V40H40Z"/></svg>`;

/** The events of docs/embedding.md, except for `error`. */
const EVENTS = [
  'metrics.calculator.change',
  'metrics.contact.click',
  'metrics.filters.change',
  'metrics.unitDetails.apply.click',
  'metrics.unitDetails.outbound.click',
  'metrics.unitList.unit.click',
  'metrics.unitMap.unit.click',
  'metrics.unitMatches.impression',
  'outbound.book-a-tour.click',
  'ready',
  'resize',
  'saved.change',
  'share',
  'state',
];

/** Records all events of a map in the page. */
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
    const leasing_fields = { apply_url: 'https://apply.example.com/101' };
    await app.post(`${feed}/ingest?commit=1`, [{ ...entry, leasing_fields }]);
    const link = { asset_id: asset.id, name: 'Tour', label: 'Book a tour' };
    await app.post(`${asset.path}/units/outbound-links`, { ...link, type: 'iframe_api', event_key: 'book-a-tour' });
    const garage = { name: 'Garage', label: 'Garage', amount: 160, max_quantity: 2 };
    await app.post(`${asset.path}/expenses`, { asset_id: asset.id, ...garage });
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

  /** The first event of a name, once it was received. */
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

  it('is an element of the page, which fires its events', async () => {
    const { page, frame } = await visit(`<script src="${app.base}/embed/api.js" async></script>
      <property-map embed="${key}" style="height: 760px"><a href="${app.base}/embed/${key}">The map</a></property-map>
      <script>
        var heard = [];
        const element = document.querySelector('property-map');
        for (const name of ['ready', 'state', 'metrics.unitList.unit.click', 'outbound.book-a-tour.click'])
          element.addEventListener(name, ({ detail }) => heard.push([name, detail]));
      </script>`);
    expect(await heard(page, 'ready')).toMatchObject({ state: 'live', maps: [{ id: map, name: 'Level 1' }] });
    await frame.locator('li[data-home]', { hasText: '101' }).locator('[data-open]').click();
    expect(await heard(page, 'metrics.unitList.unit.click')).toMatchObject({ unit: { number: '101', price: 1500 } });
    await frame.locator('.panel').getByRole('button', { name: 'Book a tour' }).click();
    const detail = { unit: { number: '101' }, link: { name: 'Tour', event_key: 'book-a-tour' } };
    expect(await heard(page, 'outbound.book-a-tour.click')).toMatchObject(detail);

    await page.evaluate(`element.setAttribute('unit', '102')`);
    await frame.locator('.panel h2', { hasText: '102' }).waitFor();
    expect(await page.evaluate('element.map.ready.then(({ state }) => state)')).toBe('live'); // also for late listeners
    expect(await page.locator('property-map > a').count()).toBe(0);
    await page.evaluate('element.remove()');
    expect(await page.evaluate('element.map')).toBeUndefined();
  });

  it('is loaded by a lazy element only when it comes into view', async () => {
    const lazy = `<script src="${app.base}/embed/api.js"></script><div style="height: 9000px"></div>
      <property-map embed="${key}" loading="lazy"></property-map>
      <script>var heard = []; var element = document.querySelector('property-map');
        for (const name of ['ready', 'error']) element.addEventListener(name, ({ detail }) => heard.push([name, detail]));</script>`;
    const { page } = await visit(lazy);
    expect(await page.evaluate('heard')).toEqual([]);
    expect(page.frames()[1]?.url()).not.toContain(key);
    await page.locator('property-map').scrollIntoViewIfNeeded();
    expect(await heard(page, 'ready')).toMatchObject({ state: 'live' });
  });

  it('sends every event to the example', async () => {
    for (const [name, type] of Object.entries({
      'index.html': 'text/html',
      'site.css': 'text/css',
      'site.js': 'text/javascript',
    }))
      host.pages.set(`/${name}`, { body: readFileSync(`examples/embed/${name}`, 'utf8'), type });
    const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
    await page.context().route('https://**', (route) => route.abort());
    await page.goto(`${host.origin}/index.html?map=${encodeURIComponent(`${app.base}/embed/${key}`)}`);
    const logged = (text: string) => page.locator('#log li', { hasText: text }).first().waitFor();
    for (const way of ['iframe', 'element', 'call']) await logged(`${way} ready`);

    const frame = page.frameLocator('#place iframe');
    await frame.locator('.filters').getByText('Availability').first().click();
    await frame.getByRole('checkbox', { name: /Available now/ }).check();
    await logged('call metrics.filters.change');
    await logged('call metrics.unitMatches.impression'); // while rows are in view: the panel covers them
    const panel = frame.locator('.panel');
    await frame.getByRole('option', { name: /101/ }).click({ force: true });
    await panel.getByText('Close').click();
    await frame.locator('li[data-home]', { hasText: '101' }).locator('[data-open]').click();
    await panel.getByRole('button', { name: 'Book a tour' }).click();
    await panel.getByLabel('Garage').selectOption('2');
    await logged('call metrics.calculator.change');
    await panel.getByRole('link', { name: /^Directions/ }).click();
    await logged('call metrics.contact.click');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Share' }).click();
    await panel.getByRole('link', { name: /^Apply/ }).click();
    await logged('call metrics.unitDetails.apply.click');
    for (const event of EVENTS) await logged(`call ${event}`);
    const lines = await page.locator('#log li').allInnerTexts();
    const names = lines.filter((line) => line.startsWith('call ')).map((line) => line.split(' ')[1]!);
    expect([...new Set(names)].sort()).toEqual(EVENTS);
    expect(await page.locator('#log li', { hasText: ' error ' }).count()).toBe(0);
  });

  it('works behind a proxy that removes a path prefix', async () => {
    const proxy = createServer((request, response) => {
      const path = /^\/maps(\/.*)/.exec(request.url!)?.[1];
      if (path === undefined) return void response.writeHead(404).end();
      const { hostname, port } = new URL(behind.base);
      const onwards = send({ hostname, port, path, method: request.method, headers: request.headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode!, answer.headers)),
      );
      request.pipe(onwards);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/maps`;
    const behind = await app.replica({ PUBLIC_URL: publicUrl }); // its document was built without this setting
    const { page, frame } = await visit(element(publicUrl));
    expect(await heard(page, 'ready')).toMatchObject({ state: 'live' });
    await frame.getByRole('option', { name: /101/ }).click({ force: true });
    await frame.locator('.panel', { hasText: '101' }).waitFor();
    await page.close();
    proxy.closeAllConnections();
    await new Promise((settle) => proxy.close(settle));
  });

  it('can be framed only by the origins that it allows', async () => {
    const allowed = await givenEmbed(app, account, [{ asset, map }], { origins: [host.origin] });
    const { page } = await visit(element(app.base, allowed));
    expect(await heard(page, 'ready')).toMatchObject({ state: 'live' });

    const refused = await givenEmbed(app, account, [{ asset, map }], { origins: ['https://www.example.com'] });
    const complaint: string[] = [];
    const foreign = await browser.newPage();
    foreign.on('console', (message) => complaint.push(message.text()));
    const reported = foreign.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    host.pages.set('/foreign', { body: element(app.base, refused) });
    await foreign.goto(`${host.origin}/foreign`);
    await reported;
    expect(await foreign.evaluate('heard.filter(([name]) => name !== "error")')).toEqual([]);
    expect(await foreign.frames()[1]?.locator('li[data-home]').count()).toBe(0);
  });

  it('can be framed by pages without an origin unless it names origins', async () => {
    const page = await browser.newPage();
    const body = `<iframe src="${app.base}/embed/${key}" style="width: 1200px; height: 760px"></iframe>`;
    const file = join(mkdtempSync(join(tmpdir(), 'host-')), 'host.html');
    writeFileSync(file, body);
    host.pages.set('/sandboxed', { body, headers: { 'Content-Security-Policy': 'sandbox allow-scripts' } });
    for (const address of [pathToFileURL(file).href, `${host.origin}/sandboxed`]) {
      await page.goto(address);
      await page.frameLocator('iframe').locator('li[data-home]').first().waitFor();
    }
    rmSync(dirname(file), { recursive: true });
  });

  it('renders its plan in a sandbox without an origin', async () => {
    const { frame } = await visit(`<iframe sandbox="allow-scripts" src="${app.base}/embed/${key}"
      style="width: 1200px; height: 760px"></iframe>`);
    await frame.getByRole('option', { name: /101/ }).click({ force: true });
    await frame.locator('.panel', { hasText: '101' }).waitFor();
  });
});

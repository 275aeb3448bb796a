import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import type { HostEvents } from '../../apps/viewer/src/host-api.js';
import { Site as HostSite } from './sites.js';
import { complaints, describeWithSite } from './support/browser.js';

/** State that host pages keep for the test. */
interface Kept {
  heard: [string, never][];
  map: PropertyMap;
}
declare const kept: Kept;

describeWithSite('A map on the page of another site', (setting) => {
  let host: HostSite;

  beforeAll(async () => {
    host = await HostSite.open('localhost');
  });
  afterAll(() => host?.close());

  async function visit(body: string): Promise<{ page: Page; map: FrameLocator }> {
    host.pages.set('/', { body: `<!doctype html><title>Host</title><link rel="icon" href="data:,">${body}` });
    const page = await setting.open('/elsewhere');
    await page.goto(host.origin);
    return { page, map: page.frameLocator('iframe') };
  }

  const embedding = (options: string) => `<script src="${setting.site.url}/embed/api.js"></script>
    <div id="place" style="height: 800px"></div>
    <script>
      const kept = { heard: [] };
      PropertyMap.embed('#place', ${options}).then((map) => {
        kept.map = map;
        map.on('*', (payload, name) => kept.heard.push([name, payload]));
      });
    </script>`;

  const embed = async (key = 'live', options = '') => visit(embedding(`{ key: '${key}', ${options} }`));

  /** All events of a name that the host received, once there is one. */
  async function heard<E extends keyof HostEvents>(page: Page, name: E): Promise<HostEvents[E][]> {
    await page.waitForFunction((wanted) => kept.heard.some(([each]) => each === wanted), name as string);
    const all = await page.evaluate(() => kept.heard);
    return all.filter(([each]) => each === name).map(([, payload]) => payload);
  }

  it('is reported to its host when it is ready', async () => {
    const { page } = await embed();
    const maps = [
      { id: 'map1', name: 'Level 1' },
      { id: 'map2', name: 'Level 2' },
    ];
    expect(await heard(page, 'ready')).toEqual([expect.objectContaining({ state: 'live', asset_ids: ['a1'], maps })]);
    expect(await heard(page, 'state')).toEqual([expect.objectContaining({ state: 'live' })]);
    expect(complaints.get(page)).toEqual([]);
  });

  it('is measured by the snippet for Google Analytics of the guide', async () => {
    const guide = await readFile('docs/embedding.md', 'utf8');
    const [, snippet] = /run by: test\/viewer-app\/embed[^]*?```html\n([^]*?)```/.exec(guide)!;
    const { page, map } = await visit(
      `<script src="${setting.site.url}/embed/api.js"></script><div id="place" style="height: 800px"></div>
       ${snippet!.replace('k3v9q0x7d2m', 'live')}`,
    );
    await map.locator('[data-home="u104"] a').click();
    await map.getByRole('button', { name: 'Ask us' }).click();
    const layer = await page.waitForFunction(() => {
      const { dataLayer } = globalThis as unknown as { dataLayer: { event?: string; link_name?: string }[] };
      const names = dataLayer.map(({ event }) => event);
      return ['view_item_list', 'view_item', 'generate_lead'].every((name) => names.includes(name)) && dataLayer;
    });
    const item = { item_id: 'u104', item_name: '104', item_category: 'B1', item_category2: 'Level 1', price: 2400 };
    const sent = await layer.jsonValue();
    expect(sent).toContainEqual({ event: 'view_item', ecommerce: { items: [item] }, found_on: 'list' });
    expect(sent).toContainEqual({ event: 'generate_lead', ecommerce: { items: [item] }, link_name: 'ask' });
    expect(complaints.get(page)).toEqual([]);
  });

  it.each(['plan', 'list'])('sends the same events for a unit that is chosen on the %s', async (way) => {
    const { page, map } = await embed();
    await heard(page, 'ready');
    if (way === 'list') await map.locator('li[data-home]', { hasText: '104' }).locator('[data-open]').click();
    // The shape covers its option and receives the click.
    else await map.getByRole('option', { name: /104/ }).click({ force: true });
    const name = way === 'list' ? 'metrics.unitList.unit.click' : 'metrics.unitMap.unit.click';
    expect((await heard(page, name)).map(({ unit }) => unit)).toEqual([
      {
        id: 'u104',
        asset_id: 'a1',
        number: '104',
        floor_plan: expect.objectContaining({ id: 'two', name: 'B1' }),
        floor: expect.objectContaining({ id: 'f1', name: 'Level 1' }),
        building: expect.objectContaining({ id: 'b1', name: 'Main' }),
        availability: 'upcoming',
        available_on: '2027-03-01',
        price: 2400,
      },
    ]);
  });

  it('fires the event of a link once per click, and does not follow it', async () => {
    const { page, map } = await embed('live', `unit: '104'`);
    await heard(page, 'ready');
    const before = page.frames().map((frame) => new URL(frame.url()).pathname);
    const ask = map.locator('.panel').getByRole('button', { name: 'Ask us' });
    await ask.click();
    await ask.click();
    await page.evaluate(() => kept.map.select(null));
    const fired = await heard(page, 'outbound.ask.click');
    expect(fired).toHaveLength(2);
    expect(fired[0]).toMatchObject({
      unit: { number: '104' },
      link: { name: 'ask', label: 'Ask us', event_key: 'ask' },
    });
    expect(fired[0]!.link.url).toBeUndefined();
    expect(await heard(page, 'metrics.unitDetails.outbound.click')).toHaveLength(2);
    expect(page.frames().map((frame) => new URL(frame.url()).pathname)).toEqual(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(new URL(page.url()).origin).toBe(host.origin);
  });

  it('executes calls of its host, and reports failures', async () => {
    const { page, map } = await embed();
    const rows = map.locator('li[data-home]');
    const ask = (call: string) => page.evaluate(`kept.map.${call}.then(({ done }) => done)`);
    await heard(page, 'ready');
    expect(await ask(`setUnitNumberMatches(['101', 104])`)).toBe(true);
    await rows.nth(2).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(2);
    expect(await ask('setUnitNumberMatches(null)')).toBe(true);
    await rows.nth(15).waitFor();
    expect(await ask(`setFilters({ Rent: ['To $2,000'] })`)).toBe(true);
    expect((await heard(page, 'metrics.filters.change')).at(-1)).toMatchObject({ count: 6 });
    expect(await ask(`setFilters({ Pets: ['Yes'] })`)).toBe(false);
    expect(await ask('setFilters({})')).toBe(true);
    expect(await ask(`select('104')`)).toBe(true);
    await map.locator('.panel', { hasText: '104' }).waitFor();
    expect(await ask(`select('999')`)).toBe(false);
    expect(await ask('select(null)')).toBe(true);
    await map.locator('.panel').waitFor({ state: 'detached' });
    expect(await ask(`showFloor('Level 2')`)).toBe(true);
    expect(await ask(`showFloor('Cellar')`)).toBe(false);
    expect(await ask(`disableUI(['filters'])`)).toBe(true);
    await map.locator('.filters').waitFor({ state: 'detached' });
    expect(await ask('destroy()')).toBe(true);
    expect([await ask(`select('104')`), await page.locator('iframe').count()]).toEqual([false, 0]);
    expect(complaints.get(page)).toEqual([]);
  });

  it('counts and offers only the homes that its host left', async () => {
    const { page, map } = await embed();
    await heard(page, 'ready');
    await page.evaluate(() => kept.map.setUnitNumberMatches(['101', '104']));
    await map.getByRole('button', { name: /^Bedrooms/ }).click();
    const counts = map.locator('.popover:popover-open .option small');
    expect(await counts.allTextContents()).toEqual(['1', '0', '1']);
    await page.evaluate(() => kept.map.setUnitNumberMatches([]));
    expect(await map.locator('.nothing').innerText()).toBe('There are no homes to show.');
    expect(await map.locator('.nothing button').count()).toBe(0);
  });

  it('leaves the focus on the page of its host when that closes a unit', async () => {
    host.pages.set('/', { body: `<!doctype html><title>Host</title><input>${embedding(`{ key: 'live' }`)}` });
    const page = await setting.open('/elsewhere');
    await page.goto(host.origin);
    const map = page.frameLocator('iframe');
    await heard(page, 'ready');
    await page.locator('input').focus();
    for (const unit of ['104', null]) {
      expect(await page.evaluate((wanted) => kept.map.select(wanted), unit)).toEqual({ done: true });
      await map.locator('.panel').waitFor({ state: unit ? 'visible' : 'detached' });
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    }
    await map.locator('li[data-home]', { hasText: '104' }).locator('[data-open]').click();
    await map.locator('.panel').waitFor();
    expect(await page.evaluate(() => kept.map.select(null))).toEqual({ done: true });
    expect(await map.locator(':focus').textContent()).toMatch(/^104/);
  });

  it('does not scroll the page of a phone when a unit opens', async () => {
    for (const opened of ['at the start', 'by a call']) {
      const options = opened === 'at the start' ? `unit: '104',` : '';
      host.pages.set('/', {
        body: `<!doctype html><title>Host</title><div style="height: 2500px"></div>
          ${embedding(`{ key: 'live', ${options} height: '40rem' }`)}`,
      });
      const page = await setting.open('/elsewhere', { viewport: { width: 360, height: 740 } });
      await page.goto(host.origin);
      const map = page.frameLocator('iframe');
      await heard(page, 'ready');
      if (!options) await page.evaluate(() => kept.map.select('104'));
      await map.locator('.panel').waitFor();
      const top = await map.locator('.plan-pane').evaluate((plan) => plan.getBoundingClientRect().top);
      expect([opened, await page.evaluate(() => scrollY), Math.round(top)]).toEqual([opened, 0, 0]);
    }
  });

  it('leaves no room below its list for a panel that its host shows instead', async () => {
    host.pages.set('/', { body: embedding(`{ key: 'live', unit: '104' }`) });
    const page = await setting.open('/elsewhere', { viewport: { width: 360, height: 740 } });
    await page.goto(host.origin);
    const map = page.frameLocator('iframe');
    await heard(page, 'ready');
    const room = () => map.locator('.side').evaluate((list) => parseFloat(getComputedStyle(list).paddingBottom));
    expect(await room()).toBeGreaterThan(0);
    await page.evaluate(() => kept.map.disableUI(['details']));
    await map.locator('.panel').waitFor({ state: 'detached' });
    expect(await room()).toBe(0);
  });

  it('reports homes as seen when the map is in view', async () => {
    host.pages.set('/', {
      body: `<!doctype html><title>Host</title><div style="height: 2500px"></div>${embedding(`{ key: 'live' }`)}`,
    });
    const page = await setting.open('/elsewhere');
    await page.clock.install();
    await page.goto(host.origin);
    await heard(page, 'ready');
    await page.clock.runFor(1_000);
    await page.evaluate(() => kept.map.showFloor('Level 1')); // its answer follows the events before it
    expect(await page.evaluate(() => kept.heard.map(([name]) => name))).not.toContain('metrics.unitMatches.impression');
    await page.locator('iframe').scrollIntoViewIfNeeded();
    expect(await heard(page, 'metrics.unitMatches.impression')).toHaveLength(1);
  });

  it.each<[HostEvents['state']['state'], boolean]>([
    ['stale', false],
    ['hidden', false],
    ['empty', false],
    ['building', false],
    ['failed', true],
    ['busy', true],
    ['not_found', true],
  ])('reports the state %s, without polling by the host', async (state, isError) => {
    const { page, map } = await embed(state);
    const [reported] = await heard(page, 'state');
    const seen = await map.locator('.notice, .message h1').textContent();
    expect(reported).toEqual({ state, message: seen });
    if (isError) expect(await heard(page, 'error')).toEqual([{ code: state, message: reported!.message }]);
  });

  it('has the height for its width on request, whatever its height was before', async () => {
    const { page } = await embed('live', `height: 'auto'`);
    const heightAt = async (width: number) => {
      await page.evaluate(() => void (kept.heard.length = 0));
      await page.setViewportSize({ width, height: 720 });
      const { height } = (await heard(page, 'resize')).at(-1)!;
      await page.waitForFunction((wanted) => document.querySelector('iframe')!.clientHeight === wanted, height);
      return height;
    };
    await heard(page, 'resize');
    const heights = [await heightAt(800), await heightAt(1_100), await heightAt(360), await heightAt(1_100)];
    const most = Math.max(560, Math.ceil((await page.evaluate(() => screen.height)) * 0.85));
    for (const height of heights) {
      expect(height).toBeGreaterThanOrEqual(480);
      expect(height).toBeLessThanOrEqual(most);
    }
    expect(heights[3]).toBe(heights[1]);
  });

  it.each<[how: string, body: (frame: string) => string, show: string]>([
    ['with display: none', (frame) => `<div hidden>${frame}</div>`, `document.querySelector('div').hidden = false`],
    [
      'without width',
      (frame) => `<div style="width: 0">${frame}</div>`,
      `document.querySelector('div').style.width = ''`,
    ],
    [
      'without height',
      (frame) => `<div style="height: 0">${frame}</div>`,
      `document.querySelector('div').style.height = ''`,
    ],
    [
      'in collapsed details',
      (frame) => `<details><summary>Map</summary>${frame}</details>`,
      `document.querySelector('details').open = true`,
    ],
  ])('is drawn when it gets a size, in a frame that is %s at first', async (how, body, show) => {
    const frame = `<iframe title="Map" src="${setting.site.url}/embed/live?unit=104" style="width: 100%; height: 100%; border: 0"></iframe>`;
    const style = '<style>body { margin: 0 } div, details { height: 700px }</style>';
    host.pages.set('/', { body: `<!doctype html><title>Host</title>${style}${body(frame)}` });
    const page = await setting.open('/elsewhere');
    await page.addInitScript(() => {
      const widths: number[] = [];
      Object.assign(globalThis, { widths });
      new MutationObserver(() => {
        const shapes = document.querySelector<SVGElement>('.shapes');
        if (shapes) widths.push(parseFloat(shapes.style.getPropertyValue('--px')) || 0);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    const drawing = page.waitForResponse(/map1\.umap/);
    await page.goto(host.origin);
    await drawing;
    const map = page.frames()[1]!;
    await map.waitForFunction(() => document.querySelector('.stage'), undefined, { polling: 50 });
    const drawn = () => map.evaluate(() => document.querySelectorAll('.stage path[data-spot]').length);
    if (how !== 'without height') expect(await drawn()).toBe(0); // the page has a least height
    await page.evaluate(show);
    await map.locator('.labels text').first().waitFor({ state: 'attached' });
    const [plan, shape] = await map.evaluate(() =>
      ['.plan', '[data-spot="3"]'].map((each) => document.querySelector(each)!.getBoundingClientRect()),
    );
    expect(shape!.width).toBeGreaterThan(30);
    expect(shape!.left >= plan!.left && shape!.right <= plan!.right && shape!.bottom <= plan!.bottom).toBe(true);
    const widths = await map.evaluate(() => (globalThis as unknown as { widths: number[] }).widths);
    expect(Math.max(...widths)).toBeLessThan(10);
  });

  it('works without storage', async () => {
    const page = await setting.open('/elsewhere');
    await page.addInitScript(() => {
      const refuse = {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      for (const store of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(globalThis, store, refuse);
      Object.defineProperty(Document.prototype, 'cookie', refuse);
    });
    host.pages.set('/', { body: embedding(`{ key: 'live' }`) });
    await page.goto(host.origin);
    await heard(page, 'ready');
    expect(await page.evaluate(() => kept.map.select('104'))).toEqual({ done: true });
    expect(complaints.get(page)).toEqual([]);
  });

  it.each(['share', 'no share'])(
    'copies a link in a frame without clipboard permission, with %s dialog',
    async (way) => {
      host.pages.set('/', {
        body: `<!doctype html><title>Host</title><input>
        <iframe src="${setting.site.url}/embed/live?unit=104" style="width: 1100px; height: 640px"></iframe>`,
      });
      const page = await setting.open('/elsewhere');
      if (way === 'share')
        await page.addInitScript(() => {
          navigator.share = () => Promise.reject(new DOMException('not in this frame', 'NotAllowedError'));
        });
      await page.goto(host.origin);
      const map = page.frameLocator('iframe');
      await map.getByRole('option').first().waitFor({ state: 'attached' });
      await map.getByRole('button', { name: 'Share' }).click();
      await map.getByRole('button', { name: 'Link copied' }).waitFor();
      expect(await map.locator(':focus').textContent()).toBe('Link copied');
      await page.locator('input').focus();
      await page.keyboard.press('ControlOrMeta+V');
      expect(await page.locator('input').inputValue()).toBe(`${setting.site.url}/embed/live?unit=104`);
    },
  );

  it('shows its list in a sandboxed frame, too', async () => {
    const { map } = await visit(`<iframe sandbox="allow-scripts" src="${setting.site.url}/embed/live"></iframe>`);
    await map.locator('li[data-home]').nth(15).waitFor({ state: 'attached' });
  });

  it('is embedded by the example in all three ways', async () => {
    const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
    for (const [name, ending] of [
      ['index', 'html'],
      ['site', 'css'],
      ['site', 'js'],
    ] as const) {
      const body = await readFile(`examples/embed/${name}.${ending}`, 'utf8');
      host.pages.set(`/${name}.${ending}`, { body, type: types[ending] });
    }
    const page = await setting.open('/elsewhere');
    await page.goto(`${host.origin}/index.html?map=${encodeURIComponent(`${setting.site.url}/embed/live`)}`);
    for (const way of ['iframe', 'element', 'call'])
      await page
        .locator('#log li', { hasText: `${way} ready` })
        .first()
        .waitFor();
    await page.getByRole('textbox', { name: 'Unit' }).fill('104');
    await page.getByRole('button', { name: 'Select' }).click();
    await page.locator('#log li', { hasText: 'call select {"done":true}' }).waitFor();
    await page.frameLocator('#place iframe').locator('.panel', { hasText: '104' }).waitFor();
    expect(complaints.get(page)).toEqual([]);
  });
});

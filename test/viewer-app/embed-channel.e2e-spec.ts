import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { EVENTS } from '../../apps/viewer/src/embed/spec-support.js';
import { describeInBrowser, openBrowser } from './browser.js';
import { Site } from './sites.js';
import type { Stub } from './stub-page.js';

/** State that test pages keep for the test. */
interface Kept {
  heard: [string, unknown][];
  map: PropertyMap;
  element: PropertyMapElement;
  answers: unknown[];
}
declare const kept: Kept;
declare const stub: Stub;

const CLIENT = resolve('dist/viewer/client');
const { ready: READY, ...OTHERS } = EVENTS;
const HEARD = [['ready', READY], ...Object.entries(EVENTS)];

const loaderFile = async () => {
  const { loader } = JSON.parse(await readFile(join(CLIENT, 'manifest.json'), 'utf8')) as { loader: string };
  return readFile(join(CLIENT, loader), 'utf8');
};

it('The loader has at most 3 kB', async () => {
  expect(gzipSync(await loaderFile(), { level: 9 }).length).toBeLessThanOrEqual(3000);
});

describeInBrowser('A site that embeds a map', () => {
  let browser: Browser;
  let maps: Site;
  let host: Site;
  let other: Site;
  let context: BrowserContext;
  let page: Page;
  const faults: string[] = [];

  const mapPage = (head = '') => ({
    body: `<!doctype html><title>Map</title>${head}<script type="module" src="/embed/stub.js"></script>`,
  });

  beforeAll(async () => {
    const bundle = await build({
      entryPoints: [resolve('test/viewer-app/stub-page.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
    });
    [browser, maps, host, other] = await Promise.all([
      openBrowser(),
      Site.open('127.0.0.1'),
      Site.open('localhost'),
      Site.open('127.0.0.1'),
    ]);
    const type = 'text/javascript';
    maps.pages.set('/embed/stub.js', { body: bundle.outputFiles[0]!.text, type });
    maps.pages.set('/embed/api.js', { body: await loaderFile(), type });
    maps.pages.set('/embed/abc', mapPage());
    maps.pages.set('/embed/other', mapPage());
    maps.pages.set('/embed/guarded', mapPage('<meta name="allowed-origins" content="https://www.example.com">'));
    maps.pages.set('/embed/guarded-for-us', mapPage(`<meta name="allowed-origins" content="${host.origin}">`));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([maps, host, other].map((site) => site?.close()));
  });

  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    faults.length = 0;
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  });
  afterEach(async () => {
    await context.close();
  });

  const loader = (query = '') => `<script src="${maps.origin}/embed/api.js${query}"></script>`;
  const LISTEN = `const kept = { heard: [], answers: [] };
    const listen = (map) => (kept.map = map).on('*', (payload, name) => kept.heard.push([name, payload]));`;

  async function visit(body: string): Promise<void> {
    host.pages.set('/', { body: `<!doctype html><title>Host</title><link rel="icon" href="data:,">${body}` });
    await page.goto(host.origin, { waitUntil: 'domcontentloaded' });
  }

  const heard = () => page.evaluate(() => kept.heard);
  const hears = (count: number) => page.waitForFunction((wanted) => kept.heard.length >= wanted, count);
  const frame = async (path = '/embed/abc'): Promise<Frame> => {
    const found = () => page.frames().find((each) => each.url().startsWith(maps.origin + path));
    while (!found()) await page.waitForEvent('framenavigated');
    await found()!.waitForFunction(() => typeof stub === 'object');
    return found()!;
  };
  const emitAll = async (path?: string) => (await frame(path)).evaluate(() => stub.emitAll());

  describe('by a call', () => {
    const EMBED = (options = '') =>
      `${loader()}<div id="place"></div><script>${LISTEN}
       PropertyMap.embed('#place', { key: 'abc', ${options} }).then(listen)</script>`;

    it('receives every event', async () => {
      await visit(EMBED());
      await hears(1);
      await emitAll();
      await hears(HEARD.length);
      expect(await heard()).toEqual(HEARD);
      expect(await page.evaluate(() => kept.map.ready)).toEqual(READY);
      expect(faults).toEqual([]);
    });

    it('passes its options to the page, and a title to the frame', async () => {
      await visit(
        EMBED(`unit: '101', locale: 'de', theme: { accent: '#0a5' }, filters: { Bedrooms: ['1', '2'], 'Near: a|b': ['3;4'] },
          hide_apply_button: true, disable_structured_data: false, title: 'Find your apartment', loading: 'lazy', height: '20rem'`),
      );
      const map = await frame();
      expect(await map.evaluate(() => stub.query)).toEqual({
        enable_api: '1',
        origin: host.origin,
        filters: 'Bedrooms:1|2;Near%3A%20a%7Cb:3%3B4',
        unit: '101',
        locale: 'de',
        hide_apply_button: 'true',
        'theme.accent': '#0a5',
      });
      const seen = await page.locator('iframe').evaluate((element: HTMLIFrameElement) => {
        const { title, loading, allow, clientHeight } = element;
        return { title, loading, allow, clientHeight };
      });
      expect(seen).toEqual({
        title: 'Find your apartment',
        loading: 'lazy',
        allow: 'fullscreen; clipboard-write; web-share',
        clientHeight: 320,
      });
    });

    it('receives the results of calls, including those before the page is ready', async () => {
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        PropertyMap.embed('#place', { key: 'abc' }).then(async (map) => {
          listen(map);
          kept.answers = await Promise.all([
            map.select('101'), map.setFilters({ Bedrooms: ['2'] }), map.setUnitNumberMatches([101, 102]),
            map.disableUI(['filters']), map.showFloor('2'), map.disableUI('filters'), map.select(null),
          ]);
        })</script>`);
      await page.waitForFunction(() => kept.answers.length > 0);
      expect(await page.evaluate(() => kept.answers)).toEqual(
        [true, true, true, true, true, false, true].map((done) => ({ done })),
      );
      expect(await (await frame()).evaluate(() => stub.asked)).toEqual([
        ['select', '101'],
        ['setFilters', { Bedrooms: ['2'] }],
        ['setUnitNumberMatches', ['101', '102']],
        ['disableUI', ['filters']],
        ['showFloor', '2'],
        ['select', null],
      ]);
    });

    it.each([
      ['600', 600],
      [450.5, 450.5],
      ['20rem', 320],
      ['50vh', 300],
      ['tall', 576],
      ['-5', 576],
      ['', 576],
    ])('with height %j is %d pixels high', async (height, pixels) => {
      await page.setViewportSize({ width: 800, height: 600 });
      await visit(EMBED(`height: ${JSON.stringify(height)}`));
      const box = await page.locator('iframe').boundingBox();
      expect(box!.height).toBe(pixels);
    });

    it('is as high as its content, on request', async () => {
      await visit(EMBED(`height: 'auto'`));
      await hears(1);
      await emitAll();
      await hears(HEARD.length);
      expect(await page.locator('iframe').evaluate((element) => element.clientHeight)).toBe(600);
    });

    it('reports the missing argument', async () => {
      await visit(`${loader()}<body><script>${LISTEN}
        Promise.allSettled([PropertyMap.embed('#nowhere', { key: 'abc' }), PropertyMap.embed(document.body, {})])
          .then((results) => (kept.answers = results.map(({ reason }) => reason.message)));
        try { new PropertyMap('nothing') } catch (error) { listen.message = error.message }</script>`);
      await page.waitForFunction(() => kept.answers.length > 0);
      expect(await page.evaluate(() => kept.answers)).toEqual([
        'PropertyMap: no such element: #nowhere',
        'PropertyMap: no key',
      ]);
      expect(await page.evaluate('listen.message')).toBe('PropertyMap: no such iframe: nothing');
    });

    it('receives events even if one listener throws', async () => {
      await visit(EMBED());
      await hears(1);
      await page.evaluate(() => {
        kept.map.on('resize', () => {
          throw new Error('of the host');
        });
        kept.map.on('resize', (payload) => kept.answers.push(payload));
      });
      await emitAll();
      await hears(HEARD.length);
      expect(await page.evaluate(() => kept.answers)).toEqual([EVENTS.resize]);
      expect(faults).toEqual(['of the host']);
    });

    it('has a frame that can be reloaded, with calls and events as before', async () => {
      await visit(EMBED());
      await hears(1);
      await page.evaluate((src) => {
        kept.map.frame.src = src;
      }, `${maps.origin}/embed/other`);
      await hears(2);
      expect(await page.evaluate(() => kept.map.select('7'))).toEqual({ done: true });
      await emitAll('/embed/other');
      await hears(2 + Object.keys(EVENTS).length);
      expect((await heard()).slice(2)).toEqual(Object.entries(EVENTS));
    });

    it('shows no error page of the browser where the map cannot be loaded', async () => {
      const closed = await Site.open('127.0.0.1');
      await closed.close();
      const shows = (visibility: string) =>
        page.waitForFunction((wanted) => getComputedStyle(kept.map.frame).visibility === wanted, visibility);
      await visit(EMBED(`server: '${closed.origin}'`));
      await page.waitForFunction('kept.map');
      await shows('hidden');
      await page.evaluate((src) => void (kept.map.frame.src = src), `${maps.origin}/embed/other`);
      await hears(1);
      await shows('visible');
    });
  });

  describe('by an element', () => {
    const ELEMENT = `<property-map embed="abc" unit="101" theme-accent="#0a5" hide-apply-button><a href="/">A link</a></property-map>`;
    const listening = `<script>${LISTEN}
      kept.element = document.querySelector('property-map');
      for (const name of ['ready', 'outbound.book-a-tour.click', 'error', 'resize'])
        kept.element.addEventListener(name, ({ detail }) => kept.heard.push([name, detail]));</script>`;

    it('fires events of the element', async () => {
      await visit(`${ELEMENT}${listening}<script async src="${maps.origin}/embed/api.js"></script>`);
      await hears(1);
      await emitAll();
      await hears(5);
      const names = ['ready', 'ready', 'error', 'outbound.book-a-tour.click', 'resize'] as const;
      expect(await heard()).toEqual(names.map((name) => [name, EVENTS[name]]));
      expect(await (await frame()).evaluate(() => stub.query)).toEqual({
        enable_api: '1',
        origin: host.origin,
        unit: '101',
        hide_apply_button: '1',
        'theme.accent': '#0a5',
      });
      expect(await page.locator('property-map').evaluate((element) => element.children.length)).toBe(1);
      expect(faults).toEqual([]);
    });

    it('follows its unit, and creates another page for another embed', async () => {
      await visit(`${loader()}${loader()}${ELEMENT}${listening}`);
      await hears(1);
      await page.evaluate(() => kept.element.setAttribute('unit', '102'));
      await page.evaluate(() => kept.element.map!.showFloor('2'));
      expect(await (await frame()).evaluate(() => stub.asked)).toEqual([
        ['select', '102'],
        ['showFloor', '2'],
      ]);
      await page.evaluate(() => {
        kept.element.setAttribute('embed', 'other');
        kept.element.setAttribute('locale', 'de');
      });
      const next = await frame('/embed/other');
      expect(await next.evaluate(() => stub.query['locale'])).toBe('de');
      expect(page.frames()).toHaveLength(2);
    });

    it('disconnects when it leaves the page, and reconnects when it returns', async () => {
      await visit(`${loader()}<main>${ELEMENT}</main><footer></footer>${listening}`);
      await hears(1);
      const maps = await page.evaluate(async () => {
        const first = kept.element.map!;
        document.querySelector('footer')!.append(kept.element);
        await Promise.resolve();
        const second = kept.element.map;
        kept.element.remove();
        const answer = await second!.select('1');
        return [first === second, first.frame.isConnected, kept.element.map === undefined, answer.done];
      });
      expect(maps).toEqual([false, false, true, false]);
      await page.evaluate(() => document.body.append(kept.element));
      await hears(2);
      expect(page.frames()).toHaveLength(2);
    });
  });

  describe('by a loader that is part of another script', () => {
    const CALL = `PropertyMap.embed('#place', { key: 'abc' }).then(listen)`;
    const PLACE = `<div id="place"></div><script>${LISTEN}</script>`;
    beforeAll(async () => {
      host.pages.set('/bundle.js', { body: await loaderFile(), type: 'text/javascript' });
    });

    it.each<[string, (code: string) => string]>([
      ['inline', (code) => `${PLACE}<script data-server="${maps.origin}">${code};${CALL}</script>`],
      [
        'of the host',
        () => `${PLACE}<script src="/bundle.js" data-server="${maps.origin}/"></script><script>${CALL}</script>`,
      ],
      [
        'as a module',
        () => `${PLACE}<script type="module" src="/bundle.js" data-server="${maps.origin}"></script>
          <script type="module">${CALL}</script>`,
      ],
      [
        'whose caller names the server',
        () => `${PLACE}<script src="/bundle.js"></script><script>
          PropertyMap.embed('#place', { key: 'abc', server: '${maps.origin}' }).then(listen)</script>`,
      ],
      [
        'whose element names the server',
        () => `<script>${LISTEN}</script><property-map embed="abc" server="${maps.origin}"></property-map>
          <script src="/bundle.js"></script>
          <script>queueMicrotask(() => listen(document.querySelector('property-map').map))</script>`,
      ],
      [
        'beside the loader itself',
        () => `${PLACE}<script src="/bundle.js"></script>${loader()}<script>${CALL}</script>`,
      ],
    ])('%s shows the map of its server', async (_, body) => {
      await visit(body((await loaderFile()).replace(/^\/\/#.*/m, '')));
      await hears(1);
      expect(await (await frame()).evaluate(() => stub.query)).toEqual({ enable_api: '1', origin: host.origin });
      expect(faults).toEqual([]);
    });

    it('reports that it has no server, and leaves the content of the element', async () => {
      const message = 'PropertyMap: no `server`, no script with `data-server`';
      await visit(`<script src="/bundle.js"></script><property-map embed="abc"><a href="/">A link</a></property-map>
        <script>PropertyMap.embed(document.body, { key: 'abc' })</script>`);
      await page.waitForFunction(() => document.readyState === 'complete');
      expect(faults).toEqual([message, message]);
      expect([await page.locator('property-map > a').count(), page.frames().length]).toEqual([1, 1]);
    });
  });

  describe('that was written for another loader', () => {
    const example = async () => {
      const text = await readFile('examples/embed/third-party-host.html', 'utf8');
      return text.replaceAll('http://localhost:3000', maps.origin).replace('/embed/KEY', '/embed/abc');
    };

    it('requires another address and the name of its global', async () => {
      host.pages.set('/', { body: await example() });
      await page.goto(`${host.origin}/#101,102`);
      const lines = page.locator('#log li');
      await lines.first().waitFor();
      await emitAll();
      await lines.nth(6).waitFor();
      expect((await lines.allTextContents()).map((line) => line.split(' ')[0])).toEqual([
        'ready',
        'ready',
        'metrics.unitMap.unit.click',
        'metrics.unitList.unit.click',
        'metrics.filters.change',
        'metrics.unitDetails.apply.click',
        'outbound.book-a-tour.click',
      ]);
      expect(await page.locator('#unit').textContent()).toBe('101, A1');
      expect((await (await frame()).evaluate(() => stub.asked)).slice(0, 2)).toEqual([
        ['disableUI', ['filters', 'tooltip']],
        ['setUnitNumberMatches', ['101', '102']],
      ]);
      expect(await page.evaluate(() => 'PropertyMap' in globalThis)).toBe(false);
    });

    it('may be constructed before the frame has its address, or long after it has loaded', async () => {
      await visit(`${loader('?global=UnitMap')}<iframe id="a"></iframe><iframe id="b" src="${maps.origin}/embed/other"></iframe>
        <script>${LISTEN} listen(new UnitMap('a')).select('101').then((answer) => kept.answers.push(answer))</script>`);
      await frame('/embed/other');
      await page.evaluate((src) => {
        const UnitMap = (globalThis as unknown as { UnitMap: typeof PropertyMap }).UnitMap;
        const late = new UnitMap(document.querySelector<HTMLIFrameElement>('#b')!);
        document.querySelector<HTMLIFrameElement>('#a')!.src = src;
        return late.ready;
      }, `${maps.origin}/embed/abc`);
      await page.waitForFunction(() => kept.answers.length === 1);
      expect(await page.evaluate(() => kept.answers)).toEqual([{ done: true }]);
      expect(faults).toEqual([]);
    });
  });

  describe('beside frames of other origins', () => {
    it('is rejected where its origin is not allowed', async () => {
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        PropertyMap.embed('#place', { key: 'guarded' }).then(listen)</script>`);
      await emitAll('/embed/guarded');
      await page.evaluate(() => void kept.map.select('1').then((answer) => kept.answers.push(answer)));
      // When a second map, which may send messages, has sent its own, the first would have done so too.
      await page.evaluate(async () => (await PropertyMap.embed(document.body, { key: 'guarded-for-us' })).ready);
      expect(await page.evaluate(() => [kept.heard, kept.answers])).toEqual([[], []]);
      expect(await (await frame('/embed/guarded?')).evaluate(() => stub.asked)).toEqual([]);
    });

    it('shares no map with another frame of the page', async () => {
      other.pages.set('/', {
        body: `<script>
          const { port1, port2 } = new MessageChannel();
          globalThis.said = [];
          addEventListener('message', ({ data }) => said.push(data));
          port1.onmessage = ({ data }) => said.push(data);
          globalThis.attack = (origin) => {
            parent.postMessage({ v: 1, type: 'hello' }, '*');
            parent.postMessage({ v: 1, type: 'ready', payload: {} }, '*');
            for (let index = 0; index < parent.frames.length; index++)
              parent.frames[index].postMessage({ v: 1, type: 'connect', id: 'thief' }, '*', index ? [] : [port2]);
          };
        </script>`,
      });
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        PropertyMap.embed('#place', { key: 'abc' }).then((map) => {
          listen(map);
          document.body.insertAdjacentHTML('beforeend', '<iframe src="${other.origin}/"></iframe>');
        })</script>`);
      await hears(1);
      await page.locator(`iframe[src^="${other.origin}"]`).waitFor();
      const thief = page.frames().find((each) => each.url().startsWith(other.origin))!;
      await thief.waitForFunction('globalThis.attack');
      await thief.evaluate('attack()');
      await emitAll();
      await hears(HEARD.length);
      expect(await heard()).toEqual(HEARD);
      expect(await thief.evaluate('said.filter((data) => data?.type !== "connect")')).toEqual([]);
    });

    it('survives hostile messages in both directions', async () => {
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        PropertyMap.embed('#place', { key: 'abc' }).then(listen)</script>`);
      await hears(1);
      const rubbish = [
        '',
        null,
        7,
        [],
        {},
        { v: 1 },
        { v: 1, type: {} },
        { v: 1, type: 'connect' },
        { v: 99, type: 'hello' },
      ];
      await page.evaluate((all) => {
        for (const each of all) kept.map.frame.contentWindow!.postMessage(each, '*');
      }, rubbish);
      await (
        await frame()
      ).evaluate((all) => {
        for (const each of all) parent.postMessage(each, '*');
      }, rubbish);
      await emitAll();
      await hears(HEARD.length);
      expect(await heard()).toEqual(HEARD);
      expect(faults).toEqual([]);
    });

    it('reports that the map cannot be loaded', async () => {
      await page.clock.install();
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        document.addEventListener('load', () => (kept.loaded = true), true);
        PropertyMap.embed('#place', { key: 'no-such-map' }).then(listen)</script>`);
      await page.waitForFunction('kept.loaded');
      await page.clock.fastForward(10_000);
      await hears(1);
      expect(await heard()).toEqual([['error', { code: 'unreachable', message: 'The map did not respond' }]]);
    });
  });

  describe('on a slow network', () => {
    it('receives messages as soon as the page runs, even while it is loading', async () => {
      let release!: (value?: unknown) => void;
      const after = new Promise((settle) => (release = settle));
      maps.pages.set('/embed/slow.png', { body: '', type: 'image/png', after });
      maps.pages.set('/embed/slow', mapPage('<img src="/embed/slow.png" alt="">'));
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        PropertyMap.embed('#place', { key: 'slow' }).then(listen)</script>`);
      await hears(1);
      expect(await page.evaluate(() => kept.map.select('101'))).toEqual({ done: true });
      release();
    });

    it('queues calls until the page is ready', async () => {
      let release!: (value?: unknown) => void;
      const after = new Promise((settle) => (release = settle));
      maps.pages.set('/embed/slow', { ...mapPage(), after });
      await visit(`${loader()}<div id="place"></div><script>${LISTEN}
        PropertyMap.embed('#place', { key: 'slow' }).then((map) => {
          listen(map);
          map.select('101').then((answer) => kept.answers.push(answer));
          kept.early = kept.answers.length;
        })</script>`);
      await page.waitForFunction('kept.early === 0');
      release();
      await page.waitForFunction(() => kept.answers.length === 1);
      expect(await page.evaluate(() => kept.answers)).toEqual([{ done: true }]);
    });
  });

  describe('that creates its map repeatedly', () => {
    /** Objects that the browser holds after garbage collection. */
    async function holdings(): Promise<number[]> {
      const session = await context.newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      await session.send('Performance.enable');
      const { metrics } = await session.send('Performance.getMetrics');
      await session.detach();
      return ['Frames', 'Documents', 'JSEventListeners'].map(
        (wanted) => metrics.find(({ name }) => name === wanted)!.value,
      );
    }

    /** Frames of other processes are released with a delay; leaked ones stay. */
    async function expectNoMoreThan(before: number[]): Promise<void> {
      let now = await holdings();
      for (let look = 0; look < 50 && now.some((count, index) => count > before[index]!); look++)
        now = await holdings();
      expect(now.map((count, index) => Math.max(0, count - before[index]!))).toEqual([0, 0, 0]);
    }

    /** Of 55 maps, the engine may still hold the last ones. */
    const FEW = 5;

    const ROUNDS = `const rounds = async (count, make, drop) => {
      globalThis.refs ??= [];
      for (let round = 0; round < count; round++) {
        const map = await make();
        await map.ready;
        refs.push(new WeakRef(map));
        await drop(map);
      }
      await new Promise((settle) => setTimeout(settle));
      gc();
      return refs.filter((ref) => ref.deref()).length;
    };`;

    it.each<[string, string]>([
      ['destroys it', `() => PropertyMap.embed('#place', { key: 'abc' }), (map) => map.destroy()`],
      [
        'removes it from the page',
        `() => PropertyMap.embed('#place', { key: 'abc' }), () => document.querySelector('#place').replaceChildren()`,
      ],
      [
        'removes its element',
        `async () => {
           const element = document.querySelector('#place').appendChild(document.createElement('property-map'));
           element.setAttribute('embed', 'abc');
           await Promise.resolve();
           return element.map;
         }, () => document.querySelector('#place').replaceChildren()`,
      ],
    ])('leaves nothing behind when it %s', async (_name, cycle) => {
      await visit(`${loader()}<div id="place"></div><script>${ROUNDS}</script>`);
      await page.evaluate(`rounds(5, ${cycle})`);
      const before = await holdings();
      const alive = await page.evaluate(`rounds(50, ${cycle})`);
      await expectNoMoreThan(before);
      expect(alive).toBeLessThan(FEW);
      expect(page.frames()).toHaveLength(1);
    });

    it('over the same frame receives each event once', async () => {
      await visit(
        `${loader()}<iframe id="map" src="${maps.origin}/embed/abc"></iframe><script>${LISTEN}${ROUNDS}</script>`,
      );
      const cycle = `() => new PropertyMap('map'), (map) => map.destroy()`;
      await page.evaluate(`rounds(5, ${cycle})`);
      const before = await holdings();
      expect(await page.evaluate(`rounds(50, ${cycle})`)).toBeLessThan(FEW);
      await expectNoMoreThan(before);
      await page.evaluate(`listen(new PropertyMap('map')).ready`);
      await emitAll();
      await hears(HEARD.length);
      expect((await heard()).map(([name]) => name)).toEqual(['ready', ...Object.keys({ ready: 0, ...OTHERS })]);
    });
  });
});

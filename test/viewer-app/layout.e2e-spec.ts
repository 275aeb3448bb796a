import type { Frame, Page } from 'playwright-core';
import { describeWithSite } from './support/browser.js';
import { makeDocument } from './support/fixture.js';

/** Windows by width. Where the plan is above the list, the document scrolls; otherwise only the list scrolls. */
const WINDOWS: [width: number, height: number][] = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
  [740, 360],
];

/** Frames in a host page. */
const FRAMES: [width: number, height: number][] = [
  [360, 480],
  [600, 640],
  [650, 480],
  [700, 700],
  [768, 480],
  [1024, 600],
  [1280, 600],
  [1366, 700],
  [1536, 650],
  [1920, 480],
];

type Step = (map: Frame, page: Page) => Promise<unknown>;

const closed = (map: Frame, selector: string) => map.locator(selector).waitFor({ state: 'detached' });

/** A visit that opens and closes everything. */
const VISIT: Record<string, Step> = {
  'opens the page': (map) => map.locator('[role=option]').first().waitFor({ state: 'attached' }),
  'opens a home': (map) => map.locator('[data-home="u104"] [data-open]').click(),
  'enlarges its panel': async (map) => {
    const grip = map.locator('.grip');
    if (await grip.isVisible()) await grip.click();
  },
  'copies its link': (map) => map.locator('.panel').getByRole('button', { name: 'Share' }).click(),
  'closes the home': async (map) => {
    await map.locator('.panel').getByText('Close').click();
    await closed(map, '.panel');
  },
  'opens a place': async (map) => {
    await map.locator('.about button').first().click();
    await map.locator('.panel').waitFor();
  },
  'closes the place': async (map, page) => {
    await page.keyboard.press('Escape');
    await closed(map, '.panel');
  },
  'opens a filter': async (map) => {
    const chip = map.locator('.chip:not(.all)').first();
    if (await chip.isVisible()) await chip.click();
  },
  'closes the filter': (_, page) => page.keyboard.press('Escape'),
  'opens all filters': (map) => map.locator('.chip.all').click(),
  'selects a filter': (map) => map.locator('dialog').getByRole('checkbox', { name: '2 bedrooms' }).check(),
  'closes all filters': async (map) => {
    await map.locator('dialog .strong').click();
    await closed(map, 'dialog[open]');
  },
  'moves over the plan by keyboard': async (map, page) => {
    await map.locator('[role=option][tabindex="0"]').focus();
    await page.keyboard.press('End');
    await map.locator('.plan-help[data-shown=true]').waitFor();
  },
  'enlarges the plan': (map) => map.getByRole('button', { name: 'Zoom in' }).click(),
  'goes to another floor': async (map) => {
    const tab = map.locator('.floors a', { hasText: 'L2' });
    if (await tab.isVisible()) await tab.click();
    else await map.getByRole('combobox', { name: 'Floors' }).selectOption('map2');
    await map.getByRole('listbox', { name: 'Plan of Level 2' }).waitFor({ state: 'attached' });
  },
  'removes the filters': (map) => map.locator('.clear').click(),
};

/** What only a host page does. */
const HOST_VISIT: Record<string, Step> = {
  'closes the list': async (map, page) => {
    await page.evaluate("host.disableUI(['list'])");
    await closed(map, '.side');
  },
  'opens a home on the plan': async (map) => {
    await map.locator('.stage path[data-spot="3"]').click();
    await map.locator('.panel').waitFor();
  },
};

/** A home with more links, and a property with more floors, than there is room for in a row. */
function manyLinks() {
  return makeDocument(({ assets: [asset] }) => {
    const [tour] = asset!.unit_links;
    for (const level of [3, 4, 5]) {
      const [floor, map] = [`f${level}`, `map${level}`];
      asset!.floors.push({ id: floor, name: floor, label: `Level ${level}`, short_label: `L${level}` });
      asset!.maps.push({ ...asset!.maps[0]!, id: map, url: `/files/${map}.umap`, floor_ids: [floor], unit_ids: [map] });
    }
    for (const label of ['Virtual staging', 'Schedule a visit', 'Neighbourhood guide'])
      asset!.unit_links.push({ ...tour!, id: label, name: label, label });
  });
}

/** Controls that stay in place while lists and texts scroll. */
const CONTROLS = ['.head', '.floors', '.controls', '.tools', '.actions']
  .map((each) => `${each} :is(a, button, select):not(.popover *)`)
  .concat('.grip')
  .join();

/** Visible controls that cover each other, or that something covers. */
const overlaps = (map: Frame) =>
  map.evaluate((controls) => {
    const front = document.querySelector('dialog[open], .popover:popover-open');
    const all = [...document.querySelectorAll(controls)].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && (!front || front.contains(each)),
    );
    const nameOf = (each: Element) => `${each.className} ${each.textContent}`.trim();
    const found: string[] = [];
    for (const [i, each] of all.entries()) {
      const box = each.getBoundingClientRect();
      for (const other of all.slice(i + 1)) {
        const its = other.getBoundingClientRect();
        const [width, height] = [
          Math.min(box.right, its.right) - Math.max(box.left, its.left),
          Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top),
        ];
        if (width > 0.5 && height > 0.5) found.push(`${nameOf(each)} and ${nameOf(other)} overlap`);
      }
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isInside = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
      const top = document.elementFromPoint(x, y);
      if (isInside && top && !each.contains(top) && !top.closest('label')?.contains(each))
        found.push(`${nameOf(each)} is covered by ${nameOf(top)}`);
    }
    return found;
  }, CONTROLS);

/** What is wrong with the card of a home: its picture, price, availability and main actions are in view, and most of it is for its texts. */
const cardFaults = (map: Frame) =>
  map.evaluate(() => {
    const panel = document.querySelector('.panel:has(.panel-head)');
    if (!panel || innerHeight < 500) return [];
    const found: string[] = [];
    const card = panel.getBoundingClientRect();
    const boxOf = (selector: string) => panel.querySelector(selector)?.getBoundingClientRect();
    const isIn = (box: DOMRect | undefined) =>
      box &&
      box.left >= card.left &&
      box.right <= card.right &&
      box.top >= Math.max(0, card.top) &&
      box.bottom <= card.bottom + 0.5;
    for (const part of ['.picture', '.panel-head h2', '.price b', 'p.state'])
      if (panel.querySelector(part) && !isIn(boxOf(part))) found.push(`${part} is out of view`);
    for (const action of panel.querySelectorAll<HTMLElement>('.actions .button')) {
      if (!isIn(action.getBoundingClientRect())) found.push(`${action.innerText} is out of view`);
      for (const each of [action, ...action.querySelectorAll('span:not(.quiet)')])
        if (each.scrollWidth > each.clientWidth) found.push(`${action.innerText} is cut`);
    }
    const room = boxOf('.actions')!.top - boxOf('.panel-top')!.bottom;
    const isTall = panel.scrollHeight > panel.clientHeight;
    if (isTall && room < 100) found.push(`the texts have ${room} of ${card.height} pixels`);
    return found;
  });

/** What is wrong with the extent of the document, and with lines that may not wrap. */
const faults = (map: Frame) =>
  map.evaluate(() => {
    const found: string[] = [];
    const { scrollHeight, scrollWidth } = document.documentElement;
    const end = Math.round(document.querySelector('.viewer')!.getBoundingClientRect().bottom + scrollY);
    const isBeside = getComputedStyle(document.querySelector('.main')!).display === 'grid';
    const expected = isBeside ? innerHeight : Math.max(end, innerHeight);
    if (scrollHeight !== expected) found.push(`the document is ${scrollHeight} pixels high, not ${expected}`);
    if (scrollWidth > innerWidth) found.push(`the document is ${scrollWidth} pixels wide`);
    const legend = document.querySelector('.legend')!;
    if (legend.getBoundingClientRect().height > 32) found.push('the legend has several lines');
    if (legend.scrollWidth > legend.clientWidth) found.push('the legend is cut');
    const isScroller = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflow);
    for (const box of document.querySelectorAll('body *'))
      if (isScroller(box) && box.checkVisibility() && box.scrollWidth > box.clientWidth)
        found.push(`.${box.className} hides what does not fit into its width`);
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(each).position !== 'absolute') continue;
      let box = each.parentElement;
      while (box && !isScroller(box)) box = box.parentElement;
      if (box && each.offsetParent?.contains(box) && each.offsetParent !== box)
        found.push(`.${each.className} is not scrolled with .${box.className}`);
    }
    return found;
  });

const frames = (page: Page | Frame) =>
  page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle))));

/** Turns the wheel over a point of the plan that nothing covers. */
async function wheelOverPlan(map: Frame, page: Page): Promise<void> {
  const box = (await map.locator('.plan').boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.wheel(0, 900);
}

describeWithSite('A map', (setting) => {
  beforeEach(() => setting.site.documents.set('many-links', manyLinks()));

  /** The faults of the first step that shows any. */
  async function visit(
    map: Frame,
    page: Page,
    steps: Record<string, Step>,
    checkWheel: Step,
  ): Promise<[string, unknown][]> {
    const found: [string, unknown][] = [];
    const isBeside = await map.evaluate(() => getComputedStyle(document.querySelector('.main')!).display === 'grid');
    for (const [name, act] of Object.entries(steps)) {
      if (found.length > 0) break;
      await act(map, page);
      await frames(map);
      for (const fault of [...(await faults(map)), ...(await overlaps(map)), ...(await cardFaults(map))])
        found.push([name, fault]);
      if (!isBeside || (await map.locator('dialog[open]').count()) > 0) continue;
      const fault = await checkWheel(map, page);
      if (fault) found.push([name, fault]);
    }
    return found;
  }

  it.each(WINDOWS)(
    'of %i x %i pixels ends where its content ends, no control covers another, and the wheel over the plan scrolls no farther',
    async (width, height) => {
      const page = await setting.open('/embed/many-links', { viewport: { width, height } });
      const checkWheel = async (map: Frame) => {
        await wheelOverPlan(map, page);
        await frames(map);
        const scrolled = await map.evaluate(() => scrollY);
        return scrolled > 0 && `the wheel scrolls the document by ${scrolled} pixels`;
      };
      expect(await visit(page.mainFrame(), page, VISIT, checkWheel)).toEqual([]);
    },
  );

  it.each(FRAMES)(
    'in a frame of %i x %i pixels is as orderly, and leaves the wheel over the plan to its host',
    async (width, height) => {
      const page = await setting.open('/elsewhere', { viewport: { width, height: height + 200 } });
      const { url } = setting.site;
      await page.setContent(`<!doctype html><title>Host</title><body style="margin: 0">
        <iframe id="map" title="Map" src="${url}/embed/many-links" style="display: block; width: 100%; height: ${height}px; border: 0"></iframe>
        <div style="height: 3000px"></div><script src="${url}/embed/api.js"></script><script>host = new PropertyMap('map')</script>`);
      const map = page.frames()[1]!;
      await map.waitForURL(/embed/);
      const checkWheel = async () => {
        await page.evaluate(() => scrollTo(0, 0));
        await wheelOverPlan(map, page);
        await page.waitForFunction(() => scrollY > 0, undefined, { timeout: 5000 }).catch(() => undefined);
        const [host, own] = [await page.evaluate(() => scrollY), await map.evaluate(() => scrollY)];
        await page.evaluate(() => scrollTo(0, 0));
        return (host === 0 || own > 0) && `the wheel scrolls the host by ${host} pixels, the map by ${own}`;
      };
      expect(await visit(map, page, { ...VISIT, ...HOST_VISIT }, checkWheel)).toEqual([]);
    },
  );

  it.each(['en', 'de', 'es', 'fr', 'zh'])(
    'in %s shows the actions of a home whole, on a phone and in a column',
    async (locale) => {
      for (const [width, height] of [
        [360, 740],
        [768, 1024],
        [1280, 720],
      ] as const)
        for (const unit of ['104', '106']) {
          const path = `/embed/live?unit=${unit}&locale=${locale}`;
          const page = await setting.open(path, { viewport: { width, height } });
          await page.locator('.panel-head').waitFor();
          const cut = await page
            .locator('.actions .button, .actions .button > span:not(.quiet), .panel-head h2, .state b')
            .evaluateAll((all) =>
              all
                .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
                .map(({ textContent }) => textContent),
            );
          expect([unit, width, cut]).toEqual([unit, width, []]);
          await page.context().close();
        }
    },
  );

  it('has room for a logo before it is loaded', async () => {
    const { site } = setting;
    const logoOf = async (logo_url: string) => {
      site.documents.set(
        'logo',
        makeDocument(({ assets: [asset] }) => (asset!.logo_url = logo_url)),
      );
      const page = await setting.open('/embed/logo');
      return page.locator('.logo').evaluate((logo) => logo.getBoundingClientRect().height);
    };
    const loaded = makeDocument().assets[0]!.floor_plans[0]!.image_url!;
    expect([await logoOf(loaded), await logoOf('/missing.png')]).toEqual([40, 40]);
  });
});

import type { Frame, Page } from 'playwright-core';
import { describeWithSite } from './support/browser.js';

/** Windows by width. Below 760 pixels, the document scrolls from the plan to the list; otherwise only the list scrolls. */
const WINDOWS: [width: number, height: number][] = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
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
    await map.locator('.about .button').first().click();
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
    await map.locator('.floors a', { hasText: 'L2' }).click();
    await map.getByRole('listbox', { name: 'Plan of Level 2' }).waitFor({ state: 'attached' });
  },
  'removes the filters': (map) => map.locator('.clear').click(),
};

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

/** What is wrong with the extent of the document. */
const faults = (map: Frame) =>
  map.evaluate(() => {
    const found: string[] = [];
    const { scrollHeight, scrollWidth } = document.documentElement;
    const end = Math.round(document.querySelector('.viewer')!.getBoundingClientRect().bottom + scrollY);
    const expected = innerWidth < 760 ? Math.max(end, innerHeight) : innerHeight;
    if (scrollHeight !== expected) found.push(`the document is ${scrollHeight} pixels high, not ${expected}`);
    if (scrollWidth > innerWidth) found.push(`the document is ${scrollWidth} pixels wide`);
    const isScroller = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflow);
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
  /** The faults of the first step that shows any. */
  async function visit(map: Frame, page: Page, checkWheel: Step): Promise<[string, unknown][]> {
    const found: [string, unknown][] = [];
    const isWide = await map.evaluate(() => innerWidth >= 760);
    for (const [name, act] of Object.entries(VISIT)) {
      if (found.length > 0) break;
      await act(map, page);
      await frames(map);
      for (const fault of [...(await faults(map)), ...(await overlaps(map))]) found.push([name, fault]);
      if (!isWide || (await map.locator('dialog[open]').count()) > 0) continue;
      const fault = await checkWheel(map, page);
      if (fault) found.push([name, fault]);
    }
    return found;
  }

  describe.each(WINDOWS)('of %i x %i pixels', (width, height) => {
    it('ends where its content ends, no control covers another, and the wheel over the plan scrolls no farther', async () => {
      const page = await setting.open('/embed/live', { viewport: { width, height } });
      const checkWheel = async (map: Frame) => {
        await wheelOverPlan(map, page);
        await frames(map);
        const scrolled = await map.evaluate(() => scrollY);
        return scrolled > 0 && `the wheel scrolls the document by ${scrolled} pixels`;
      };
      expect(await visit(page.mainFrame(), page, checkWheel)).toEqual([]);
    });

    it('in a frame leaves the wheel over the plan to its host', async () => {
      const page = await setting.open('/elsewhere', { viewport: { width, height } });
      await page.setContent(`<!doctype html><title>Host</title><body style="margin: 0">
        <iframe title="Map" src="${setting.site.url}/embed/live" style="display: block; width: 100%; height: 480px; border: 0"></iframe>
        <div style="height: 3000px"></div>`);
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
      expect(await visit(map, page, checkWheel)).toEqual([]);
    });
  });
});

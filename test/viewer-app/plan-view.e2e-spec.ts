import type { Page } from 'playwright-core';
import { describeWithSite } from './support/browser.js';
import { makeDocument } from './support/fixture.js';

const PHONE = { width: 360, height: 740 };
const ROWS = 15;

/** A long building: four columns of homes, of which 104 is among those at the top. */
function longDocument() {
  return makeDocument(({ assets: [asset] }) => {
    const [map] = asset!.maps;
    const others = Array.from({ length: 4 * ROWS - map!.unit_ids.length }, (_, i) => `other${i}`);
    asset!.maps[0] = { ...map!, url: '/files/long.umap', unit_ids: [...map!.unit_ids, ...others] };
  });
}

/** Waits until the plan has been drawn and has come to rest. */
async function atRest(page: Page): Promise<void> {
  await page.locator('[role=option]').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    const stage = document.querySelector<HTMLElement>('.stage')!;
    return stage.style.transform !== '' && !/scaling|gliding/.test(stage.className);
  });
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await page.locator(selector).first().boundingBox())!;
const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describeWithSite('The plan', (setting) => {
  beforeEach(() => setting.site.documents.set('long', longDocument()));

  const open = async (path: string, viewport = PHONE) => {
    const page = await setting.open(path, { viewport });
    await atRest(page);
    return page;
  };

  it('has the whole width and 40 % of the height of a phone, and nothing over it', async () => {
    const page = await open('/embed/live');
    const plan = await boxOf(page, '.plan');
    expect([plan.x, plan.width]).toEqual([0, 360]);
    expect(plan.height).toBeGreaterThanOrEqual(0.4 * 740);
    const drawing = await boxOf(page, 'svg.shapes');
    expect(drawing.width).toBeGreaterThan(330);
    for (const part of ['.floors', '.zoom', '.legend']) {
      const { y, height } = await boxOf(page, part);
      expect(y + height <= plan.y || y >= plan.y + plan.height).toBe(true);
    }
    expect(await page.locator('.labels text').count()).toBe(8);
  });

  it('shows numbers on a ground as wide as their strokes, which hides the lines of a drawing', async () => {
    const page = await open('/embed/live');
    const grounds = await page.locator('.labels text').evaluateAll((texts) =>
      texts.map((text) => {
        const { fontSize, strokeWidth, stroke, fill, paintOrder } = getComputedStyle(text);
        return [
          parseFloat(strokeWidth) / parseFloat(fontSize) >= 0.4,
          stroke !== fill,
          paintOrder.startsWith('stroke'),
        ];
      }),
    );
    expect(grounds).toEqual(Array.from({ length: 8 }, () => [true, true, true]));
  });

  it('does not brighten homes in dark that filters leave out, over a picture that shows through', async () => {
    setting.site.documents.set(
      'natural',
      makeDocument(({ assets: [asset] }) => {
        for (const map of asset!.maps) map.background_tone = 'natural';
      }),
    );
    const page = await setting.open('/embed/natural?filters=bedrooms:0', { colorScheme: 'dark' });
    await atRest(page);
    const fillOf = (kind: string) =>
      page
        .locator(`.stage path.${kind}`)
        .first()
        .evaluate((path) => getComputedStyle(path).fill);
    expect(await fillOf('out')).toBe(await fillOf('taken:not(.out)'));
  });

  it.each([
    [740, 360],
    [844, 390],
    [768, 1024],
  ])('has a column of its own in a window of %i x %i pixels', async (width, height) => {
    const page = await open('/embed/live?unit=104', { width, height });
    const [plan, card] = [await boxOf(page, '.plan-pane'), await boxOf(page, '.panel')];
    expect(card.x + card.width).toBeLessThanOrEqual(plan.x + 0.5);
    expect(plan.width).toBeGreaterThan(0.5 * width);
    expect(plan.y + plan.height).toBe(height);
  });

  const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
    tap: (page) => page.locator('.stage path[data-spot="3"]').click(),
    list: (page) => page.locator('[data-home="u104"] [data-open]').click(),
    address: (page) => page.goto(`${page.url()}?unit=104`),
  };
  it.each(Object.keys(WAYS))('shows a home opened by %s at a useful size', async (way) => {
    const page = await open('/embed/long');
    const shape = '.stage path[data-spot="3"]';
    expect((await boxOf(page, shape)).height).toBeLessThan(20);
    await WAYS[way]!(page);
    await page.locator('.panel').waitFor();
    await page.waitForFunction(() => document.querySelector('.plan-pane[data-zoomed]'));
    await atRest(page);
    const box = await boxOf(page, shape);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(47.9);
    expect(isWithin(box, await boxOf(page, '.plan'))).toBe(true);
  });

  it.each([
    [600, 640],
    [650, 480],
    [700, 700],
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1536, 864],
    [1920, 1080],
  ])(
    'is whole beside the card of an open home in a window of %i x %i pixels, and as large as before once it is closed',
    async (width, height) => {
      const page = await open('/embed/live', { width, height });
      const isWhole = () => {
        const card = document.querySelector('.panel')?.getBoundingClientRect();
        const pane = document.querySelector('.plan-pane')!.getBoundingClientRect();
        return [...document.querySelectorAll('.stage path[data-spot]')].every((shape) => {
          const { left, right, top, bottom } = shape.getBoundingClientRect();
          const isIn = left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom;
          return (
            isIn && (!card || right <= card.left || left >= card.right || bottom <= card.top || top >= card.bottom)
          );
        });
      };
      const before = await boxOf(page, 'svg.shapes');
      for (const home of ['101', '104']) {
        await page.locator(`[data-home="u${home}"] [data-open]`).click();
        await page.locator('.panel-head').waitFor();
        await page.waitForFunction(isWhole);
        await page.keyboard.press('Escape');
        await page.locator('.panel').waitFor({ state: 'detached' });
        await page.waitForFunction(
          (x) => Math.abs(document.querySelector('svg.shapes')!.getBoundingClientRect().width - x) < 1,
          before.width,
        );
        expect(await page.evaluate(isWhole)).toBe(true);
      }
    },
  );

  it('is enlarged around the open home, the hovered one, or the nearest', async () => {
    const page = await open('/embed/long', { width: 1280, height: 800 });
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    await page.locator('[data-home="u101"] [data-open]').click();
    await page.locator('.panel').waitFor();
    for (let i = 0; i < 6; i++) await zoomIn.click();
    await atRest(page);
    const [first, plan] = [await boxOf(page, '.stage path[data-spot="0"]'), await boxOf(page, '.plan')];
    const free = { ...plan, width: (await boxOf(page, '.panel')).x - plan.x };
    const middle = { x: first.x + first.width / 2, y: first.y + first.height / 2, width: 0, height: 0 };
    expect(isWithin(middle, free)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the whole plan' }).click();
    await atRest(page);
    const hovered = await boxOf(page, '.stage path[data-spot="7"]');
    await page.locator('[role=option][tabindex="0"]').evaluate((option: HTMLElement) => option.blur());
    await page.mouse.move(hovered.x + hovered.width / 2, hovered.y + hovered.height / 2);
    await page.locator('.plan').dispatchEvent('keydown', { key: '+', bubbles: true });
    await atRest(page);
    const after = await boxOf(page, '.stage path[data-spot="7"]');
    expect(after.height / hovered.height).toBeCloseTo(1.5, 1);
    expect(Math.abs(after.y + after.height / 2 - hovered.y - hovered.height / 2)).toBeLessThan(2);
  });

  it('shows a shape after any sequence of steps', async () => {
    // Two homes far apart, with nothing between them.
    setting.site.documents.set(
      'apart',
      makeDocument(({ assets: [asset] }) => {
        const [map] = asset!.maps;
        const between = Array.from({ length: 58 }, (_, i) => `none${i}`);
        asset!.maps[0] = { ...map!, url: '/files/apart.umap', unit_ids: ['u101', ...between, 'u104'] };
      }),
    );
    const page = await open('/embed/apart', { width: 1280, height: 800 });
    const plan = await boxOf(page, '.plan');
    const button = (name: string) => page.locator('.controls').getByText(name).locator('..');
    const drag = async (dx: number, dy: number) => {
      await page.mouse.move(plan.x + 300, plan.y + 300);
      await page.mouse.down();
      await page.mouse.move(plan.x + 300 + dx, plan.y + 300 + dy, { steps: 3 });
      await page.mouse.up();
    };
    const wheel = async (x: number, y: number) => {
      await page.mouse.move(plan.x + x, plan.y + y);
      await page.keyboard.down('Control');
      for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -100);
      await page.keyboard.up('Control');
    };
    const steps: (() => Promise<unknown>)[] = [
      () => wheel(plan.width / 2, plan.height / 2),
      () => drag(250, 0),
      () => drag(0, -290),
      () => drag(0, -290),
      () => button('Move up').dispatchEvent('click'),
      () => button('Move up').dispatchEvent('click'),
      () => button('Move left').dispatchEvent('click'),
      () => button('Zoom in').click(),
      () => button('Zoom in').click(),
      () => wheel(plan.width - 100, 100),
      () => button('Zoom out').click(),
    ];
    for (const [i, step] of steps.entries()) {
      await step();
      await atRest(page);
      const seen = await page.evaluate(() => {
        const frame = document.querySelector('.plan')!.getBoundingClientRect();
        return [...document.querySelectorAll('.stage path[data-spot]')].some((shape) => {
          const { left, right, top, bottom } = shape.getBoundingClientRect();
          return right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom;
        });
      });
      expect([i, seen]).toEqual([i, true]);
    }
  });

  it('says that two fingers move it, if one cannot', async () => {
    const page = await open('/embed/long');
    const swipe = () =>
      page.locator('.plan').evaluate((plan) => {
        const touches = [new Touch({ identifier: 1, target: plan, clientX: 50, clientY: 200 })];
        for (const type of ['touchstart', 'touchmove'])
          plan.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
        return (plan as HTMLElement).dataset['hint'];
      });
    expect(await swipe()).toBeUndefined();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await swipe()).toBe('Use two fingers to move the plan');
  });
});

describeWithSite('Floors and the list', (setting) => {
  const topOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((each) => Math.round(each.getBoundingClientRect().top));

  it.each([
    [1280, 800],
    [360, 740],
  ])('go together in a window of %i x %i pixels', async (width, height) => {
    const page = await setting.open('/embed/live', { viewport: { width, height } });
    await atRest(page);
    await page.locator('.floors a', { hasText: 'L2' }).click();
    const edge = async () => {
      if (width > 760) return topOf(page, '.side');
      return page.locator('.plan-pane').evaluate((pane) => Math.round(pane.getBoundingClientRect().bottom));
    };
    const heading = '.group:nth-child(2) h3';
    // a list that ends before cannot be scrolled so far
    expect(await topOf(page, heading)).toBeLessThan(height - 60);
    expect(Math.abs((await topOf(page, heading)) - (await edge()))).toBeLessThan(width > 760 ? 400 : 2);
    await page.locator('.floors a', { hasText: 'L1' }).click();
    expect(Math.abs((await topOf(page, '.group:nth-child(1) h3')) - (await edge()))).toBeLessThan(2);
  });

  it('show how many homes match a search, and its result', async () => {
    const page = await setting.open('/embed/live');
    await atRest(page);
    const floors = () => page.locator('.floors a').allTextContents();
    expect(await floors()).toEqual(['Level 1', 'L2']);
    const find = page.getByRole('searchbox', { name: 'Find a home by its number' });
    await find.fill('20');
    expect(await floors()).toEqual(['L1 · 0', 'Level 2 · 8']);
    expect(await page.locator('.floors a').first().getAttribute('aria-label')).toBe('L1 · 0 homes, Level 1');
    await find.fill('203');
    await find.press('Enter');
    expect(await page.locator('.panel h2').textContent()).toBe('Unit 203');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('find');
    await page.getByRole('button', { name: 'Remove filter Number 203' }).click();
    expect(await find.inputValue()).toBe('');
    expect(await page.locator('.group li').count()).toBe(16);
  });
});

describeWithSite('The Back button', (setting) => {
  it('closes the open home, and then leaves the page', async () => {
    const page = await setting.open('/elsewhere');
    await page.goto(`${setting.site.url}/embed/live?filters=bedrooms:2`);
    await atRest(page);
    const row = (home: string) => page.locator(`[data-home="${home}"] [data-open]`);
    const number = () => new URL(page.url()).searchParams.get('unit');
    await row('u104').click();
    await row('u103').click();
    expect(number()).toBe('103');
    await page.goBack();
    await page.locator('.panel').waitFor({ state: 'detached' });
    expect([number(), new URL(page.url()).searchParams.get('filters')]).toEqual([null, 'bedrooms:2']);
    await page.goForward();
    expect(await page.locator('.panel h2').textContent()).toBe('Unit 103');
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.evaluate(() => history.back());
    await page.waitForURL('**/elsewhere');
  });

  it('belongs to the host page when the map is in a frame', async () => {
    const page = await setting.open(`/host?options=${encodeURIComponent('{"key":"live"}')}`);
    await page.waitForFunction(() => document.title === 'Ready');
    const frame = page.frames()[1]!;
    await frame.locator('[role=option]').first().waitFor({ state: 'attached' });
    const before = await page.evaluate(() => history.length);
    await frame.locator('[data-home="u104"] [data-open]').click();
    await frame.locator('.panel').waitFor();
    await frame.waitForFunction(() => location.search.includes('unit=104'));
    expect(await page.evaluate(() => history.length)).toBe(before);
  });
});

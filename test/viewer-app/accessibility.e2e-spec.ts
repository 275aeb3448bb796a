import type { Page } from 'playwright-core';
import { makeDocument } from './support/fixture.js';
import { ariaOutline, complaints, describeWithSite, runAxe } from './support/browser.js';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

const open = async (page: Page) => {
  await page.locator('[data-home="u104"] a').first().click();
  await page.locator('.panel').waitFor();
};

const STATES: [name: string, path: string, act?: (page: Page) => Promise<unknown>][] = [
  ['the list and the plan', 'live'],
  ['a home', 'live', open],
  ['a home by its address', 'live?unit=203'],
  [
    'a place',
    'live',
    async (page) => {
      await page.getByRole('button', { name: 'Lobby' }).last().click();
      await page.locator('.panel h2', { hasText: 'Lobby' }).waitFor();
    },
  ],
  ['filters that leave some', 'live?filters=bedrooms:2'],
  ['no result', 'live?filters=bedrooms:0;Rent:From $2,000;View:Court'],
  ['the dialog of filters', 'live', (page) => page.locator('.chip.all').click()],
  ['the other floor', 'live?floor=L2'],
  [
    'saved homes side by side',
    'live?saved=104,203,101,202',
    async (page) => {
      await page.getByRole('button', { name: 'Saved · 4' }).click();
      await page.locator('.compare').waitFor();
    },
  ],
  [
    'the pictures of a home',
    'live?unit=203',
    async (page) => {
      await page.getByRole('button', { name: 'Floor plan A1' }).click();
      await page.locator('.pictures').waitFor();
    },
  ],
  ['stale prices', 'stale'],
  ['hidden prices', 'hidden'],
  ['nothing published', 'empty'],
  ['no plan', 'no-plan'],
  ['building', 'building'],
  ['failed', 'failed'],
  ['busy', 'busy'],
  ['not found', 'not_found'],
];

describeWithSite('Axe finds nothing wrong', (setting) => {
  const check = async (page: Page) => {
    const { violations, incomplete } = await runAxe(page);
    return { violations, incomplete, said: complaints.get(page) };
  };
  const CLEAN = { violations: [], incomplete: [], said: [] };

  for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const [name, path, act] of STATES)
      it(`on a ${device} with ${name}`, async () => {
        const page = await setting.open(`/embed/${path}`, { viewport, timezoneId: 'UTC' });
        await page.waitForLoadState('networkidle');
        await act?.(page);
        expect(await check(page)).toEqual(CLEAN);
        expect(await ariaOutline(page)).toMatchSnapshot();
      });

  it.each(Object.entries({ desktop: DESKTOP, phone: PHONE }))('on a %s whose system is dark', async (_, viewport) => {
    for (const path of [
      'live?unit=104',
      'live?filters=bedrooms:2&saved=104',
      'hidden?unit=106',
      'empty',
      'not_found',
    ]) {
      const page = await setting.open(`/embed/${path}`, { viewport, colorScheme: 'dark' });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(27, 34, 42)');
      expect(await check(page)).toEqual(CLEAN);
      await page.context().close();
    }
  });

  it('when the plan does not load', async () => {
    setting.site.broken.add('/files/map1.umap');
    const page = await setting.open('/embed/live');
    await page.getByRole('alert').waitFor();
    setting.site.broken.clear();
    expect(await check(page)).toEqual(CLEAN);
  });
});

describeWithSite('A page', (setting) => {
  it.each([320, 360, 768, 1440])('of %i pixels does not scroll sideways', async (width) => {
    const page = await setting.open('/embed/live?unit=104', { viewport: { width, height: 640 } });
    await page.locator('[role=option]').first().waitFor({ state: 'attached' });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await wide()).toBeLessThanOrEqual(width);
  });

  describe.each([320, 360, 1440])('of %i pixels with long words in all names', (width) => {
    const BOXES = 'html, .side, .panel, .popover, .dialog-body, .floors';
    const tooWide = (page: Page) =>
      page.evaluate((boxes) => {
        const all = [...document.querySelectorAll(boxes)];
        return all.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className || box.tagName);
      }, BOXES);
    const openLong = async (query = '') => {
      const page = await setting.open(`/embed/long-words${query}`, { viewport: { width, height: 640 } });
      await page.locator('[role=option]').first().waitFor({ state: 'attached' });
      return page;
    };

    it('does not scroll sideways in any box', async () => {
      const page = await openLong();
      expect(await tooWide(page)).toEqual([]);
      await page
        .locator(width < 760 ? '.chip.all' : '.chip')
        .first()
        .click();
      expect(await tooWide(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.about button').first().click();
      await page.locator('.panel').waitFor();
      expect(await tooWide(page)).toEqual([]);
      const home = await openLong('?unit=104');
      expect(await tooWide(home)).toEqual([]);
      if (width < 360) return; // there, the links scroll with the content
      const links = await home.locator('.actions').boundingBox();
      expect(links!.height).toBeLessThan(640 / 3);
    });

    it('shows the count of each group', async () => {
      const page = await openLong();
      const edges = await page.evaluate(() =>
        [...document.querySelectorAll('.group h3')].map((heading) => {
          const count = heading.querySelector('small')!.getBoundingClientRect();
          return {
            end: count.right <= heading.getBoundingClientRect().right && count.right <= innerWidth,
            isOneLine: count.height < 24,
          };
        }),
      );
      expect(edges).toEqual(edges.map(() => ({ end: true, isOneLine: true })));
      expect(edges.length).toBeGreaterThan(0);
    });
  });

  it('is completely reachable at 400 % zoom of 1,280 pixels', async () => {
    const page = await setting.open('/embed/live', { viewport: { width: 320, height: 200 } });
    for (const locator of [
      page.locator('.plan'),
      page.getByText('About Rope Works').last(),
      page.locator('[data-home="u208"]'),
    ]) {
      await locator.scrollIntoViewIfNeeded();
      expect((await locator.boundingBox())!.height).toBeGreaterThan(0);
    }
  });

  it.each([1280, 1366, 1440])('of %i pixels covers only the plan with the card of a home', async (width) => {
    const page = await setting.open('/embed/live?unit=104', { viewport: { width, height: 800 } });
    await page.locator('.zoom').waitFor();
    await page.locator('[data-home="u104"]').hover();
    await page.locator('.tooltip').waitFor();
    const [card, zoom, name, legend] = await page.evaluate(() =>
      ['.panel', '.zoom', '.tooltip', '.legend'].map((each) => document.querySelector(each)!.getBoundingClientRect()),
    );
    expect(zoom!.right).toBeLessThan(card!.left);
    expect(name!.right).toBeLessThan(card!.left);
    expect(legend!.right).toBeLessThan(zoom!.left);
    expect(await page.locator('.tooltip').evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });

  it('of a tablet leaves most of the card to the facts of a home', async () => {
    const page = await setting.open('/embed/live?unit=104', { viewport: { width: 1024, height: 768 } });
    const [card, picture] = [await page.locator('.panel').boundingBox(), await page.locator('.picture').boundingBox()];
    expect(picture!.height / card!.height).toBeLessThan(0.25);
  });

  it('of 360 pixels breaks no word on the buttons of its filters', async () => {
    const page = await setting.open('/embed/live?locale=de', { viewport: PHONE });
    await page.locator('[role=option]').first().waitFor({ state: 'attached' });
    await page.locator('.chip.all').click();
    expect((await page.getByRole('button', { name: '16 Wohnungen zeigen' }).boundingBox())!.height).toBeLessThan(50);
  });

  it('prints the open home first, the name of the displayed floor, and every shape of an enlarged plan', async () => {
    const page = await setting.open('/embed/live?floor=L2&unit=203', { viewport: { width: 794, height: 1123 } });
    await page.locator('.zoom').waitFor();
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top').innerText()).toBe('Level 2');
    const { home, plan, outside } = await page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      const pane = boxOf('.plan-pane');
      const shapes = [...document.querySelectorAll('.stage path.free, .stage path.later, .stage path.taken')];
      const boxes = shapes.map((shape) => shape.getBoundingClientRect());
      const isIn = ({ left, right, top, bottom }: DOMRect) =>
        left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom;
      return { home: boxOf('.panel').bottom, plan: pane.top, outside: boxes.filter((box) => !isIn(box)).length };
    });
    expect(home).toBeLessThanOrEqual(plan);
    expect(outside).toBe(0);
  });

  it('keeps the line breaks of a description', async () => {
    const lines = makeDocument(({ assets: [asset] }) => (asset!.description = 'One.\nTwo.'));
    setting.site.documents.set('lines', lines);
    const page = await setting.open('/embed/lines');
    expect(await page.locator('.about p.prose').innerText()).toBe('One.\nTwo.');
  });

  it('has targets of 44 pixels for controls, and of 24 for places on a plan that is not enlarged', async () => {
    const page = await setting.open('/embed/live?unit=104', { viewport: PHONE });
    await page.locator('.zoom').waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.button, .chip, .tool, .floors a, [role=tab], .group a')]
        .map((each) => ({ name: each.textContent || each.className, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0 && (box.height < 43.5 || box.width < 30))
        .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    );
    expect(small).toEqual([]);
    const place = (await page.locator('.marker').first().boundingBox())!;
    expect(Math.min(place.width, place.height)).toBeGreaterThanOrEqual(23.9);
  });

  it('announces changes, and names its parts, as text', async () => {
    const page = await setting.open('/embed/live');
    await page.locator('[role=option]').first().waitFor({ state: 'attached' });
    expect(await page.locator('.viewer').ariaSnapshot()).toMatch(
      /listbox "Plan of Level 1"[^]*option "104, 2 bedrooms, From Mar 1, 2027, \$2,400 a month"/,
    );
    await page.locator('.chip').first().click();
    await page.getByRole('checkbox', { name: 'Studio' }).check();
    expect(await page.locator('[role=status]').first().textContent()).toBe('4 homes');
  });

  it('keeps states distinct in forced colors mode', async () => {
    const page = await setting.open('/embed/live', { forcedColors: 'active' });
    await page.locator('[role=option]').first().waitFor({ state: 'attached' });
    const [fills, highlight] = await page.evaluate(() => {
      const shapes = ['free', 'later', 'taken'].map((name) => document.querySelector(`.stage path.${name}`)!);
      document.body.style.color = 'Highlight';
      return [shapes.map((shape) => getComputedStyle(shape).fill), getComputedStyle(document.body).color];
    });
    expect(new Set(fills).size).toBe(3);
    expect(fills[0]).toBe(highlight);
  });
});

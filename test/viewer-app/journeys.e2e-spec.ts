import type { Frame, Page } from 'playwright-core';
import { HOSTILE, largeDocument, makeDocument } from './support/fixture.js';
import { complaints, describeWithSite } from './support/browser.js';

type Event = [
  name: string,
  payload: { unit?: { number: string }; link?: { name: string; url?: string }; filters?: object; count?: number },
];

const eventsOf = (page: Page) => page.evaluate(() => (window as unknown as { events: Event[] }).events);
/** Messages from the frame reach the host page a moment later. */
const received = (page: Page, event: string) =>
  page.waitForFunction(
    (wanted) => (window as unknown as { events: Event[] }).events.some(([name]) => name === wanted),
    event,
  );
const plan = (page: Page | Frame) => page.locator('[role=option]').first().waitFor({ state: 'attached' });
const focused = (page: Page | Frame) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

/** Presses a key until the wanted element has the focus. */
async function pressUntil(page: Page, key: string, wanted: RegExp, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (wanted.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${wanted}; the focus is on ${await focused(page)}`);
}

describeWithSite('A renter', (setting) => {
  /** The map in a host page that records its events. */
  async function embedded(): Promise<{ page: Page; frame: Frame }> {
    const page = await setting.open(`/host?options=${encodeURIComponent('{"key":"live"}')}`);
    await page.waitForFunction(() => document.title === 'Ready');
    const frame = page.frames().find((each) => each.url().includes('/embed/live'))!;
    await plan(frame);
    return { page, frame };
  }

  /** Tests what visitors can do with an opened home; the host receives the same events however it was opened. */
  async function useHome(frame: Frame): Promise<void> {
    await frame.locator('.panel').getByRole('button', { name: 'Ask us' }).click();
    await frame.locator('.panel').getByRole('button', { name: 'Share' }).click();
    await frame.locator('.panel').getByText('Close').locator('..').click();
  }

  it('reports the same events from the plan and from the list', async () => {
    const byPlan = await embedded();
    await byPlan.frame.locator('.stage path[data-spot="3"]').click();
    await useHome(byPlan.frame);
    await byPlan.page.waitForFunction(() => (window as unknown as { events: [] }).events.length >= 4);
    const byList = await embedded();
    await byList.frame.locator('[data-home="u104"] a').click();
    await useHome(byList.frame);
    await byList.page.waitForFunction(() => (window as unknown as { events: [] }).events.length >= 4);

    const [plans, lists] = [await eventsOf(byPlan.page), await eventsOf(byList.page)];
    expect(plans.map(([name]) => name)).toEqual([
      'metrics.unitMap.unit.click',
      'metrics.unitDetails.outbound.click',
      'outbound.ask.click',
      'share',
    ]);
    const alike = (events: Event[]) => events.map(([name, payload]) => [name.replace('unitMap', 'unitList'), payload]);
    expect(alike(plans)).toEqual(alike(lists));
    expect(plans[2]![1]).toMatchObject({
      unit: { number: '104', price: 2400 },
      link: { name: 'ask', event_key: 'ask' },
    });
  });

  it('asks what a home costs for another date and lease term', async () => {
    const document = makeDocument(({ assets: [asset] }) => {
      Object.assign(
        asset!.units.find(({ number }) => number === '104')!,
        { lease_term: 12, has_quotes: true },
      );
    });
    setting.site.documents.set('leases', document);
    const page = await setting.open('/embed/leases?unit=104');
    const asked: string[] = [];
    await page.route('**/embed/leases/quotes?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(query.toString());
      const term = Number(query.get('term') ?? 12);
      const price = query.has('move_in') ? null : { 6: 2700, 12: 2400 }[term];
      await route.fulfill({ json: { price, lease_term: price ? term : null, terms: [6, 12] } });
    });
    const panel = page.locator('.panel');
    expect(await panel.locator('.price').innerText()).toContain('12 months');
    await panel.getByText('Another move-in date or lease term').click();
    const said = (text: string) => panel.locator('.lease output', { hasText: text }).waitFor();
    await said('$2,400');
    await panel.getByLabel('Lease term').selectOption('6');
    await said('$2,700 a month · 6 months');
    await panel.getByLabel('Move-in').fill('2027-03-01');
    await said('No price for this date and term');
    expect(asked).toEqual(['unit=u104', 'unit=u104&term=6', 'unit=u104&term=6&move_in=2027-03-01']);
    expect(complaints.get(page)).toEqual([]);
  });

  it('is counted without data about the visitor, only where the asset counts visits', async () => {
    const document = makeDocument(({ assets: [asset] }) => void (asset!.count_visits = true));
    setting.site.documents.set('counted', document);
    const sent: unknown[][] = [];
    const asset_id = document.assets[0]!.id;
    const visit = (kind: string, unit?: string) => ({ kind, asset_id, ...(unit && { unit_id: unit }) });
    for (const name of ['live', 'counted']) {
      const page = await setting.open(`/embed/${name}?unit=104`);
      await page.context().addCookies([{ name: 'who', value: '1', url: setting.site.url }]);
      await page.route('**/visits', async (route) => {
        const request = route.request();
        expect([request.method(), (await request.allHeaders())['cookie']]).toEqual(['POST', undefined]);
        sent.push((request.postDataJSON() as { data: unknown[] }).data);
        await route.fulfill({ status: 204 });
      });
      await plan(page);
      await page.locator('[data-home="u201"] a').click();
      await page.locator('.panel').getByRole('button', { name: 'Ask us' }).click();
      const hide = () => {
        Object.defineProperty(globalThis.document, 'visibilityState', { value: 'hidden' });
        globalThis.document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      };
      const isCounted = name === 'counted';
      const answer = isCounted && page.waitForResponse('**/visits');
      await page.evaluate(hide);
      await answer;
      expect(complaints.get(page)).toEqual([]);
    }
    expect(sent.flat()).toEqual(
      expect.arrayContaining([
        visit('view'),
        visit('open', 'u104'),
        visit('open', 'u201'),
        visit('outbound_click', 'u201'),
      ]),
    );
    expect(new Set(sent.flat().map((each) => Object.keys(each as object).join()))).toEqual(
      new Set(['kind,asset_id', 'kind,asset_id,unit_id']),
    );
  });

  it('saves homes, compares them, and sends them with one link, in the address of the host', async () => {
    const options = { key: 'live', share_url: 'https://www.example.com/homes?unit={unit}&saved={saved}' };
    const page = await setting.open(`/host?options=${encodeURIComponent(JSON.stringify(options))}`);
    await page.waitForFunction(() => document.title === 'Ready');
    const frame = page.frames().find((each) => each.url().includes('/embed/live'))!;
    await plan(frame);
    for (const number of ['104', '201', '203']) {
      await frame.locator(`[data-home="u${number}"] a`).click();
      await frame.locator('.panel').getByRole('button', { name: 'Save' }).click();
      await frame.locator('.panel').getByText('Close').locator('..').click();
    }
    await frame.locator('.chip.saved').click();
    const dialog = frame.locator('.compare');
    expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual(['Unit 104', 'Unit 201', 'Unit 203']);
    expect(await dialog.getByRole('row', { name: /^Price/ }).innerText()).toMatch(
      /2,400[^]*2,500[^]*2,000[^]*Affordable housing/,
    );
    await dialog.getByRole('button', { name: 'Remove Unit 201' }).click();
    await dialog.getByRole('button', { name: 'Share this list' }).click();
    await received(page, 'share');
    const events = (await eventsOf(page)) as [string, { units?: { number: string }[]; url: string }][];
    const url = 'https://www.example.com/homes?unit=&saved=104%2C203';
    expect(events.at(-1)).toEqual(['share', { url }]);
    const [, change] = events.findLast(([name]) => name === 'saved.change')!;
    expect([change.units!.map(({ number }) => number), change.url]).toEqual([['104', '203'], url]);

    const { search } = new URL(frame.url());
    expect(new URLSearchParams(search).get('saved')).toBe('104,203');
    const partner = await setting.open('/embed/live?saved=104,203,999');
    await plan(partner);
    expect(await partner.locator('li .tag', { hasText: 'Saved' }).count()).toBe(2);
    await partner.locator('.chip.saved').click();
    await partner.locator('.compare').getByRole('link', { name: 'Unit 203' }).click();
    expect(await partner.locator('#panel-title').innerText()).toBe('Unit 203');
  });

  it('sees the rows of a long list as they come near, and comes back to one of them', async () => {
    setting.site.documents.set('long', largeDocument(1000));
    const page = await setting.open('/embed/long');
    const [rows, last] = [page.locator('li[data-home]'), page.locator('li[data-home="n0"]')];
    expect(await rows.count()).toBe(150);
    while ((await last.count()) === 0) {
      await page.evaluate(() => document.getElementById('list')!.scrollTo(0, 1e6));
      await page.waitForTimeout(50);
    }
    await last.locator('a').click();
    await page.locator('.panel').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement!.closest('li')?.dataset['home'])).toBe('n0');
    expect(await rows.count()).toBeLessThan(500);
  });

  it('enlarges the pictures of a home, moves through them, and comes back to it', async () => {
    const pictured = makeDocument(({ assets: [asset] }) => {
      const [home, plan] = [asset!.units.find(({ number }) => number === '203')!, asset!.floor_plans[1]!];
      home.pictures = [{ url: home.view_image_url!, alt: 'Living room' }, { url: home.view_image_url! }];
      plan.pictures = [{ url: plan.image_url!, alt: 'Kitchen' }];
      Object.assign(plan, { tour_urls: ['https://tours.example/a1'], video_urls: ['https://videos.example/a1'] });
    });
    setting.site.documents.set('pictured', pictured);
    const page = await setting.open('/embed/pictured?unit=203');
    await plan(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Floor plan A1' }).click();
    const pictures = page.getByRole('dialog', { name: 'Unit 203' });
    const alts = await pictures.getByRole('img').evaluateAll((all) => all.map((each) => each.getAttribute('alt')));
    const names = ['Floor plan A1', 'Floor plan A1', 'Living room', 'Picture 4 of 6', 'View from unit 203', 'Kitchen'];
    expect(alts).toEqual(names);
    const said = pictures.locator('[aria-live]');
    const shows = async (count: number) => {
      await pictures.getByText(`Picture ${count} of 6`, { exact: true }).last().waitFor();
      expect(await said.innerText()).toContain(names[count - 1]);
    };
    const [previous, next] = ['Previous picture', 'Next picture'].map((name) => pictures.getByRole('button', { name }));
    await shows(1);
    expect(await previous!.getAttribute('aria-disabled')).toBe('true');
    await next!.click();
    await shows(2);
    await page.keyboard.press('ArrowRight');
    await shows(3);
    await page.keyboard.press('End');
    await shows(6);
    expect(await next!.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    await shows(5);
    await pictures.getByRole('list', { name: 'Pictures' }).evaluate((list) => list.scrollTo({ left: 0 })); // a swipe
    await shows(1);
    await page.keyboard.press('Escape');
    await pictures.waitFor({ state: 'hidden' });
    expect(await page.locator('#panel-title').innerText()).toBe('Unit 203');
    expect(await page.evaluate(() => document.activeElement!.className)).toBe('enlarge');
    const [tour, video] = ['360° tour (opens in a new window)', 'Video (opens in a new window)'].map((name) =>
      page.locator('.panel').getByRole('link', { name }),
    );
    expect([await tour!.getAttribute('href'), await video!.getAttribute('target')]).toEqual([
      'https://tours.example/a1',
      '_blank',
    ]);
    expect(requests.filter((url) => /tours|videos/.test(url))).toEqual([]);
  });

  it('sees the map of a frame on the whole screen, and leaves it', async () => {
    const { page, frame } = await embedded();
    const isFull = (wanted: boolean) =>
      page.waitForFunction((full) => (document.fullscreenElement?.tagName === 'IFRAME') === full, wanted);
    await frame.getByRole('button', { name: 'Full screen' }).click();
    await isFull(true);
    await frame.getByRole('button', { name: 'Full screen' }).click();
    await isFull(false);
    const alone = await setting.open('/embed/live');
    await plan(alone);
    expect(await alone.getByRole('button', { name: 'Full screen' }).count()).toBe(0);
  });

  it('learns that the home of a dead link is gone, and so does the host page', async () => {
    const page = await setting.open(`/host?options=${encodeURIComponent('{"key":"live","unit":"999"}')}`);
    await received(page, 'error');
    expect((await eventsOf(page)).filter(([name]) => name === 'error')).toEqual([
      ['error', { code: 'unknown_unit', message: 'Unit 999 is no longer on this map.' }],
    ]);
  });

  it('finds the cheapest two-bedroom free in March with the keyboard alone, follows its link, and comes back', async () => {
    const page = await setting.open('/embed/live?group=none');
    await plan(page);
    await pressUntil(page, 'Tab', /^Bedrooms/);
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: '2 bedrooms' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await pressUntil(page, 'Tab', /^Move-in/);
    await page.keyboard.press('Enter');
    await page.locator('input[type=date]').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('03312027');
    await page.keyboard.press('Escape');
    await expect(page.locator('#list-title').textContent()).resolves.toBe('5 of 16 homes');
    await page.locator('#list-title').waitFor();
    await pressUntil(page, 'Tab', /^104/);
    await page.keyboard.press('Enter');
    await page.locator('.panel').waitFor();
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('aria-label')).toMatch(
      /^104, 2 bedrooms/,
    );
    await pressUntil(page, 'Tab', /^Tour/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/elsewhere');
    await page.goBack();
    expect(await page.locator('.panel h2').textContent()).toBe('Unit 104');
    expect(await page.locator('#list-title').textContent()).toBe('5 of 16 homes');
  });

  it('moves over the plan with arrow keys, opens with Enter, and returns to the previous focus', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    const transform = () => page.locator('.stage').evaluate((stage) => stage.style.transform);
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.stage')!.style.transform !== '');
    const fitted = await transform();
    await page.locator('[role=option][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    expect(await focused(page)).toMatch(/^101,/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toMatch(/^106,/);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toMatch(/^107,/);
    expect(await page.locator('[role=option][tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.locator('.panel').waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('panel');
    await page.keyboard.press('Escape');
    expect(await page.locator('.panel').count()).toBe(0);
    expect(await focused(page)).toMatch(/^107,/);
    const before = await transform();
    await page.keyboard.press('+');
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.stage')!.style.transform !== was, before);
    await page.keyboard.press('0');
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.stage')!.style.transform === was, fitted);
  });

  it('moves the focus into a panel at once, and loses no key press', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    const focus = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('[data-home="u202"] a')!.click();
      // in the same task, so before the next paint
      for (let turns = 0; turns < 100 && !document.querySelector('.panel'); turns++) await Promise.resolve();
      const { className } = document.activeElement!;
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      for (let turns = 0; turns < 100; turns++) await Promise.resolve();
      return [className, document.querySelector('.panel') === null];
    });
    expect(focus).toEqual(['panel', true]);
  });

  it('keeps the focus on a place and then the list, even if a home has the id of the place', async () => {
    const alike = makeDocument(({ assets: [asset] }) => (asset!.markers[0]!.id = 'u104'));
    setting.site.documents.set('alike', alike);
    const page = await setting.open('/embed/alike');
    await plan(page);
    await page.locator('[data-home="u104"] a').click();
    await page.locator('.panel h2', { hasText: 'Unit 104' }).waitFor();
    await page.locator('.marker').click();
    await page.locator('.panel h2', { hasText: 'Lobby' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('panel');
    await page.locator('.floors a', { hasText: 'L2' }).press('Enter');
    await page.locator('.marker').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('list');
  });

  it('returns to the row that opened a home', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    await page.locator('[data-home="u202"] a').focus();
    await page.keyboard.press('Enter');
    await page.locator('.panel').waitFor();
    expect(await page.locator('.floors [aria-current]').textContent()).toBe('Level 2');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toMatch(/^202/);
  });

  it('closes a home with Escape from anywhere on the page, after anything in front of it', async () => {
    const page = await setting.open('/embed/live?unit=104');
    await plan(page);
    const panel = page.locator('.panel');
    const escape = async () => {
      await page.keyboard.press('Escape');
      return panel.count();
    };
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect([await panel.count(), await escape()]).toEqual([1, 0]);
    expect(await focused(page)).toMatch(/^104/);

    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.locator('[data-home="u202"] a').focus();
    expect(await escape()).toBe(0);
    expect(await focused(page)).toMatch(/^104/);

    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.getByRole('button', { name: /^Bedrooms/ }).click();
    await page.getByRole('checkbox', { name: '2 bedrooms' }).focus();
    expect(await escape()).toBe(1);
    expect(await page.locator('.popover:popover-open').count()).toBe(0);
    await page.locator('.chip[aria-expanded=true]').waitFor({ state: 'detached' });
    await page.locator('.chip.all').click();
    await page.locator('dialog[open]').waitFor();
    expect(await escape()).toBe(1);
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(await escape()).toBe(0);
  });

  it('accepts any move-in date', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    await page.getByRole('button', { name: /^Move-in/ }).click();
    await page.locator('.popover:popover-open input[type=date]').focus();
    await page.keyboard.type('0331202700');
    await page.locator('.chip[data-on=true]').waitFor();
    expect(complaints.get(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.chip[aria-expanded=true]').waitFor({ state: 'detached' });
  });

  it('keeps choices that were made before the script runs', async () => {
    const page = await setting.open('/elsewhere');
    let run = () => {};
    const wanted = new Promise<void>((settle) => (run = settle));
    await page.route('**/embed-files/*.js', (route) => wanted.then(() => route.continue()));
    await page.goto(`${setting.site.url}/embed/live?group=none`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^Bedrooms/ }).click();
    await page.getByRole('checkbox', { name: 'Studio' }).check();
    await page.getByRole('checkbox', { name: '1 bedroom' }).check();
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('area');
    run();
    await plan(page);
    expect(await page.locator('#list-title').textContent()).toBe('8 of 16 homes');
    const address = new URL(page.url()).searchParams;
    expect([address.get('filters'), address.get('sort')]).toEqual(['bedrooms:0|1', 'area']);
    expect(await page.getByRole('checkbox', { name: '1 bedroom' }).isChecked()).toBe(true);
  });

  it('names the filter to drop', async () => {
    const page = await setting.open('/embed/live?filters=bedrooms:0;Rent:From $2,000;View:Court');
    await page.getByRole('button', { name: 'Remove “Studio” to see 1 home' }).click();
    expect(await page.locator('#list-title').textContent()).toBe('1 of 16 homes');
  });

  it('keeps the focus when the focused button disappears', async () => {
    const page = await setting.open('/embed/live?filters=bedrooms:0;Rent:From $2,000;View:Court');
    await plan(page);
    const place = () => page.evaluate(() => document.activeElement!.id || document.activeElement!.className);
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name, exact: true }).first().click();
      return place();
    };
    expect(await press(/“Studio”/)).toBe('list');
    expect(await press('Remove filter From $2,000')).toBe('filters');
    await page.getByRole('button', { name: /^Bedrooms/ }).click();
    await page.getByRole('checkbox', { name: 'Studio' }).check();
    expect(await press('Clear')).toBe('chip');
    await page.keyboard.press('Escape');
    await page.locator('.chip[aria-expanded=true]').waitFor({ state: 'detached' });
    expect(await press('Clear all')).toBe('filters');

    await page.locator('[data-home="u101"] a').click();
    await page.locator('.panel').waitFor();
    await page.getByRole('button', { name: /^Bedrooms/ }).click();
    await page.getByRole('checkbox', { name: '1 bedroom' }).check();
    await page.keyboard.press('Escape');
    await page.locator('.chip[aria-expanded=true]').waitFor({ state: 'detached' });
    await page.locator('.panel').getByText('Close').click();
    expect(await place()).toBe('list');
  });

  it('scrolls past the plan with the wheel, and zooms it with Ctrl', async () => {
    const page = await setting.open('/embed/live', { viewport: { width: 360, height: 700 } });
    await plan(page);
    const transform = () => page.locator('.stage').evaluate((stage) => stage.style.transform);
    await page.mouse.move(180, 300);
    const before = await transform();
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 0);
    expect(await transform()).toBe(before);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.stage')!.style.transform !== was, before);
  });

  it('shows no outline of a home on the plan of another floor', async () => {
    const page = await setting.open('/embed/live', { viewport: { width: 1280, height: 1600 } }); // its list does not scroll
    await plan(page);
    await page.locator('[data-home="u101"]').hover();
    const outlines = () => page.locator('.ring.hovered[d^=M]').count();
    expect(await outlines()).toBe(1);
    await page.locator('.floors a', { hasText: 'L2' }).press('Enter');
    await page.getByRole('option', { name: /^208/ }).waitFor({ state: 'attached' });
    expect(await outlines()).toBe(0);
    await page.locator('[data-home="u201"]').hover();
    expect(await outlines()).toBe(1);
  });

  it('drags the plan without opening the unit under the pointer', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const box = (await page.locator('.stage path[data-spot="1"]').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x - 40, box.y + 20, { steps: 4 });
    await page.mouse.up();
    expect(await page.locator('.panel').count()).toBe(0);
  });

  it('does not drag the plan with a button that was released elsewhere', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const transform = () => page.locator('.stage').evaluate((stage) => stage.style.transform);
    const box = (await page.locator('.plan').boundingBox())!;
    const [x, y] = [box.x + 1, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 100, y);
    await page.mouse.up();
    const before = await transform();
    await page.mouse.move(x + 50, y);
    await page.mouse.move(x + 200, y);
    await page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle))));
    expect(await transform()).toBe(before);
  });

  it('confirms for some seconds that the link is copied', async () => {
    const page = await setting.open('/elsewhere');
    await page.clock.install({ time: 0 });
    await page.goto(`${setting.site.url}/embed/live?unit=104`);
    await plan(page);
    await page.clock.pauseAt(3_600_000);
    const button = (name: string) => page.locator('.panel').getByRole('button', { name, exact: true });
    await button('Share').press('Enter');
    await button('Link copied').waitFor();
    await page.clock.runFor(5_000);
    await button('Share').waitFor();
  });

  it('loads third-party pages only on demand', async () => {
    const page = await setting.open('/embed/live');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.route('https://example.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'tour' }));
    await page.getByRole('button', { name: 'Laundry' }).click();
    expect(await page.locator('.panel iframe').count()).toBe(0);
    await page.getByRole('button', { name: 'Show “Laundry”' }).click();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await page.frameLocator('.panel iframe').getByText('tour').waitFor();
    expect(asked.filter((url) => url.startsWith('https:'))).toEqual(['https://example.com/tour']);
  });
});

describeWithSite('A failure', (setting) => {
  it('of the plan is reported, keeps the list, and ends when the plan loads again', async () => {
    setting.site.broken.add('/files/map1.umap');
    const page = await setting.open('/embed/live');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.group li').count()).toBe(16);
    setting.site.broken.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await plan(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('of the plan ends when its floor is selected again', async () => {
    setting.site.broken.add('/files/map2.umap');
    const page = await setting.open('/embed/live');
    const floor = (name: string) => page.locator('.floors a', { hasText: name }).click();
    await plan(page);
    await floor('L2');
    await page.getByRole('alert').waitFor();
    setting.site.broken.clear();
    await floor('L1');
    await floor('L2');
    await page.getByRole('listbox', { name: 'Plan of Level 2' }).waitFor({ state: 'attached' });
  });

  it('of the document is reported, and ends when it loads again', async () => {
    const document = setting.site.documents.get('live')!;
    const page = await setting.open('/embed/failed');
    expect(await page.getByRole('alert').textContent()).toContain('could not be loaded');
    setting.site.documents.set('failed', document);
    await page.getByRole('link', { name: 'Try again' }).click();
    await plan(page);
    setting.site.documents.delete('failed');
    expect(await page.locator('.group li').count()).toBe(16);
    expect(await page.title()).toBe('Rope Works: map and availability');
    const colour = await page.locator('.viewer').evaluate((each) => getComputedStyle(each).getPropertyValue('--free'));
    expect(colour).toBe('#298033'); // that of the map's style
  });

  it('is not caused by hostile texts, which run no code', async () => {
    const page = await setting.open('/embed/hostile');
    await plan(page);
    await page
      .locator('[role=option]')
      .first()
      .evaluate((option: HTMLElement) => option.click());
    await page.locator('.panel').waitFor();
    expect(await page.locator('.panel h2').textContent()).toContain(HOSTILE);
    await page.locator('.panel [role=tab]').first().click();
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
    expect(complaints.get(page)).toEqual([]);
  });

  it('is not caused by missing storage: the page stores nothing', async () => {
    const page = await setting.open('/embed/live');
    await plan(page);
    await page.locator('[data-home="u104"] a').click();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ]);
  });

  it('of scripts leaves a list with links', async () => {
    const page = await setting.open('/embed/live', { javaScriptEnabled: false });
    await page.locator('[data-home="u104"] a').click();
    expect(await page.locator('.panel h2').textContent()).toBe('Unit 104');
    expect(await page.locator('noscript .plan-note').count()).toBe(1);
    setting.site.documents.set('long', largeDocument(1000));
    await page.goto(`${setting.site.url}/embed/long`);
    const said = await page.locator('.group .later').allInnerTexts();
    const more = said.map((text) => Number(/^(\d+) more homes?, shown with JavaScript$/.exec(text)?.[1]));
    expect(more.reduce((sum, each) => sum + each, 0) + (await page.locator('.group [data-home]').count())).toBe(1000);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(30_000);
  });
});

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenPrices } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { expectSound, HOSTILE, LONG, loseAnswers, openConsole } from './console-page.js';

const app = TestApp.forSuite();

describeInBrowser('On the page of merchandising', () => {
  let browser: Browser;
  let asset: GivenAsset;
  let complaints: string[];
  let links: { apply: string; visit: string };
  let text: string;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    await app.sql('delete from catalog.asset');
    asset = await givenAsset(app, ['101', '102', 'PH/9 ü', '104']);
    await givenPrices(app, asset, { '101': 2000, '102': 2100 });
    const made = async (path: string, body: object) => {
      const response = await app.post(`${asset.path}/${path}`, body);
      if (response.status >= 300) throw new Error(response.text);
      return response.body;
    };
    const { id: apply } = await made('units/outbound-links', {
      name: 'Apply',
      type: 'url_template',
      template: 'https://apply.example/?unit={{ unit_number }}&price={{ price }}',
      open_in_new_window: true,
    });
    const { id: visit } = await made('outbound-links', {
      name: 'Visit',
      label: 'Visit',
      template: 'https://visit.example/{{ asset_id }}',
      open_new_window: false,
    });
    links = { apply, visit };
    const { id: group } = await made('units/description-groups', { name: 'Views' });
    const { data } = await made(`units/description-groups/${group}/descriptions`, {
      data: [{ name: 'Harbour view', label: 'View', body: 'Over the **old harbour**.', is_enabled: true }],
    });
    text = `${asset.path}/units/description-groups/${group}/descriptions/${data[0].id}`;
    await app.put(`${asset.path}/units/description-groups/${group}/units`, {
      data: asset.units.slice(0, 2).map((unit) => ({ unit_id: unit, description_id: data[0].id })),
    });
    const { id: rent } = await made('filters', {
      name: 'Rent',
      label: 'Rent',
      type: 'range',
      range_type: 'unit_price',
    });
    await made(`filters/${rent}/options`, { type: 'range', label: 'to 2,050', min: 0, max: 2050 });
    const { id: views } = await made('filters', { name: 'Sides', label: 'Side', type: 'custom' });
    const { id: south } = await made(`filters/${views}/options`, { type: 'custom', label: 'South' });
    await app.put(`${asset.path}/filters/${views}/options/${south}/units`, {
      data: asset.units.slice(1).map((unit) => ({ unit_id: unit })),
    });
    await made('expenses', { name: 'Valet trash', label: 'Valet trash', amount: 35.5, is_required: true });
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser?.close());

  async function open(permissions?: string[], options: BrowserContextOptions = {}): Promise<Page> {
    const opened = await openConsole(browser, app.base, options);
    ({ complaints } = opened);
    const { page } = opened;
    await page.getByLabel('API key').fill(await app.key(permissions));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    await page.getByRole('link', { name: '4 units' }).click();
    await page.getByRole('link', { name: 'Merchandising' }).click();
    await page.getByRole('heading', { level: 1, name: 'Merchandising' }).waitFor();
    return page;
  }
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const linkOf = async () => (await app.get(`${asset.path}/units/outbound-links/${links.apply}`)).body.template;
  const bodyOf = async () => (await app.get(text)).body.body;
  const template = (page: Page) => page.getByRole('textbox', { name: 'Template of Apply' });
  /** Opens the editor of the template by keyboard. */
  async function edit(page: Page, wanted: string): Promise<void> {
    await page.getByRole('button', { name: /^Template of Apply: / }).focus();
    await page.keyboard.press('Enter');
    await template(page).fill(wanted);
  }

  it('a template is tried on real units while it is typed, and saved by keyboard, but not over the change of somebody else', async () => {
    const page = await open();
    await part(page, 'Links of units').getByText('https://apply.example/?unit=101&price=2000').waitFor();
    await part(page, 'Links of the property').getByText(`https://visit.example/${asset.id}`).waitFor();

    await edit(page, 'https://apply.example/{{ unit_number');
    await page.getByText('A variable is not closed, has no name, or has an unknown filter.').first().waitFor();
    await expectSound(page, complaints);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('template must be a full http').waitFor();
    const wanted = "https://apply.example/{{ building }}/{{ available_on | date('Y/m') }}";
    await template(page).fill(wanted);
    await page.getByText('https://apply.example/North/2026%2F12', { exact: true }).first().waitFor();
    expect(await linkOf()).toContain('{{ price }}');
    await template(page).press('Enter');
    await page.getByRole('button', { name: `Template of Apply: ${wanted}` }).waitFor();
    expect(await linkOf()).toBe(wanted);

    const theirs = { type: 'url_template', template: 'https://theirs.example/' };
    await app.put(`${asset.path}/units/outbound-links/${links.apply}`, theirs);
    await edit(page, 'https://mine.example/');
    await template(page).press('Enter');
    await page.getByText('Changed by somebody else: now https://theirs.example/, yours').waitFor();
    expect(await linkOf()).toBe('https://theirs.example/');
    await expectSound(page, complaints);
    await page.getByRole('button', { name: 'Write mine' }).click();
    await page.getByRole('button', { name: 'Template of Apply: https://mine.example/' }).waitFor();
    expect(await linkOf()).toBe('https://mine.example/');
  });

  it('a change that arrives between the read and the write of a template is kept', async () => {
    const page = await open();
    await edit(page, 'https://mine.example/');
    await page.route(`**/units/outbound-links/${links.apply}`, async (route) => {
      if (route.request().method() === 'PUT') {
        const theirs = { type: 'url_template', template: 'https://theirs.example/' };
        await app.put(`${asset.path}/units/outbound-links/${links.apply}`, theirs);
      }
      return route.continue();
    });
    await template(page).press('Enter');
    await page.getByText('Changed by somebody else: now https://theirs.example/, yours').waitFor();
    expect(await linkOf()).toBe('https://theirs.example/');
  });

  it('a text is shown as renters read it, previewed and saved by keyboard, but not over the change of somebody else', async () => {
    const page = await open();
    const texts = part(page, 'Descriptions of units');
    await texts.locator('.prose strong', { hasText: 'old harbour' }).waitFor();
    await texts.getByText('tab “View” · 2 units').waitFor();
    const begin = async () => {
      await texts.getByRole('button', { name: 'Edit text Harbour view' }).focus();
      await page.keyboard.press('Enter');
    };
    const box = texts.getByRole('textbox', { name: 'text Harbour view' });
    await begin();
    await box.fill(`*New* [site](javascript:window.ran=3) ${HOSTILE}`);
    await texts.locator('.prose em', { hasText: 'New' }).waitFor();
    expect(await texts.locator('.prose a, .prose img').count()).toBe(0);
    await expectSound(page, complaints);
    expect(await bodyOf()).toBe('Over the **old harbour**.');
    await page.keyboard.press('Escape');
    await begin();
    await box.fill('Over the *new* harbour.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await texts.getByRole('button', { name: 'Edit text Harbour view' }).waitFor();
    await texts.locator('.prose em', { hasText: 'new' }).waitFor();
    expect(await bodyOf()).toBe('Over the *new* harbour.');

    const [collection, id] = [text.slice(0, text.lastIndexOf('/')), text.slice(text.lastIndexOf('/') + 1)];
    await app.put(collection, { data: [{ id, body: 'Theirs.' }] });
    await begin();
    await box.fill('Mine.');
    await texts.getByRole('button', { name: 'Save' }).click();
    await texts.getByText('Changed by somebody else: now Theirs., yours Mine.').waitFor();
    expect(await bodyOf()).toBe('Theirs.');
    await texts.getByRole('button', { name: 'Keep theirs' }).click();
    await texts.locator('.prose', { hasText: 'Theirs.' }).waitFor();
  });

  it('a write whose answer is lost keeps what was typed, and is done when it is sent again', async () => {
    const page = await open();
    const lost = page.getByText('The server did not answer. This may be done already');
    await loseAnswers(page, '**/units/outbound-links/*');
    await edit(page, 'https://lost.example/');
    await template(page).press('Enter');
    await lost.waitFor();
    expect(await template(page).inputValue()).toBe('https://lost.example/');
    await page.unroute('**/units/outbound-links/*');
    await template(page).press('Enter');
    await page.getByRole('button', { name: 'Template of Apply: https://lost.example/' }).waitFor();
    expect(await linkOf()).toBe('https://lost.example/');
    expect(complaints).toEqual([]);
  });

  it('options say how many units they find, and a chosen unit its total price', async () => {
    const page = await open();
    const filters = part(page, 'Filters');
    await filters.getByRole('row', { name: /Rent.*to 2,050.*1$/ }).waitFor();
    await filters.getByRole('row', { name: /Sides.*South.*3$/ }).waitFor();
    const expenses = part(page, 'Expenses');
    await expenses.getByText('2,035.50').waitFor();
    await page.getByLabel('Try on the unit').fill('102');
    await page.keyboard.press('Enter');
    await expenses.getByText('2,135.50').waitFor();
    expect(await part(page, 'Links of units').locator('dd').allInnerTexts()).toEqual([
      'https://apply.example/?unit=102&price=2100',
    ]);
    await page.getByLabel('Try on the unit').fill('PH/9 ü');
    await page.keyboard.press('Enter');
    await page.getByText('https://apply.example/?unit=PH%2F9%20%C3%BC&price=', { exact: true }).waitFor();
    await page.getByLabel('Try on the unit').fill('none');
    await page.keyboard.press('Enter');
    await page.getByText('No unit has this number.').waitFor();
  });

  it('a key without permissions sees the parts that it may read, and no button that writes', async () => {
    const reads = ['assets', 'units', 'unit-outbound-links', 'unit-descriptions'];
    const page = await open(
      reads.map((each) => `service.${each}.read`),
      { viewport: { width: 360, height: 800 } },
    );
    await part(page, 'Links of units').getByText('https://apply.example/?unit=101&price=', { exact: true }).waitFor();
    await part(page, 'Descriptions of units').locator('.prose strong').waitFor();
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Try']);
    expect(await page.getByRole('main').getByRole('region').count()).toBe(2);
    await expectSound(page, complaints);
  });

  it.each([1440, 360])(
    'at %i pixels, names of any length fit, and controls are at least 44 pixels high',
    async (width) => {
      for (const [table, column] of [
        ['merchandising.unit_outbound_link', 'name'],
        ['merchandising.asset_outbound_link', 'name'],
        ['merchandising.description_group', 'name'],
        ['merchandising.description', 'name'],
        ['merchandising.filter', 'name'],
        ['merchandising.filter_option', 'label'],
        ['expenses.asset_expense', 'label'],
      ])
        await app.sql(`update ${table} set ${column} = $1`, [
          table === 'expenses.asset_expense' ? LONG.slice(0, 95) : LONG,
        ]);
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(undefined, { viewport: { width, height: 800 }, colorScheme });
        await part(page, 'Filters').getByRole('table').waitFor();
        await part(page, 'Expenses').getByRole('table').waitFor();
        await page.locator('.prose').waitFor();
        await page.getByText('https://apply.example/?unit=101&price=2000').waitFor();
        await page.getByRole('button', { name: /^Edit text/ }).click();
        await page.getByRole('textbox', { name: /^text / }).waitFor();
        await expectSound(page, complaints);
        const low = await page.evaluate<string[]>(
          `[...document.querySelectorAll('main :is(button, input, select, textarea)')].filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML.slice(0, 200))`,
        );
        expect(low).toEqual([]);
      }
    },
  );
});

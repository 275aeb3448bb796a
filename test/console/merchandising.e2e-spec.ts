import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenPrices } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { expectSound, HOSTILE, LONG, loseAnswers, openConsole, signIn } from './console-page.js';

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
    await signIn(page, await app.key(permissions));
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

  it('a change that arrives between the read and the write of a text is kept', async () => {
    const page = await open();
    const texts = part(page, 'Descriptions of units');
    await texts.getByRole('button', { name: 'Edit Text of Harbour view' }).click();
    await texts.getByRole('textbox', { name: 'Text of Harbour view' }).fill('Mine.');
    await page.route('**/descriptions**', async (route) => {
      if (route.request().method() === 'PUT') await app.put(text, { body: 'Theirs.' });
      return route.continue();
    });
    await texts.getByRole('button', { name: 'Save' }).click();
    await texts.getByText('Changed by somebody else: now Theirs., yours Mine.').waitFor();
    expect(await bodyOf()).toBe('Theirs.');
  });

  it('a text is shown as renters read it, previewed and saved by keyboard, but not over the change of somebody else', async () => {
    const page = await open();
    const texts = part(page, 'Descriptions of units');
    await texts.locator('.prose strong', { hasText: 'old harbour' }).waitFor();
    await texts.getByText('2 units', { exact: true }).waitFor();
    const begin = async () => {
      await texts.getByRole('button', { name: 'Edit Text of Harbour view' }).focus();
      await page.keyboard.press('Enter');
    };
    const box = texts.getByRole('textbox', { name: 'Text of Harbour view' });
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
    await texts.getByRole('button', { name: 'Edit Text of Harbour view' }).waitFor();
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

  it('links of units and of the property are added, edited and deleted by keyboard, unless somebody else has changed them', async () => {
    const page = await open();
    const all = async (path: string) => (await app.get(`${asset.path}/${path}`)).body.data;
    const units = part(page, 'Links of units');
    await units.getByRole('button', { name: 'Add a link of units' }).focus();
    await page.keyboard.press('Enter');
    const form = units.getByRole('group', { name: 'Add a link of units' });
    await form.getByLabel('What it does').selectOption('Tells the website that shows the map');
    await form.getByLabel('Template').waitFor({ state: 'detached' });
    await form.getByLabel('What it does').selectOption('Opens a page made from a template');
    await form.getByLabel('Name', { exact: true }).fill(LONG);
    await form.getByLabel('Template').fill('https://tour.example/{{ unit_number }}');
    await form.getByLabel('Units that have it').selectOption('unavailable ones');
    await form.getByLabel('Icon').selectOption('virtual tour');
    await expectSound(page, complaints);
    await form.getByLabel('Name', { exact: true }).press('Enter');
    await units.getByText(/^2 links\. .* is added\.$/).waitFor();
    const [, added] = await all('units/outbound-links');
    expect(added).toMatchObject({
      ...{ name: LONG, type: 'url_template', template: 'https://tour.example/{{ unit_number }}' },
      ...{ shown_for: 'unavailable', icon_type: 'virtual_tour', label: null, open_in_new_window: true },
    });

    await units.getByRole('button', { name: 'Text that visitors see of Apply: –' }).click();
    await units.getByRole('textbox', { name: 'Text that visitors see of Apply' }).fill('Apply now');
    await page.keyboard.press('Enter');
    await units.getByRole('button', { name: 'Text that visitors see of Apply: Apply now' }).waitFor();
    await units.getByRole('button', { name: 'In a new window of Apply: yes' }).click();
    await units.getByRole('combobox', { name: 'In a new window of Apply' }).selectOption('no');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await units.getByRole('button', { name: 'In a new window of Apply: no' }).waitFor();
    expect(await all('units/outbound-links')).toMatchObject([{ label: 'Apply now', open_in_new_window: false }, {}]);

    const remove = units.getByRole('button', { name: 'Delete Apply' });
    await remove.click();
    await units.getByText('Deleted for good: 1 unit outbound link.').waitFor();
    await expectSound(page, complaints);
    await app.put(`${asset.path}/units/outbound-links/${links.apply}`, { type: 'url_template', label: 'Theirs' });
    await units.getByRole('button', { name: 'Delete the link' }).click();
    await units.getByText('Somebody else has changed this meanwhile. Nothing was done.').waitFor();
    expect(await all('units/outbound-links')).toHaveLength(2);
    await units.getByRole('button', { name: 'Try again' }).click();
    await units.getByRole('button', { name: 'Delete the link' }).click();
    await units.getByText('1 link. Apply is deleted.').waitFor();
    expect(await all('units/outbound-links')).toMatchObject([{ id: added.id }]);

    const ofProperty = part(page, 'Links of the property');
    await ofProperty.getByRole('button', { name: 'Add a link of the property' }).click();
    const formOfProperty = ofProperty.getByRole('group', { name: 'Add a link of the property' });
    await formOfProperty.getByLabel('Name', { exact: true }).fill('Tour');
    await formOfProperty.getByLabel('Text that visitors see').fill('Book a tour');
    await formOfProperty.getByLabel('Template').fill('no url');
    await formOfProperty.getByLabel('Template').press('Enter');
    await formOfProperty.getByRole('alert').getByText('template must be a full http').waitFor();
    await formOfProperty.getByLabel('Template').fill('https://tour.example/{{ asset_id }}');
    await formOfProperty.getByLabel('Template').press('Enter');
    await ofProperty.getByText('2 links. Tour is added.').waitFor();
    await ofProperty.getByRole('button', { name: 'Delete Tour' }).click();
    await ofProperty.getByRole('button', { name: 'Delete the link' }).click();
    await ofProperty.getByText('1 link. Tour is deleted.').waitFor();
  });

  it('a link with a page for each unit is added, and gets its pages', async () => {
    const page = await open();
    const units = part(page, 'Links of units');
    await units.getByRole('button', { name: 'Add a link of units' }).click();
    await units.getByLabel('What it does').selectOption('Opens the page of each unit');
    await units.getByLabel('Name', { exact: true }).fill('Tour');
    await units.getByLabel('Name', { exact: true }).press('Enter');
    const pages = units.getByRole('group', { name: 'Pages of Tour' });
    await pages.getByRole('button', { name: 'Page of unit 101: –' }).click();
    await pages.getByRole('textbox', { name: 'Page of unit 101' }).fill('https://tour.example/101');
    await page.keyboard.press('Enter');
    await pages.getByRole('button', { name: 'Page of unit 101: https://tour.example/101' }).waitFor();
    await expectSound(page, complaints);
    const { data } = (await app.get(`${asset.path}/units/outbound-links`)).body;
    const urls = (await app.get(`${asset.path}/units/outbound-links/${data[1].id}/urls`)).body.data;
    expect(urls.map(({ url }: { url: string | null }) => url)).toEqual(['https://tour.example/101', null, null, null]);
  });

  it('groups of descriptions and their texts are added, assigned to units, and deleted after the page shows what is deleted with them', async () => {
    const page = await open();
    const texts = part(page, 'Descriptions of units');
    await texts.getByRole('button', { name: 'Add a group' }).click();
    await texts.getByLabel('Name', { exact: true }).fill('Kitchens');
    await texts.getByLabel('Name', { exact: true }).press('Enter');
    await texts.getByText('Kitchens is added.').waitFor();
    const kitchens = texts.getByRole('group', { name: 'Texts of Kitchens' });
    await kitchens.getByRole('button', { name: 'Add a text' }).click();
    await kitchens.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await kitchens.getByLabel('Tab', { exact: true }).fill('Kitchen');
    await kitchens.getByLabel('Text', { exact: true }).fill('With an **oven**.');
    await expectSound(page, complaints);
    await kitchens.getByRole('button', { name: 'Add the text' }).click();
    await kitchens.getByText(/^1 text\. .* is added\.$/).waitFor();
    await kitchens.locator('.prose strong', { hasText: 'oven' }).waitFor();

    await kitchens.getByRole('button', { name: 'Assign units to ' }).click();
    await kitchens.getByLabel('Numbers of units').fill('102 PH/9, 999');
    await kitchens.getByText('No such unit: PH/9, 999').waitFor();
    await kitchens.getByRole('checkbox', { name: '104' }).check();
    await kitchens.getByText('2 units added, 0 units removed.').waitFor();
    await expectSound(page, complaints);
    await kitchens.getByRole('button', { name: 'Store the units' }).click();
    await kitchens.getByText('1 text. 2 units assigned.').waitFor();
    await kitchens.getByText('2 units', { exact: true }).waitFor();
    const groups = `${asset.path}/units/description-groups`;
    const [, { id }] = (await app.get(groups)).body.data;
    const assigned = (await app.get(`${groups}/${id}/units`)).body.data;
    expect(assigned.map((each: Record<string, string>) => each['unit_id'])).toEqual([asset.units[1], asset.units[3]]);

    await texts.getByRole('button', { name: 'Delete Kitchens' }).click();
    await texts.getByText(/^Deleted for good: .*1 description/).waitFor();
    await expectSound(page, complaints);
    expect((await app.get(groups)).body.data).toHaveLength(2);
    await texts.getByRole('button', { name: 'Delete the group' }).click();
    await texts.getByText('Kitchens is deleted.').waitFor();
    await texts.getByRole('button', { name: 'Delete Harbour view' }).click();
    await texts.getByRole('button', { name: 'Delete the text' }).click();
    await texts.getByText('0 texts. Harbour view is deleted.').waitFor();
    expect((await app.get(groups)).body.data).toMatchObject([{ name: 'Views' }]);
  });

  it('filters and their options are added, count their units at once, and are deleted with everything that belongs to them', async () => {
    const page = await open();
    const filters = part(page, 'Filters');
    await filters.getByRole('button', { name: 'Add a filter' }).click();
    const form = filters.getByRole('group', { name: 'Add a filter' });
    await form.getByLabel('Kind', { exact: true }).selectOption('Ranges of a number');
    await form.getByLabel('Number', { exact: true }).selectOption('Area');
    await form.getByLabel('Name', { exact: true }).fill('Sizes');
    await form.getByLabel('Text that visitors see').fill('Size');
    await form.getByLabel('Text that visitors see').press('Enter');
    await filters.getByText('3 filters. Sizes is added.').waitFor();
    const options = (name: string) => filters.getByRole('group', { name: `Options of ${name}` });
    const found = (name: string, option: string) =>
      options(name).getByRole('row').filter({ hasText: option }).locator('[data-label=Units]');
    await options('Sizes').getByRole('button', { name: 'Add an option' }).click();
    const option = options('Sizes').getByRole('group', { name: 'Add an option' });
    await option.getByLabel('Text that visitors see').fill('to 700');
    await option.getByLabel('From').fill('0');
    await option.getByLabel('To', { exact: true }).fill('600');
    await expectSound(page, complaints);
    await option.getByLabel('To', { exact: true }).press('Enter');
    await options('Sizes').getByText('1 option. to 700 is added.').waitFor();
    expect(await found('Sizes', 'to 700').innerText()).toBe('0');
    await options('Sizes').getByRole('button', { name: 'To of option to 700: 600' }).click();
    await options('Sizes').getByRole('textbox', { name: 'To of option to 700' }).fill('700');
    await page.keyboard.press('Enter');
    await options('Sizes').getByRole('button', { name: 'To of option to 700: 700' }).waitFor();
    expect(await found('Sizes', 'to 700').innerText()).toBe('4');

    await options('Sides').getByRole('button', { name: 'Units of South' }).click();
    const units = options('Sides').getByRole('group', { name: 'Units of South' });
    await units.getByRole('checkbox', { name: '104' }).uncheck();
    await units.getByRole('checkbox', { name: 'PH/9 ü' }).uncheck();
    await units.getByRole('checkbox', { name: '101' }).check();
    await units.getByText('1 unit added, 2 units removed.').waitFor();
    await expectSound(page, complaints);
    await units.getByRole('button', { name: 'Store the units' }).click();
    await options('Sides').getByText('The units of South are stored.').waitFor();
    expect(await found('Sides', 'South').innerText()).toBe('2');

    await options('Sides').getByRole('button', { name: 'Delete South' }).click();
    await options('Sides')
      .getByText(/^Deleted for good: 1 filter option/)
      .waitFor();
    await options('Sides').getByRole('button', { name: 'Delete the option' }).click();
    await options('Sides').getByText('0 options. South is deleted.').waitFor();
    await filters.getByRole('button', { name: 'Delete Sizes' }).click();
    await filters.getByText(/^Deleted for good: .*1 filter option/).waitFor();
    await filters.getByRole('button', { name: 'Delete the filter' }).click();
    await filters.getByText('2 filters. Sizes is deleted.').waitFor();
    const { data } = (await app.get(`${asset.path}/filters`)).body;
    expect(data).toMatchObject([{ name: 'Rent' }, { name: 'Sides' }]);
  });

  it('an option compares the price that visitors see: the total price if the property displays it, and none for a unit that is taken', async () => {
    await app.sql('update expenses.asset_expense set amount = 60');
    const page = await open();
    const rent = part(page, 'Filters').getByRole('group', { name: 'Options of Rent' });
    const found = async () => {
      await page.getByRole('link', { name: 'References' }).click();
      await page.getByRole('link', { name: 'Merchandising' }).click();
      await rent.getByRole('button', { name: 'To of option to 2,050: 2,050' }).waitFor();
      return rent.locator('[data-label=Units]').innerText();
    };
    expect(await found()).toBe('1');
    await app.put(`${asset.path}/price-display`, { price_display: 'total' });
    expect(await found()).toBe('0');
    await app.put(`${asset.path}/price-display`, { price_display: 'base' });
    expect(await found()).toBe('1');
    await app.sql(`update pricing.process set status_map = '{"Held": "reserved"}'`);
    await app.sql(`update pricing.unit set status = 'Held' where price = 2000`);
    expect(await found()).toBe('0');
  });

  it('options say how many units they find, and a chosen unit its total price', async () => {
    const page = await open();
    const filters = part(page, 'Filters');
    const foundBy = (filter: string, option: string) =>
      filters
        .getByRole('group', { name: `Options of ${filter}` })
        .getByRole('row')
        .filter({ hasText: option });
    await foundBy('Rent', 'to 2,050').getByRole('cell', { name: '1', exact: true }).first().waitFor();
    await foundBy('Sides', 'South').getByRole('cell', { name: '3', exact: true }).waitFor();
    const expenses = part(page, 'Expenses');
    await expenses.getByText('2,035.50').waitFor();
    await page.getByLabel('Try on the unit').fill('102');
    await page.keyboard.press('Enter');
    await expenses.getByText('2,135.50').waitFor();
    expect(await part(page, 'Links of units').locator('dd code').allInnerTexts()).toEqual([
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
        await part(page, 'Filters').getByRole('table').nth(1).waitFor();
        await part(page, 'Expenses').getByRole('table').waitFor();
        await page.locator('.prose').waitFor();
        await page.getByText('https://apply.example/?unit=101&price=2000').waitFor();
        await page.getByRole('button', { name: /^Edit Text/ }).click();
        await page.getByRole('textbox', { name: /^Text of / }).waitFor();
        await expectSound(page, complaints);
        const low = await page.evaluate<string[]>(
          `[...document.querySelectorAll('main :is(button, input, select, textarea)')].filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML.slice(0, 200))`,
        );
        expect(low).toEqual([]);
      }
    },
  );
});

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { givenAccount, type GivenAsset, givenAsset, givenPrices } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { expectSound, HOSTILE, LONG, openConsole, signIn } from './console-page.js';

const app = TestApp.forSuite();

const PROCESS = { name: 'Nightly feed', type: 'push', pricing_strategy: 'flat_pricing' };

/** Texts of buttons that write nothing: they read, filter, sort, copy, or move about the plan. */
const READS = new RegExp(
  `^(${[
    ...['Refresh', 'Try', 'Open', 'In use', 'Archived', 'Copy as (CSV|PNG)', 'Code and preview', 'Show older events'],
    ...['(All|Bound|Contradictory|Unbound|Added|Removed|Changed) \\d+', '[+−]', 'Fit', 'lobby\\s.*'],
    ...['All', 'Created', 'Updated', 'Deleted', 'Rejected', 'Valid', 'Expired', 'Revoked'],
    ...['Pending', 'Failed', 'Delivered', 'Retrying', 'Number', 'Building', 'Floor', 'Floor plan', 'Area'],
  ].join('|')})$`,
);

const count = (entries: number) => (entries === 1 ? '1 entry' : `${entries} entries`);

function drawing(): FormData {
  const form = new FormData();
  form.append('name', 'Level 1');
  form.append('style', 'b');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path id="Unit-101" d="M0 0H100V100H0Z"/><path id="lobby" d="M100 0H200V100H100Z"/></svg>';
  form.append('source', new Blob([svg]), 'level-1.svg');
  return form;
}

describeInBrowser('A property is set up in the console:', () => {
  let browser: Browser;
  let complaints: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    await app.sql('delete from catalog.asset');
    await app.sql('delete from catalog.account');
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser?.close());

  async function open(permissions?: string[], options: BrowserContextOptions = {}): Promise<Page> {
    const opened = await openConsole(browser, app.base, options);
    ({ complaints } = opened);
    const { page } = opened;
    await signIn(page, await app.key(permissions));
    return page;
  }
  const press = (page: Page, name: string | RegExp, exact = false) => page.getByRole('button', { name, exact }).click();
  const inspect = (page: Page) => expectSound(page, complaints);

  it('each page names the next step, from an account to an embed that shows a price', async () => {
    const page = await open();
    const follow = async (text: string, heading: string) => {
      await page.getByRole('link', { name: text, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };
    const fill = async (fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
      await page.keyboard.press('Enter');
    };
    await follow('create an account and a property', 'Accounts and properties');
    await press(page, 'Create an account');
    await fill({ Name: 'Harbour Living' });
    await page.getByText('1 account. Harbour Living is created.').waitFor();
    await press(page, 'Create a property');
    await fill({
      Name: 'Pier House',
      'Street and number': '4 Quay Street',
      City: 'New York',
      'State or province': 'NY',
      'Postal code': '10004',
      Country: 'USA',
    });
    await page.getByText('1 property. Pier House is created.').waitFor();
    await press(page, 'Assign Harbour Living');
    await page.getByRole('checkbox', { name: 'Pier House' }).check();
    await press(page, 'Save the assignment');
    await page.getByText('1 property assigned, 0 removed.').waitFor();
    await page.getByRole('link', { name: 'Pier House' }).click();
    await page.getByText('0 units.').waitFor();
    await page.getByRole('link', { name: 'add a building, a floor and a floor plan' }).waitFor();
    await inspect(page);

    await follow('add a building, a floor and a floor plan', 'Buildings, floors and floor plans');
    await page.getByText('Next: add a building, a floor and a floor plan.').waitFor();
    await page.getByText('Units stand in a building.').waitFor();
    await inspect(page);
    await press(page, 'Add a building');
    await fill({ Name: 'North' });
    await page.getByText('1 building. North is added.').waitFor();
    await press(page, 'Add a floor', true);
    await fill({ Name: 'Level 1', Label: 'Level 1', 'Short label': 'L1', Position: '1' });
    await page.getByText('1 floor. Level 1 is added.').waitFor();
    await press(page, 'Add a floor plan');
    await fill({ Name: 'A1', Bedrooms: '1', Bathrooms: '1', Label: 'One bedroom' });
    await page.getByText('1 floor plan. A1 is added.').waitFor();

    await follow('paste its units from a spreadsheet', 'Units');
    await press(page, 'Paste from a spreadsheet');
    await page
      .getByRole('textbox', { name: /^Rows with a first row of names/ })
      .fill('number\tfloor\tfloor plan\tarea\n101\tLevel 1\tA1\t640\n102\tLevel 1\tA1\t700');
    await press(page, 'Store: 2 units created');
    await page.getByText('2 units. Stored: 2 units created.').waitFor();

    await follow('add a map from a drawing', 'Maps');
    await page.getByText('An embed shows maps of the property on a website: add a map first.').waitFor();
    await inspect(page);
    await press(page, 'Add a map');
    await page.getByLabel('Drawing').setInputFiles({
      name: 'level-1.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path id="Unit-101" d="M0 0H100V100H0Z"/><path id="Unit-102" d="M100 0H200V100H100Z"/></svg>',
      ),
    });
    await fill({ Name: 'Level 1' });
    await page.getByText('1 map. The new map has 2 bound shapes.').waitFor();

    await follow('add a pricing process', 'Prices');
    await press(page, 'Add a pricing process');
    await fill({ Name: 'Files' });
    await page.getByText('1 pricing process. Files is added.').waitFor();
    await follow('publish a file of prices', 'Files');
    await page.getByText('No prices have been published.').waitFor();
    await inspect(page);
    await page.getByLabel('Publish a file', { exact: true }).setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('unit_number,provider_id,price,available_on\n101,p-101,2345,2026-12-01\n'),
    });
    await press(page, 'Publish 1 entry');
    await page.getByText('Publication 1 is live.').waitFor();

    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Pier House' }).click();
    await page.getByRole('button', { name: 'Settings of Files' }).waitFor();
    await page.getByRole('link', { name: 'Maps' }).click();
    await page.getByText('An embed belongs to an account that has the property.').waitFor();
    await press(page, 'Create an embed');
    await page.getByRole('checkbox', { name: 'Level 1' }).waitFor();
    await fill({ Name: 'Website' });
    await page.getByText('1 embed shows this property.').waitFor();
    const code = await page.getByRole('textbox', { name: 'Code for the website' }).inputValue();
    expect(complaints).toEqual([]);

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${app.base}/embed/${/embed="(\w+)"/.exec(code)![1]}`);
    const price = visitor.getByText('$2,345').first();
    await visitor.locator('path[data-spot]').first().waitFor();
    // The page of the embed is composed a moment after its prices are published.
    while (!(await price.isVisible())) {
      await visitor.waitForTimeout(200);
      await visitor.reload();
      await visitor.locator('path[data-spot]').first().waitFor();
    }
  });

  it('200 entries without a unit are matched by keyboard alone, with one key press for each', async () => {
    const numbers = Array.from({ length: 200 }, (_, at) => String(at + 101));
    const { path } = await givenAsset(app, numbers);
    const [{ id }] = [(await app.post(`${path}/pricing`, PROCESS)).body];
    const process = `${path}/pricing/${id}`;
    const entries = numbers.map((number) => ({
      unit_number: `${number[0]}-${number.slice(1)}`,
      provider_id: `p-${number}`,
      price: 2000,
      available_on: '2027-03-01',
    }));
    expect((await app.post(`${process}/ingest?commit=1`, entries)).body.report.totals).toMatchObject({
      unmatched: 200,
    });
    const page = await open(['service.*']);
    await page.getByRole('link', { name: 'Nightly feed' }).click();
    await page.getByRole('link', { name: 'Unmatched entries' }).click();
    await page.getByText('200 entries without a unit.').waitFor();
    await page.locator('tbody tr').nth(199).waitFor();

    let presses = 0;
    const key = async (name: string) => {
      presses++;
      await page.keyboard.press(name);
    };
    const isAtChoice = () => page.evaluate<boolean>(`document.activeElement.matches('.suggestions button')`);
    while (!(await isAtChoice())) await key('Tab');
    for (const [at, number] of numbers.entries()) {
      expect(await page.evaluate('document.activeElement.textContent')).toBe(number);
      await key('Enter');
      await page.getByText(`p-${number} is matched with unit ${number}.`).waitFor();
      await page.getByText(at < 199 ? `${count(199 - at)} without a unit.` : 'Every published entry').waitFor();
    }
    expect(presses).toBeLessThanOrEqual(210);
    const units = (await app.get(`${process}/units?per-page=1000`)).body.data as Record<string, string>[];
    expect(units.filter((unit) => unit['provider_id'] !== `p-${unit['unit_number']}`)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a key that may only read sees every page, and nothing on it that writes', async () => {
    const asset = await givenAsset(app, ['101', '102']);
    const process = await givenPrices(app, asset, { '101': 2000, '1-02': 2100 });
    const account = await givenAccount(app);
    await app.sql('insert into catalog.account_asset (account_id, asset_id) values ($1, $2)', [account, asset.id]);
    const made = async (path: string, body: object) =>
      (await app.post(`${asset.path}/${path}`, body)).body.id as string;
    const { id: map } = (await app.request('POST', `${asset.path}/maps`, { raw: drawing() })).body;
    const embed = { name: 'Website', tags: [], allowed_origins: [], service_maps: [{ id: map, asset_id: asset.id }] };
    await app.post(`/v1/accounts/${account}/embeds`, embed);
    await made('marker-descriptions', { name: 'Pool' });
    await made('units/reference-groups', { name: 'CRM' });
    await made('units/outbound-links', { name: 'Apply', type: 'urls_per_unit', open_in_new_window: true });
    await made('outbound-links', { name: 'Visit', label: 'Visit', template: 'https://visit.example/', open_new_window: false }); // oxfmt-ignore
    const group = await made('units/description-groups', { name: 'Views' });
    const text = { name: 'Harbour', label: 'View', body: 'Over the harbour.', is_enabled: true };
    await app.post(`${asset.path}/units/description-groups/${group}/descriptions`, { data: [text] });
    const filter = await made('filters', { name: 'Sides', label: 'Side', type: 'custom' });
    await made(`filters/${filter}/options`, { type: 'custom', label: 'South' });
    const { id: webhook } = (await app.post('/v1/webhooks', { name: 'Website', url: 'https://hooks.example.com/', types: ['webhook.disabled'] })).body; // oxfmt-ignore
    const permissions = ['service.*', 'manage.*', 'keys.manage', 'webhooks.manage', 'audit.read'];
    const { key } = (await app.post('/v1/keys', { name: 'Auditor', permissions, is_read_only: true })).body;

    const opened = await openConsole(browser, app.base, { viewport: { width: 360, height: 800 } });
    ({ complaints } = opened);
    const { page } = opened;
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('Keep it until this tab is closed').check();
    await press(page, 'Sign in');
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    const prices = `/assets/${asset.id}/prices`;
    const feed = `${prices}/${process.split('/').at(-1)}`;
    /** What each page shows once it is complete. */
    const pages: Record<string, string> = {
      '': 'Nightly feed',
      '/accounts': 'Harbour Living',
      '/keys': 'Auditor',
      '/webhooks': 'Website',
      [`/webhooks/${webhook}`]: 'Nothing of this kind is kept.',
      '/audit': 'create-webhook',
      [`/assets/${asset.id}/units`]: '102',
      [`/assets/${asset.id}/catalog`]: 'One bedroom',
      [`/assets/${asset.id}/references`]: '0 of 2 units have an id.',
      [`/assets/${asset.id}/merchandising`]: 'South',
      [`/assets/${asset.id}/maps`]: '1 embed shows this property.',
      [`/assets/${asset.id}/maps/${map}`]: 'Pool',
      [prices]: 'Nightly feed',
      [feed]: 'Publication 1',
      [`${feed}/unmatched`]: '1 entry without a unit.',
      [`${feed}/chart`]: 'Copy as CSV',
      [`${feed}/units/${asset.units[0]}`]: 'Copy as CSV',
      [`${feed}/publications/1`]: 'Copy as CSV',
    };
    const found: Record<string, string[]> = {};
    for (const [path, shown] of Object.entries(pages)) {
      await page.goto(`${app.base}/console${path}`);
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      await inspect(page);
      const controls = page.getByRole('main').locator('button, input[type=file]');
      found[path] = (await controls.allInnerTexts()).filter((text) => !READS.test(text.trim()));
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(pages).map((path) => [path, []])));
  });

  describe('pricing processes', () => {
    let asset: GivenAsset;
    beforeEach(async () => {
      asset = await givenAsset(app, ['101', '102']);
    });
    const processes = async () => (await app.get(`${asset.path}/pricing`)).body.data;

    it('are added from the list of assets, edited in place, limited, and deleted after the page shows what is deleted with them', async () => {
      const page = await open(['service.*']);
      await page.getByRole('link', { name: /^Add a pricing process to / }).click();
      await page.getByText('A pricing process is a source of prices').waitFor();
      await inspect(page);
      await press(page, 'Add a pricing process');
      await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
      await page.getByLabel('How prices reach it').selectOption('A program sends them');
      await page.getByLabel('Hours between prices').fill('24');
      await inspect(page);
      await page.getByLabel('Hours between prices').press('Enter');
      await page.getByText(/^1 pricing process\. .* is added\.$/).waitFor();
      expect(await processes()).toMatchObject([
        { name: HOSTILE, type: 'push', pricing_strategy: 'flat_pricing', expected_every_hours: 24, guard: null },
      ]);

      await press(page, /^Hours between prices of /);
      const hours = page.getByRole('textbox', { name: /^Hours between prices of / });
      await hours.fill('');
      await hours.press('Enter');
      await page.getByRole('button', { name: /^Hours between prices of .*: –$/ }).waitFor();
      expect(await processes()).toMatchObject([{ expected_every_hours: null }]);

      await press(page, /^Settings of /);
      await page.getByLabel('Entries that a delivery may remove').fill('25');
      await page.getByLabel('Refuse a delivery that leaves no unit').check();
      await page.getByLabel('Word 1', { exact: true }).fill(LONG);
      await page.getByLabel('Meaning of word 1', { exact: true }).selectOption('Reserved');
      await page.getByLabel('Word 2', { exact: true }).fill('Vacant Ready');
      await page.getByLabel('Word 3', { exact: true }).waitFor();
      await inspect(page);
      await press(page, 'Store the settings');
      await page.getByText(/^1 pricing process\. The settings of .* are stored\.$/).waitFor();
      expect(await processes()).toMatchObject([
        {
          guard: { max_removed_percent: 25, max_price_change_percent: null, refuse_empty: true },
          status_map: { [LONG]: 'reserved', 'Vacant Ready': 'available' },
        },
      ]);

      await press(page, /^Settings of /);
      await page.getByLabel('Word 1', { exact: true }).fill('');
      await page.getByLabel('Entries that a delivery may remove').fill('');
      const [{ id }] = await processes();
      await app.put(`${asset.path}/pricing/${id}`, { history_days: 30 });
      await press(page, 'Store the settings');
      await page.getByText('Somebody else has changed this meanwhile. Nothing was done.').waitFor();
      expect(await processes()).toMatchObject([{ history_days: 30, guard: { max_removed_percent: 25 } }]);
      await press(page, 'Cancel');

      await press(page, /^Delete /);
      await page.getByText('Deleted for good: 1 pricing process.').waitFor();
      await inspect(page);
      await press(page, 'Delete the pricing process');
      await page.getByText(/^0 pricing processes\. .* is deleted\.$/).waitFor();
      expect(await processes()).toEqual([]);
    });

    it('are shown to a key that may only read prices, without buttons that write', async () => {
      await app.post(`${asset.path}/pricing`, { name: LONG, type: 'push', pricing_strategy: 'flat_pricing' });
      const reads = ['service.assets.read', 'service.pricing.read', 'service.units.read'];
      const page = await open(reads, { viewport: { width: 360, height: 800 } });
      await page.getByRole('link', { name: '2 units' }).click();
      await page.getByRole('link', { name: 'Prices' }).click();
      await page.getByRole('table').waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
      await inspect(page);
    });
  });
});

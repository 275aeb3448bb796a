import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { expectSound, HOSTILE, LONG, loseAnswers, openConsole } from './console-page.js';

const app = TestApp.forSuite();

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
    await page.getByLabel('API key').fill(await app.key(permissions));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    return page;
  }
  const press = (page: Page, name: string | RegExp, exact = false) => page.getByRole('button', { name, exact }).click();
  const inspect = (page: Page) => expectSound(page, complaints);

  describe('pricing processes', () => {
    let asset: GivenAsset;
    beforeEach(async () => {
      asset = await givenAsset(app, ['101', '102']);
    });
    const processes = async () => (await app.get(`${asset.path}/pricing`)).body.data;

    it('one is added from the list of assets, edited in place, limited, and deleted after what goes with it is shown', async () => {
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

    it('a key that may only read prices sees them, and is offered no write', async () => {
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

import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { DeliverWebhooksJob } from '../../libs/events/src/webhooks/deliver-webhooks.job.js';
import { picture } from '../catalog/pictures.js';
import { answering, Receiver } from '../events/receiver.js';
import { TestApp } from '../support/app.js';
import { givenAccount, type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { inline, workbookOf } from '../cli/workbooks.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { expectSound, HOSTILE, LONG, loseAnswers, openConsole } from './console-page.js';

const app = TestApp.forSuite({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' });

const entry = (number: string, price: number, provider = `p-${number}`) => ({
  unit_number: number,
  provider_id: provider,
  price,
  available_on: '2027-03-01',
});

describe('The console', () => {
  it('is one page for all its addresses, and its script fits the first screen', async () => {
    const { status, headers, text } = await app.get('/console/assets/1/prices/2', { key: null, flags: null });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const [, script] = /src="([^"]+\.js)"/.exec(text)!;
    const file = await app.get(script!, { key: null, flags: null });
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const imported = [...file.text.matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name]) => `/console/files/${name}`);
    let bytes = gzipSync(file.text).length;
    for (const name of imported) bytes += gzipSync((await app.get(name, { key: null, flags: null })).text).length;
    expect(bytes).toBeLessThan(90_000);
    expect((await app.get('/console/files/none.js', { key: null, flags: null })).status).toBe(404);
    expect((await app.get('/', { key: null, flags: null })).text).toContain('href="/console"');
  });

  it('is not served with CONSOLE=false', async () => {
    const without = await app.replica({ CONSOLE: 'false' });
    expect((await without.get('/console', { key: null, flags: null })).status).toBe(404);
    expect((await without.get('/', { key: null, flags: null })).text).not.toContain('href="/console"');
    await without.close(); // it may not send webhooks to the receiver
  });
});

describeInBrowser('In the console', () => {
  let browser: Browser;
  let asset: GivenAsset;
  let process: string;
  let key: string;
  let receiver: Receiver;
  let complaints: string[];
  let requests: string[];

  beforeAll(async () => {
    browser = await openBrowser();
    receiver = await new Receiver().open();
    asset = await givenAsset(app, ['101', '102', '103', '104']);
    await app.sql('update catalog.asset set name = $2 where id = $1', [asset.id, LONG]);
    process = await givenProcess(app, asset);
    await app.sql('update pricing.process set name = $2, expected_every_hours = 24 where asset_id = $1', [
      asset.id,
      LONG,
    ]);
    key = await app.key(['service.*']);
    for (const set of [
      [entry('101', 2000), entry('102', 2100)],
      [entry('101', 2050), entry('01-02', 2100), entry('01-03', 2200, HOSTILE), entry('PH', 9000, 'penthouse')],
    ])
      await send(1, set);
    await app.sql(`update pricing.publication set published_at = published_at - interval '30 hours'`);
    await app.sql(`update pricing.transaction set ended_at = ended_at - interval '30 hours'`);
    await send(0, [entry('101', 2000)]);
  });

  async function send(commit: 0 | 1, entries: object[]): Promise<void> {
    const { status, text } = await app.post(`${process}/ingest?commit=${commit}`, entries);
    if (status !== 200) throw new Error(text);
  }

  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser?.close());
  afterAll(() => receiver?.close());

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const opened = await openConsole(browser, app.base, options);
    ({ complaints, requests } = opened);
    return opened.page;
  }

  const signIn = async (page: Page, secret = key) => {
    await page.getByLabel('API key').fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
  };
  const openFeed = async (page: Page) => {
    await page.locator('.feeds a[href*="/prices/"]').click();
    await page.getByRole('link', { name: 'Publication 2' }).waitFor();
  };

  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
  const go = async (page: Page, name: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const press = (page: Page, name: string | RegExp, exact = false) => page.getByRole('button', { name, exact }).click();
  const secretOf = async (page: Page, of: string): Promise<string> => {
    const shown = await page.getByRole('textbox', { name: `The new ${of}` }).inputValue();
    await press(page, 'I have stored it');
    expect(await page.content()).not.toContain(shown);
    return shown;
  };

  const inspect = (page: Page) => expectSound(page, complaints);

  it('a key signs in, stays out of addresses and storage, and is forgotten with the page unless it is kept', async () => {
    const page = await open();
    await page.getByLabel('API key').fill('pms_unknown');
    await page.keyboard.press('Enter');
    await page.getByText('The server does not know this key.').waitFor();
    await inspect(page);

    await signIn(page);
    const held = () => page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])');
    expect(await held()).toBe('[{},{},""]');
    expect(requests.filter((url) => url.includes(key))).toEqual([]);
    expect(requests.filter((url) => !/\/(v1|console)(\/|\?|$)/.test(new URL(url).pathname))).toEqual([]);

    await page.reload();
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('Keep it until this tab is closed').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await held()).toBe('[{},{},""]');
  });

  it.each([1440, 360])('at %i pixels, the stale feed shows age, matches and its open transaction', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open({ viewport: { width, height: 800 }, colorScheme });
      await signIn(page);
      const feeds = page.locator('.feeds');
      await feeds.waitFor();
      expect(await feeds.innerText()).toMatch(/overdue[^]*25 %[^]*open, 1 entry, \d+ min left/);
      await inspect(page);
      await openFeed(page);
      await inspect(page);
      await page.getByRole('link', { name: 'Publication 2' }).click();
      await page.locator('.chips').waitFor();
      await page.getByRole('table').waitFor();
      await inspect(page);
      await page.getByRole('link', { name: 'Unmatched entries' }).click();
      await page.getByRole('table').waitFor();
      await inspect(page);
    }
  });

  it('a search finds assets, or says that it found none', async () => {
    const page = await open();
    await signIn(page);
    await page.locator('.feeds').waitFor();
    await page.getByRole('searchbox').fill('no such asset');
    await page.getByText('0 assets').waitFor();
    expect(await page.locator('.feeds').count()).toBe(0);
  });

  it('a lost connection is reported, and work continues when it is back', async () => {
    const page = await open();
    await signIn(page);
    await page.locator('.feeds').waitFor();
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The connection is lost.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await inspect(page);
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1 asset, 1 feed, 1 overdue').waitFor();
    await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
  });

  it('a key that may only read is offered no write', async () => {
    const page = await open();
    await signIn(page, await app.key(['service.assets.read', 'service.pricing.read']));
    await openFeed(page);
    await page.getByRole('link', { name: 'Publication 1' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('button', { name: 'Restore…' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Unmatched entries' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.locator('.suggestions').count()).toBe(0);
    expect(await menu(page)).toEqual(['Assets']);
  });

  it('entries are matched by Enter alone and in bulk, and undone, but never over the change of somebody else', async () => {
    const providers = async () =>
      Object.fromEntries(
        (await app.get(`${process}/units`)).body.data.map((unit: Record<string, string>) => [
          unit['unit_number'],
          unit['provider_id'],
        ]),
      );
    const before = await providers();
    const page = await open();
    await signIn(page);
    await openFeed(page);
    await page.getByRole('link', { name: 'Unmatched entries' }).click();
    const status = page.locator('.row [role=status]');
    await page.getByText('3 entries without a unit.').waitFor();

    await page.getByRole('button', { name: '103', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 entries without a unit.').waitFor();
    await page.getByText('is matched with unit 103.').waitFor();
    expect(await status.locator('bdi').allInnerTexts()).toEqual([expect.stringContaining(HOSTILE.slice(0, 40)), '103']);
    expect((await providers())['103']).toBe(HOSTILE);
    await page.getByRole('button', { name: 'Undo the last match' }).click();
    await page.getByText('1 match undone.').waitFor();
    expect(await providers()).toEqual(before);

    await page.getByRole('textbox', { name: 'Number of the unit for penthouse' }).fill('104');
    await page.keyboard.press('Enter');
    await page.getByText('penthouse is matched with unit 104.').waitFor();
    expect((await providers())['104']).toBe('penthouse');
    await page.getByRole('button', { name: 'Undo the last match' }).click();
    await page.getByText('1 match undone.').waitFor();

    await page.getByRole('button', { name: /^Match \d with the only unit suggested/ }).click();
    await page.getByText(/entr(y|ies) matched\./).waitFor();
    expect((await providers())['103']).toBe(HOSTILE);
    await page.getByRole('button', { name: /^Undo the last/ }).click();
    await page.getByText(/match(es)? undone\./).waitFor();
    expect(await providers()).toEqual(before);

    await app.put(`${process}/units/${asset.units[2]}`, { id: asset.units[2], provider_id: 'somebody-else' });
    await page.getByRole('button', { name: '103', exact: true }).click();
    const told = page.getByText('Changed by somebody else: unit 103 now has the id somebody-else, not none.');
    await told.waitFor();
    expect(await told.locator('bdi').allInnerTexts()).toEqual(['103', 'somebody-else', 'none']);
    expect((await providers())['103']).toBe('somebody-else');
    await app.put(`${process}/units/${asset.units[2]}`, { id: asset.units[2], provider_id: null });
    expect(await status.innerText()).toContain('3 entries');
    expect(complaints).toEqual([]);
  });

  it('units are filtered, sorted and edited in place, but not over the change of somebody else', async () => {
    const page = await open();
    await signIn(page);
    await page.getByRole('link', { name: '4 units' }).click();
    const table = page.locator('.units');
    await table.waitFor();
    await inspect(page);
    await page.getByRole('searchbox').fill('103');
    await page.getByText('1 unit.').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Number', exact: true }).click();
    expect(await table.locator('tbody tr').first().innerText()).toMatch(/^104/);

    const [unit] = asset.units;
    const areaOf = async () => (await app.get(`${asset.path}/units/${unit}`)).body.area;
    await page.getByRole('button', { name: 'Area of unit 101: 640' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Area of unit 101' }).fill('655');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Area of unit 101: 655' }).waitFor();
    expect(await areaOf()).toBe(655);

    await app.put(`${asset.path}/units/${unit}`, { id: unit, asset_id: asset.id, area: 700 });
    await page.getByRole('button', { name: 'Area of unit 101: 655' }).click();
    await page.getByRole('textbox', { name: 'Area of unit 101' }).fill('660');
    await page.keyboard.press('Enter');
    await page.getByText('Changed by somebody else: now 700, yours 660.').waitFor();
    expect(await areaOf()).toBe(700);
    await inspect(page);
    await page.getByRole('button', { name: 'Write mine' }).click();
    await page.getByRole('button', { name: 'Area of unit 101: 660' }).waitFor();
    expect(await areaOf()).toBe(660);
  });

  it('third-party ids of a list are matched by number and plan, chosen by keyboard, saved and undone, but never over the change of somebody else', async () => {
    const page = await open();
    await signIn(page);
    await page.getByRole('link', { name: '4 units' }).click();
    await page.getByRole('link', { name: 'References' }).click();
    await page.getByText('No system has ids for these units yet.').waitFor();
    await press(page, 'Add a system');
    await page.getByLabel('Name', { exact: true }).fill(LONG);
    await page.getByLabel('Key').fill('crm');
    await inspect(page);
    await page.keyboard.press('Enter');
    await page.getByText('0 of 4 units have an id.').waitFor();
    const groups = `${asset.path}/units/reference-groups`;
    const [{ id: group }] = (await app.get(groups)).body.data;
    const references = `${groups}/${group}/references`;
    const [one, two, three, four] = asset.units;
    const give = (...data: [unit: string | undefined, value: string | null][]) =>
      app.put(references, { data: data.map(([unit_id, value]) => ({ unit_id, value })) });
    const held = async () => {
      const { data } = (await app.get(references)).body;
      return asset.units.map((unit) => data.find((each: Record<string, string>) => each['unit_id'] === unit)?.value);
    };
    await give([one, 'C-1'], [two, 'C-3'], [three, 'C-0']);

    await page.getByRole('link', { name: 'Units' }).click();
    await page.getByRole('link', { name: 'References' }).click();
    await page.getByText('3 of 4 units have an id.').waitFor();
    await press(page, 'Match a list');
    await page.getByRole('textbox', { name: 'List of the system' }).fill('id\tplan\nC-1\tA1');
    await page.getByText('The first row must name the columns "id" and "number"; it has no "number".').waitFor();
    const choose = (buffer: Buffer) =>
      page.getByLabel('Or a file').setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer });
    await choose(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
    await page.getByText('This is not a text in UTF-8.').waitFor();
    const hostile = `"${HOSTILE.replaceAll('"', '""')}"`;
    const lines = [
      'Unit code;Unit number;Floor plan',
      'C-1;101;A1',
      'C-1;101;A1',
      `${hostile};"Apt. 0102";a1`,
      'C-3;103;Loft',
      'C-4;10-4;',
      'C-5;107;A1',
      'C-6;nowhere;',
    ];
    await choose(Buffer.from(`\ufeff${lines.join('\r\n')}`));
    await page.getByText('2 lines matched, 4 to decide.').waitFor();
    const row = (id: string) => page.getByRole('table', { name: 'To decide' }).getByRole('row').filter({ hasText: id });
    expect(await row('C-3').innerText()).toContain('the unit with this number has another floor plan');
    expect(await row('C-4').innerText()).toContain('the number is spelled differently');
    expect(await row('C-5').innerText()).toMatch(/no unit has this number[^]*101[^]*102[^]*103[^]*104/);
    await inspect(page);

    await row('C-3').getByRole('button', { name: '103' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('C-3 is unit 103.').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Unit 101 already gets the id C-1 of this list.').waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('104');
    await press(page, 'Choose the only suggestion for 1 line');
    await page.getByText('4 lines matched, 2 to decide.').waitFor();
    await press(page, 'Undo the last choice');
    await page.getByText('3 lines matched, 3 to decide. Undone: 1 choice.').waitFor();
    await page.getByRole('textbox', { name: 'Number of the unit for C-6' }).fill('104');
    await page.keyboard.press('Enter');
    await page.getByText('C-6 is unit 104.').waitFor();
    await page.getByRole('button', { name: 'Save: 1 new, 2 changed' }).waitFor();
    expect(await held()).toEqual(['C-1', 'C-3', 'C-0', undefined]);
    await press(page, 'Take back C-6');
    await page.getByText('3 lines matched, 3 to decide.').waitFor();
    await row('C-4').getByRole('button', { name: '104' }).press('Enter');
    await inspect(page);

    await give([four, 'theirs']);
    await press(page, 'Save: 1 new, 2 changed');
    await page.getByText('Changed by somebody else: unit 104 now has the id theirs, not none.').waitFor();
    expect(await held()).toEqual(['C-1', 'C-3', 'C-0', 'theirs']);
    await page.route('**/references', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue())); // oxfmt-ignore
    await press(page, 'Save: 3 changed');
    await page.getByText('The server did not answer.').waitFor();
    await page.unroute('**/references');
    await press(page, 'Save: 3 changed');
    await page.getByText('Saved: 3 changed.').waitFor();
    expect(await held()).toEqual(['C-1', HOSTILE, 'C-3', 'C-4']);
    await press(page, 'Undo what was saved');
    await page.getByText('Undone: the ids are as they were.').waitFor();
    expect(await held()).toEqual(['C-1', 'C-3', 'C-0', 'theirs']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('4 of 4 units have an id.').waitFor();
    await inspect(page);

    const reader = await open({ viewport: { width: 360, height: 800 } });
    const reads = ['assets', 'units', 'buildings', 'floors', 'floor-plans', 'unit-references'];
    await signIn(reader, await app.key(reads.map((each) => `service.${each}.read`)));
    await reader.getByRole('link', { name: '4 units' }).click();
    await reader.getByRole('link', { name: 'References' }).click();
    await reader.getByText('theirs').waitFor();
    expect(await reader.getByRole('button', { name: /Match|Add/ }).count()).toBe(0);
    await inspect(reader);
  });

  it('a write whose answer is lost keeps what was typed, and happens once when it is sent again', async () => {
    const page = await open();
    await signIn(page, await app.key());
    const lost = page.getByText('The server did not answer. This may be done already');
    const losing = async (url: string, act: () => Promise<void>) => {
      await loseAnswers(page, url);
      await act();
      await lost.waitFor();
      await page.unroute(url);
    };
    await openFeed(page);
    await page.getByRole('link', { name: 'Unmatched entries' }).click();
    const number = page.getByRole('textbox', { name: 'Number of the unit for penthouse' });
    await losing('**/units/*', async () => {
      await number.fill('104');
      await number.press('Enter');
    });
    expect(await number.inputValue()).toBe('104');
    await number.press('Enter');
    await page.getByText('penthouse is matched with unit 104.').waitFor();
    await press(page, 'Undo the last match');
    await page.getByText('1 match undone.').waitFor();

    await go(page, 'Assets');
    await page.getByRole('link', { name: '4 units' }).click();
    const area = page.getByRole('textbox', { name: 'Area of unit 101' });
    await losing('**/units/*', async () => {
      await press(page, 'Area of unit 101: 660');
      await area.fill('670');
      await area.press('Enter');
    });
    await inspect(page);
    await area.press('Enter');
    await press(page, 'Area of unit 101: 670');

    await go(page, 'Accounts');
    await losing('**/accounts', async () => {
      await press(page, 'Create an account');
      await page.getByLabel('Name', { exact: true }).fill('Harbour Living');
      await page.keyboard.press('Enter');
    });
    await press(page, 'Create the account');
    await page.getByText('1 account. Harbour Living is created.').waitFor();
    expect((await app.get('/v1/accounts')).body.data).toHaveLength(1);
    await press(page, 'Archive Harbour Living');
    await losing('**/accounts/*', () => press(page, 'Archive the account'));
    await press(page, 'Try again');
    await page.getByText('0 accounts. Harbour Living is archived.').waitFor();
    // The second request to archive finds that it is done.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await app.sql('delete from catalog.account');
  });

  it('buildings, floors and floor plans are added, edited in place, given images, and deleted after the page shows what is deleted with them', async () => {
    const page = await open();
    await signIn(page);
    await page.getByRole('link', { name: '4 units' }).click();
    await page.getByRole('link', { name: 'Floors and plans' }).click();
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    const listed = async (kind: string) => (await app.get(`${asset.path}/${kind}`)).body.data;
    await part('Buildings').getByText('1 building.').waitFor();

    await press(page, 'Add a building');
    await part('Buildings').getByLabel('Name', { exact: true }).fill(LONG);
    await inspect(page);
    await page.keyboard.press('Enter');
    await part('Buildings').getByText('2 buildings.').waitFor();
    const buildings = await listed('buildings');
    expect(buildings[1]).toMatchObject({ name: LONG, label: LONG });

    await press(page, 'Add a floor', true);
    for (const [at, text] of ['Level 2', 'Second', 'L2', 'two'].entries()) {
      if (at === 0) await part('Floors').getByLabel('Name', { exact: true }).focus();
      else await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    expect(await listed('floors')).toHaveLength(1);
    await part('Floors').getByLabel('Position', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await part('Floors').getByText('2 floors. Level 2 is added.').waitFor();

    await press(page, 'Short label of floor Level 2: L2');
    await page.getByRole('textbox', { name: 'Short label of floor Level 2' }).fill('II');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Short label of floor Level 2: II' }).waitFor();
    const floor = (await listed('floors'))[1];
    expect(floor).toMatchObject({ filter_short_label: 'II', sort: 2 });
    await app.put(`${asset.path}/floors/${floor.id}`, { filter_label: 'Mezzanine' });
    await press(page, 'Label of floor Level 2: Second', true);
    await page.getByRole('textbox', { name: 'Label of floor Level 2', exact: true }).fill('Upper');
    await page.keyboard.press('Enter');
    await page.getByText('Changed by somebody else: now Mezzanine, yours Upper.').waitFor();
    await press(page, 'Keep theirs');

    await press(page, 'Delete Level 2');
    await page.getByText('Deleted for good: 1 floor.').waitFor();
    await app.put(`${asset.path}/floors/${floor.id}`, { sort: 7 });
    await press(page, 'Delete the floor');
    await page.getByText('Somebody else has changed this meanwhile. Nothing was done.').waitFor();
    await press(page, 'Try again');
    await press(page, 'Delete the floor');
    await part('Floors').getByText('1 floor. Level 2 is deleted.').waitFor();
    await press(page, 'Delete North');
    await page.getByText(/^Deleted for good: .*4 units/).waitFor();
    await inspect(page);
    await page.keyboard.press('Escape');
    await press(page, 'Delete A1');
    await page.getByText('The floor plan is used by units').waitFor();
    expect(await page.getByRole('button', { name: 'Delete the floor plan' }).isDisabled()).toBe(true);
    await press(page, 'Cancel');

    await press(page, 'Images of A1');
    const image = { name: 'a1.png', mimeType: 'image/png', buffer: await picture('png') };
    await page.getByLabel('Image', { exact: true }).setInputFiles({ ...image, buffer: Buffer.from('no picture') });
    await press(page, 'Store the images');
    await page
      .getByRole('alert')
      .getByText(/^image /)
      .waitFor();
    await page.getByLabel('Image', { exact: true }).setInputFiles(image);
    await page.locator('.form .picture[src^="data:image/png"]').waitFor();
    await inspect(page);
    await press(page, 'Store the images');
    await page.getByText('The images of A1 are stored.').waitFor();
    await page.locator('td > .picture').waitFor();
    await page.waitForFunction('document.querySelector("td > .picture").naturalWidth > 0');
    expect((await listed('floor-plans'))[0].image_url).toMatch(/\/files\//);
    await press(page, 'Images of A1');
    await page.getByLabel('Remove the image').check();
    await press(page, 'Store the images');
    await page.locator('td > .picture').waitFor({ state: 'detached' });
    expect((await listed('floor-plans'))[0].image_url).toBeNull();
    expect((await app.delete(`${asset.path}/buildings/${buildings[1].id}`)).status).toBe(200);

    const reader = await open({ viewport: { width: 360, height: 800 } });
    const reads = ['assets', 'units', 'buildings', 'floors', 'floor-plans'];
    await signIn(reader, await app.key(reads.map((each) => `service.${each}.read`)));
    await reader.getByRole('link', { name: '4 units' }).click();
    await reader.getByRole('link', { name: 'Floors and plans' }).click();
    await reader.getByText('1 floor plan.').waitFor();
    expect(await reader.getByRole('main').getByRole('button').count()).toBe(0);
    await inspect(reader);
  });

  it('units are pasted from a spreadsheet: all or none, and only after a check', async () => {
    const page = await open({ viewport: { width: 360, height: 800 } });
    await signIn(page);
    await page.getByRole('link', { name: '4 units' }).click();
    await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
    const field = page.getByRole('textbox', { name: /^Rows with a first row of names/ });
    await field.fill('number\tfloor\tarea\n102\tLevel 9\tbig');
    await page.getByText('Row 2: the area "big" is not a whole number.').waitFor();
    await page.getByText('Row 2: there is no floor "Level 9".').waitFor();
    await inspect(page);
    await field.fill('number\tfloor\tfloor plan\tarea\n102\tLevel 1\tA1\t712\n105\tLevel 1\tA1\t500');
    const store = page.getByRole('button', { name: 'Store: 1 unit changed, 1 unit created' });
    await store.waitFor();
    expect((await app.get(`${asset.path}/units?per-page=1&total=1`)).body.paging.total_count).toBe(4);
    await store.click();
    await page.getByText('5 units. Stored: 1 unit changed, 1 unit created.').waitFor();
    const { data } = (await app.get(`${asset.path}/units`)).body;
    expect(data.map(({ area }: { area: number }) => area).slice(-4)).toEqual([712, 640, 640, 500]);
  });

  it('a restore shows what it changes, and happens only then', async () => {
    const page = await open();
    const live = async () => (await app.get(`${process}/publications?per-page=1`)).body.data[0];
    const [pending] = (await app.get(`${process}/transactions?per-page=1`)).body.data;
    expect((await app.delete(`${process}/transactions/${pending.id}`)).status).toBe(200);
    await signIn(page);
    await openFeed(page);
    await page.getByRole('link', { name: 'Publication 1' }).click();
    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByText('Restoring publication 1 adds 1 and removes 3 entries').waitFor();
    expect((await live()).number).toBe(2);
    await inspect(page);
    await page.getByRole('button', { name: 'Restore publication 1' }).click();
    await page.getByText('Restored: publication 3 is live.').waitFor();
    expect(await live()).toMatchObject({ number: 3, restored_from: 1 });
  });

  it('prices are charted with their range and median by floor plan, and a unit with each change, as pictures and tables to copy', async () => {
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    const page = await open(context);
    const clipboard = () =>
      page.evaluate<string>(`navigator.clipboard.read().then(async ([item]) => {
        const [type] = item.types;
        const content = await item.getType(type);
        return type + ' ' + (type === 'image/png' ? content.size > 5000 : await content.text());
      })`);
    await signIn(page);
    await openFeed(page);
    const before = requests.length;
    await page.getByRole('link', { name: 'Chart' }).click();
    await page.getByRole('img', { name: 'Prices of all units: range and median' }).waitFor();
    const scripts = new Set(requests.slice(before).filter((url) => /\/console\/files\/.*\.js$/.test(url)));
    let bytes = 0;
    for (const url of scripts)
      bytes += gzipSync((await app.get(new URL(url).pathname, { key: null, flags: null })).text).length;
    expect([scripts.size > 0, bytes < 35_000]).toEqual([true, true]);
    const row = (number: number) => page.getByRole('row').filter({ hasText: `Publication ${number}` });
    expect(await row(1).getByRole('cell').allInnerTexts()).toEqual(['2,000', '2,050', '2,100', '2']);
    expect(await row(2).getByRole('cell').allInnerTexts()).toEqual(['2,050', '2,050', '2,050', '1']);
    await press(page, 'Copy as PNG');
    await page.getByText('The picture is copied.').waitFor();
    expect(await clipboard()).toBe('image/png true');
    await press(page, 'Copy as CSV');
    await page.getByText('Copied.', { exact: true }).waitFor();
    expect(await clipboard()).toMatch(
      /^text\/plain publication,published at,floor plan,lowest,median,highest,units with a price\r\n1,[^,]+,all,2000,2050,2100,2\r\n1,[^,]+,A1,2000,2050,2100,2\r\n2,/,
    );
    await page.getByLabel('Floor plan').selectOption('A1');
    await page.getByRole('img', { name: 'Prices of A1: range and median' }).waitFor();
    await inspect(page);

    await page.getByRole('textbox', { name: 'History of unit' }).fill('999');
    await page.keyboard.press('Enter');
    await page.getByText('No unit has this number.').waitFor();
    await page.getByRole('textbox', { name: 'History of unit' }).fill('101');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Price of unit 101' }).waitFor();
    const shown = async () =>
      (await page.locator('section > table tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect((await shown()).slice(0, 3)).toEqual([
      expect.stringMatching(/now Publication 3 2,000 2027-03-01/),
      expect.stringMatching(/Publication 2 2,050 2027-03-01/),
      expect.stringMatching(/Publication 1 2,000 2027-03-01/),
    ]);
    await inspect(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await inspect(page);
  });

  it('a file of prices is checked, shows what it would change, and is published only then, and once if its answer is lost', async () => {
    const page = await open();
    const published = async () => (await app.get(`${process}/publications?per-page=1`)).body.data[0];
    const { number: before } = await published();
    await signIn(page);
    await openFeed(page);
    const choose = (name: string, buffer: Buffer | string) =>
      page
        .getByLabel('Publish a file', { exact: true })
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) });
    await choose(`${LONG.slice(0, 200)}.xlsx`, 'PK\x03\x04 broken');
    await page.getByText('The file is an Excel workbook that cannot be read').waitFor();
    await inspect(page);
    await press(page, 'Cancel');
    await choose(
      'prices.json',
      '[{"unit_number": "101", "provider_id": "p-101", "price": "free", "available_on": "2027-03-01"}]',
    );
    await page.getByText(/^Row 1: price /).waitFor();
    expect(await page.getByRole('button', { name: 'Publish 1 entry' }).isDisabled()).toBe(true);
    await press(page, 'Cancel');
    await choose('prices.csv', 'Prices of March\n\nUnit;Code;Rent;Available\n101;p-101;$2,500;03/01/2027\n');
    await page.getByText('Choose a column for: Id of the sender.').waitFor();
    await page.getByLabel('Id of the sender').selectOption('Code');
    await page.getByText('Row 4: "03/01/2027" is not a date such as YYYY-MM-DD.').waitFor();
    await page.getByLabel('Dates').selectOption('MM/DD/YYYY');
    await page.getByText('1 of 1 entry matches a unit. Added 0, removed 1, dearer 1, cheaper 0.').waitFor();
    await page.getByText('1 unit loses its price.').waitFor();
    await inspect(page);
    await press(page, 'Cancel');

    const rows = [
      ['Unit', 'Id', 'Rent', 'Available'].map(inline),
      [inline('101'), inline('p-101'), '<c><v>2600</v></c>', '<c s="1"><v>46447</v></c>'],
      [inline('999'), inline('p-999'), '<c><v>1000</v></c>', '<c s="1"><v>46447</v></c>'],
    ];
    const content = workbookOf({ formats: [0, 14], rows }).toString('base64');
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob('${content}'), (letter) => letter.charCodeAt(0))], 'march.xlsx'));
      return data;
    })()`);
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await page.getByText('1 of 2 entries match a unit. Added 1, removed 1, dearer 1, cheaper 0.').waitFor();
    await page.getByText('1 entry to look at').click();
    await page.getByText(/^Row 3: p-999/).waitFor();
    await page.getByText('The first changes of each kind').click();
    await page.setViewportSize({ width: 360, height: 800 });
    await inspect(page);
    expect((await published()).number).toBe(before);
    await loseAnswers(page, '**/ingest?*');
    await press(page, 'Publish 2 entries');
    await page.getByText('The server did not answer. This may be done already').waitFor();
    await page.unroute('**/ingest?*');
    await press(page, 'Publish 2 entries');
    await page.getByText(`Publication ${before + 1} is live.`).waitFor();
    expect(await published()).toMatchObject({ number: before + 1, entry_count: 2 });
    const { data } = (await app.get(`${process}/units`)).body;
    expect(data[0]).toMatchObject({ unit_number: '101', price: 2600, available_on: '2027-03-01' });
    expect(complaints).toEqual([]);
  });

  const room = (id: string, x: number, text = '') =>
    `<path id="${id}" d="M${x} 0H${x + 100}V100H${x}Z"/>${text && `<text x="${x + 30}" y="50" font-size="12">${text}</text>`}`;
  const drawing = (...rooms: string[]) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 100">${rooms.join('')}</svg>`;
  const FILE = {
    name: 'level-1.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      drawing(room('Unit-101', 0), room('x', 100, '102'), room('Unit-103', 200, '104'), room('lobby', 300)),
    ),
  };

  it('a drawing is added, and its contradictory and unbound shapes are bound by keyboard and undone, unless somebody else has changed them', async () => {
    const page = await open();
    await signIn(page);
    await page.getByRole('link', { name: 'Maps' }).click();
    await press(page, 'Add a map');
    await page.getByLabel('Name', { exact: true }).fill(LONG);
    await page.getByLabel('Drawing').setInputFiles(FILE);
    await page.route('**/maps', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await press(page, 'Add the map');
    await page.getByText('The server did not answer.').waitFor();
    await page.unroute('**/maps');
    await press(page, 'Add the map');
    await page.getByText('1 map. The new map has 2 bound shapes.').waitFor();
    await inspect(page);
    await page.getByRole('link', { name: /Donau/ }).click();

    const [{ id: map }] = (await app.get(`${asset.path}/maps`)).body.data;
    const units = async () => (await app.get(`${asset.path}/maps/${map}/units`)).body;
    const boundTo = async (shape: string) => {
      const found = (await units()).bound_shapes.find(({ shape_id }: { shape_id: string }) => shape_id === shape);
      return found && `${found.unit_number} by ${found.bound_by}`;
    };
    await page.getByRole('button', { name: 'Contradictory 1' }).waitFor();
    expect(await page.getByRole('group', { name: 'Shapes' }).innerText()).toMatch(
      /All 4\s+Bound 2\s+Contradictory 1\s+Unbound 1/,
    );
    await page.locator('.stage path.free').nth(1).waitFor();
    expect(await page.locator('.stage path.later').count()).toBe(1);
    await inspect(page);

    await page.getByRole('option', { name: '101, bound by its name' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('It has no unit: its name and its text mean different units.').waitFor();
    await inspect(page);
    await page.keyboard.type('103');
    await page.keyboard.press('Enter');
    await page.getByText('Shape Unit-103 is unit 103.').waitFor();
    expect(await boundTo('Unit-103')).toBe('103 by hand');
    await page.getByRole('button', { name: 'Contradictory 0' }).waitFor();
    expect(await page.locator('.stage path.free').count()).toBe(3);
    await press(page, 'Undo the last binding');
    await page.getByText('Undone: shape Unit-103 is as it was.').waitFor();
    expect(await boundTo('Unit-103')).toBeUndefined();
    await page.keyboard.press('Escape');

    await page.locator('.stage path.taken').click();
    await page.getByText('It has no unit: no unit has its name or text as number.').waitFor();
    const field = page.getByRole('textbox', { name: 'Number of its unit' });
    await field.fill('nothing');
    await page.keyboard.press('Enter');
    await page.getByText('No unit has this number.').waitFor();
    await app.put(`${asset.path}/maps/${map}/shapes/lobby`, { unit_id: asset.units[3] });
    await field.fill('103');
    await page.keyboard.press('Enter');
    await page.getByText('Changed by somebody else: shape lobby now has unit 104.').waitFor();
    expect(await boundTo('lobby')).toBe('104 by hand');
    await press(page, 'Remove the binding by hand');
    await page.getByText('Shape lobby is bound by its labels again.').waitFor();
    expect(await boundTo('lobby')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('a new drawing shows which units it would lose before it replaces another, is undone, and never replaces the drawing of somebody else', async () => {
    const page = await open({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
    await signIn(page);
    await page.getByRole('link', { name: 'Maps' }).click();
    await page.getByRole('link', { name: /Donau/ }).click();
    const [{ id: map }] = (await app.get(`${asset.path}/maps`)).body.data;
    const numbers = async () =>
      (await app.get(`${asset.path}/maps/${map}/units`)).body.bound_shapes.map(
        ({ unit_number }: { unit_number: string }) => unit_number,
      );
    const choose = (...rooms: string[]) =>
      page.getByLabel('New drawing').setInputFiles({ ...FILE, buffer: Buffer.from(drawing(...rooms)) });
    await page.getByRole('button', { name: 'All 4' }).waitFor();
    await inspect(page);
    await press(page, 'Replace the drawing…');
    await choose('<broken');
    await page.getByText(/^source /).waitFor();
    expect(await page.getByRole('button', { name: 'Replace the drawing', exact: true }).isDisabled()).toBe(true);
    await choose(room('x', 0, '102'), room('Unit-103', 100));
    await page.getByText('2 of 2 shapes would have a unit; now 2 have one.').waitFor();
    await page.getByText('No longer on the map: 1 unit, 101.').waitFor();
    await page.getByText('New on the map: 1 unit, 103.').waitFor();
    await inspect(page);
    await app.put(`${asset.path}/maps/${map}`, { tags: ['level-1'] });
    await press(page, /^Replace the drawing$/);
    await page.getByText('Somebody else has changed this meanwhile. Nothing was done.').waitFor();
    expect(await numbers()).toEqual(['101', '102']);

    await page.reload();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await press(page, 'Replace the drawing…');
    await choose(room('x', 0, '102'), room('Unit-103', 100));
    await press(page, /^Replace the drawing$/);
    await page.getByText('The drawing is replaced.').waitFor();
    expect(await numbers()).toEqual(['102', '103']);
    await press(page, 'Put the earlier drawing back');
    await page.getByText('The earlier drawing is back.').waitFor();
    expect(await numbers()).toEqual(['101', '102']);
    expect(complaints).toEqual([]);
  });

  it('a marker is placed on the plan by click and by keyboard, and undone, but not where somebody else has moved it', async () => {
    const [{ id: map }] = (await app.get(`${asset.path}/maps`)).body.data;
    const path = `${asset.path}/marker-descriptions`;
    const { id } = (await app.post(path, { name: LONG, label: 'Pool' })).body;
    const places = async () => (await app.get(`${path}/${id}`)).body.places;
    const page = await open();
    await signIn(page, await app.key());
    await page.getByRole('link', { name: 'Maps' }).click();
    await page.getByRole('link', { name: /Donau/ }).click();
    const place = page.getByRole('button', { name: /^Place /, disabled: false });
    await place.click();
    await page.locator('[data-placing]').waitFor();
    await page.getByText('Click on the plan, or choose a shape').waitFor();
    await inspect(page);
    await page.locator('.stage path[data-spot="0"]').click();
    await page.getByText(/is placed\.$/).waitFor();
    expect(await page.getByRole('status').locator('bdi').innerText()).toContain(HOSTILE.slice(0, 40));
    const [placed, ...others] = await places();
    expect([placed, others]).toEqual([{ unit_map_id: map, x: expect.any(Number), y: expect.any(Number) }, []]);
    expect([Math.round(placed.x / 10), Math.round(placed.y / 10)]).toEqual([5, 5]);
    await page.locator('.stage .marker[aria-label="Pool"]').waitFor();

    await page.locator('[data-placing]').waitFor({ state: 'detached' });
    await place.press('Enter');
    await page.locator('[data-placing]').waitFor();
    await page.getByRole('option', { name: '101, bound by its name' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('2 places on this map').waitFor();
    expect((await places())[1]).toMatchObject({ unit_map_id: map });
    await press(page, 'Undo the last placement');
    await page.getByText('1 place on this map').waitFor();
    expect(await places()).toEqual([placed]);

    await app.put(`${path}/${id}`, { places: [{ unit_map_id: map, x: 195, y: 5 }] });
    await press(page, /^Remove .* from this map$/);
    await page.getByText(/^Changed by somebody else: .* is shown where it is now\.$/).waitFor();
    expect(await places()).toHaveLength(1);
    await page.setViewportSize({ width: 360, height: 800 });
    await inspect(page);
    await app.delete(`${path}/${id}`);
  });

  it('an embed of chosen maps is created, and its code is shown with a preview and its events', async () => {
    const account = await givenAccount(app, LONG);
    await app.sql('insert into catalog.account_asset (account_id, asset_id) values ($1, $2)', [account, asset.id]);
    const [{ id: map }] = (await app.get(`${asset.path}/maps`)).body.data;
    const page = await open();
    await signIn(page, await app.key());
    await page.getByRole('link', { name: 'Maps' }).click();
    await press(page, 'Create an embed');
    await page.getByLabel('Name', { exact: true }).fill('Website');
    await page.getByLabel('Websites').fill('example.com');
    await inspect(page);
    await press(page, 'Create the embed');
    await page.getByText(/^allowed_origins\.0 /).waitFor();
    await page.getByLabel('Websites').fill('');
    await page.getByRole('checkbox', { name: /Donau/ }).uncheck();
    await press(page, 'Create the embed');
    await page.getByText('Choose at least one map.').waitFor();
    await page.getByRole('checkbox', { name: /Donau/ }).check();
    await press(page, 'Create the embed');
    await page.getByText('1 embed shows this property.').waitFor();
    const [embed] = (await app.get(`/v1/accounts/${account}/embeds`)).body.data;
    expect(embed).toMatchObject({ name: 'Website', allowed_origins: [], service_maps: [{ id: map, asset_id: asset.id }] }); // oxfmt-ignore
    await press(page, 'Code and preview of Website');
    await page.getByRole('textbox', { name: 'Code for the website' }).waitFor({ state: 'detached' });
    await press(page, 'Code and preview of Website');
    expect(await page.getByRole('textbox', { name: 'Code for the website' }).inputValue()).toMatch(
      /^<script src="[^"]+\/embed\/api\.js" async><\/script>\n<property-map embed="\w+">/,
    );
    await page.getByRole('list', { name: 'Events of the preview' }).getByText('ready').waitFor();
    await page.frameLocator('.preview iframe').locator('path[data-spot]').first().click();
    await page.getByText('metrics.unitMap.unit.click').waitFor();
    await inspect(page);
    await app.sql('delete from catalog.account');
  });

  it('a key is created, found by its text, rotated and revoked, and each step first says what it does', async () => {
    const page = await open();
    await signIn(page, await app.key());
    await go(page, 'Keys');
    await press(page, 'Create a key');
    await page.getByLabel('Name', { exact: true }).fill(`${HOSTILE} feed`);
    await page.getByLabel('Purpose').selectOption('Publish prices');
    await page.getByLabel('Sees').selectOption('Chosen properties');
    await page.getByRole('checkbox', { name: /Donau/ }).check();
    await page.getByLabel('Last day').fill('2098-12-31');
    await page.route('**/v1/keys', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await press(page, 'Create the key');
    await page.getByText('The server did not answer.').waitFor();
    await page.unroute('**/v1/keys');
    await press(page, 'Create the key');
    const created = await secretOf(page, 'key');
    const { body: own } = await app.get('/v1/keys/own', { key: created });
    expect(own).toMatchObject({
      name: `${HOSTILE} feed`,
      permissions: ['service.pricing.read', 'service.pricing.create-entries', 'service.units.read'],
      asset_ids: [asset.id],
      is_read_only: false,
    });
    expect(own.expires_at).toMatch(/^209[89]-/);
    expect(requests.filter((url) => url.includes(created))).toEqual([]);

    await page.getByRole('searchbox').fill(created);
    await page.getByText('1 key.').waitFor();
    await press(page, /^Rotate /);
    await page.getByLabel('Hours for which the old one still works').fill('0');
    await press(page, 'Rotate the key');
    const rotated = await secretOf(page, 'key');
    expect((await app.get(`/v1/keys/${own.id}`)).body.status).toBe('expired');

    const { id } = (await app.get('/v1/keys/own', { key: rotated })).body;
    const status = async () => (await app.get(`/v1/keys/${id}`)).body.status;
    await page.getByRole('searchbox').fill(rotated);
    await page.getByText('1 key.').waitFor();
    await page.getByRole('button', { name: /^Revoke / }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/What ends: service.pricing.read, .* for .*Donau/).waitFor();
    await inspect(page);
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Revoke…' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^What ends:/).waitFor();
    expect((await app.put(`/v1/keys/${id}`, { name: 'Nightly feed' })).status).toBe(200);
    await press(page, 'Revoke the key');
    await page.getByText('Somebody else has changed this meanwhile. Nothing was done.').waitFor();
    expect(await status()).toBe('valid');
    await press(page, 'Try again');
    await press(page, 'Revoke the key');
    await page.getByText(/is revoked\.$/).waitFor();
    expect(await status()).toBe('revoked');
    expect(complaints).toEqual([]);
  });

  it('a webhook is created, pinged, replayed, disabled, rotated and deleted', async () => {
    const url = receiver.on('/console', answering(500, {}, HOSTILE));
    const page = await open();
    await signIn(page, await app.key());
    await go(page, 'Webhooks');
    await press(page, 'Create a webhook');
    await page.getByLabel('Name', { exact: true }).fill('Website');
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('Types of events').fill('unit.*\nunit.painted');
    await press(page, 'Create the webhook');
    await page.getByText(/^types\.1 /).waitFor();
    await page.getByLabel('Purpose').selectOption('Publications of prices');
    await press(page, 'Create the webhook');
    expect(await secretOf(page, 'secret')).toMatch(/^whsec_/);
    await page.getByRole('link', { name: 'Website' }).click();

    const [{ id }] = (await app.get('/v1/webhooks')).body.data;
    const deliver = () => app.app.get(DeliverWebhooksJob, { strict: false }).finish();
    const isEnabled = async () => (await app.get(`/v1/webhooks/${id}`)).body.is_enabled;
    const row = page.getByRole('row').filter({ hasText: 'webhook.ping' });
    await press(page, /^Ping$/);
    await row.waitFor();
    await deliver();
    await row.getByText('failed').waitFor();
    await row.getByText('1 try').click();
    expect(await row.locator('.try').innerText()).toContain(HOSTILE);
    await inspect(page);

    receiver.on('/console', answering(204));
    await press(page, /^Replay webhook\.ping/);
    await page.getByText(/will be sent again\.$/).waitFor();
    await deliver();
    await row.getByText('delivered').waitFor();
    receiver.on('/console', answering(500));
    await press(page, /^Ping$/);
    await row.nth(1).waitFor();
    await deliver();
    await press(page, 'Replay 1 failure…');
    await page.getByText('1 event is sent again with the same ids').waitFor();
    receiver.on('/console', answering(204));
    await press(page, 'Replay all failures');
    await page.getByText('1 delivery will be sent again.').waitFor();
    await deliver();
    await press(page, 'Delivered');
    await row.nth(1).waitFor();

    await press(page, 'Disable…');
    await page.getByText('Nothing more is sent.').waitFor();
    expect(await isEnabled()).toBe(true);
    await press(page, 'Disable the webhook');
    await page.getByText('Disabled.').waitFor();
    expect(await isEnabled()).toBe(false);
    await press(page, 'Enable…');
    await press(page, 'Enable the webhook');
    await page.getByText('Enabled.').waitFor();
    expect(await isEnabled()).toBe(true);

    await press(page, 'Rotate the secret…');
    await press(page, /^Rotate the secret$/);
    expect(await secretOf(page, 'secret')).toMatch(/^whsec_/);
    await press(page, 'Delete…');
    await page.getByText('0 events wait, and will not be sent.').waitFor();
    expect((await app.get(`/v1/webhooks/${id}`)).status).toBe(200);
    await press(page, 'Delete the webhook');
    await page.getByText('0 webhooks, 0 failing, 0 disabled.').waitFor();
    expect((await app.get(`/v1/webhooks/${id}`)).status).toBe(404);
    expect(complaints).toEqual([]);
  });

  it('an account and a property are created, archived after the page shows what is removed with them, and restored', async () => {
    const page = await open();
    await signIn(page, await app.key());
    await go(page, 'Accounts');
    await press(page, 'Create an account');
    await page.getByLabel('Name', { exact: true }).fill('Harbour Living');
    await page.keyboard.press('Enter');
    await page.getByText('1 account. Harbour Living is created.').waitFor();

    await press(page, 'Create a property');
    const fields = ['Pier House', '', '4 Quay Street', '', 'New York', 'NY', '10004', 'USA'];
    await page.getByLabel('Name', { exact: true }).focus();
    for (const [at, field] of fields.entries()) {
      await page.keyboard.type(field);
      await page.keyboard.press(at < fields.length - 1 ? 'Tab' : 'Enter');
    }
    await page.getByText('2 properties. Pier House is created.').waitFor();
    const pier = (await app.get('/v1/assets')).body.data.find(({ name }: { name: string }) => name === 'Pier House');
    expect(pier).toMatchObject({ display_name: 'Pier House', market: 'multifamily', address_line1: '4 Quay Street' });
    await app.post(`/v1/assets/${pier.id}/multifamily/buildings`, { name: 'North' });

    const [{ id: account }] = (await app.get('/v1/accounts')).body.data;
    const held = async () =>
      (await app.get(`/v1/accounts/${account}/assets`)).body.data.map(({ name }: { name: string }) => name);
    const box = page.getByRole('checkbox', { name: 'Pier House' });
    await press(page, 'Assign Harbour Living');
    await box.check();
    await press(page, 'Save the assignment');
    await page.getByText('1 property assigned, 0 removed.').waitFor();
    expect(await held()).toEqual(['Pier House']);
    await press(page, 'Assign Harbour Living');
    await box.uncheck();
    await page.getByText('1 property is taken from the account').waitFor();
    expect(await held()).toEqual(['Pier House']);
    await press(page, 'Save the assignment');
    await page.getByText('0 properties assigned, 1 removed.').waitFor();
    expect(await held()).toEqual([]);

    const status = async () => (await app.get(`/v1/assets/${pier.id}`)).status;
    await press(page, 'Archive Pier House');
    await page.getByText('Then it is removed, with 1 building.').waitFor();
    await inspect(page);
    expect(await status()).toBe(200);
    await press(page, 'Archive the property');
    await page.getByText('1 property. Pier House is archived.').waitFor();
    expect(await status()).toBe(404);
    await press(page, 'Archive Harbour Living');
    await page.getByText(/^Its embeds are hidden/).waitFor();
    await press(page, 'Archive the account');
    await page.getByText('0 accounts. Harbour Living is archived.').waitFor();

    await press(page, 'Archived');
    await press(page, 'Restore Pier House');
    await page.getByText('Pier House is restored.').waitFor();
    expect(await status()).toBe(200);
    await press(page, 'Restore Harbour Living');
    await page.getByText('Harbour Living is restored.').waitFor();
    expect((await app.get('/v1/accounts')).body.data).toMatchObject([{ name: 'Harbour Living' }]);
    await app.sql('delete from catalog.account');
  });

  it('the audit trail shows who changed what, with the values before and after, and rejected requests', async () => {
    const auditor = await app.key(['audit.read', 'keys.manage']);
    await app.put(`${asset.path}/floors/${asset.floor}`, { filter_label: HOSTILE });
    await app.sql(
      `insert into audit.event (actor, operation, method, path, client, asset_id, kind, status, code)
       values ('key', 'update-unit', 'PUT', $2, '203.0.113.9', $1, 'refused', 422, 'invalid')`,
      [asset.id, `${asset.path}/units/1`],
    );
    const page = await open();
    await signIn(page, auditor);
    await go(page, 'Audit');
    await page.getByLabel('Asset id').fill(asset.id);
    await page.getByLabel('Asset id').press('Enter');
    await press(page, 'Updated');
    const row = page.getByRole('row').filter({ hasText: 'update-floor' });
    await row.getByText('1 row').first().click();
    await row.getByText(`filter_label: "Level 1" → ${JSON.stringify(HOSTILE)}`).waitFor();
    await press(page, 'Rejected');
    await page.getByRole('row').filter({ hasText: '203.0.113.9' }).getByText('rejected: 422 invalid').waitFor();
    await page.getByLabel('Since').fill('2100-01-01');
    await page.getByText('0 events.').waitFor();
  });

  it('a key that may only read sees keys, webhooks and archives, but no button that changes them', async () => {
    const permissions = ['service.*', 'manage.*', 'keys.manage', 'webhooks.manage'];
    const reader = (await app.post('/v1/keys', { name: 'Auditor', permissions, is_read_only: true })).body.key;
    await app.post('/v1/webhooks', { name: 'Website', url: receiver.on('/read'), types: ['webhook.disabled'] });
    const page = await open();
    await signIn(page, reader);
    expect(await menu(page)).toEqual(['Assets', 'Accounts', 'Keys', 'Webhooks']);
    for (const name of ['Accounts', 'Keys', 'Webhooks']) {
      await go(page, name);
      await page.getByRole('table').first().waitFor();
      expect(await page.getByRole('button', { name: /^(Create|Rotate|Revoke|Assign|Archive|Restore) / }).count()).toBe(
        0,
      );
    }
    await page.getByRole('link', { name: 'Website' }).click();
    await page.getByText('Nothing of this kind is kept.').waitFor();
    expect(await page.getByRole('button', { name: /Ping|Disable|Rotate|Delete/ }).count()).toBe(0);
  });

  it.each([1440, 360])(
    'at %i pixels, names and lists of any length fit the pages of keys, webhooks and accounts',
    async (width) => {
      const permissions = ['units', 'floors', 'buildings', 'galleries', 'pricing'].map(
        (each) => `service.${each}.read`,
      );
      await app.post('/v1/keys', { name: LONG, permissions, asset_ids: [asset.id], is_read_only: true });
      await app.post('/v1/webhooks', { name: LONG, url: receiver.on(`/${'long'.repeat(50)}`), types: ['unit.*', '*'] });
      await app.sql(`update events.webhook set is_enabled = false, status_details = $1 where name = $2`, [
        HOSTILE,
        LONG,
      ]);
      const manager = await app.key();
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open({ viewport: { width, height: 800 }, colorScheme });
        await signIn(page, manager);
        await go(page, 'Keys');
        await page.getByRole('table').waitFor();
        await inspect(page);
        await press(page, 'Create a key');
        await page.getByLabel('Sees').selectOption('Chosen properties');
        await page.getByRole('checkbox', { name: /Donau/ }).waitFor();
        await inspect(page);
        await go(page, 'Webhooks');
        await page.getByRole('table').waitFor();
        await inspect(page);
        await page.getByRole('link', { name: /Donau/ }).first().click();
        await press(page, 'Rotate the secret…');
        await inspect(page);
        await go(page, 'Accounts');
        await page.getByRole('table').first().waitFor();
        await press(page, 'Create a property');
        await inspect(page);
        await go(page, 'Audit');
        await page
          .getByText(/^\d+ rows?$/)
          .first()
          .click();
        await inspect(page);
      }
    },
  );
});

import type { Browser, Page } from 'playwright-core';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenPrices } from '../support/given.js';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';
import { expectSound, loseAnswers, loseRequests, openConsole, signIn } from './console-page.js';

const app = TestApp.forSuite();

type Stored = Record<string, unknown>[];

/** A kind of write in the console. */
interface Write {
  /** before the console is opened */
  given?(): Promise<unknown>;
  /** the page of the property, or of the main menu */
  on: string;
  /** addresses that it is sent to */
  to: string;
  /** opens what sends it, and enters what it needs */
  begin(page: Page): Promise<void>;
  /** name of the button that sends it, which is there until it is done */
  send: string | RegExp;
  /** waits for the end of a write whose button stays */
  done?(page: Page): Promise<unknown>;
  /** what the service has of it */
  stored(): Promise<Stored>;
  expected: Stored;
}

describeInBrowser('In the console, a write', () => {
  let browser: Browser;
  let asset: GivenAsset;
  let account: string;
  let group: string;
  let prices: string;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    await app.sql('delete from catalog.asset');
    await app.sql('delete from catalog.account');
    await app.sql('delete from events.webhook');
    await app.sql(`delete from platform.api_key where name = 'Old feed'`);
    asset = await givenAsset(app, ['101', '102']);
    prices = await givenPrices(app, asset, { '101': 2000 });
    account = await givenAccount(app);
    await app.sql('insert into catalog.account_asset (account_id, asset_id) values ($1, $2)', [account, asset.id]);
    await made('units/outbound-links', LINK);
    await made('outbound-links', { name: 'Visit', label: 'Visit', template: 'https://visit.example/', open_new_window: false }); // oxfmt-ignore
    ({ id: group } = await made('units/description-groups', { name: 'Views' }));
    await made(`units/description-groups/${group}/descriptions`, { data: [TEXT] });
    const { id: filter } = await made('filters', { name: 'Sides', label: 'Side', type: 'custom' });
    await made(`filters/${filter}/options`, { type: 'custom', label: 'South' });
    await made('maps', { name: 'Level 1', style: 'b' }, true);
    await made('marker-descriptions', { name: 'Pool' });
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser?.close());

  const LINK = {
    name: 'Apply',
    type: 'urls_per_unit',
    open_in_new_window: true,
  };
  const TEXT = { name: 'Harbour', label: 'View', body: 'Over the harbour.', is_enabled: true };
  const DRAWING = {
    name: 'level-1.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path id="Unit-101" d="M0 0H100V100H0Z"/><path id="lobby" d="M100 0H200V100H100Z"/></svg>',
    ),
  };

  async function made(path: string, body: Record<string, unknown>, hasDrawing = false): Promise<{ id: string }> {
    const form = new FormData();
    if (hasDrawing) {
      for (const [name, value] of Object.entries(body)) form.append(name, String(value));
      form.append('source', new Blob([DRAWING.buffer]), DRAWING.name);
    }
    const url = `${asset.path}/${path}`;
    const response = hasDrawing ? await app.request('POST', url, { raw: form }) : await app.post(url, body);
    if (response.status >= 300) throw new Error(response.text);
    return response.body;
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const fill = async (page: Page, fields: Record<string, string>) => {
    const form = page.getByRole('main').locator('form.form');
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
  };
  const listed = async (path: string): Promise<Stored> => (await app.get(`${asset.path}/${path}`)).body.data;
  /** Adds by a form. */
  const adding = (on: string, to: string, one: string, fields: Record<string, string>) => ({
    on,
    to,
    begin: async (page: Page) => {
      await press(page, `Add ${one}`);
      await fill(page, fields);
    },
    send: `Add the ${one.slice(one.indexOf(' ') + 1)}`,
  });
  /** Edits a field in place. */
  const editing = (on: string, to: string, cell: string, text: string) => ({
    on,
    to,
    begin: async (page: Page) => {
      await press(page, cell);
      await page.getByRole('main').locator('.editing :is(input, textarea)').fill(text);
    },
    send: 'Save',
  });
  /** Deletes after a look. */
  const deleting = (on: string, to: string, name: string, one: string) => ({
    on,
    to,
    begin: async (page: Page) => {
      await press(page, `Delete ${name}`);
      await page.getByText(/^Deleted for good: /).waitFor();
    },
    send: `Delete the ${one}`,
  });
  const WEBHOOK = { name: 'Website', url: 'https://hooks.example.com/', types: ['unit.*'] };
  const ofWebhook = {
    given: () => app.post('/v1/webhooks', WEBHOOK),
    on: 'Webhooks',
    to: '**/v1/webhooks/**',
  };
  const ofKey = {
    given: () => app.post('/v1/keys', { name: 'Old feed', permissions: ['service.units.read'] }),
    on: 'Keys',
    to: '**/v1/keys/**',
    stored: async () =>
      (await app.get('/v1/keys?per-page=1000')).body.data
        .filter(({ name }: { name: string }) => name === 'Old feed')
        .sort((a: { status: string }, b: { status: string }) => a.status.localeCompare(b.status)),
  };
  const MERCHANDISING = 'Merchandising';
  const CATALOG = 'Floors and plans';

  const WRITES: Record<string, Write> = {
    'adds a building': {
      ...adding(CATALOG, '**/buildings', 'a building', { Name: 'South' }),
      stored: () => listed('buildings'),
      expected: [{ name: 'North' }, { name: 'South' }],
    },
    'changes a floor': {
      ...editing(CATALOG, '**/floors/*', 'Label of floor Level 1: Level 1', 'Ground'),
      stored: () => listed('floors'),
      expected: [{ filter_label: 'Ground' }],
    },
    'deletes a building': {
      ...deleting(CATALOG, '**/buildings/*', 'North', 'building'),
      stored: () => listed('buildings'),
      expected: [],
    },
    'stores pasted units': {
      on: 'Units',
      to: '**/units/batch*',
      begin: async (page) => {
        await press(page, 'Paste from a spreadsheet');
        const rows = page.getByRole('textbox', { name: /^Rows with a first row of names/ });
        await rows.fill('number\tfloor\tfloor plan\tarea\n103\tLevel 1\tA1\t500');
      },
      send: 'Store: 1 unit created',
      stored: () => listed('units'),
      expected: [{ unit_number: '101' }, { unit_number: '102' }, { unit_number: '103' }],
    },
    'adds a pricing process': {
      ...adding('Prices', '**/pricing', 'a pricing process', { Name: 'Files' }),
      stored: () => listed('pricing'),
      expected: [{ name: 'Nightly feed' }, { name: 'Files' }],
    },
    'stores the settings of a pricing process': {
      on: 'Prices',
      to: '**/pricing/*',
      begin: async (page) => {
        await press(page, 'Settings of Nightly feed');
        await fill(page, { 'Days that earlier publications are kept': '30' });
      },
      send: 'Store the settings',
      stored: () => listed('pricing'),
      expected: [{ history_days: 30 }],
    },
    'deletes a pricing process': {
      ...deleting('Prices', '**/pricing/*', 'Nightly feed', 'pricing process'),
      stored: () => listed('pricing'),
      expected: [],
    },
    'adds a link of units': {
      ...adding(MERCHANDISING, '**/units/outbound-links', 'a link of units', {
        Name: 'Tour',
        Template: 'https://tour.example/',
      }),
      stored: () => listed('units/outbound-links'),
      expected: [{ name: 'Apply' }, { name: 'Tour' }],
    },
    'gives a unit a page': {
      ...editing(MERCHANDISING, '**/urls', 'Page of unit 101: –', 'https://apply.example/101'),
      stored: async () => {
        const [link] = await listed('units/outbound-links');
        return listed(`units/outbound-links/${String(link!['id'])}/urls`);
      },
      expected: [{ url: 'https://apply.example/101' }, { url: null }],
    },
    'deletes a link of the property': {
      ...deleting(MERCHANDISING, '**/outbound-links/*', 'Visit', 'link'),
      stored: () => listed('outbound-links'),
      expected: [],
    },
    'adds a group of descriptions': {
      ...adding(MERCHANDISING, '**/description-groups', 'a group', { Name: 'Kitchens' }),
      stored: () => listed('units/description-groups'),
      expected: [{ name: 'Views' }, { name: 'Kitchens' }],
    },
    'adds a description': {
      ...adding(MERCHANDISING, '**/descriptions', 'a text', { Name: 'Garden', Tab: 'View', Text: 'Over the garden.' }),
      stored: () => listed(`units/description-groups/${group}/descriptions`),
      expected: [{ name: 'Harbour' }, { name: 'Garden' }],
    },
    'changes a description': {
      ...editing(MERCHANDISING, '**/descriptions/*', 'Edit Text of Harbour', 'Over the old harbour.'),
      stored: () => listed(`units/description-groups/${group}/descriptions`),
      expected: [{ body: 'Over the old harbour.' }],
    },
    'assigns units to a description': {
      on: MERCHANDISING,
      to: '**/units',
      begin: async (page) => {
        await press(page, 'Assign units to Harbour');
        await page.getByRole('checkbox', { name: '102' }).check();
      },
      send: 'Store the units',
      stored: () => listed(`units/description-groups/${group}/units`),
      expected: [{ group_id: expect.any(String) }],
    },
    'deletes a group of descriptions': {
      ...deleting(MERCHANDISING, '**/description-groups/*', 'Views', 'group'),
      stored: () => listed('units/description-groups'),
      expected: [],
    },
    'adds a filter': {
      ...adding(MERCHANDISING, '**/filters', 'a filter', { Name: 'Views', 'Text that visitors see': 'View' }),
      stored: () => listed('filters'),
      expected: [{ name: 'Sides' }, { name: 'Views' }],
    },
    'changes an option': {
      ...editing(MERCHANDISING, '**/options/*', 'Position of option South: 1', '7'),
      stored: options,
      expected: [{ label: 'South', sort: 7 }],
    },
    'adds units to an option': {
      on: MERCHANDISING,
      to: '**/units',
      begin: async (page) => {
        await press(page, 'Units of South');
        await page.getByRole('checkbox', { name: '102' }).check();
      },
      send: 'Store the units',
      stored: async () => {
        const [{ filter_id, id }] = (await options()) as [Record<string, string>];
        return listed(`filters/${filter_id}/options/${id}/units`);
      },
      expected: [{ unit_id: expect.any(String) }],
    },
    'deletes an option': {
      ...deleting(MERCHANDISING, '**/options/*', 'South', 'option'),
      stored: options,
      expected: [],
    },
    'adds a map': {
      on: 'Maps',
      to: '**/maps',
      begin: async (page) => {
        await press(page, 'Add a map');
        await fill(page, { Name: 'Level 2' });
        await page.getByLabel('Drawing').setInputFiles(DRAWING);
      },
      send: 'Add the map',
      stored: () => listed('maps'),
      expected: [{ name: 'Level 1' }, { name: 'Level 2' }],
    },
    'binds a shape': {
      on: 'Maps',
      to: '**/shapes/*',
      begin: async (page) => {
        await page.getByRole('link', { name: 'Level 1' }).click();
        await press(page, 'lobby no unit has its name or text as number');
        await page.getByRole('textbox', { name: 'Number of its unit' }).fill('102');
      },
      send: /^102 /,
      stored: async () => {
        const [map] = await listed('maps');
        return (await app.get(`${asset.path}/maps/${String(map!['id'])}/units`)).body.bound_shapes;
      },
      expected: [
        { unit_number: '101', bound_by: 'name' },
        { unit_number: '102', bound_by: 'hand' },
      ],
    },
    'replaces a drawing': {
      on: 'Maps',
      to: '**/maps/*',
      begin: async (page) => {
        await page.getByRole('link', { name: 'Level 1' }).click();
        await press(page, 'Replace the drawing…');
        const text = String(DRAWING.buffer).replace('lobby', 'Unit-102');
        await page.getByLabel('New drawing').setInputFiles({ ...DRAWING, buffer: Buffer.from(text) });
        await page.getByText('2 of 2 shapes would have a unit').waitFor();
      },
      send: 'Replace the drawing',
      stored: async () => {
        const [map] = await listed('maps');
        return (await app.get(`${asset.path}/maps/${String(map!['id'])}/units`)).body.bound_shapes;
      },
      expected: [{ unit_number: '101' }, { unit_number: '102', bound_by: 'name' }],
    },
    'creates an embed': {
      on: 'Maps',
      to: '**/embeds',
      begin: async (page) => {
        await press(page, 'Create an embed');
        await fill(page, { Name: 'Website' });
      },
      send: 'Create the embed',
      stored: async () => (await app.get(`/v1/accounts/${account}/embeds`)).body.data,
      expected: [{ name: 'Website' }],
    },
    'creates a property': {
      on: 'Accounts',
      to: '**/v1/assets',
      begin: async (page) => {
        await press(page, 'Create a property');
        await fill(page, { Name: 'Pier House', 'Street and number': '4 Quay Street', City: 'New York' });
        await fill(page, { 'State or province': 'NY', 'Postal code': '10004', Country: 'USA' });
      },
      send: 'Create the property',
      stored: async () => (await app.get('/v1/assets?sort=name')).body.data,
      expected: [{ name: expect.stringMatching(/^Asset /) }, { name: 'Pier House' }],
    },
    'takes a property from an account': {
      on: 'Accounts',
      to: '**/accounts/*/assets/*',
      begin: async (page) => {
        await press(page, 'Assign Harbour Living');
        await page.getByRole('checkbox', { name: /^Asset / }).uncheck();
      },
      send: 'Save the assignment',
      stored: async () => (await app.get(`/v1/accounts/${account}/assets`)).body.data,
      expected: [],
    },
    'archives a property': {
      on: 'Accounts',
      to: '**/v1/assets/*',
      begin: async (page) => {
        await page.getByRole('button', { name: /^Archive Asset / }).click();
        await page.getByText('Then it is removed').waitFor();
      },
      send: 'Archive the property',
      stored: async () => (await app.get('/v1/assets')).body.data,
      expected: [],
    },
    'restores a property from the archive': {
      on: 'Accounts',
      to: '**/restore',
      begin: async (page) => {
        await app.delete(`/v1/assets/${asset.id}`);
        await press(page, 'Archived');
      },
      send: /^Restore Asset /,
      stored: async () => (await app.get('/v1/assets')).body.data,
      expected: [{ name: expect.stringMatching(/^Asset /) }],
    },
    'restores a publication': {
      given: () => app.post(`${prices}/ingest?commit=1`, []),
      on: 'Prices',
      to: '**/publications/**',
      begin: async (page) => {
        await page.getByRole('link', { name: /^Deliveries/ }).click();
        await page.getByRole('link', { name: 'Publication 1' }).click();
        await press(page, 'Restore…');
        await page.getByText(/^Restoring publication 1 adds 1 /).waitFor();
      },
      send: 'Restore publication 1',
      stored: async () => (await app.get(`${prices}/publications`)).body.data,
      expected: [{ number: 3, restored_from: 1 }, { number: 2 }, { number: 1 }],
    },
    'takes a marker off a map': {
      given: async () => {
        const [[map], [marker]] = [await listed('maps'), await listed('marker-descriptions')];
        const places = [{ unit_map_id: map!['id'], x: 5, y: 5 }];
        return app.put(`${asset.path}/marker-descriptions/${String(marker!['id'])}`, { places });
      },
      on: 'Maps',
      to: '**/marker-descriptions/*',
      begin: async (page) => page.getByRole('link', { name: 'Level 1' }).click(),
      send: 'Remove Pool from this map',
      stored: () => listed('marker-descriptions'),
      expected: [{ places: [] }],
    },
    'rotates a key': {
      ...ofKey,
      begin: async (page) => {
        await press(page, 'Rotate Old feed');
        await page.getByLabel('Hours for which the old one still works').fill('0');
      },
      send: 'Rotate the key',
      expected: [{ status: 'expired' }, { status: 'valid' }],
    },
    'revokes a key': {
      ...ofKey,
      begin: async (page) => {
        await press(page, 'Revoke Old feed');
        await page.getByText(/^What ends:/).waitFor();
      },
      send: 'Revoke the key',
      expected: [{ status: 'revoked' }],
    },
    'pings a webhook': {
      ...ofWebhook,
      begin: (page) => page.getByRole('link', { name: 'Website' }).click(),
      send: 'Ping',
      done: (page) => page.getByRole('row').filter({ hasText: 'webhook.ping' }).first().waitFor(),
      stored: async () => {
        const [{ id }] = (await app.get('/v1/webhooks')).body.data;
        const { data } = (await app.get(`/v1/webhooks/${id}/deliveries`)).body;
        return data.filter(({ type }: { type: string }) => type === 'webhook.ping'); // events of the test may come late
      },
      expected: [{ type: 'webhook.ping' }],
    },
    'disables a webhook': {
      ...ofWebhook,
      begin: async (page) => {
        await page.getByRole('link', { name: 'Website' }).click();
        await press(page, 'Disable…');
        await page.getByText('Nothing more is sent.').waitFor();
      },
      send: 'Disable the webhook',
      stored: async () => (await app.get('/v1/webhooks')).body.data,
      expected: [{ is_enabled: false }],
    },
    'deletes a webhook': {
      ...ofWebhook,
      begin: async (page) => {
        await page.getByRole('link', { name: 'Website' }).click();
        await press(page, 'Delete…');
        await page.getByText('will not be sent.').waitFor();
      },
      send: 'Delete the webhook',
      stored: async () => (await app.get('/v1/webhooks')).body.data,
      expected: [],
    },
    'creates a webhook': {
      on: 'Webhooks',
      to: '**/v1/webhooks',
      begin: async (page) => {
        await press(page, 'Create a webhook');
        await fill(page, { Name: 'Website', Address: 'https://hooks.example.com/', 'Types of events': 'unit.*' });
      },
      send: 'Create the webhook',
      stored: async () => (await app.get('/v1/webhooks')).body.data,
      expected: [{ name: 'Website' }],
    },
  };

  async function options(): Promise<Stored> {
    const [filter] = await listed('filters');
    return listed(`filters/${String(filter!['id'])}/options`);
  }

  const CASES = Object.keys(WRITES).flatMap((name) => [
    [name, 'answer', loseAnswers] as const,
    [name, 'request', loseRequests] as const,
  ]);

  it.each(CASES)(
    'that %s and whose %s is lost keeps what was entered, and happens once when it is sent again',
    async (name, _what, lose) => {
      const { given, on, to, begin, send, done, stored, expected } = WRITES[name]!;
      await given?.();
      const { page, complaints } = await openConsole(browser, app.base);
      await signIn(page, await app.key());
      if (['Accounts', 'Keys', 'Webhooks'].includes(on)) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: on }).click();
      } else {
        await page.getByRole('link', { name: '2 units' }).click();
        await page.getByRole('navigation', { name: 'Property' }).getByRole('link', { name: on }).click();
      }
      await begin(page);
      const button = page.getByRole('main').getByRole('button', { name: send, exact: true });
      await lose(page, to);
      await button.click();
      const told = page.getByText('The server did not answer. This may be done already');
      await told.waitFor();
      await page.unroute(to);
      await button.click();
      await (done?.(page) ?? button.waitFor({ state: 'detached' }));
      await expectSound(
        page,
        complaints.filter((text) => !text.includes('404')),
      );
      expect(await stored()).toMatchObject(expected);
    },
  );
});

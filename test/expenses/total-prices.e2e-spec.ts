import { PurgeExpenseStatesJob } from '../../libs/expenses/src/states/purge-expense-states.job.js';
import { PurgePublicationsJob } from '../../libs/pricing/src/publications/purge-publications.job.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenPrices } from '../support/given.js';
import { givenEmbed, givenMap, lookForBuilds } from '../viewer/pages.js';
import { type Case, type Given, CASES } from './worked-cases.js';

const app = TestApp.forSuite();
const DAY = 24 * 60;

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path id="Unit-101" d="M0 0H9V9H0Z"/></svg>';

const LISTS = { asset: 'expenses', floor_plan: 'floor-plans/expenses', unit: 'units/expenses' };

async function given(asset: GivenAsset, [level, fields]: Given, unit = 0): Promise<string> {
  const list = `${asset.path}/${LISTS[level]}`;
  const body = { asset_id: asset.id, name: 'Fee', label: 'Fee', is_required: true, ...fields };
  const created = await app.post(list, body);
  if (created.status !== 201) throw new Error(created.text);
  const subject = level === 'unit' ? { unit_id: asset.units[unit] } : { floor_plan_id: asset.floorPlan };
  if (level !== 'asset') {
    const entries = await app.put(`${list}/${created.body.id}/entries`, { data: [subject] });
    if (entries.status !== 200) throw new Error(entries.text);
  }
  return created.body.id as string;
}

const totalsOf = (process: string) => process.replace('/pricing/', '/total-pricing/');

const shown: { worked: Case; asset: GivenAsset }[] = [];

describe('The total price', () => {
  it.each(CASES.map((each) => [each.title, each] as const))('counts %s', async (_, worked) => {
    const asset = await givenAsset(app, ['101']);
    shown.push({ worked, asset });
    const process = await givenPrices(app, asset, { 101: worked.rent });
    for (const each of worked.given) await given(asset, each);
    const { total = worked.rent, refundable = 0 } = worked;
    const { moveIn = total, isEstimate = false, isComplete = true, isMoveInComplete = true } = worked;

    const { status, body } = await app.get(`${totalsOf(process)}/units/${asset.units[0]}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        price: worked.rent,
        total_price: total,
        move_in_total: moveIn,
        move_in_refundable: refundable,
        move_in_non_refundable: Math.round((moveIn - refundable) * 100) / 100,
        is_estimate: isEstimate,
        is_complete: isComplete,
        move_in_is_complete: isMoveInComplete,
      }),
    ]);
    const { breakdown, ...listed } = body;
    expect((await app.get(`${totalsOf(process)}/units`)).body.data).toEqual([listed]);
    expect(breakdown).toHaveLength(worked.given.length + 1);
  });
});

describe('Total prices', () => {
  let asset: GivenAsset;
  let process: string;
  let totals: string;
  beforeEach(async () => {
    asset = await givenAsset(app);
    process = await givenPrices(app, asset, { 101: 2000, 102: 2100 });
    totals = totalsOf(process);
  });
  const listed = async (query = '') =>
    ((await app.get(`${totals}/units${query}`)).body.data as { total_price: number | null }[]).map(
      (each) => each.total_price,
    );

  it('are null for units without a visible price', async () => {
    await given(asset, ['asset', { amount: 35 }]);
    const id = asset.units[0]!;
    await app.put(`${process}/units/${id}`, { id, show_pricing: false });

    expect(await listed()).toEqual([null, 2135, null]);
    expect((await app.get(`${totals}/units/${id}`)).body).toMatchObject({ price: null, move_in_total: null });
  });

  it('say for each line whether and why it is counted', async () => {
    await given(asset, ['asset', { label: 'Trash', amount: 35, type: 'trash', sort: 1 }]);
    await given(asset, ['asset', { label: 'Late payment', amount: 75, is_situational: true, sort: 2 }]);
    await given(asset, ['asset', { label: 'Pest control', amount: 120, frequency: 'annually', sort: 3 }]);
    await given(asset, [
      'asset',
      { label: 'Deposit', ...{ amount: 500, frequency: 'one_time', due_at: 'move_in' }, sort: 4 },
    ]);
    await given(asset, ['unit', { label: 'Trash chute', amount: 20, type: 'trash' }]);

    const { body } = await app.get(`${totals}/units/${asset.units[0]}`);
    const shown = (body.breakdown as Record<string, unknown>[]).map((line) => [
      ...[line['label'], line['level'], line['reason'], line['monthly_amount'], line['is_counted_at_move_in']],
    ]);
    expect(shown).toEqual([
      ['Rent', null, 'rent', 2000, true],
      ['Trash', 'asset', 'replaced', null, false],
      ['Late payment', 'asset', 'situational', null, false],
      ['Pest control', 'asset', 'counted', 10, true],
      ['Deposit', 'asset', 'not_monthly', null, true],
      ['Trash chute', 'unit', 'counted', 20, true],
    ]);
    expect(body).toMatchObject({ total_price: 2030, move_in_total: 2530, floor_plan_id: asset.floorPlan });
  });

  it('change only for the units that a change affects', async () => {
    const id = await given(asset, ['unit', { amount: 10 }], 1);
    await given(asset, ['floor_plan', { amount: 5 }]);
    expect(await listed()).toEqual([2005, 2115, null]);

    await app.put(`${asset.path}/units/expenses/${id}`, { id, asset_id: asset.id, amount: 11.5 });
    expect(await listed()).toEqual([2005, 2116.5, null]);
    await app.put(`${asset.path}/units/expenses/${id}/entries`, { data: [{ unit_id: asset.units[0] }] });
    expect(await listed()).toEqual([2016.5, 2105, null]);
    await app.delete(`${asset.path}/units/expenses/${id}`);
    expect(await listed()).toEqual([2005, 2105, null]);
  });

  it('are read as visitors saw them at an earlier time', async () => {
    const id = await given(asset, ['asset', { amount: 10 }]);
    const now = async () => (await app.sql<{ at: Date }>('select platform.now() as at'))[0]!.at.toISOString();
    const first = await now();
    try {
      await app.advance(60);
      await app.put(`${asset.path}/expenses/${id}`, { id, asset_id: asset.id, amount: 30 });
      const second = await now();
      await app.advance(120);
      await app.delete(`${asset.path}/expenses/${id}`);

      expect(await listed()).toEqual([2000, 2100, null]);
      expect(await listed(`?at=${first}`)).toEqual([2010, 2110, null]);
      expect(await listed(`?at=${second}`)).toEqual([2030, 2130, null]);
      expect((await app.get(`${totals}/units/${asset.units[0]}?at=${second}`)).body.total_price).toBe(2030);
    } finally {
      await app.advance(0);
    }
  });

  it('keep their history as long as the prices, and no longer', async () => {
    const id = await given(asset, ['asset', { amount: 10 }]);
    const now = async () => (await app.sql<{ at: Date }>('select platform.now() as at'))[0]!.at.toISOString();
    const change = (amount: number) => app.put(`${asset.path}/expenses/${id}`, { id, asset_id: asset.id, amount });
    const ended = async () =>
      (
        await app.sql<{ amount: number }>(
          `select (content ->> 'amount')::float as amount from expenses.expense_state
            where asset_id = $1 and expense_id = $2 and kind = 'asset_expense' and valid_to is not null order by id`,
          [asset.id, id],
        )
      ).map(({ amount }) => amount);
    try {
      await app.advance(60);
      const first = await now();
      await app.advance(120);
      await change(20);
      await app.advance(400 * DAY);
      await app.run(PurgeExpenseStatesJob);
      expect(await ended()).toEqual([10]);
      expect(await listed(`?at=${first}`)).toEqual([2010, 2110, null]);

      await app.post(`${process}/ingest?commit=1`, [
        { unit_number: '101', provider_id: '101', price: 2000, available_on: '2026-12-01' },
      ]);
      await change(30);
      await app.advance(900 * DAY);
      await app.run(PurgePublicationsJob);
      await app.run(PurgeExpenseStatesJob);
      expect(await ended()).toEqual([20]);
      expect((await app.get(`${totals}/units?at=${first}`)).status).toBe(410);
    } finally {
      await app.advance(0);
    }
  });

  it('are listed page by page as the pricing units are', async () => {
    const { body } = await app.get(`${totals}/units?per-page=2&total=1`);
    expect(body.data.map((each: { id: string }) => each.id)).toEqual(asset.units.slice(0, 2));
    expect(body).toMatchObject({ publication: 1, paging: { total_count: 3 } });
    const next = await app.get(body.paging.next_url as string);
    expect(next.body.data.map((each: { id: string }) => each.id)).toEqual([asset.units[2]]);
  });

  it('are not found for processes and units of other assets', async () => {
    const other = await givenAsset(app);
    expect((await app.get(`${totals}/units/${other.units[0]}`)).status).toBe(404);
    expect((await app.get(`${totals.replace(/\d+$/, '999999')}/units`)).status).toBe(404);
  });

  it('require their flag', async () => {
    expect((await app.get(`${totals}/units`, { flags: 'expenses' })).status).toBe(
      (await app.get(`${asset.path}/expenses`, { flags: null })).status,
    );
  });
});

describe('A map', () => {
  let asset: GivenAsset;
  let key: string;
  beforeAll(async () => {
    const account = await givenAccount(app);
    asset = await givenAsset(app, ['101', '102'], [account]);
    await givenPrices(app, asset, { 101: 2150, 102: 1900 });
    const map = await givenMap(app, asset, 'Level 1', DRAWING);
    key = await givenEmbed(app, account, [{ asset, map, instanceKey: 'main' }]);
    await given(asset, ['asset', { label: 'Valet trash', amount: 64.5, type: 'trash' }]);
    await given(asset, ['asset', { label: 'Garage', amount: 90, is_required: false }]);
    await given(asset, ['unit', { label: 'Power', value_type: 'text', text_amount: 'as used' }], 1);
    await app.post(`${asset.path}/pricing-disclaimers`, { asset_id: asset.id, name: 'Total', short_text: 'All fees.' });
  });

  async function shown(display: 'base' | 'total') {
    await app.put(`${asset.path}/price-display`, { asset_id: asset.id, price_display: display });
    await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    const read = (path: string) => app.get(path, { key: null, flags: null });
    const { body } = await read(`/v1/embeds/${key}/viewer-document`);
    const old = await read(`/v1/embeds/${key}/document`);
    const page = await read(`/embed/${key}?unit=101`);
    return {
      shown: body.assets[0],
      old: old.body.assets[0].pricing[0].units,
      page: page.text,
      description: /name="description" content="([^"]*)"/.exec(page.text)![1],
    };
  }

  it('shows base prices, and the charges besides', async () => {
    const { shown: its, old, page, description } = await shown('base');
    expect(its.units).toMatchObject([
      { number: '101', price: 2150, total_price: 2214.5, charges: 0 },
      { number: '102', price: 1900, charges: 1 },
    ]);
    expect(its.units[1]).not.toHaveProperty('total_price');
    expect(its.price_display).toBeUndefined();
    expect(description).toContain('$2,150/mo');
    expect(old.map((each: { price: number }) => each.price)).toEqual([2150, 1900]);
    for (const text of ['$2,150', '$2,214.50', 'Valet trash', 'Garage', 'All fees.']) expect(page).toContain(text);
  });

  it('shows total prices if the asset displays them, and no price for a unit whose total is incomplete', async () => {
    const { shown: its, old, page, description } = await shown('total');
    expect(its).toMatchObject({ price_display: 'total', disclaimers: [{ short_text: 'All fees.' }] });
    expect(its.units).toMatchObject([
      { number: '101', price: 2214.5, base_price: 2150 },
      { number: '102', price_incomplete: true },
    ]);
    expect(its.units[1]).not.toHaveProperty('price');
    expect(its.units[1]).not.toHaveProperty('base_price');
    expect(old.map((each: { price: number | null }) => each.price)).toEqual([2214.5, null]);
    expect(description).toContain('$2,214.50 total / month');
    expect(page).toContain('<b>$2,214.50</b>');
    expect(page).toContain('The total price depends on use');
    expect(page).not.toMatch(/<b>\$2,150|\$1,900/);
    expect(page).toContain('"price":2214.5');
    expect(page).toContain('"@type":"UnitPriceSpecification","name":"Valet trash","price":64.5');
  });
});

const priceOnPage = ({
  price,
  base_price,
  price_incomplete,
  price_estimate,
  move_in_price,
}: Record<string, unknown>) => ({
  ...{ price, base_price, price_incomplete, price_estimate, move_in_price },
});

function priceInCase({ rent, total = rent, moveIn = total, ...worked }: Case) {
  const { isComplete = true, isMoveInComplete = isComplete } = worked;
  return {
    price: isComplete ? total : undefined,
    base_price: isComplete ? rent : undefined,
    price_incomplete: isComplete ? undefined : true,
    price_estimate: worked.isEstimate,
    move_in_price: isMoveInComplete && moveIn !== total ? moveIn : undefined,
  };
}

describe('The total price of each case', () => {
  it('is that of the map, too', async () => {
    expect(shown).toHaveLength(CASES.length);
    const account = await givenAccount(app);
    const maps: Parameters<typeof givenEmbed>[2] = [];
    for (const { asset } of shown) {
      await app.sql('insert into catalog.account_asset (account_id, asset_id) values ($1, $2)', [account, asset.id]);
      await app.put(`${asset.path}/price-display`, { asset_id: asset.id, price_display: 'total' });
      maps.push({ asset, map: await givenMap(app, asset, 'Level 1', DRAWING), instanceKey: `a${asset.id}` });
    }
    const key = await givenEmbed(app, account, maps);
    for (const { asset } of shown) await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    const { body } = await app.get(`/v1/embeds/${key}/viewer-document`, { key: null, flags: null });
    const documents = body.assets as { id: string; units: Record<string, unknown>[] }[];
    const prices = documents.map(({ id, units }) => [id, units.map(priceOnPage)]);
    expect(Object.fromEntries(prices)).toEqual(
      Object.fromEntries(shown.map(({ worked, asset }) => [asset.id, [priceInCase(worked)]])),
    );
  });
});

import { timed } from './bench.mjs';
import { copyOver } from './ingest.mjs';

/**
 * How reads and commits grow: the same questions of assets of 1,000 to 1,000,000 units, among 10,000 assets, with
 * 10,000,000 entries. `--growth-size small` has a hundredth of it all, to see that it works.
 */
const FULL = { assets: 10_000, units: [1_000, 10_000, 100_000, 1_000_000], terms: 10, page: 10_000, set: 10_000 };
const SMALL = { assets: 200, units: [100, 1_000, 2_000, 10_000], terms: 10, page: 100, set: 1_000 };

/** Units of the many assets beside the large ones. */
const FEW = 20;

export async function growth(bench, { growthSize }) {
  const { db, measure, print, rounds } = bench;
  const plan = growthSize === 'small' ? SMALL : FULL;
  const base = plan.units[1];
  await load(db, LOAD.small(plan));
  await db.query(
    'create table public.copied (like pricing.entry including defaults including identity including indexes)',
  );
  await db.query('alter table public.copied alter hash drop not null');
  await db.query('grant all on public.copied to public');
  const address = await bench.service({ RESPONSE_CACHE_MB: '0' }); // a kept answer costs the same whatever it was made of
  const get = async (path) =>
    (await fetch(address + path.replace(address, ''), { headers: { 'API-Key': bench.key } })).json();

  const alone = await commits(bench, address, plan.set);
  print(`commit of ${n(plan.set)} entries, few beside`, 'time, against COPY of the same rows', alone.ratios);
  const from = performance.now();
  await load(db, LOAD.large(plan));
  console.log(`(loaded in ${Math.round((performance.now() - from) / 1000)} s)`);
  const entries = plan.units.at(-1) * plan.terms;
  const beside = await commits(bench, address, plan.set);
  print(`... ${n(entries)} beside`, 'time, against COPY of the same rows', beside.ratios);
  print('... against the same with few beside', 'time, and as a share of that of COPY', [
    median(beside.times) / median(alone.times),
  ]);
  print('', 'goal: 1', [median(beside.ratios) / median(alone.ratios)]);

  const against = async (name, path, basePath, goal = '') => {
    const ratios = [];
    for (let round = -1; round < rounds; round++) {
      const [one, other] = [await measure(address + path), await measure(address + basePath)];
      if (round >= 0) ratios.push(other.rate / one.rate);
    }
    print(name, goal, ratios);
  };
  const of = (asset, rest) => `/v1/assets/${asset}/multifamily/${rest}`;
  const lists = [
    ['units', () => 'units'],
    ['pricing units', (asset) => `pricing/${asset}/units`],
    ['entries, flat', (asset) => `pricing/${asset}/entries?flat-pricing=1`],
    ['entries', (asset) => `pricing/${asset}/entries`],
  ];
  for (const [name, rest] of lists)
    for (const [at, units] of plan.units.entries())
      if (at !== 1)
        await against(
          `first page of ${name}, ${n(units)} units`,
          of(at + 2, rest(at + 2)),
          of(3, rest(3)),
          `time, against ${n(base)} units${at === 3 ? '; goal <= 1.2' : ''}`,
        );
  for (const [name, rest] of lists) {
    const path = of(5, rest(5));
    const before = await get(`${path}${path.includes('?') ? '&' : '?'}page=${plan.page - 1}`);
    const there = before.paging.next_url.slice(address.length);
    await against(`page ${n(plan.page)} of ${name} by next_url`, there, path, 'time, against the first; goal <= 1.3');
  }
  for (const [name, rest] of lists) {
    const path = of(5, rest(5));
    const first = await atRest(() => get(path));
    const skipping = await atRest(() => get(`${path}${path.includes('?') ? '&' : '?'}page=${plan.page}`));
    print(`page ${n(plan.page)} of ${name} by number, one by one`, 'time, against the first', [skipping / first]);
  }
  const one = async (asset) => of(asset, `units/${(await get(of(asset, 'units?page=5'))).data[50].id}`);
  await against('one unit of the largest asset', await one(5), await one(3), `time, against ${n(base)} units`);
  const numbered = (asset) => of(asset, 'units?unit-number=77');
  await against('units of a number, largest asset', numbered(5), numbered(3), `time, against ${n(base)} units`);
  const last = (await get(`/v1/assets?page=${Math.floor(plan.assets / 100) - 1}`)).paging.next_url.slice(
    address.length,
  );
  const second = (await get('/v1/assets')).paging.next_url.slice(address.length);
  await against(`last full page of ${n(plan.assets)} assets by next_url`, last, second, 'time, against the second');
  await against(
    'asset of the most units',
    '/v1/assets/5',
    '/v1/assets/3',
    `time, against ${n(base)} units; goal <= 1.5`,
  );
  await sizes(db);
}

/** The process of the first asset is published again and again, as many entries each time. */
async function commits({ db, key, rounds }, address, count) {
  const times = [];
  const ratios = [];
  for (let round = -1; round < rounds; round++) {
    const sent = Array.from({ length: count }, (_, at) => entry(at, round));
    const rows = sent.map((e) => Buffer.from(lineOf(e, round + 10)));
    const time = await timed(() => push(address, key, JSON.stringify(sent)));
    const copy = await timed(() => copyOver(db, rows));
    if (round >= 0) times.push(time);
    if (round >= 0) ratios.push(time / copy);
    await db.query('truncate public.copied');
    await db.query('checkpoint');
  }
  return { times, ratios };
}

const number = (at) => String(at + 1);
const entry = (at, round) => ({
  unit_number: number(at),
  provider_id: `P-${number(at).padStart(7, '0')}`,
  price: 1500 + ((at * 7 + round * 13) % 2500),
  available_on: '2027-01-01',
  lease_term: 12,
  lease_starts_on: '2027-02-01',
  status: 'Available',
  leasing_fields: { quote: at, building: 'North' },
});
const lineOf = (e, transaction) =>
  `1\t${transaction}\t${e.unit_number}\t${e.provider_id}\t${e.price}\t${e.available_on}\t${e.lease_term}\t${e.lease_starts_on}\t${e.status}\t\\N\t${JSON.stringify(e.leasing_fields)}\n`;

async function push(address, key, body) {
  const url = `${address}/v1/assets/1/multifamily/pricing/1/ingest?commit=1`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'API-Key': key, 'Content-Type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
}

/** Milliseconds of the middle one of five. */
async function atRest(work) {
  const times = [];
  for (let round = 0; round < 5; round++) times.push(await timed(work));
  return median(times);
}

const n = (value) => value.toLocaleString('en');
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function load(db, statements) {
  await db.query('set session_replication_role = replica'); // the rows are right: no key is looked up
  for (const statement of statements) await db.query(statement);
  await db.query('reset session_replication_role');
  await db.query('vacuum analyze');
  await db.query('checkpoint');
}

const ASSETS = (
  from,
  to,
) => `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
  select 'multifamily', 'Asset ' || n, 'Asset ' || n, n || ' Quay Street', 'New York', 'NY', 'USA', '10004' from generate_series(${from}, ${to}) n`;
/** All that belongs to the assets from one id to another; `count` is SQL for the units of one, `asset.id` for which. */
const WHOLE = (from, to, count, terms) => [
  ASSETS(from, to),
  `insert into catalog.building (asset_id, name, label) select id, 'North', 'North' from catalog.asset where id >= ${from} order by id`,
  `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) select id, 'Level 1', 'Level 1', 'L1', 1 from catalog.asset where id >= ${from} order by id`,
  `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) select id, 'A1', 1, 1.5, 'One bedroom' from catalog.asset where id >= ${from} order by id`,
  `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
    select asset.id, asset.id, asset.id, asset.id, n::text, 400 + n % 900 from catalog.asset, generate_series(1, ${count}) n where asset.id >= ${from} order by asset.id, n`,
  // no trigger has counted them
  `insert into catalog.unit_count (asset_id, id, units) select asset_id, 0, count(*) from catalog.unit where asset_id >= ${from} group by asset_id`,
  `insert into pricing.process (asset_id, name, type, pricing_strategy)
    select id, 'Nightly feed', 'push', 'revenue_management' from catalog.asset where id >= ${from} order by id`,
  `insert into pricing.transaction (asset_id, id, process_id, pricing_strategy, status, source_count, entry_count, expires_at, created_at, ended_at, holds_entries)
    overriding system value select id, id, id, 'revenue_management', 'finished', 1, 1, now(), now(), now(), true from catalog.asset where id >= ${from}`,
  `insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, published_at, entry_count, totals, actor)
    select asset_id, process_id, 1, id, id, now(), 1, '{}', 'job' from pricing.transaction where asset_id >= ${from}`,
  // large, so that lists of entries are read in bounded memory
  `update pricing.process set published_transaction_id = asset_id, publication_id = 1, published_at = now(), published_entries = 1,
    published_bytes = 10000000, content_hash = 0 where asset_id >= ${from}`,
  `insert into pricing.unit (asset_id, process_id, id, provider_id, status, price, available_on)
    select asset_id, asset_id, id, 'P-' || lpad(unit_number, 7, '0'), 'Available', 1500 + id % 2500, '2027-01-01' from catalog.unit where asset_id >= ${from} order by asset_id, id`,
  `insert into pricing.entry (asset_id, transaction_id, unit_number, provider_id, price, available_on, lease_term, lease_starts_on, status, leasing_fields, hash)
    select asset_id, asset_id, unit_number, 'P-' || lpad(unit_number, 7, '0'), 1500 + id % 2500, '2027-01-01', 5 + term, '2027-02-01', 'Available', '{"quote":1,"building":"North"}', hashint8(unit.id * 1000 + term)
    from catalog.unit, generate_series(1, ${terms}) term where asset_id >= ${from} order by asset_id, unit.id, term`,
  // transactions of the service come after those made here
  `select setval(pg_get_serial_sequence('pricing.transaction', 'id'), (select max(id) from pricing.transaction))`,
];

/** Asset 1 is for commits, 2 to 5 have the numbers of units of the plan, the others few. */
const LOAD = {
  small: ({ set, units: [first, second], terms }) =>
    WHOLE(1, 3, `case asset.id when 1 then ${set} when 2 then ${first} else ${second} end`, terms),
  large: ({ units: [, , third, fourth], assets, terms }) =>
    WHOLE(
      4,
      assets,
      `case asset.id when 4 then ${third} when 5 then ${fourth} else ${FEW} end`,
      `case when asset_id in (4, 5) then ${terms} else 1 end`,
    ),
};

/** Bytes of a row, with its share of all indexes. */
async function sizes(db) {
  const { rows } =
    await db.query(`select oid::regclass::text as name, reltuples::bigint as rows, pg_total_relation_size(oid) / greatest(reltuples, 1) as bytes,
    pg_indexes_size(oid) / greatest(reltuples, 1) as of_indexes
    from pg_class where oid in ('catalog.unit'::regclass, 'pricing.unit'::regclass, 'pricing.entry'::regclass, 'catalog.asset'::regclass)`);
  for (const { name, rows: count, bytes, of_indexes: indexes } of rows)
    console.log(
      `${name.padEnd(20)} ${n(Number(count)).padStart(12)} rows of ${Math.round(bytes)} bytes, ${Math.round(indexes)} of them in indexes`,
    );
}

/**
 * A page of 3,000 homes on 40 floors is opened fifty times a second, while an integration reads units one by one: how long a read takes,
 * against the same reads of an idle process.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ratios } from './bench.mjs';

const HOMES = 3_000;
const FLOORS = 40;
const PAGES_A_SECOND = 50;
/** One read after the other: what a read takes, not what it waits for others of its kind. */
const ONE = { connections: 1 };
/** As a browser asks for a page. */
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br', 'Accept-Language': 'en-US', 'Sec-Fetch-Dest': 'iframe' };

export async function pages(bench) {
  for (const { level } of levels) writeFileSync(join(bench.directory, `${level}.svg`), drawingOf(level));
  writeFileSync(join(bench.directory, 'tower.yaml'), JSON.stringify(TOWER)); // JSON is YAML
  await bench.command('provision', join(bench.directory, 'tower.yaml'));
  const { rows } = await bench.db.query(`select embed.key, min(unit.id) as unit, unit.asset_id as asset
    from mapping.embed join mapping.embed_map map on (map.account_id, map.embed_id) = (embed.account_id, embed.id)
    join catalog.unit on unit.asset_id = map.asset_id where embed.name = 'Tower' group by embed.key, unit.asset_id`);
  const [{ key, unit, asset }] = rows;
  const env = { DATA_DIR: join(bench.directory, 'files') };
  const service = await bench.service(env);
  const uncached = await bench.service({ ...env, RESPONSE_CACHE_MB: '0' });
  for (const [name, address] of [
    [`one unit, while ${PAGES_A_SECOND} pages a second are opened`, service],
    ['the same, without the response cache', uncached],
  ]) {
    const page = `${address}/embed/${key}`;
    while ((await fetch(page)).status === 503) await sleep(100); // until its document is built
    const read = () => bench.measure(`${address}/v1/assets/${asset}/multifamily/units/${unit}`, {}, ONE);
    const open = () => bench.measure(page, BROWSER, { connections: PAGES_A_SECOND, perSecond: PAGES_A_SECOND });
    const times = await bench.turns({
      beside: async () => (await Promise.all([read(), open()]))[0].median,
      idle: async () => (await read()).median,
    });
    bench.print(name, 'median time, against idle', ratios(times.beside, times.idle), '<= 2');
  }
}

/** Homes of a level, in rows of fifteen; the numbers of the drawing are those of its units. */
const homes = Array.from({ length: HOMES / FLOORS }, (_, at) => at);
const numberOf = (level, at) => String(level * 100 + at);
const drawingOf = (level) => {
  const rooms = homes.map((at) => {
    const [x, y] = [(at % 15) * 12, Math.floor(at / 15) * 12];
    const number = numberOf(level, at);
    return `<rect id="R${number}" x="${x}" y="${y}" width="11" height="11"/><text x="${x + 1}" y="${y + 7}" font-size="3">${number}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">${rooms.join('')}</svg>`;
};

const levels = Array.from({ length: FLOORS }, (_, at) => ({ level: at + 1, name: `Level ${at + 1}` }));

const TOWER = {
  accounts: [
    {
      name: 'Towers',
      assets: ['Tower'],
      embeds: [{ name: 'Tower', maps: levels.map(({ name }) => ({ asset: 'Tower', map: name })) }],
    },
  ],
  assets: [
    {
      ...{ name: 'Tower', display_name: 'Tower', market: 'multifamily', address_line1: '1 Quay Street' },
      ...{ address_city: 'New York', address_state: 'NY', address_country: 'USA', address_postal_code: '10004' },
      buildings: [{ name: 'Main' }],
      floors: levels.map(({ level, name }) => ({
        name,
        filter_label: name,
        filter_short_label: `L${level}`,
        sort: level,
      })),
      floor_plans: [{ name: 'A1', bedroom_count: 1, bathroom_count: 1, filter_label: 'One bedroom' }],
      units: levels.flatMap(({ level, name: floor }) =>
        homes.map((at) => ({
          ...{ unit_number: numberOf(level, at), building: 'Main', floor, floor_plan: 'A1', area: 500 + at },
        })),
      ),
      unit_maps: levels.map(({ level, name }) => ({ name, style: 'b', source: `${level}.svg` })),
    },
  ],
};

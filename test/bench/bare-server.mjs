/**
 * The yardstick of the reads: bare node:http and pg, one named prepared statement, JSON made by Postgres, the key looked
 * up in memory. It does the same query and writes the same body; it has nothing else.
 *   DATABASE_URL=... PORT=... KEY=... node bare-server.mjs
 */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, options: '-c timezone=UTC' });
const keys = new Map([[process.env.KEY, { accounts: null }]]);

const UNIT = `unit.id::text, unit.asset_id::text, unit.building_id::text, unit.floor_id::text, unit.floor_plan_id::text,
  unit.id::text as map_id, unit.unit_number, unit.area, unit.is_affordable_housing_unit, $2 || unit.view_image as view_image_url,
  $2 || unit.secondary_view_image as secondary_view_image_url, unit.created_at, unit.updated_at`;

const list = {
  name: 'list',
  text: `select string_agg(row_to_json(shown)::text, ',') as data from (
    select ${UNIT} from catalog.unit unit where unit.asset_id = $1 order by unit.id limit 101) shown`,
};
const one = {
  name: 'one',
  text: `select row_to_json(shown)::text as data from (select ${UNIT} from catalog.unit unit where unit.asset_id = $1 and unit.id = $3) shown`,
};

createServer(async (request, response) => {
  if (!keys.has(request.headers['api-key'])) return void response.writeHead(401).end();
  const [, , , asset, , , unit] = request.url.split('?', 1)[0].split('/');
  const base = `http://${request.headers.host}/files/`;
  const { rows } = await pool.query({ ...(unit ? one : list), values: unit ? [asset, base, unit] : [asset, base] });
  const body = unit
    ? rows[0].data
    : `{"paging":{"per_page":100,"current_page":1,"prev_url":null,"next_url":null},"data":[${rows[0].data}]}`;
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

/**
 * What people would put before the same tables instead: PostGraphile, from npm into a folder of its own, with the Node that it wants (it is no part of
 * this project). Same Postgres, same pool size, its own key check left out: it has none.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ratios } from './bench.mjs';

const VERSION = '5.1.5';
const LIST = '/v1/assets/1/multifamily/units';
const FIELDS = `rowId assetId buildingId floorId floorPlanId unitNumber area isAffordableHousingUnit viewImage secondaryViewImage createdAt updatedAt`;

const SERVER = `
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
const preset = {
  extends: [PostGraphileAmberPreset],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, maskError: (error) => error },
  grafast: { explain: false },
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['catalog'], poolConfig: { max: 30 } })],
};
const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
`;

export async function peers(bench) {
  const folder = join(bench.directory, 'postgraphile');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  const wanted = ['node@22', `postgraphile@${VERSION}`];
  const fault = await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...wanted], { cwd: folder })
    .then(() => undefined, (error) => error); // oxfmt-ignore
  if (fault) return console.log(`PostGraphile cannot be had here, and is left out: ${String(fault.stderr || fault).trim().split('\n')[0]}`); // oxfmt-ignore
  const { address: peer } = await bench.process('server.mjs', { NODE_ENV: 'production', GRAPHILE_ENV: 'production' }, folder, join(folder, 'node_modules/node/bin/node')); // oxfmt-ignore
  const service = await bench.service();
  const uncached = await bench.service({ RESPONSE_CACHE_MB: '0' });
  const asked = {
    'list of 100 units': [LIST, `{allUnits(first:100,condition:{assetId:"1"},orderBy:PRIMARY_KEY_ASC){nodes{${FIELDS}} pageInfo{hasNextPage endCursor}}}`, '>= 5'], // oxfmt-ignore
    'one unit': [`${LIST}/500`, `{unitByAssetIdAndRowId(assetId:"1",rowId:"500"){${FIELDS}}}`, ''],
  };
  for (const [name, [path, query, goal]] of Object.entries(asked)) {
    const body = JSON.stringify({ query });
    const answer = await fetch(`${peer}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }); // oxfmt-ignore
    const { data, errors } = await answer.json();
    if (errors || !data) throw new Error(`PostGraphile: ${JSON.stringify(errors)}`);
    const rates = await bench.turns({
      ours: async () => (await bench.measure(service + path)).rate,
      uncached: async () => (await bench.measure(uncached + path)).rate,
      peer: async () => (await bench.measure(`${peer}/graphql`, {}, { body })).rate,
    });
    const what = `throughput against PostGraphile ${VERSION}`;
    bench.print(name, what, ratios(rates.ours, rates.peer), goal);
    bench.print(`${name}, without the response cache`, what, ratios(rates.uncached, rates.peer), goal);
  }
}

/**
 * What people would put before the same tables instead: PostGraphile, from npm into a folder of its own (it is no part of
 * this project). Same Postgres, same pool size, its own key check left out: it has none.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ratios } from './bench.mjs';

const VERSION = '5.1.0';
const LIST = '/v1/assets/1/multifamily/units';
const FIELDS = `id assetId buildingId floorId floorPlanId unitNumber area isAffordableHousingUnit viewImage secondaryViewImage createdAt updatedAt`;

const SERVER = `
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
const preset = {
  extends: [PostGraphileAmberPreset],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
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
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `postgraphile@${VERSION}`], { cwd: folder }); // prettier-ignore
  const { address: peer } = await bench.process('server.mjs', { NODE_ENV: 'production', GRAPHILE_ENV: 'production' }, folder); // prettier-ignore
  const service = await bench.service({ ANSWER_MEMORY: '0' });
  const asked = {
    'list of 100 units': [LIST, `{allUnits(first:100,condition:{assetId:"1"},orderBy:PRIMARY_KEY_ASC){nodes{${FIELDS}} pageInfo{hasNextPage endCursor}}}`, '>= 5'], // prettier-ignore
    'one unit': [`${LIST}/500`, `{unitByAssetIdAndId(assetId:"1",id:"500"){${FIELDS}}}`, ''],
  };
  for (const [name, [path, query, goal]] of Object.entries(asked)) {
    const body = JSON.stringify({ query });
    const answer = await fetch(`${peer}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }); // prettier-ignore
    const { data, errors } = await answer.json();
    if (errors || !data) throw new Error(`PostGraphile: ${JSON.stringify(errors)}`);
    const rates = await bench.turns({
      ours: async () => (await bench.measure(service + path)).rate,
      peer: async () => (await bench.measure(`${peer}/graphql`, {}, { body })).rate,
    });
    bench.print(`${name}, made anew each time`, `throughput against PostGraphile ${VERSION}`, ratios(rates.ours, rates.peer), goal); // prettier-ignore
  }
}

/** A provision file of one asset with 10,000 units that are new, all changed, or all the same: CPU time of the command and of Postgres. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cpuOf, postmasterOf } from './cpu.mjs';
import { UNITS } from './data.mjs';

/** Makes the command print, when it ends, the CPU time that it has used. */
const USAGE = `data:text/javascript,process.on('exit', () => process.stderr.write('CPU ' + process.cpuUsage().user + ' ' + process.cpuUsage().system))`;

export async function provision(bench) {
  const file = join(bench.directory, 'provision.yaml');
  const run = async (asset, area) => {
    writeFileSync(file, documentOf(asset, area));
    const before = cpuOf(postmasterOf(bench));
    const service = await provisioned(bench, file);
    return { service, postgres: cpuOf(postmasterOf(bench)) - before };
  };
  const results = { new: [], changed: [], same: [] };
  for (let round = -1; round < bench.rounds; round++) {
    await bench.giveWay();
    const asset = `Provisioned ${round}`;
    const measured = { new: await run(asset, 400), changed: await run(asset, 500), same: await run(asset, 500) };
    if (round >= 0) for (const [what, result] of Object.entries(measured)) results[what].push(result);
  }
  for (const [what, measured] of Object.entries(results)) {
    const name = `provision of ${UNITS.toLocaleString('en')} units, ${what}`;
    bench.print(name, 'ms CPU of the command', measured.map(({ service }) => service)); // oxfmt-ignore
    bench.print(name, 'ms CPU of Postgres', measured.map(({ postgres }) => postgres)); // oxfmt-ignore
  }
}

/** @returns ms of CPU time */
async function provisioned({ root, url, directory }, file) {
  const command = [join(root, 'dist/apps/cli/src/main.js'), 'provision', file];
  const child = spawn(process.execPath, ['--import', USAGE, ...command], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(directory, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const [, user, system] = /CPU (\d+) (\d+)/.exec(said) ?? [];
  if (code !== 0 || !user) throw new Error(`provision: ${code} ${said}`);
  return (Number(user) + Number(system)) / 1000;
}

/** JSON is YAML. */
const documentOf = (name, area) =>
  JSON.stringify({
    assets: [
      {
        ...{
          name,
          display_name: name,
          market: 'multifamily',
          address_line1: '1 Quay Street',
          address_city: 'New York',
        },
        ...{ address_state: 'NY', address_country: 'USA', address_postal_code: '10004' },
        buildings: [{ name: 'North' }],
        floors: [{ name: 'Level 1', filter_label: 'Level 1', filter_short_label: 'L1', sort: 1 }],
        floor_plans: [{ name: 'A1', bedroom_count: 1, bathroom_count: 1.5, filter_label: 'One bedroom' }],
        units: Array.from({ length: UNITS }, (_, at) => ({
          ...{ unit_number: String(at), building: 'North', floor: 'Level 1', floor_plan: 'A1', area: area + (at % 90) },
        })),
      },
    ],
  });

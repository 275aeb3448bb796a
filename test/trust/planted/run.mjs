import { PROBES } from '../probes/index.mjs';
import { Enough, Findings } from '../support/report.mjs';
import { Deployment } from '../support/deployment.mjs';
import { brokenBuild, changedFiles } from './build.mjs';
import { FAULTS } from './faults.mjs';

/** Builds every planted fault and asks the probe that should find it. @returns how many were not found */
export async function planted(environment, options) {
  const wanted = FAULTS.filter(
    ({ name, probe }) => !options.only || options.only.some((text) => name.includes(text) || probe === text),
  );
  wanted.forEach(changedFiles); // what does not match fails before anything runs
  const rows = [];
  for (const fault of wanted) {
    const { dist, remove } = brokenBuild(fault);
    const row = await find(environment, fault, dist, options).finally(remove);
    console.log(
      `${row.found ? 'found    ' : 'NOT FOUND'}  ${fault.probe.padEnd(8)} ${fault.name} (${row.seconds.toFixed(0)} s)`,
    );
    if (row.what) console.log(`             ${row.what}`);
    if (row.before.length > 0) console.log(`             before it: ${row.before.join('; ').slice(0, 700)}`);
    if (row.request) console.log(`             ${row.request.slice(0, 700)}`);
    rows.push(row);
  }
  const missed = rows.filter(({ found }) => !found).length;
  if (options.markdown) console.log(markdown(rows));
  console.log(`\n${rows.length - missed} of ${rows.length} planted faults found`);
  return missed;
}

async function find(environment, fault, dist, options) {
  const from = performance.now();
  const { probe, deployment: wanted = {} } = PROBES.find(({ name }) => name === fault.probe);
  const findings = new Findings({ expect: fault.expect });
  let deployment;
  let ended = '';
  try {
    deployment = await Deployment.open(environment, { ...wanted, dist, ...(fault.env && { env: fault.env }) });
    Object.assign(findings, { secrets: deployment.keys, base: deployment.bases()[0] });
    for (const sql of fault.sql ?? []) await deployment.sql(sql);
    await probe(deployment, findings, { ...options, only: undefined, short: true, ...fault.options, environment });
  } catch (error) {
    if (!(error instanceof Enough)) ended = String(error.stack ?? error);
  } finally {
    await deployment?.close();
  }
  const { expected, violations } = findings;
  const shown = expected ?? violations[0];
  return {
    fault,
    found: expected !== undefined,
    what: expected ? expected.what : shown ? `by something else: ${shown.what}` : ended,
    request: shown ? shortened(shown) : '',
    before: violations.filter((each) => each !== shown).map(({ what }) => what),
    seconds: (performance.now() - from) / 1000,
  };
}

const shortened = ({ request, detail }) =>
  (request || detail || '').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://localhost:3000');

const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 260);

const markdown = (rows) =>
  [
    '| Planted fault | Probe | Found | What it said | Smallest request, or what was seen |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ fault, found, what, request }) =>
        `| ${cell(fault.name)} | ${fault.probe} | ${found ? 'yes' : 'NO'} | ${cell(what)} | ${request ? `\`${cell(request.replaceAll('http://localhost:3000', '…').replace(' --path-as-is', ''))}\`` : ''} |`,
    ),
  ].join('\n');

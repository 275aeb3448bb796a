import { SCENARIOS } from '../scenarios/index.mjs';
import { Enough, Findings } from '../support/report.mjs';
import { Deployment } from '../support/deployment.mjs';
import { brokenBuild, changedSources } from './build.mjs';
import { MUTATIONS } from './mutations.mjs';

/** Builds each mutation and runs the scenario that should find it. @returns the number of mutations not found */
export async function runMutations(environment, options) {
  const wanted = MUTATIONS.filter(
    ({ name, scenario }) => !options.only || options.only.some((text) => name.includes(text) || scenario === text),
  );
  wanted.forEach(changedSources); // what does not match fails before anything runs
  const rows = [];
  for (const mutation of wanted) {
    const { dist, remove } = await brokenBuild(mutation);
    const row = await find(environment, mutation, dist, options).finally(remove);
    console.log(
      `${row.found ? 'found    ' : 'NOT FOUND'}  ${mutation.scenario.padEnd(8)} ${mutation.name} (${row.seconds.toFixed(0)} s)`,
    );
    if (row.what) console.log(`             ${row.what}`);
    if (row.before.length > 0) console.log(`             before it: ${row.before.join('; ').slice(0, 700)}`);
    if (row.request) console.log(`             ${row.request.slice(0, 700)}`);
    rows.push(row);
  }
  const missed = rows.filter(({ found }) => !found).length;
  if (options.markdown) console.log(markdown(rows));
  console.log(`\n${rows.length - missed} of ${rows.length} mutations found`);
  return missed;
}

async function find(environment, mutation, dist, options) {
  const from = performance.now();
  const { scenario, deployment: wanted = {} } = SCENARIOS.find(({ name }) => name === mutation.scenario);
  const findings = new Findings({ expect: mutation.expect });
  let deployment;
  let ended = '';
  try {
    deployment = await Deployment.open(environment, { ...wanted, dist, ...(mutation.env && { env: mutation.env }) });
    Object.assign(findings, { secrets: deployment.keys, base: deployment.bases()[0] });
    for (const sql of mutation.sql ?? []) await deployment.sql(sql);
    await scenario(deployment, findings, {
      ...options,
      only: undefined,
      short: true,
      ...mutation.options,
      environment,
    });
  } catch (error) {
    if (!(error instanceof Enough)) ended = String(error.stack ?? error);
  } finally {
    await deployment?.close();
  }
  const { expected, violations } = findings;
  const shown = expected ?? violations[0];
  return {
    mutation,
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
    '| Mutation | Scenario | Found | What it said | Smallest request, or what was seen |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ mutation, found, what, request }) =>
        `| ${cell(mutation.name)} | ${mutation.scenario} | ${found ? 'yes' : 'NO'} | ${cell(what)} | ${request ? `\`${cell(request.replaceAll('http://localhost:3000', '…').replace(' --path-as-is', ''))}\`` : ''} |`,
    ),
  ].join('\n');

/**
 * `npm run blackbox`: asks the built service, from outside, whether it holds what docs/robustness-tests.md lists. Exit code 1 if not.
 * Options: --short, --only NAME[,NAME], --seed N, --rounds N, --mutations, --against URL --key KEY [--ai URL]
 */
import { BootstrapError, isProgram, prepare, runMain } from '../../apps/cli/bootstrap.mjs';
import { optionsOf } from './support/options.mjs';
import { runMutations } from './mutations/run.mjs';
import { SCENARIOS } from './scenarios/index.mjs';
import { Enough, Findings } from './support/report.mjs';
import { foreignDeployment } from './support/foreign.mjs';
import { Environment, Deployment } from './support/deployment.mjs';

async function run(words) {
  const options = optionsOf(
    words,
    SCENARIOS.map(({ name }) => name),
  );
  prepare();
  console.log(`seed ${options.seed}`);
  const scenarios = SCENARIOS.filter(({ name }) => !options.only || options.only.includes(name));
  if (options.against) return foreign(options);
  const environment = await Environment.open();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => environment.close().finally(() => process.exit(1)));
  process.once('uncaughtException', (error) => {
    console.error(error);
    void environment.close().finally(() => process.exit(1));
  });
  // Work that a scenario had begun when its time was up.
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof Enough)) throw error;
  });
  process.on('rejectionHandled', () => undefined); // else it is warned of
  const rows = [];
  try {
    if (options.mutations) {
      if ((await runMutations(environment, options)) > 0) process.exitCode = 1;
      return;
    }
    for (const scenario of scenarios) rows.push(await runScenario(scenario, environment, options));
  } finally {
    await environment.close();
  }
  table(rows);
  if (rows.some(({ found }) => found > 0)) process.exitCode = 1;
}

/** Of a service that runs elsewhere: hostile reads alone. */
async function foreign(options) {
  const deployment = foreignDeployment(options.against, options.key);
  const scenario = SCENARIOS.find(({ name }) => name === 'hostile');
  const row = await runScenario({ ...scenario, deployment }, undefined, {
    ...options,
    rounds: options.rounds ?? 5_000,
  });
  if (row.found > 0) process.exitCode = 1;
}

async function runScenario({ name, scenario, deployment: wanted = {} }, environment, options) {
  const from = performance.now();
  const findings = new Findings({ onViolation: tell(name) });
  const deployment =
    wanted === null ? undefined : wanted.isForeign ? wanted : await Deployment.open(environment, wanted);
  try {
    if (deployment) Object.assign(findings, { secrets: deployment.keys, base: deployment.bases()[0] });
    await scenario(deployment ?? environment, findings, { ...options, environment });
  } catch (error) {
    findings.violation(`the scenario itself failed: ${error.stack}`);
  } finally {
    await deployment?.close();
  }
  for (const note of findings.notes) console.log(`  ${name}: ${note}`);
  const row = { name, done: findings.summary, found: findings.found, seconds: (performance.now() - from) / 1000 };
  console.log(line(row));
  return row;
}

const tell =
  (name) =>
  ({ what, detail, request }) => {
    console.log(`  VIOLATION ${name}: ${what}`);
    if (detail) console.log(`    ${detail}`);
    if (request) console.log(`    ${request}`);
  };

const line = ({ name, done, found, seconds }) =>
  `${name.padEnd(8)} ${String(found).padStart(10)}  ${`${seconds.toFixed(0)} s`.padStart(7)}  ${done}`;

function table(rows) {
  console.log(`\n${'scenario'.padEnd(8)} ${'violations'}  ${'time'.padStart(7)}  asked`);
  for (const row of rows) console.log(line(row));
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  console.log(`${found === 0 ? 'Everything holds' : `${found} violations`}`);
}

if (isProgram(import.meta.url)) {
  await runMain(async () => {
    try {
      await run(process.argv.slice(2));
    } catch (error) {
      if (error instanceof BootstrapError) throw error;
      console.error(error);
      process.exitCode = 1;
    }
  });
  process.exit();
}

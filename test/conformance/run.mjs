/**
 * `npm run conformance -- --url URL --key KEY`: checks over HTTP whether a server keeps what the contract
 * promises. docs/conformance.md describes it.
 */
import { isProgram } from '../../apps/cli/bootstrap.mjs';
import { EXPECTATIONS } from './expectations/index.mjs';
import { readEverything } from './support/inventory.mjs';
import { optionsOf, USAGE, UsageError } from './support/options.mjs';
import { outcomeOf, Place } from './support/place.mjs';
import { line, totals, writeReports } from './support/report.mjs';
import { Unreachable } from './support/server.mjs';

/** Runs one expectation after the other, because only one transaction can be open. @param onResult called with each result */
export async function conformance(options, onResult = () => undefined) {
  const place = new Place(options);
  const results = [];
  for (const expectation of EXPECTATIONS) {
    if (!options.profiles.includes(expectation.profile)) continue;
    if (options.only && !options.only.includes(expectation.id)) continue;
    const result = await tried(expectation, place);
    results.push(result);
    onResult(result);
  }
  if (options.record) await readEverything(place);
  return results;
}

async function tried(expectation, place) {
  const from = performance.now();
  const { outcome, seen } = await expectation.holds(place).then(() => ({ outcome: 'holds' }), outcomeOf);
  const { id, profile, says } = expectation;
  return { id, profile, says, outcome, seen, milliseconds: Math.round(performance.now() - from) };
}

async function run(words) {
  const options = optionsOf(words, EXPECTATIONS);
  const results = await conformance(options, (result) => console.log(line(result)));
  writeReports(options, results);
  const { holds, broken, not_applicable: none } = totals(results);
  console.log(`\n${holds} hold, ${broken} broken, ${none} not applicable`);
  return holds + broken === 0 ? 2 : Math.min(broken, 1);
}

if (isProgram(import.meta.url))
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof UsageError) console.error(`${error.message}\n${USAGE}`);
    else if (error instanceof Unreachable) console.error(error.message);
    else throw error;
  }

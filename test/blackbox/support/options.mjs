import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { BootstrapError } from '../../../apps/cli/bootstrap.mjs';

const USAGE =
  'usage: npm run blackbox -- [--short] [--only NAME,...] [--seed N] [--rounds N] [--mutations] [--against URL --key KEY]';

/** What the command line asks for. */
export function optionsOf(words, scenarios) {
  let values;
  try {
    ({ values } = parseArgs({
      args: words,
      options: {
        short: { type: 'boolean', default: false },
        mutations: { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string' },
        rounds: { type: 'string' },
        against: { type: 'string' },
        key: { type: 'string' },
      },
    }));
  } catch (error) {
    throw new BootstrapError(`${error.message}\n${USAGE}`);
  }
  const only = values.only?.split(',');
  const unknown = values.mutations ? undefined : only?.find((name) => !scenarios.includes(name));
  if (unknown !== undefined) throw new BootstrapError(`There is no scenario "${unknown}": ${scenarios.join(', ')}`);
  if ((values.against === undefined) !== (values.key === undefined)) throw new BootstrapError(USAGE);
  return {
    ...values,
    only,
    // the short form asks the same each time, so that what it finds is of the change
    seed: number(values.seed, 'seed') ?? (values.short ? 1 : randomInt(2 ** 31)),
    rounds: number(values.rounds, 'rounds'),
  };
}

function number(text, name) {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new BootstrapError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
}

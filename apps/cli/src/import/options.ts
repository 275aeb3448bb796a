import type { Option } from '../command.js';
import { UsageError } from '../errors.js';

/** Options of every import command. */
export const COMMON: Record<string, Option> = {
  rejects: {
    type: 'string',
    value: 'FILE',
    help: 'writes rows that are not imported to this CSV file instead of standard error',
  },
  'dry-run': {
    type: 'boolean',
    help: 'reports the changes without making them; compares with the database if there is one',
  },
  json: { type: 'boolean', help: 'prints JSON: counts by outcome' },
};

export const OVERRIDE_GUARD: Option = {
  type: 'boolean',
  help: 'publishes prices that exceed the limits of the process',
};

export const ACCOUNT: Option = {
  type: 'string',
  value: 'NAME',
  help: 'account that the assets are assigned to; created if missing',
};

export const ASSET_NAME: Option = {
  type: 'string',
  value: 'TEMPLATE',
  help: 'name by which an asset is found again, composed of {name} and {id}, default "{name} ({id})"',
};

export const MARKET: Option = { type: 'string', value: 'MARKET', help: 'such as multifamily' };

/** Fills in `{name}` and `{id}`; undefined if a value is missing. */
export function filled(
  template = '{name} ({id})',
  given: { name?: string | undefined; id?: string | undefined },
): string | undefined {
  let whole = true;
  const text = template.replace(/\{(name|id)\}/g, (_, part: 'name' | 'id') => {
    whole &&= Boolean(given[part]);
    return given[part] ?? '';
  });
  return whole ? text : undefined;
}

/** @throws UsageError unless the value is a number of this kind, at least 0 or `least` */
export function numberOption(
  command: string,
  name: string,
  text: string | undefined,
  { fractions = false, least = 0 } = {},
): number | undefined {
  if (text === undefined) return undefined;
  const value = (fractions ? /^\d+(\.\d+)?$/ : /^\d+$/).test(text) ? Number(text) : NaN;
  if (!(value >= least) || !Number.isSafeInteger(Math.floor(value)))
    throw new UsageError(
      `--${name} must be a ${fractions ? '' : 'whole '}number from ${least}, not "${text}"`,
      command,
    );
  return value;
}

/** Parses `22=12,33=13`. @throws UsageError */
export function pairsOption(command: string, name: string, text: string | undefined): Map<string, string> {
  const pairs = (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('='));
  for (const pair of pairs)
    if (pair.length !== 2 || pair.some((part) => part === ''))
      throw new UsageError(`--${name} must be pairs such as 1=12,2=13, not "${text}"`, command);
  return new Map(pairs as [string, string][]);
}

/** The floor of units for which the file has none. */
export interface GivenFloor {
  name: string;
  filter_label: string;
  filter_short_label: string;
  sort: number;
}

/** A floor named by its level; one without a number is sorted first. */
export const floorOf = (level: string): GivenFloor => ({
  name: level,
  filter_label: level,
  filter_short_label: level,
  sort: /^-?\d{1,3}$/.test(level) ? Number(level) : 0,
});

/** @throws UsageError */
export function floorOption(command: string, text: string | undefined): GivenFloor | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '' || [...text].length > 4)
    throw new UsageError(`--floor must be of 1 to 4 characters, as its short label is, not "${text}"`, command);
  return floorOf(text);
}

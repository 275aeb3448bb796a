import { parseArgs } from 'node:util';
import { PROFILE_NAMES } from '../expectations/index.mjs';
import { isHttp } from './server.mjs';

export const USAGE = `usage: npm run conformance -- --url URL --key KEY [options]
  --profile NAME,...      ${PROFILE_NAMES.join(', ')}; default: read, and second with --second-url
                          write creates an asset, which stays; ingest replaces the prices of --process
  --second-url URL        the second API: data models
  --process ASSET/PROCESS the pricing process whose prices may be replaced
  --asset ID              the asset that is looked at; default: one with units
  --only ID,...           only these expectations
  --json FILE, --junit FILE, --html FILE
  --record FILE           every request and response of the run, and all that the key can read, without the key
The key may also stand in CONFORMANCE_KEY. Exit code: 0 all hold, 1 some are broken, 2 nothing could be tried.`;

export class UsageError extends Error {}

export function optionsOf(words, expectations) {
  const { only, profile, 'second-url': secondUrl, ...values } = parsed(words);
  const key = values.key ?? process.env.CONFORMANCE_KEY;
  const profiles = profile?.split(',') ?? [...(values.url ? ['read'] : []), ...(secondUrl ? ['second'] : [])];
  const ids = only?.split(',');
  const unknown =
    profiles.find((name) => !PROFILE_NAMES.includes(name)) ??
    ids?.find((id) => !expectations.some((expectation) => expectation.id === id));
  if (unknown !== undefined) throw new UsageError(`There is no "${unknown}"`);
  const needsMain = profiles.some((name) => name !== 'second');
  if (!key || profiles.length === 0) throw new UsageError('--url and --key are needed');
  if (needsMain && !isHttp(values.url)) throw new UsageError('--url must be an http(s) address');
  if (profiles.includes('second') && !isHttp(secondUrl))
    throw new UsageError('--second-url must be an http(s) address');
  if (profiles.includes('ingest') && !/^[^/]+\/[^/]+$/.test(values.process ?? ''))
    throw new UsageError('ingest replaces prices: name the process by --process ASSET/PROCESS');
  return { ...values, key, secondUrl, profiles, only: ids };
}

function parsed(words) {
  const names = ['url', 'key', 'profile', 'second-url', 'process', 'asset', 'only', 'json', 'junit', 'html', 'record'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

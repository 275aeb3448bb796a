import { ViewAsset } from '@app/catalog/contract';
import { OPERATOR } from '@app/platform/auth';
import { Problem } from '@app/platform/core';
import type { SentEntry } from '@app/pricing/contract';
import { UpsertProcess } from '@app/pricing/provisioning';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Command } from '../../command.js';
import { ifReachable } from '../../dry-run.js';
import { CommandError, Interrupted } from '../../errors.js';
import { printable } from '../../printable.js';
import type { Io } from '../../io.js';
import type { Item } from '../../provision/section.js';
import { place } from '../catalog.js';
import { BATCH, processesOf, withOrder } from '../feed.js';
import { ACCOUNT, ASSET_NAME, COMMON, OVERRIDE_GUARD } from '../options.js';
import { type Preview, previewLines, previewOf, publishPreviewed, rolledBack } from '../preview.js';
import { Rejects } from '../rejects.js';
import { reading } from '../source.js';
import { Summary } from '../summary.js';
import { mitsAsset, type PricedUnit } from './mits-asset.js';
import { elementOf, MITS_OPTIONS, type MitsOptions, mitsOptions } from './mits-options.js';
import { mitsProperties } from './mits-properties.js';
import { mitsRents } from './mits-rents.js';
import type { Ignored, XmlNode } from './xml-tree.js';

const NAME = 'import mits';

export const importMits: Command = {
  name: NAME,
  parameters: ['FILE'],
  summary: 'Imports a MITS 4.1 or 5.0 property document (XML), with rents, availability and fees',
  details: `A Property becomes an asset; Building, Floorplan and ILS_Unit become buildings, floor plans and units. A building or floor plan without
a name is named by its IDValue.
The rents of each asset are published in one of its pricing processes, in one transaction: the charges of class LEASE with the rent's code
(MITS 5.0) or MITS-OfferTerm (4.1), otherwise EffectiveRent, UnitRent or MarketRent. The provider_id of a unit is its IDValue. Units that are not
available have no price; a unit with an unknown status is reported and has none either, unless --status gives the meaning of the word.
Fees become expenses: the charges of MITS 5.0, and Fee, Deposit, pet policies, parking and included utilities of 4.1. Expenses that the file no
longer contains stay.
Nothing is guessed: elements that cannot be imported, or lack a required field, are reported with their lines; options supply what the file lacks.
Malformed XML is rejected before anything is changed. May be repeated: unchanged resources are left alone; prices are replaced.
Shows the changes in the prices of each property before publishing them; a change that exceeds the limits of its process is not published.`,
  options: {
    process: { type: 'string', value: 'NAME', help: 'pricing process of the rents, created if missing; default MITS' },
    'override-guard': OVERRIDE_GUARD,
    'without-rents': { type: 'boolean', help: 'does not import prices' },
    account: ACCOUNT,
    'asset-name': ASSET_NAME,
    ...MITS_OPTIONS,
    ...COMMON,
  },
  async run(input, io) {
    const { options, flags } = input;
    const file = input.parameters[0]!;
    const job: Job = {
      io,
      file,
      options: mitsOptions(NAME, input),
      account: options['account'],
      overridesGuard: flags['override-guard'] ?? false,
      isDryRun: flags['dry-run'] ?? false,
      isJson: flags['json'] ?? false,
      process: flags['without-rents'] ? undefined : (options['process'] ?? 'MITS'),
      rejects: new Rejects(io, file, options['rejects']),
      summary: new Summary(),
      ignored: new Map(),
      totals: { properties: 0, placed: 0, prices: 0 },
      unavailable: new Map(),
      reports: [],
      guardErrors: [],
    };
    try {
      await requireWellFormed(job);
      await importFile(job);
      if (job.totals.placed === 0)
        throw new CommandError(`${file}: none of ${job.totals.properties} properties can be imported.`);
      io.out(job.isJson ? JSON.stringify(json(job), null, 2) : reportOf(job));
      if (job.guardErrors.length > 0 && !job.isDryRun) throw new CommandError(job.guardErrors.join('\n'));
    } finally {
      job.rejects.close();
    }
  },
};

interface Job {
  io: Io;
  file: string;
  options: MitsOptions;
  account: string | undefined;
  /** whether changes may exceed the limits of the process */
  overridesGuard: boolean;
  isDryRun: boolean;
  isJson: boolean;
  /** name of the pricing process; undefined = no rents */
  process: string | undefined;
  rejects: Rejects;
  summary: Summary;
  ignored: Map<string, Ignored>;
  totals: { properties: number; placed: number; prices: number };
  /** numbers of units that are not available, by the status word that says so */
  unavailable: Map<string, number>;
  /** one for each property with prices */
  reports: ({ property: string } & Pick<Preview, 'report' | 'unmatched'>)[];
  /** errors for prices that exceed the limits of their process */
  guardErrors: string[];
}

async function importFile(job: Job): Promise<void> {
  if (!job.isDryRun) return withOrder(job.io, (app) => read(job, app));
  const isCompared = await ifReachable(job.io, async (app) => {
    await read(job, app);
    return true;
  });
  if (!isCompared) await read(job);
}

/** Reads the whole file first, because properties are imported one by one: an error at its end must not follow partial imports. */
const requireWellFormed = ({ io, file }: Job): Promise<void> =>
  reading(io, 'Reading', file, async (meter) => {
    let count = 0;
    for await (const { line } of mitsProperties(file, { meter })) {
      if (io.signal.aborted) throw new Interrupted();
      meter.note(`${++count} properties, line ${line}`);
    }
  });

/** Without an app, only validates the document; a dry run with an app writes and rolls back. */
function read(job: Job, app?: INestApplicationContext): Promise<void> {
  const { io, file, ignored, totals } = job;
  return reading(io, 'Importing', file, async (meter) => {
    for await (const property of mitsProperties(file, { meter, ignored })) {
      if (io.signal.aborted) throw new Interrupted();
      totals.properties += 1;
      const importing = () => importProperty(job, property, app);
      await (app && job.isDryRun ? rolledBack(app, importing) : importing());
      meter.note(`${totals.placed} properties, ${totals.prices} prices`);
    }
  });
}

async function importProperty(job: Job, property: XmlNode, app?: INestApplicationContext): Promise<void> {
  const { options, file, rejects, totals } = job;
  rejects.within = elementOf(property);
  const id = options.assets.get(property.attributes['IDValue'] ?? '');
  const asset = mitsAsset(property, options, rejects, id !== undefined && app ? await stored(app, id) : undefined);
  if (!asset)
    return rejects.add({
      line: property.line,
      element: elementOf(property),
      reason: `left out with it: ${partsOf(property)}`,
    });
  const outcomes = app && (await place(app, asset.draft.declaration(file, job.account), rejects, job.summary));
  if (app && !outcomes) return;
  totals.placed += 1;
  if (job.process !== undefined) await pushRents(job, property, asset.priced, app, outcomes?.get('assets.0')?.id);
}

const partsOf = (property: XmlNode): string =>
  ['Building', 'Floorplan', 'ILS_Unit'].map((name) => `${property.all(name).length} ${name}`).join(', ');

/** Fields of an existing asset, as in the body of the create operation. */
async function stored(app: INestApplicationContext, id: string): Promise<Item> {
  const { text } = await app.get(QueryBus).execute(new ViewAsset(OPERATOR, id, ''));
  const { uuid, unit_count, logo_url, created_at, updated_at, ...fields } = JSON.parse(text) as Item;
  return fields;
}

async function pushRents(
  job: Job,
  property: XmlNode,
  units: readonly PricedUnit[],
  app?: INestApplicationContext,
  asset?: string,
): Promise<void> {
  const { options, rejects, totals, unavailable } = job;
  const rents = mitsRents(units, options, rejects);
  const { entries } = rents;
  const rejected = rents.rejected + property.all('ILS_Unit').length - units.length;
  for (const [word, count] of rents.unavailable) unavailable.set(word, (unavailable.get(word) ?? 0) + count);
  if (entries.length === 0 && (rejected > 0 || rents.unavailable.size === 0)) {
    const reason =
      rejected > 0
        ? 'no unit has a whole price: prices are left as they are'
        : 'has no units: prices are left as they are';
    return rejects.add({ line: property.line, element: elementOf(property), reason });
  }
  if (!app || (await push(job, property, app, asset!, entries))) totals.prices += entries.length;
}

/** Publishes prices. @returns whether the guard accepts them @throws CommandError if another transaction is open */
async function push(
  job: Job,
  property: XmlNode,
  app: INestApplicationContext,
  asset: string,
  entries: readonly SentEntry[],
): Promise<boolean> {
  const { io, file, process, overridesGuard, isDryRun } = job;
  const name = elementOf(property);
  try {
    const target = { asset, process: await processOf(app, asset, process!) };
    const preview = () => previewOf(app, target, batchesOf(entries), io.signal, overridesGuard);
    const prices = await (isDryRun ? preview() : rolledBack(app, preview)); // a dry run is rolled back as a whole
    tell(job, name, prices);
    if (prices.guardError !== undefined)
      job.guardErrors.push(`${file}:${property.line}: ${name}: ${prices.guardError}`);
    const isSent = !isDryRun && prices.guardError === undefined;
    const sent = isSent && (await publishPreviewed(app, target, prices, batchesOf(entries), io.signal, overridesGuard));
    const { report, unmatched } = { ...prices, ...(sent && { report: sent.report }) };
    job.reports.push({ property: name, report, unmatched });
    return prices.guardError === undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandError(`${file}:${property.line}: ${name}: ${process}: ${error.message}`);
  }
}

function tell({ io, isJson, isDryRun }: Job, property: string, prices: Preview): void {
  if (isJson) return;
  io.rewrite?.(''); // the progress bar's line
  const guardError = isDryRun && prices.guardError !== undefined ? [prices.guardError] : []; // otherwise reported at the end
  for (const line of [...previewLines(prices), ...guardError])
    io.out(printable(line.startsWith(' ') ? line : `${property}: ${line}`));
}

/** Finds or creates a process; an existing one is not changed. */
async function processOf(app: INestApplicationContext, asset: string, name: string): Promise<string> {
  const known = (await processesOf(app, asset)).find((process) => process.name === name);
  if (known) return known.id;
  const declared = { name, type: 'push', pricingStrategy: 'revenue_management' } as const;
  return (await app.get(CommandBus).execute(new UpsertProcess(asset, declared))).id;
}

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

const json = ({ totals, unavailable, summary, rejects, ignored, reports }: Job) => ({
  ...totals,
  unavailable: Object.fromEntries(unavailable),
  made: summary.json(),
  rejected: rejects.count,
  ignored: Object.fromEntries(ignored),
  reports,
});

const countsOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([word, count]) => `${count} ${word}`).join(', ');

function reportOf({ totals, unavailable, summary, rejects, ignored, isDryRun }: Job): string {
  const left = [...ignored].map(([path, { count, line }]) => `${count} ${path} (line ${line})`);
  return [
    ...(isDryRun ? [`${totals.placed} of ${totals.properties} properties can be imported; nothing was changed.`] : []),
    ...(isDryRun && !summary.isEmpty ? ['It would be:'] : []),
    ...summary.lines(),
    `prices: ${totals.prices}`,
    ...(unavailable.size > 0 ? [`Units not available, by status: ${countsOf(unavailable)}`] : []),
    ...(left.length > 0 ? [`Ignored elements, with the line of the first: ${left.join(', ')}`] : []),
    ...(rejects.count > 0
      ? [`Rejected or incomplete: ${rejects.count}, see the lines above or the file of --rejects`]
      : []),
  ].join('\n');
}

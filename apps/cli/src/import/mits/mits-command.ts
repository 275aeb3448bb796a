import { ViewAsset } from '@app/catalog/contract';
import { OPERATOR } from '@app/platform/auth';
import { Problem } from '@app/platform/core';
import { type IngestReport, type SentEntry } from '@app/pricing/contract';
import { UpsertProcess } from '@app/pricing/provisioning';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Command } from '../../command.js';
import { CommandFault, Interrupted } from '../../faults.js';
import type { Io } from '../../io.js';
import type { Item } from '../../provision/section.js';
import { place } from '../catalog.js';
import { BATCH, processesOf, publish, withOrder } from '../feed.js';
import { ACCOUNT, ASSET_NAME, COMMON, OVERRIDE_GUARD } from '../options.js';
import { reportLines, type Unmatched, unmatchedLines, unmatchedOf } from '../price-report.js';
import { Rejects } from '../rejects.js';
import { reading } from '../source.js';
import { Tally } from '../tally.js';
import { mitsAsset } from './mits-asset.js';
import { elementOf, MITS_OPTIONS, type MitsOptions, mitsOptions } from './mits-options.js';
import { mitsProperties } from './mits-properties.js';
import { mitsRents } from './mits-rents.js';
import type { Ignored, XmlNode } from './xml-tree.js';

const NAME = 'import mits';

export const importMits: Command = {
  name: NAME,
  parameters: ['FILE'],
  summary: 'Imports a MITS 4.1 or 5.0 property document (XML), with rents and availability',
  details: `Properties are assets; Building, Floorplan and ILS_Unit what they are called. A building or floor plan without a name goes by its IDValue.
Rents are pushed to a pricing process of each asset, in one transaction each: of MITS 5.0 the charges of the class LEASE with the rent's
code, of 4.1 MITS-OfferTerm; else EffectiveRent, UnitRent, MarketRent. A unit's provider_id is its IDValue. Units that are let have no price.
Nothing is guessed: what has no place, or lacks a required field, is told with its line; options give what the file does not say.
Broken XML is refused before anything is changed. May be run again: what is as in the file stays untouched; the prices are replaced.`,
  options: {
    process: { type: 'string', value: 'NAME', help: 'pricing process of the rents, made when missing; default MITS' },
    'override-guard': OVERRIDE_GUARD,
    'without-rents': { type: 'boolean', help: 'leaves prices alone' },
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
      process: flags['without-rents'] ? undefined : (options['process'] ?? 'MITS'),
      rejects: new Rejects(io, file, options['rejects']),
      tally: new Tally(),
      ignored: new Map(),
      totals: { properties: 0, placed: 0, prices: 0, let: 0 },
      reports: [],
    };
    try {
      await requireWellFormed(job);
      await (flags['dry-run'] ? read(job) : withOrder(io, (app) => read(job, app)));
      if (job.totals.placed === 0)
        throw new CommandFault(`${file}: none of ${job.totals.properties} properties can be imported.`);
      io.out(flags['json'] ? JSON.stringify(json(job), null, 2) : told(job));
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
  /** whether prices may exceed the limits of their process */
  overridesGuard: boolean;
  /** undefined: no rents */
  process: string | undefined;
  rejects: Rejects;
  tally: Tally;
  ignored: Map<string, Ignored>;
  totals: { properties: number; placed: number; prices: number; let: number };
  /** of each property whose prices were published */
  reports: { property: string; report: IngestReport; unmatched: Unmatched[] }[];
}

/** Properties are placed one by one: what is broken at the end must not be found after the first are in. */
const requireWellFormed = ({ io, file }: Job): Promise<void> =>
  reading(io, 'Reading', file, async (meter) => {
    let count = 0;
    for await (const { line } of mitsProperties(file, { meter })) {
      if (io.signal.aborted) throw new Interrupted();
      meter.note(`${++count} properties, line ${line}`);
    }
  });

/** Without an app everything is only looked at. */
function read(job: Job, app?: INestApplicationContext): Promise<void> {
  const { io, file, ignored, totals } = job;
  return reading(io, 'Importing', file, async (meter) => {
    for await (const property of mitsProperties(file, { meter, ignored })) {
      if (io.signal.aborted) throw new Interrupted();
      totals.properties += 1;
      await take(job, property, app);
      meter.note(`${totals.placed} properties, ${totals.prices} prices`);
    }
  });
}

async function take(job: Job, property: XmlNode, app?: INestApplicationContext): Promise<void> {
  const { options, file, rejects, totals } = job;
  rejects.within = elementOf(property);
  const id = options.assets.get(property.attributes['IDValue'] ?? '');
  const draft = mitsAsset(property, options, rejects, id !== undefined && app ? await stored(app, id) : undefined);
  if (!draft)
    return rejects.add({
      line: property.line,
      element: elementOf(property),
      reason: `left out with it: ${partsOf(property)}`,
    });
  const outcomes = app && (await place(app, draft.declaration(file, job.account), rejects, job.tally));
  if (app && !outcomes) return;
  totals.placed += 1;
  if (job.process !== undefined) await pushRents(job, property, app, outcomes?.get('assets.0')?.id);
}

const partsOf = (property: XmlNode): string =>
  ['Building', 'Floorplan', 'ILS_Unit'].map((name) => `${property.all(name).length} ${name}`).join(', ');

/** What the REST API's create operation takes, of an asset that is there. */
async function stored(app: INestApplicationContext, id: string): Promise<Item> {
  const { text } = await app.get(QueryBus).execute(new ViewAsset(OPERATOR, id));
  const { uuid, unit_count, created_at, updated_at, ...fields } = JSON.parse(text) as Item;
  return fields;
}

async function pushRents(job: Job, property: XmlNode, app?: INestApplicationContext, asset?: string): Promise<void> {
  const { options, rejects, totals } = job;
  const { entries, unavailable, refused } = mitsRents(property, options, rejects);
  totals.let += unavailable;
  if (entries.length === 0 && (refused > 0 || unavailable === 0)) {
    const reason =
      refused > 0
        ? 'no unit has a whole price: prices are left as they are'
        : 'has no units: prices are left as they are';
    return rejects.add({ line: property.line, element: elementOf(property), reason });
  }
  if (app) await push(job, property, app, asset!, entries);
  totals.prices += entries.length;
}

/** @throws CommandFault, while a transaction of somebody else is open */
async function push(
  { io, file, process, reports, overridesGuard }: Job,
  property: XmlNode,
  app: INestApplicationContext,
  asset: string,
  entries: readonly SentEntry[],
): Promise<void> {
  try {
    const target = { asset, process: await processOf(app, asset, process!) };
    const { report } = await publish(app, target, batchesOf(entries), io.signal, { overridesGuard });
    reports.push({ property: elementOf(property), report, unmatched: await unmatchedOf(app, target) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CommandFault(`${file}:${property.line}: ${elementOf(property)}: ${process}: ${error.message}`);
  }
}

/** One that is there stays as it is. */
async function processOf(app: INestApplicationContext, asset: string, name: string): Promise<string> {
  const known = (await processesOf(app, asset)).find((process) => process.name === name);
  if (known) return known.id;
  const declared = { name, type: 'push', pricingStrategy: 'revenue_management' } as const;
  return (await app.get(CommandBus).execute(new UpsertProcess(asset, declared))).id;
}

function* batchesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

const json = ({ totals, tally, rejects, ignored, reports }: Job) => ({
  ...totals,
  made: tally.json(),
  rejected: rejects.count,
  ignored: Object.fromEntries(ignored),
  reports,
});

function told({ totals, tally, rejects, ignored, reports }: Job): string {
  const left = [...ignored].map(([path, { count, line }]) => `${count} ${path} (line ${line})`);
  return [
    ...(tally.isEmpty
      ? [`${totals.placed} of ${totals.properties} properties can be imported; nothing was changed.`]
      : tally.lines()),
    `prices: ${totals.prices}${totals.let > 0 ? `; ${totals.let} units are let` : ''}`,
    ...reports.flatMap(({ property, report, unmatched }) => [
      ...reportLines(report).map((line) => `${property}: ${line}`),
      ...unmatchedLines(unmatched),
    ]),
    ...(left.length > 0 ? [`No place for, with the line of the first: ${left.join(', ')}`] : []),
    ...(rejects.count > 0
      ? [`Not taken as it stands: ${rejects.count}, see the lines above or the file of --rejects`]
      : []),
  ].join('\n');
}

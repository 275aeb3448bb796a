import type { INestApplicationContext } from '@nestjs/common';
import type { Command, Input } from '../../command.js';
import { withContexts } from '../../contexts.js';
import { CommandError, Interrupted, UsageError } from '../../errors.js';
import type { Io } from '../../io.js';
import { place } from '../catalog.js';
import { ACCOUNT, ASSET_NAME, COMMON, floorOption, MARKET, numberOption } from '../options.js';
import { Rejects } from '../rejects.js';
import { reading } from '../source.js';
import { Summary } from '../summary.js';
import { housingAsset, type HousingOptions } from './housing-asset.js';
import { projectsOf } from './housing-table.js';

const NAME = 'import nyc';

export const importNyc: Command = {
  name: NAME,
  parameters: ['FILE'],
  summary: 'Imports assets and buildings from "Housing New York Units by Building" (CSV)',
  details: `Each project becomes an asset with its buildings. The table has no unit numbers, floors, areas and bathrooms, and none are
invented: --bathrooms creates a floor plan per bedroom type, --units (with --floor and --area) numbers the counted apartments of a
building from 1, those with fewest bedrooms first. An asset gets the first complete address of its buildings. Projects whose
address is withheld, and rows that cannot be imported, are reported with their lines. May be repeated: unchanged rows are left alone.`,
  options: {
    limit: { type: 'string', value: 'N', help: 'stops after this many assets' },
    account: ACCOUNT,
    'asset-name': ASSET_NAME,
    market: { ...MARKET, help: 'default affordable_housing' },
    bathrooms: {
      type: 'string',
      value: 'N',
      help: 'bathrooms of every floor plan, such as 1; without it, no floor plans are created',
    },
    units: { type: 'boolean', help: 'creates numbered units; needs --bathrooms, --floor and --area' },
    floor: { type: 'string', value: 'LEVEL', help: 'the floor of all units, such as 1' },
    area: { type: 'string', value: 'N', help: 'the area of every unit' },
    ...COMMON,
  },
  async run(input, io) {
    const options = optionsOf(input);
    const limit = numberOption(NAME, 'limit', input.options['limit'], { least: 1 }) ?? Infinity;
    const file = input.parameters[0]!;
    const rejects = new Rejects(io, file, input.options['rejects']);
    const summary = new Summary();
    const job: Job = { io, file, options, limit, account: input.options['account'], rejects, summary };
    try {
      const assets = input.flags['dry-run'] ? await read(job) : await withContexts(io, (app) => read(job, app));
      if (assets === 0) throw new CommandError(`${file} has no project that can be imported.`);
      io.out(
        input.flags['json']
          ? JSON.stringify({ assets, made: summary.json(), rejected: rejects.count }, null, 2)
          : reportOf(job, assets),
      );
    } finally {
      rejects.close();
    }
  },
};

interface Job {
  io: Io;
  file: string;
  options: HousingOptions;
  limit: number;
  account: string | undefined;
  rejects: Rejects;
  summary: Summary;
}

/** @param app without it, the projects are only validated @returns the number of assets */
function read(
  { io, file, options, limit, account, rejects, summary }: Job,
  app?: INestApplicationContext,
): Promise<number> {
  return reading(io, 'Importing', file, async (meter) => {
    const assets = new Set<string>();
    for await (const project of projectsOf(file, rejects, meter)) {
      if (io.signal.aborted) throw new Interrupted();
      const { projectId } = project[0]!;
      if (assets.size >= limit && !assets.has(projectId)) break;
      const draft = housingAsset(project, options, rejects);
      if (draft && (!app || (await place(app, draft.declaration(file, account), rejects, summary))))
        assets.add(projectId);
      meter.note(`${assets.size} assets`);
    }
    return assets.size;
  });
}

function optionsOf({ options, flags }: Input): HousingOptions {
  const bathrooms = numberOption(NAME, 'bathrooms', options['bathrooms'], { fractions: true });
  const floor = floorOption(NAME, options['floor']);
  const area = numberOption(NAME, 'area', options['area']);
  if (flags['units'] && (bathrooms === undefined || floor === undefined || area === undefined))
    throw new UsageError('--units needs --bathrooms, --floor and --area, which the table does not say', NAME);
  return {
    market: options['market'] ?? 'affordable_housing',
    assetName: options['asset-name'],
    bathrooms,
    units: flags['units'] ? { floor: floor!, area: area! } : undefined,
  };
}

function reportOf({ options, rejects, summary }: Job, assets: number): string {
  const lines = summary.isEmpty ? [`${assets} assets can be imported; nothing was changed.`] : summary.lines();
  if (options.bathrooms === undefined) lines.push('floor_plans: none, as the table has no bathrooms (--bathrooms N)');
  if (!options.units) lines.push('units: none, as the table has no unit numbers (--units)');
  if (rejects.count > 0)
    lines.push(`Rejected or incomplete: ${rejects.count}, see the lines above or the file of --rejects`);
  return lines.join('\n');
}

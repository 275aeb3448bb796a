import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type IngestReport, ListUnmatched } from '@app/pricing/contract';
import { OPERATOR } from '@app/platform/auth';
import { firstPage, isConnectionError } from '@app/platform/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { inContexts, withDatabase } from '../connect.js';
import { dataDirectory } from '../data-directory.js';
import type { Io } from '../io.js';

/** Unmatched provider ids that a report shows. */
const SHOWN = 5;

export interface Unmatched {
  provider_id: string;
  unit_number: string;
  code: string;
  suggestions: { unit_id: string; unit_number: string }[];
}

/** The published entries of a process that reach no unit, the first of them. */
export async function unmatchedOf(
  app: INestApplicationContext,
  { asset, process }: { asset: string; process: string },
): Promise<Unmatched[]> {
  const list = new ListUnmatched(OPERATOR, { assetId: asset, processId: process }, firstPage(SHOWN));
  return JSON.parse((await app.get(QueryBus).execute(list)).text) as Unmatched[];
}

/** What a commit did, or a dry run says that it would do. */
export function reportLines({ totals, publication, outcome }: IngestReport): string[] {
  const { received = 0, matched = 0, unmatched = 0, units_priced: priced = 0, units_losing_prices: lost = 0 } = totals;
  return [
    ...(outcome === 'unchanged' ? [`The same prices are published already, as publication ${publication}.`] : []),
    `Entries: ${received}, matched: ${matched}, unmatched: ${unmatched}. Units with a price: ${priced}, losing theirs: ${lost}.`,
  ];
}

export const unmatchedLines = (unmatched: readonly Unmatched[]): string[] =>
  unmatched.map(({ provider_id: id, unit_number: number, code, suggestions }) => {
    const units = suggestions.map((unit) => `${unit.unit_number} (id ${unit.unit_id})`).join(', ');
    return `  ${id}, unit number ${number}: ${code}${units && `; perhaps unit ${units}`}`;
  });

/**
 * Runs work against the database as it is, for a dry run.
 * @returns undefined, and says so, when there is no database or it cannot be reached
 */
export async function ifReachable<T>(
  io: Io,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T | undefined> {
  const exists = io.env['DATABASE_URL'] || existsSync(join(dataDirectory(io), 'postgres'));
  if (exists)
    try {
      return await withDatabase(io, (settings) => inContexts(settings, work));
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
  io.err('There is no database to compare with: what the prices would change is not known.');
  return undefined;
}

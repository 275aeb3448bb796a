import { printable } from '../printable.js';
import { describeExcess, type IngestReport, ListUnmatched } from '@app/pricing/contract';
import { OPERATOR } from '@app/platform/auth';
import { firstPage } from '../pages.js';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Target } from './feed.js';

/** Maximum number of unmatched provider ids in a report. */
const SHOWN = 5;

export interface Unmatched {
  provider_id: string;
  unit_number: string;
  code: string;
  building: string | null;
  suggestions: { unit_id: string; unit_number: string; building: string; floor: string }[];
}

/** The first published entries of a process without a matching unit. */
export async function unmatchedOf(app: INestApplicationContext, { asset, process }: Target): Promise<Unmatched[]> {
  const list = new ListUnmatched(OPERATOR, { assetId: asset, processId: process }, firstPage(SHOWN));
  return JSON.parse((await app.get(QueryBus).execute(list)).text) as Unmatched[];
}

/** Describes the changes of a commit. */
export function reportLines(report: IngestReport): string[] {
  const { totals, publication, compared_with: comparedWith, outcome, unmapped_statuses: unmapped } = report;
  const { received = 0, matched = 0, unmatched = 0, units_priced: priced = 0, units_losing_prices: lost = 0 } = totals;
  return [
    `Entries: ${received}, matched: ${matched}, unmatched: ${unmatched}. Units with a price: ${priced}, losing theirs: ${lost}.`,
    ...(outcome === 'unchanged' ? [`The same prices are published already, as publication ${publication}.`] : []),
    ...(outcome !== 'unchanged' && comparedWith !== null
      ? [`Compared with publication ${comparedWith}: ${changesOf(totals)}.`]
      : []),
    ...Object.entries(DOUBTFUL).flatMap(([name, text]) => (totals[name] ? [`${text}: ${totals[name]}.`] : [])),
    ...(unmapped && report.warnings.includes('unmapped_statuses')
      ? [
          printable(
            `Status words without a state: ${unmapped.map(({ status, units }) => `${status} (${units})`).join(', ')}.`,
          ),
        ]
      : []),
  ];
}

const DOUBTFUL = {
  duplicates: 'Entries equal to one before them',
  repeated_prices: 'Entries with another price for the unit, term and start of one before them',
  past_lease_starts: 'Entries whose lease start has passed',
};

const CHANGES = ['unchanged', 'added', 'removed', 'price_up', 'price_down', 'availability_changed', 'specials_changed', 'other_changed']; // oxfmt-ignore

const changesOf = (totals: IngestReport['totals']): string =>
  CHANGES.filter((kind) => kind === 'unchanged' || totals[kind])
    .map((kind) => `${totals[kind] ?? 0} ${kind.replace('_', ' ')}`)
    .join(', ');

export const unmatchedLines = (unmatched: readonly Unmatched[], all: number): string[] => {
  const lines = unmatched.map(({ provider_id: id, unit_number: number, building, code, suggestions }) => {
    const units = suggestions
      .map((unit) => `${unit.unit_number} (${unit.building}, ${unit.floor}, id ${unit.unit_id})`)
      .join(', ');
    const its = building === null ? '' : ` of building ${building}`;
    return printable(`  ${id}, unit number ${number}${its}: ${code}${units && `; perhaps unit ${units}`}`);
  });
  return unmatched.length === SHOWN && all > SHOWN ? [...lines, '  ...'] : lines;
};

/** Explains why the guard refuses the prices, and how to publish them anyway. */
export function guardErrorOf({ guard, totals }: IngestReport): string {
  const { received = 0, added = 0, removed = 0 } = totals;
  const excess = describeExcess(guard?.exceeded ?? [], received - added + removed);
  return `The guard of the process refuses these prices: they would ${excess}. Nothing was published. To publish them anyway, use --override-guard.`;
}

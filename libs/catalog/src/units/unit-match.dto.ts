import { invalid } from '@app/platform/core';
import { matchBy, param } from '@app/platform/rest';
import type { UnitMatch } from './match-units.queries.js';

/** The query of a batch of units. */
export interface BatchQuery {
  matchBy?: UnitMatch['by'];
  referenceKey?: string;
  dryRun?: boolean;
}

export const MATCH_UNITS = [
  matchBy(
    ['id', 'number', 'reference'],
    'What names the unit of an item: `id`, the default; `number`, with `building_id` and `unit_number`; or `reference`, its id in the system of `reference-key`.',
  ),
  param.text('reference-key', 255, 'Key of the reference group, with `match-by=reference`.'),
];

/** @throws Problem 422 unless the key is sent with `match-by=reference`, and only then */
export function matchOf({ matchBy: by = 'id', referenceKey: key }: BatchQuery): UnitMatch {
  if (by !== 'reference') {
    if (key !== undefined) throw invalid({ 'reference-key': ['needs match-by=reference'] });
    return { by };
  }
  if (!key) throw invalid({ 'reference-key': ['is required with match-by=reference'] });
  return { by, key };
}

import { type FieldErrors, throwIfInvalid } from '@app/platform/core';

export const VISITS = ['view', 'open', 'filter', 'outbound_click'] as const;

export interface Visit {
  kind: (typeof VISITS)[number];
  assetId: string;
  unitId?: string | null;
}

/** @throws Problem 422 naming every visit that has no unit where it needs one, or has one where there is none */
export function requireComplete(visits: readonly Visit[]): void {
  const errors: FieldErrors = {};
  visits.forEach(({ kind, unitId = null }, at) => {
    if (kind === 'open' && unitId === null) errors[`data.${at}.unit_id`] = ['is required when a unit is opened'];
    else if (kind === 'filter' && unitId !== null)
      errors[`data.${at}.unit_id`] = ['must be absent: filters are counted for the page'];
  });
  throwIfInvalid({ errors });
}

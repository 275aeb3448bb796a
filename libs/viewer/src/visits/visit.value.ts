import { type FieldErrors, throwIfInvalid } from '@app/platform/core';

export const VISITS = ['view', 'open', 'filter', 'outbound_click'] as const;

export interface Visit {
  kind: (typeof VISITS)[number];
  assetId: string;
  unitId?: string | null;
}

/** What pages may report. */
export interface Countable {
  /** the day of each asset that counts visits, where it stands */
  days: ReadonlyMap<string, string>;
  /** the asset of each unit */
  assets: ReadonlyMap<string, string>;
}

/** @throws Problem 422 naming every faulty visit */
export function requireCountable(visits: readonly Visit[], { days, assets }: Countable): void {
  const errors: FieldErrors = {};
  visits.forEach(({ kind, assetId, unitId = null }, at) => {
    if (!days.has(assetId))
      errors[`data.${at}.asset_id`] = ['is not the id of an asset on the page that counts visits'];
    else if (unitId !== null && assets.get(unitId) !== assetId)
      errors[`data.${at}.unit_id`] = ['is not the id of a unit of the asset'];
    else if (kind === 'open' && unitId === null) errors[`data.${at}.unit_id`] = ['is required when a unit is opened'];
    else if (kind === 'filter' && unitId !== null)
      errors[`data.${at}.unit_id`] = ['must be absent: filters are counted for the page'];
  });
  throwIfInvalid({ errors });
}

import lookUp from '@photostructure/tz-lookup';

export const UTC = 'UTC';

/** The IANA time zone of a position in degrees; UTC without one. */
export const zoneAt = (latitude: number | null | undefined, longitude: number | null | undefined): string =>
  typeof latitude === 'number' && typeof longitude === 'number' ? lookUp(latitude, longitude) : UTC;

/** Whether browsers can show times of the zone. */
export function isShown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

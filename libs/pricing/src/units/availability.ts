/** The availability of a unit, from `available_on` of its selected entry. All responses use this definition. */
export type Availability = 'available' | 'upcoming' | 'unavailable';

/** SQL of a unit's availability. @param unit alias of `pricing.unit` @param today SQL of the day where the asset stands */
export const AVAILABILITY = (
  unit: string,
  today: string,
): string => `case when ${unit}.available_on is null then 'unavailable'
  when ${unit}.available_on <= ${today} then 'available' else 'upcoming' end`;

/** SQL aggregate: the next day on which one of the units becomes available; null if none will. */
export const NEXT_AVAILABLE_ON = (unit: string, today: string): string =>
  `min(${unit}.available_on) filter (where ${unit}.available_on > ${today})`;

import { TAKEN_STATES } from '../processes/status-map.value.js';

/** The availability of a unit, from `available_on` and the state of its selected entry. All responses use this definition. */
export type Availability = 'available' | 'upcoming' | 'unavailable';

/** SQL of a unit's state: what its process says about the word of the source; null without a state. */
export const stateOf = (unit: string, process: string): string => `${process}.status_map ->> ${unit}.status`;

/** SQL of a unit's availability. @param unit alias of `pricing.unit` @param today SQL of the day where the asset stands */
export const AVAILABILITY = (
  unit: string,
  process: string,
  today: string,
): string => `case when ${unit}.available_on is null
    or ${stateOf(unit, process)} in (${TAKEN_STATES.map((state) => `'${state}'`).join(', ')}) then 'unavailable'
  when ${unit}.available_on <= ${today} then 'available' else 'upcoming' end`;

/** SQL aggregate: the next day on which one of the units becomes available; null if none will. */
export const NEXT_AVAILABLE_ON = (unit: string, process: string, today: string): string =>
  `min(${unit}.available_on) filter (where ${AVAILABILITY(unit, process, today)} = 'upcoming')`;

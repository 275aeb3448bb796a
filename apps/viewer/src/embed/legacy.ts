import type { HostUnit } from '../host-api.js';

interface Payload {
  unit?: HostUnit;
  units?: HostUnit[];
  filters?: Record<string, string[]>;
}

/**
 * Adds members for pages that create the frame themselves: they were written for loaders that pass `{ name, data }`, with units in
 * camel case and filters as a list.
 */
export function withLegacyData(name: string, payload: Payload): object {
  const { unit, units, filters } = payload;
  return {
    ...payload,
    name,
    data: {
      ...payload,
      ...(unit && { unit: legacyUnit(unit) }),
      ...(units && { units: units.map(legacyUnit) }),
      ...(filters && { filters: Object.entries(filters).map(legacyFilter) }),
    },
  };
}

const legacyUnit = (unit: HostUnit) => ({
  ...unit,
  unitNumber: unit.number,
  unitNumberDisplay: unit.number,
  floorPlan: unit.floor_plan,
});

const legacyFilter = ([label, options]: [string, string[]]) => ({
  label,
  selectedOptions: options.map((option) => ({ label: option })),
});

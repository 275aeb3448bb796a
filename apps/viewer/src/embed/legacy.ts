import type { HostUnit } from '../host-api.js';

interface Payload {
  unit?: HostUnit;
  units?: HostUnit[];
  filters?: Record<string, string[]>;
}

/**
 * Pages that frame the map themselves were written for loaders that hand over `{ name, data }`, units in camel case and
 * filters as a list. They get that, beside the payload that everyone gets.
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

import { Draft } from '../draft.js';
import { filled, type GivenFloor } from '../options.js';
import type { Rejects } from '../rejects.js';
import { BEDROOM_TYPES, type HousingBuilding } from './housing-table.js';

/** Options that supplement the table. */
export interface HousingOptions {
  market: string;
  assetName?: string | undefined;
  /** bathrooms of every floor plan; without it, no floor plans are created */
  bathrooms?: number | undefined;
  /** floor and area of generated units; without it, no units are created */
  units?: { floor: GivenFloor; area: number } | undefined;
}

const OPTIONS = { market: '--market' };

/** Converts a project to an asset. @returns undefined for an invalid project, which is reported */
export function housingAsset(
  project: readonly HousingBuilding[],
  options: HousingOptions,
  rejects: Rejects,
): Draft | undefined {
  const [first] = project as [HousingBuilding];
  const element = `project ${first.projectId}`;
  // A project has no address, so the asset takes the first complete one of its buildings.
  const at = project.find(({ street, postcode }) => street !== undefined && postcode !== '');
  if (!project.some(({ street }) => street !== undefined)) {
    rejects.add({ line: first.line, element, reason: 'its address is withheld' });
    return undefined;
  }
  const { street, postcode, borough } = at ?? first;
  const item = {
    name: filled(options.assetName, { name: first.project, id: first.projectId }),
    display_name: first.project,
    market: options.market,
    address_line1: street,
    address_city: borough === 'Manhattan' ? 'New York' : borough,
    address_state: 'NY',
    address_country: 'USA',
    address_postal_code: postcode || undefined,
    address_latitude: at?.latitude,
    address_longitude: at?.longitude,
  };
  const draft = Draft.of(rejects, { line: (at ?? first).line, element, item }, OPTIONS);
  if (!draft) return undefined;
  if (options.bathrooms !== undefined) addFloorPlans(draft, project, options.bathrooms);
  if (options.units) draft.add('floors', { line: first.line, element, item: { ...options.units.floor } });
  for (const building of project) addBuilding(draft, building, options.units, rejects);
  return draft;
}

function addFloorPlans(draft: Draft, project: readonly HousingBuilding[], bathrooms: number): void {
  BEDROOM_TYPES.forEach((name, bedrooms) => {
    const holder = project.find(({ units }) => units[bedrooms]! > 0);
    if (!holder) return;
    const item = { name, bedroom_count: bedrooms, bathroom_count: bathrooms, filter_label: name };
    draft.add('floor_plans', { line: holder.line, element: `${name} Units`, item });
  });
}

function addBuilding(
  draft: Draft,
  building: HousingBuilding,
  numbered: HousingOptions['units'],
  rejects: Rejects,
): void {
  const { line, id, street, unknown } = building;
  const element = `building ${id || '(without id)'}`;
  if (street === undefined) return rejects.add({ line, element, reason: 'its address is withheld' });
  // Two buildings of a project may share an address.
  const name = id === '' ? street : `${street} (${id})`;
  if (!draft.add('buildings', { line, element, item: { name, label: street } })) return;
  if (unknown > 0)
    rejects.add({ line, element, reason: `${unknown} units of an unknown number of bedrooms have no floor plan` });
  if (!numbered) return;
  let number = 0;
  BEDROOM_TYPES.forEach((type, bedrooms) => {
    for (let n = 0; n < building.units[bedrooms]!; n++) {
      const item = {
        unit_number: String(++number),
        building: name,
        floor: numbered.floor.name,
        floor_plan: type,
        area: numbered.area,
      };
      draft.add('units', { line, element: `${element}, unit ${number}`, item });
    }
  });
}

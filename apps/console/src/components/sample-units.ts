import { renderUrlTemplate, type UnitVariables } from '@app/merchandising/contract';
import type { Client, Unit } from '@app/sdk';
import { may } from '../session.js';
import type { AssignableUnit } from './assign-units.js';

/** A unit on which the page tries links and prices. */
export interface Sample {
  id: string;
  number: string;
  variables: UnitVariables;
}

const SHOWN = 3;
const PARTS = {
  building: 'service.buildings.read',
  floor: 'service.floors.read',
  floor_plan: 'service.floor-plans.read',
  pricing_units: 'service.pricing.read',
};

/** The first units of the asset, or those with a number, with what a template can name, as far as the key may read it. */
export async function readSamples(
  client: Client,
  { asset, process, number }: { asset: string; process: string | undefined; number: string },
  signal: AbortSignal,
): Promise<Sample[]> {
  if (!may('service.units.read')) return [];
  const include = Object.entries(PARTS).flatMap(([part, permission]) => (may(permission) ? [part] : []));
  const { data } = await client.listUnits(
    {
      asset,
      perPage: SHOWN,
      sort: 'unit_number',
      ...(include.length > 0 && { include: include.join(',') }),
      ...(number !== '' && { unitNumber: number }),
    },
    { signal },
  );
  const sampleOf = async (unit: Unit): Promise<Sample> => {
    const price = unit.pricing_units?.find(({ pricing_id }) => pricing_id === process);
    const entries =
      price && process !== undefined
        ? (await client.listPricingEntries({ asset, process, unit: unit.id, flatPricing: true }, { signal })).data
        : [];
    return {
      id: unit.id,
      number: unit.unit_number,
      variables: {
        unit_id: unit.id,
        unit_number: unit.unit_number,
        area: unit.area,
        building: unit.building?.name,
        floor: unit.floor?.name,
        floor_plan: unit.floor_plan?.name,
        available_on: price?.available_on,
        price: price?.show_pricing ? price.price || null : null,
        leasing_fields: entries.flat()[0]?.leasing_fields,
      },
    };
  };
  return Promise.all(data.map(sampleOf));
}

/** What a template becomes, or why it is none. */
export function tried(template: string, variables: Readonly<Record<string, unknown>>): string {
  try {
    return renderUrlTemplate(template, variables);
  } catch (error) {
    return (error as Error).message;
  }
}

/** All units, by number; with the building if the asset has several. */
export async function assignableUnits(client: Client, asset: string, signal: AbortSignal): Promise<AssignableUnit[]> {
  const include = may('service.buildings.read') ? { include: 'building' } : {};
  const units = await client.listUnits({ asset, perPage: 1000, sort: 'unit_number', ...include }, { signal }).all();
  const hasSeveral = new Set(units.map(({ building_id }) => building_id)).size > 1;
  return units.map(({ id, unit_number: number, building }) => ({
    id,
    number,
    name: hasSeveral && building ? `${number}, ${building.name}` : number,
  }));
}

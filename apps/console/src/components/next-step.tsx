import type { Client } from '@app/sdk';
import { catalogPath, mapsPath, processesPath, processPath, unitsPath } from '../routes.js';
import { may, session } from '../session.js';
import { useLoad } from './use-load.js';

interface Step {
  text: string;
  /** page on which it is done */
  path(asset: string): string;
  permissions: readonly string[];
  /** whether it is done, or else where, if that is another page */
  look(client: Client, asset: string, signal: AbortSignal): Promise<boolean | string>;
}

const ONE = { perPage: 1 };

/** What a property needs before visitors see its prices on a map, in order. */
const STEPS: readonly Step[] = [
  {
    text: 'add a building, a floor and a floor plan',
    path: catalogPath,
    permissions: ['service.buildings.create', 'service.floors.create', 'service.floor-plans.create'],
    look: async (client, asset, signal) => {
      const lists = await Promise.all([
        client.listBuildings({ asset, ...ONE }, { signal }),
        client.listFloors({ asset, ...ONE }, { signal }),
        client.listFloorPlans({ asset, ...ONE }, { signal }),
      ]);
      return lists.every(({ data }) => data.length > 0);
    },
  },
  {
    text: 'paste its units from a spreadsheet',
    path: unitsPath,
    permissions: ['service.units.create', 'service.units.update'],
    look: async (client, asset, signal) => (await client.listUnits({ asset, ...ONE }, { signal })).data.length > 0,
  },
  {
    text: 'add a map from a drawing',
    path: mapsPath,
    permissions: ['service.unit-maps.create'],
    look: async (client, asset, signal) => (await client.listUnitMaps({ asset, ...ONE }, { signal })).data.length > 0,
  },
  {
    text: 'add a pricing process',
    path: processesPath,
    permissions: ['service.pricing.read', 'service.pricing.manage'],
    look: async (client, asset, signal) =>
      (await client.listPricingProcesses({ asset, ...ONE }, { signal })).data.length > 0,
  },
  {
    text: 'publish a file of prices',
    path: processesPath,
    permissions: ['service.pricing.read', 'service.pricing.create-entries'],
    look: async (client, asset, signal) => {
      const [process] = (await client.listPricingProcesses({ asset, ...ONE }, { signal })).data;
      if (!process) return true;
      const { data } = await client.listPublications({ asset, process: process.id, ...ONE }, { signal });
      return data.length > 0 || processPath(asset, process.id);
    },
  },
];

/** The first step that a property lacks, if the key may do it. @param turn another one after each change */
export function NextStep({ asset, turn }: { asset: string; turn: unknown }) {
  const { client } = session.value!;
  const { data } = useLoad(`${asset} ${String(turn)}`, async (signal) => {
    for (const { text, path, permissions, look } of STEPS) {
      if (!permissions.every((each) => may(each, true))) continue;
      const found = await look(client, asset, signal);
      if (found !== true) return { text, path: found === false ? path(asset) : found };
    }
    return undefined;
  });
  if (!data) return null;
  return <p class="next">Next: {data.path === location.pathname ? data.text : <a href={data.path}>{data.text}</a>}.</p>;
}

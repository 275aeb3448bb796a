import type { Client, Filter, FilterOption, Unit } from '@app/sdk';
import { count, number } from '../format.js';
import { may, session } from '../session.js';
import { Name } from './name.js';
import { Part } from './part.js';
import { useLoad } from './use-load.js';

/** The filters of the map, with the number of units that each option finds. */
export function FilterOptions({ asset, process }: { asset: string; process: string | undefined }) {
  const { client } = session.value!;
  const loaded = useLoad(`${asset} ${process}`, async (signal) => {
    const [filters, units] = await Promise.all([
      client.listFilters({ asset, perPage: 1000 }, { signal }).all(),
      readUnits(client, asset, signal),
    ]);
    const withOptions = async (filter: Filter) => {
      const options = await client.listOptions({ asset, filter: filter.id, perPage: 1000 }, { signal }).all();
      const found = await Promise.all(
        options.map(async (option) => ({
          option,
          matches: await matchesOf(client, option, filter, units, process, signal),
        })),
      );
      return { filter, found };
    };
    return Promise.all(filters.map(withOptions));
  });
  return (
    <Part title="Filters" loaded={loaded} summary={(filters) => `${count(filters.length, 'filter')}.`}>
      {(filters) =>
        filters.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Filter</th>
                <th scope="col">Option</th>
                <th scope="col" class="figure">
                  Units
                </th>
              </tr>
            </thead>
            <tbody>
              {filters.flatMap(({ filter, found }) =>
                (found.length > 0 ? found : [undefined]).map((one, at) => (
                  <tr key={`${filter.id} ${at}`}>
                    <th scope="row">
                      <Name>{filter.name}</Name>
                      <small>
                        {filter.type.replace('_', ' ')}
                        {filter.is_enabled === false && ' · disabled'}
                      </small>
                    </th>
                    <td data-label="Option">
                      {one ? <Name>{one.option.label}</Name> : <span class="muted">none</span>}
                      {one?.option.is_enabled === false && <small>disabled</small>}
                    </td>
                    <td class="figure" data-label="Units">
                      {one?.matches === undefined ? <span class="muted">not counted</span> : number(one.matches)}
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        )
      }
    </Part>
  );
}

/** What filters measure, as far as the key may read it. */
async function readUnits(client: Client, asset: string, signal: AbortSignal): Promise<Unit[] | undefined> {
  if (!may('service.units.read')) return undefined;
  const include = may('service.pricing.read') ? { include: 'pricing_units' } : {};
  return client.listUnits({ asset, perPage: 1000, ...include }, { signal }).all();
}

/** @returns undefined for what the key may not read, and for days until a unit is free, which change with the day */
async function matchesOf(
  client: Client,
  option: FilterOption,
  filter: Filter,
  units: Unit[] | undefined,
  process: string | undefined,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (option.type === 'custom') {
    const of = { asset: option.asset_id, filter: option.filter_id, option: option.id };
    const { paging } = await client.listUnitsOfACustomOption({ ...of, perPage: 1, total: true }, { signal });
    return paging.total_count;
  }
  const those = (matches: (unit: Unit) => boolean) => units?.filter(matches).length;
  if (option.type === 'floor') return those(({ floor_id }) => floor_id === option.floor_id);
  if (option.type === 'floor_plan') return those(({ floor_plan_id }) => floor_plan_id === option.floor_plan_id);
  const isWithin = (value: number) => value >= option.min && value <= option.max;
  const rangeType = filter.type === 'range' ? filter.range_type : undefined;
  if (rangeType === 'unit_area') return those(({ area }) => isWithin(area));
  if (rangeType !== 'unit_price' || process === undefined || !may('service.pricing.read')) return undefined;
  return those(({ pricing_units: prices }) => {
    const its = prices?.find(({ pricing_id }) => pricing_id === process);
    return its?.show_pricing === true && its.price !== null && its.price > 0 && isWithin(its.price);
  });
}

import type { Client, CreateFilter, Filter, FilterOption, Floor, FloorPlan } from '@app/sdk';
import { type Filtered, optionRule } from '../../../viewer/src/model/facets.js';
import { count, number } from '../format.js';
import { may, session } from '../session.js';
import { AssignUnits } from './assign-units.js';
import { Card } from './card.js';
import { CatalogList, type DetailsProps } from './catalog-list.js';
import type { Column } from './create-form.js';
import { YES_OR_NO } from './editable-cell.js';
import { Part } from './part.js';
import { assignableUnits } from './sample-units.js';
import { useLoad } from './use-load.js';

const FILTER: Column[] = [
  {
    name: 'type',
    label: 'Kind',
    isFixed: true,
    choices: [
      { id: 'custom', name: 'Chosen units' },
      { id: 'floor', name: 'Floors' },
      { id: 'floor_plan', name: 'Floor plans' },
      { id: 'range', name: 'Ranges of a number' },
    ] satisfies { id: Filter['type']; name: string }[],
  },
  {
    name: 'range_type',
    label: 'Number',
    isFixed: true,
    appliesTo: ({ type }) => type === 'range',
    choices: [
      { id: 'unit_price', name: 'Price' },
      { id: 'unit_area', name: 'Area' },
      { id: 'unit_move_in', name: 'Days until it is free' },
    ],
  },
  { name: 'name', label: 'Name', hint: 'For the people who manage it.' },
  { name: 'label', label: 'Text that visitors see' },
  { name: 'is_enabled', label: 'Shown to visitors', choices: YES_OR_NO },
];

/** What options name and find. */
interface Parts {
  homes: Filtered[] | undefined;
  floors: Floor[];
  plans: FloorPlan[];
}

/** The filters of the map, with the number of units that each option finds. */
export function FilterOptions({ asset, process }: { asset: string; process: string | undefined }) {
  const { client } = session.value!;
  const loaded = useLoad(`${asset} ${process}`, async (signal) => {
    const page = { asset, perPage: 1000 };
    const [filters, homes, floors, plans] = await Promise.all([
      client.listFilters(page, { signal }).all(),
      readHomes(client, asset, process, signal),
      may('service.floors.read') ? client.listFloors(page, { signal }).all() : [],
      may('service.floor-plans.read') ? client.listFloorPlans(page, { signal }).all() : [],
    ]);
    return { filters, parts: { homes, floors, plans } };
  });
  return (
    <Part
      title="Filters"
      loaded={loaded}
      summary={({ filters }) => `${count(filters.length, 'filter')}.`}
      add={{
        one: 'filter',
        permission: 'service.filters.create',
        columns: FILTER,
        create: (body) => client.createFilter({ asset, body: body as CreateFilter }),
      }}
    >
      {({ filters, parts }, done) =>
        filters.map((filter) => (
          <Card<Filter>
            key={filter.id}
            item={filter}
            one="filter"
            level={3}
            columns={FILTER}
            updates="service.filters.update"
            deletes="service.filters.delete"
            view={() => client.viewFilter({ asset, filter: filter.id })}
            update={(body, known) =>
              client.updateFilter(
                { asset, filter: known.id, body: { ...body, type: known.type } },
                { ifUnchanged: known },
              )
            }
            remove={(dryRun, options) =>
              client.deleteFilter({ asset, filter: filter.id, dryRun, cascade: true }, options)
            }
            deleted={done}
          >
            {() => <Options key={process} {...{ filter, parts, process }} />}
          </Card>
        ))
      }
    </Part>
  );
}

type Found = FilterOption & { name: string; found: number | undefined };

function Options({ filter, parts, process }: { filter: Filter; parts: Parts; process: string | undefined }) {
  const { client } = session.value!;
  const of = { asset: filter.asset_id, filter: filter.id };
  /** The same object, which the client knows the version of. */
  const counted = async (option: FilterOption, signal?: AbortSignal): Promise<Found> =>
    Object.assign(option, {
      name: option.label,
      found: await matchesOf(client, option, filter, parts.homes, process, signal),
    });
  const mayAssign = filter.type === 'custom' && may('service.units.read');
  return (
    <CatalogList<Found>
      of={`${filter.id} ${process}`}
      title="Options"
      owner={filter.name}
      one="option"
      permission="service.filters"
      columns={columnsOf(filter, parts) as Column<keyof Found>[]}
      list={async (signal) => {
        const options = await client.listOptions({ ...of, perPage: 1000 }, { signal }).all();
        return Promise.all(options.map((option) => counted(option, signal)));
      }}
      view={async (option) => counted(await client.viewOption({ ...of, option }))}
      create={async (body) =>
        counted(await client.createOption({ ...of, body: { ...body, type: filter.type } as never }))
      }
      update={async (body, known) =>
        counted(await client.updateOption({ ...of, option: known.id, body }, { ifUnchanged: known }))
      }
      remove={(option, dryRun, options) => client.deleteOption({ ...of, option, dryRun, cascade: true }, options)}
      extra={{
        label: 'Units',
        isNumber: true,
        cell: ({ found }) => (found === undefined ? <span class="muted">not counted</span> : <>{number(found)}</>),
      }}
      {...(mayAssign && {
        details: {
          text: 'Units',
          form: (props: DetailsProps<Found>) => <Units {...props} count={counted} />,
        },
      })}
    />
  );
}

function Units({ item, saved, close, count: counted }: DetailsProps<Found> & { count(option: Found): Promise<Found> }) {
  const { client } = session.value!;
  const of = { asset: item.asset_id, filter: item.filter_id, option: item.id };
  const bodyOf = (ids: string[]) => ({ data: ids.map((id) => ({ unit_id: id })) });
  return (
    <AssignUnits
      label={`Units of ${item.name.slice(0, 60)}`}
      load={async (signal) => {
        const [units, held] = await Promise.all([
          assignableUnits(client, of.asset, signal),
          client.listUnitsOfACustomOption({ ...of, perPage: 1000 }, { signal }).all(),
        ]);
        return { units, held: new Set(held.map(({ unit_id }) => unit_id)) };
      }}
      save={async (added, removed) => {
        if (added.length > 0) await client.assignUnitsToACustomOption({ ...of, body: bodyOf(added) });
        if (removed.length > 0) await client.removeUnitsFromACustomOption({ ...of, body: bodyOf(removed) });
        saved(await counted(item));
      }}
      close={close}
    />
  );
}

/** The fields that options of the filter have. */
function columnsOf({ type }: Filter, { floors, plans }: Parts): Column[] {
  const own: Record<Filter['type'], Column[]> = {
    custom: [],
    floor: [
      { name: 'floor_id', label: 'Floor', choices: floors },
      { name: 'short_label', label: 'Short text', hint: 'Where space is short.', isOptional: true, maxLength: 4 },
    ],
    floor_plan: [{ name: 'floor_plan_id', label: 'Floor plan', choices: plans }],
    range: [
      { name: 'min', label: 'From', isNumber: true },
      { name: 'max', label: 'To', isNumber: true },
    ],
  };
  return [
    { name: 'label', label: 'Text that visitors see' },
    ...own[type],
    { name: 'sort', label: 'Position', hint: 'The last, if left empty.', isNumber: true, isOptional: true },
    { name: 'is_enabled', label: 'Shown', choices: YES_OR_NO },
  ];
}

/** States of a unit that cannot be rented, whose price visitors do not see. */
const TAKEN = ['reserved', 'sold', 'waitlist', 'off_market'];

/** What visitors see of the units, as the filters of their page take it; undefined if the key may not read them. */
async function readHomes(client: Client, asset: string, process: string | undefined, signal: AbortSignal) {
  if (!may('service.units.read')) return undefined;
  const priced = may('service.pricing.read') ? process : undefined;
  const [units, totals] = await Promise.all([
    client.listUnits({ asset, perPage: 1000, ...(priced && { include: 'pricing_units' }) }, { signal }).all(),
    priced && may('service.expenses.read')
      ? client.listTotalPrices({ asset, process: priced, perPage: 1000 }, { signal }).all()
      : [],
  ]);
  const displayed = new Map(
    totals
      .filter(({ price_display }) => price_display === 'total')
      .map(({ id, total_price, is_complete }) => [id, is_complete ? total_price : null]),
  );
  return units.map(({ id, floor_id, floor_plan_id, area, pricing_units: prices }): Filtered => {
    const its = prices?.find(({ pricing_id }) => pricing_id === priced);
    const isTaken = !its?.available_on || TAKEN.includes(its.state ?? '');
    const amount = its?.show_pricing && !isTaken && its.price && (displayed.has(id) ? displayed.get(id) : its.price);
    return {
      id,
      unit: {
        floor_id,
        floor_plan_id,
        area,
        availability: isTaken ? 'unavailable' : 'upcoming',
        ...(amount && { price: amount }),
      },
    };
  });
}

/** @returns undefined for what the key may not read, and for days until a unit is free, which change with the day */
async function matchesOf(
  client: Client,
  option: FilterOption,
  filter: Filter,
  homes: Filtered[] | undefined,
  process: string | undefined,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  if (option.type === 'custom') {
    const of = { asset: option.asset_id, filter: option.filter_id, option: option.id };
    const { paging } = await client.listUnitsOfACustomOption(
      { ...of, perPage: 1, total: true },
      signal ? { signal } : {},
    );
    return paging.total_count;
  }
  const measure = filter.type === 'range' ? filter.range_type : undefined;
  const hasPrices = process !== undefined && may('service.pricing.read');
  if (measure === 'unit_move_in' || (measure === 'unit_price' && !hasPrices)) return undefined;
  const rule = optionRule(measure ? { type: 'range', range_type: measure } : { type: filter.type }, option, '');
  return homes?.filter(rule).length;
}

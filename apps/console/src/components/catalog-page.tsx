import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { Building, Floor, FloorPlan } from '@app/sdk';
import { session } from '../session.js';
import { AssetNav } from './asset-nav.js';
import { CatalogList } from './catalog-list.js';
import type { Column } from './create-form.js';
import { Images, Picture } from './images.js';
import { Problem } from './problem.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

const BUILDING: Column<keyof Building>[] = [
  { name: 'name', label: 'Name' },
  { name: 'label', label: 'Name that visitors see', hint: 'The name, if left empty.', isOptional: true },
];

const FLOOR: Column<keyof Floor>[] = [
  { name: 'name', label: 'Name' },
  { name: 'filter_label', label: 'Label', hint: 'In filters and on the map.' },
  {
    name: 'filter_short_label',
    label: 'Short label',
    hint: 'Where space is short: at most 4 characters.',
    maxLength: 4,
  },
  { name: 'sort', label: 'Position', hint: 'Floors are listed by it, the lowest first.', isNumber: true },
];

const FLOOR_PLAN: Column<keyof FloorPlan>[] = [
  { name: 'name', label: 'Name' },
  { name: 'bedroom_count', label: 'Bedrooms', hint: '0 for a studio.', isNumber: true },
  { name: 'bathroom_count', label: 'Bathrooms', hint: 'Such as 1.5.', isNumber: true },
  { name: 'filter_label', label: 'Label', hint: 'In filters.', maxLength: 65 },
];

/** What the units of a property refer to: buildings, floors, and floor plans with their images. */
export function CatalogPage() {
  const { asset = '' } = useRoute().params;
  const { client } = session.value!;
  const page = { asset, perPage: 1000 };
  const { data, error, reload } = useLoad(asset, (signal) => client.viewAsset({ asset }, { signal }));
  const [turn, setTurn] = useState(0);
  const changed = () => setTurn(turn + 1);
  return (
    <section>
      <AssetNav asset={asset} name={data?.name} current="catalog" turn={turn} />
      <Title>Buildings, floors and floor plans</Title>
      {error !== undefined && <Problem error={error} retry={reload} />}
      <CatalogList<Building>
        of={asset}
        title="Buildings"
        changed={changed}
        one="building"
        empty="Units stand in a building."
        permission="service.buildings"
        columns={BUILDING}
        list={(signal) => client.listBuildings(page, { signal }).all()}
        view={(building) => client.viewBuilding({ asset, building })}
        create={(body) => client.createBuilding({ asset, body: body as never })}
        update={(body, known) =>
          client.updateBuilding(
            { asset, building: known.id, body: { name: known.name, ...body } },
            { ifUnchanged: known },
          )
        }
        remove={(building, dryRun, options) =>
          client.deleteBuilding({ asset, building, dryRun, cascade: true }, options)
        }
      />
      <CatalogList<Floor>
        of={asset}
        title="Floors"
        changed={changed}
        one="floor"
        permission="service.floors"
        columns={FLOOR}
        list={(signal) => client.listFloors(page, { signal }).all()}
        view={(floor) => client.viewFloor({ asset, floor })}
        create={(body) => client.createFloor({ asset, body: body as never })}
        update={(body, known) => client.updateFloor({ asset, floor: known.id, body }, { ifUnchanged: known })}
        remove={(floor, dryRun, options) => client.deleteFloor({ asset, floor, dryRun, cascade: true }, options)}
      />
      <CatalogList<FloorPlan>
        of={asset}
        title="Floor plans"
        changed={changed}
        one="floor plan"
        permission="service.floor-plans"
        columns={FLOOR_PLAN}
        list={(signal) => client.listFloorPlans(page, { signal }).all()}
        view={(floorPlan) => client.viewFloorPlan({ asset, floorPlan })}
        create={(body) => client.createFloorPlan({ asset, body: body as never })}
        update={(body, known) => client.updateFloorPlan({ asset, floorPlan: known.id, body }, { ifUnchanged: known })}
        remove={async (floorPlan, dryRun, options) => {
          await client.deleteFloorPlan({ asset, floorPlan, dryRun }, options);
          return { deleted: [{ resource: 'floor_plan', count: 1 }], changed: [] };
        }}
        extra={{ label: 'Image', cell: (plan) => <Picture of={plan} /> }}
        details={{ text: 'Images', form: (props) => <Images {...props} /> }}
      />
    </section>
  );
}

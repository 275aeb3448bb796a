import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { Unit } from '@app/sdk';
import type { Catalog } from '../catalog.js';
import { count, number } from '../format.js';
import { may, session } from '../session.js';
import { AssetNav } from './asset-nav.js';
import { CopyTable } from './copy-table.js';
import { EditableCell, type Editable } from './editable-cell.js';
import { Name } from './name.js';
import { PasteUnits } from './paste-units.js';
import { Problem } from './problem.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

type Column = 'unit_number' | 'building_id' | 'floor_id' | 'floor_plan_id' | 'area';

const COLUMNS: Record<Column, string> = {
  unit_number: 'Number',
  building_id: 'Building',
  floor_id: 'Floor',
  floor_plan_id: 'Floor plan',
  area: 'Area',
};

/** Rows that are drawn at once; a filter finds the others. */
const DRAWN = 200;

export function Units() {
  const { asset = '' } = useRoute().params;
  const { client } = session.value!;
  const [text, setText] = useState('');
  const [sort, setSort] = useState<{ by: Column; isDown: boolean }>({ by: 'unit_number', isDown: false });
  const [isPasting, setPasting] = useState(false);
  const [said, setSaid] = useState('');
  const [edited, setEdited] = useState<ReadonlyMap<string, Unit>>(new Map());
  const { data, error, isLoading, reload } = useLoad(asset, async (signal) => {
    const of = { asset, perPage: 1000 };
    const [viewed, units, buildings, floors, plans] = await Promise.all([
      client.viewAsset({ asset }, { signal }),
      client.listUnits(of, { signal }).all(),
      client.listBuildings(of, { signal }).all(),
      client.listFloors(of, { signal }).all(),
      client.listFloorPlans(of, { signal }).all(),
    ]);
    setEdited(new Map());
    return { name: viewed.name, catalog: { asset, units, buildings, floors, plans } };
  });
  const catalog = data?.catalog;
  const rows = catalog ? rowsOf(catalog, edited).filter(matching(text)).sort(ordering(sort)) : [];
  const mayWrite = may('service.units.update', true);
  const sortBy = (by: Column) => setSort((before) => ({ by, isDown: before.by === by && !before.isDown }));
  const keep = (unit: Unit) => setEdited((before) => new Map(before).set(unit.id, unit));
  return (
    <section>
      <AssetNav asset={asset} name={data?.name} current="units" turn={catalog?.units.length} />
      <div class="head">
        <Title>Units</Title>
        <input
          type="search"
          aria-label="Filter units by any text of their row"
          placeholder="Filter"
          value={text}
          maxLength={200}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        {mayWrite && catalog && (
          <button type="button" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            Paste from a spreadsheet
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {catalog ? `${count(rows.length, 'unit')}${rows.length > DRAWN ? `, the first ${DRAWN} shown` : ''}.` : ''}{' '}
        {said}
      </p>
      {isLoading && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isPasting && catalog && (
        <PasteUnits
          catalog={catalog}
          done={(text) => {
            setSaid(text);
            setPasting(false);
            reload();
          }}
        />
      )}
      {catalog && rows.length > 0 && (
        <>
          <table class="units">
            <thead>
              <tr>
                {(Object.keys(COLUMNS) as Column[]).map((column) => (
                  <th
                    key={column}
                    scope="col"
                    class={column === 'area' ? 'figure' : undefined}
                    aria-sort={sort.by === column ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                  >
                    <button type="button" class="sort" onClick={() => sortBy(column)}>
                      {COLUMNS[column]}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, DRAWN).map(({ unit, shown }) => (
                <tr key={unit.id}>
                  {(Object.keys(COLUMNS) as Column[]).map((column) => {
                    const field = editable(catalog, column);
                    return (
                      <td key={column} class={column === 'area' ? 'figure' : undefined} data-label={COLUMNS[column]}>
                        {mayWrite && field ? (
                          <EditableCell
                            field={field}
                            item={unit}
                            view={() => client.viewUnit({ asset, unit: unit.id })}
                            update={(body, known) =>
                              client.updateUnit({ asset, unit: unit.id, body }, { ifUnchanged: known })
                            }
                            label={`${COLUMNS[column]} of unit ${unit.unit_number}`}
                            saved={keep}
                          />
                        ) : (
                          <Name>{shown[column]}</Name>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <div class="row after">
            <CopyTable
              head={Object.values(COLUMNS)}
              rows={rows.map(({ unit, shown }) => [
                shown.unit_number,
                shown.building_id,
                shown.floor_id,
                shown.floor_plan_id,
                unit.area,
              ])}
            />
          </div>
        </>
      )}
    </section>
  );
}

interface Row {
  unit: Unit;
  shown: Record<Column, string>;
}

const namesOf = (list: { id: string; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]));

function rowsOf({ units, buildings, floors, plans }: Catalog, edited: ReadonlyMap<string, Unit>): Row[] {
  const [building, floor, plan] = [namesOf(buildings), namesOf(floors), namesOf(plans)];
  return units.map((read) => {
    const unit = edited.get(read.id) ?? read;
    const shown = {
      unit_number: unit.unit_number,
      building_id: building.get(unit.building_id) ?? '–',
      floor_id: floor.get(unit.floor_id) ?? '–',
      floor_plan_id: plan.get(unit.floor_plan_id) ?? '–',
      area: number(unit.area),
    };
    return { unit, shown };
  });
}

const matching = (text: string) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ shown }: Row) => {
    const row = Object.values(shown).join('\n').toLowerCase();
    return words.every((word) => row.includes(word));
  };
};

const NATURAL = new Intl.Collator('en', { numeric: true });

const ordering =
  ({ by, isDown }: { by: Column; isDown: boolean }) =>
  (one: Row, other: Row) => {
    const order = by === 'area' ? one.unit.area - other.unit.area : NATURAL.compare(one.shown[by], other.shown[by]);
    return isDown ? -order : order;
  };

function editable({ floors, plans }: Catalog, column: Column): Editable<Column> | undefined {
  if (column === 'unit_number') return { name: column };
  if (column === 'area') return { name: column, isNumber: true };
  if (column === 'floor_id') return { name: column, choices: floors };
  if (column === 'floor_plan_id') return { name: column, choices: plans };
  return undefined;
}

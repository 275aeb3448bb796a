import { readFileSync } from 'node:fs';
import { TestApp } from '../support/app.js';
import { givenAsset, type GivenAsset } from '../support/given.js';
import { drawnFloors } from './floors/floors.js';
import { rooms } from './floors/rooms.js';

/** Five floors of a real building, drawn with Visio (test/data/floors). */
const floors = drawnFloors();

interface Bound {
  shape_id: string;
  unit_id: string;
  unit_number: string;
  bound_by: string;
  texts: string[];
}
interface Units {
  bound_shapes: Bound[];
  unbound_shapes: { shape_id: string; names: string[]; texts: string[]; reason: string }[];
  unplaced_units: { unit_number: string; on_other_map: boolean }[];
}

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());

/** Creates an asset whose units are the rooms of the building, on its floors. */
beforeEach(async () => {
  asset = await givenAsset(app, []);
  for (const { level, unitNumbers } of floors)
    await app.sql(
      `with floor as (insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort)
         values ($1, $2, $2, $3, $4) returning id)
       insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
         select $1, $5, floor.id, $6, number, 640 from floor, unnest($7::text[]) number`,
      [asset.id, `Level ${level}`, `L${level}`, level, asset.building, asset.floorPlan, unitNumbers],
    );
});

async function upload(name: string, svg: string): Promise<string> {
  const raw = new FormData();
  for (const [field, value] of Object.entries({ asset_id: asset.id, name, style: 'b' })) raw.append(field, value);
  raw.append('source', new Blob([svg]), `${name}.svg`);
  const { status, body } = await app.request('POST', `${asset.path}/maps`, { raw });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

const unitsOf = async (map: string): Promise<Units> => (await app.get(`${asset.path}/maps/${map}/units`)).body;

/** Uploads all floors, then reads the units of each. @param change applied to each drawing before the upload */
async function drawn(change: (svg: string) => string = (svg) => svg): Promise<Units[]> {
  const maps = [];
  for (const { name, file } of floors) maps.push(await upload(name, change(readFileSync(file, 'utf8'))));
  const found = [];
  for (const map of maps) found.push(await unitsOf(map));
  return found;
}

/** Bound shapes whose unit number differs from the text in them, as rooms.ts reads the drawings. */
const wrong = (found: Units[]): Bound[] =>
  found.flatMap(({ bound_shapes }, at) => {
    const numbers = new Set(rooms(readFileSync(floors[at]!.file, 'utf8')).map(({ number }) => number));
    return bound_shapes.filter(({ unit_number, texts }) => !texts.includes(unit_number) || !numbers.has(unit_number));
  });

describe('The real floors', () => {
  it('bind 161 of the 163 numbered rooms, none incorrectly', async () => {
    const found = await drawn();
    expect(found.map(({ bound_shapes }) => bound_shapes.length)).toEqual([61, 40, 43, 15, 2]);
    expect(wrong(found)).toEqual([]);
    expect(new Set(found.flatMap(({ bound_shapes }) => bound_shapes.map(({ bound_by }) => bound_by)))).toEqual(
      new Set(['name']),
    );
  });

  it('leave contradictory rooms and rooms of another floor unbound', async () => {
    const found = await drawn();
    const open = found.map(({ unbound_shapes }) =>
      unbound_shapes
        .filter(({ reason }) => !['no_label', 'no_such_unit'].includes(reason))
        .map(({ names, texts, reason }) => [names[0], texts[0], reason]),
    );
    expect(open).toEqual([[['Room-110a', '110b', 'contradictory']], [], [['Room-204d', '204d', 'elsewhere']], [], []]);
    const missing = found[0]!.unplaced_units.filter(({ on_other_map }) => !on_other_map);
    expect(missing.map(({ unit_number }) => unit_number)).toEqual(['110b']);
  });

  it('without names bind 158 rooms by their text, none incorrectly', async () => {
    const found = await drawn((svg) => svg.replace(/ (data-room-id|id)="[^"]*"/g, ''));
    expect(found.map(({ bound_shapes }) => bound_shapes.length)).toEqual([62, 38, 41, 15, 2]);
    expect(wrong(found)).toEqual([]);
  });

  it('bind nothing incorrectly when some units are unknown', async () => {
    await app.sql('delete from catalog.unit where asset_id = $1 and id % 3 = 0', [asset.id]);
    const found = await drawn();
    expect(wrong(found)).toEqual([]);
    expect(found.flatMap(({ bound_shapes }) => bound_shapes).length).toBeGreaterThan(100);
  });
});

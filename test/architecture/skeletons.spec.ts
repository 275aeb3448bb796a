import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Skeleton {
  /** texts of new files, and functions that edit existing ones */
  files: Record<string, string | ((old?: string) => string)>;
}
type Edits = Record<string, (...given: unknown[]) => Skeleton>;

const load = async (file: string): Promise<Edits> => (await import(join(ROOT, 'tools/new', file))) as Edits;
const read = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined);

/** Values that a template lacked. */
const holesIn = (text: string) => text.match(/undefined|\[object/g)?.length ?? 0;

const { resourceEdits, assignmentEdits, consumerEdits } = await load('resource.mjs');
const { fieldEdits, migrationEdits } = await load('field.mjs');
const { referenceOf } = (await import(join(ROOT, 'tools/new/field-texts.mjs'))) as Record<
  string,
  (...of: string[]) => unknown
>;
const { contextEdits } = await load('context.mjs');
const provisioned = { name: 'asset-outbound-link', plural: 'asset-outbound-links', context: 'merchandising' };
const windSpeed = { name: 'wind-speed', context: 'merchandising', type: 'float' };
const building = { name: 'building', plural: 'buildings', context: 'catalog' };

describe('npm run new writes', () => {
  it.each([
    ['a resource', () => resourceEdits!({ name: 'wind-turbine', plural: 'wind-turbines', context: 'catalog' })],
    [
      'a resource with an image',
      () => resourceEdits!({ name: 'wind-turbine', plural: 'wind-turbines', context: 'catalog', image: 'image' }),
    ],
    ['a field', () => fieldEdits!({ name: 'wind-speed', of: 'unit', context: 'catalog', type: 'float' })],
    [
      'a field with limits',
      () => fieldEdits!({ name: 'wind-speed', of: 'unit', context: 'catalog', type: 'float', max: 90 }),
    ],
    ['a date', () => fieldEdits!({ name: 'built-on', of: 'building', context: 'catalog', type: 'date' })],
    ['a URL', () => fieldEdits!({ name: 'tour-url', of: 'building', context: 'catalog', type: 'url' })],
    [
      'one of several values',
      () => fieldEdits!({ name: 'class', of: 'building', context: 'catalog', type: 'one-of', values: ['a', 'b'] }),
    ],
    ['an optional id', () => fieldEdits!({ name: 'floor-id', of: 'building', context: 'catalog', type: 'floor' })],
    ['a time', () => fieldEdits!({ name: 'opens-at', of: 'building', context: 'catalog', type: 'time' })],
    [
      'a read-only field',
      () => fieldEdits!({ name: 'raised-at', of: 'building', context: 'catalog', type: 'time', isReadOnly: true }),
    ],
    ['a field of filters of every type', () => fieldEdits!({ ...windSpeed, of: 'filter' })],
    ['a field of options of every type', () => fieldEdits!({ ...windSpeed, of: 'filter-option' })],
    ['a field of links of every type', () => fieldEdits!({ ...windSpeed, of: 'unit-outbound-link' })],
    ['an assignment', () => assignmentEdits!(building)],
    ['an assignment to a resource of provision files', () => assignmentEdits!(provisioned)],
    [
      'a consumer',
      () => consumerEdits!({ ...building, name: 'turbine-speeds', event: 'PricesPublished', producer: 'pricing' }),
    ],
    ['a context', () => contextEdits!('windmills', 'wind turbines and their output')],
  ])('%s: new files, and a change to each list', (_, edits) => {
    for (const [file, edit] of Object.entries(edits().files)) {
      const old = read(file);
      const text = typeof edit === 'string' ? edit : edit(old);
      expect([file, typeof edit === 'string' && old !== undefined]).toEqual([file, false]);
      expect([file, text === old, holesIn(text) > holesIn(old ?? '')]).toEqual([file, false, false]);
    }
  });

  it('a required field only for a new resource, because existing clients would omit it', () => {
    const field = { name: 'unit-id', of: 'building', context: 'catalog', type: 'unit', isRequired: true };
    expect(() => fieldEdits!(field)).toThrow('catalog.building is on the main branch');
  });

  it('no field of an assignment, which is written by hand', () => {
    const field = { name: 'wind-speed', of: 'filter-option-unit', context: 'merchandising', type: 'float' };
    expect(() => fieldEdits!(field)).toThrow('filter-option-unit is an assignment: write its values by hand');
  });

  it('a field of a new resource into the migration of its table', () => {
    const of = { name: 'wind-turbine', plural: 'wind-turbines', context: 'catalog', image: 'image' };
    const { files } = resourceEdits!(of);
    const [path, text] = Object.entries(files).find(([file]) => /\d-wind-turbine\.ts$/.test(file))!;
    const table = { schema: 'catalog', table: 'wind_turbine' };
    const [folder, file] = [dirname(path), basename(path)];
    const required = { ...table, column: 'unit_id', type: 'unit', isRequired: true };
    const optional = { ...table, column: 'floor_id', type: 'floor' };
    const statements = [required, optional].reduce((old, field) => {
      const edits = migrationEdits!(folder, '', { ...field, reference: referenceOf!(field.type, 'catalog') }, file);
      return (edits as unknown as Skeleton['files'] as Record<string, (old: string) => string>)[path]!(old);
    }, text as string);

    expect(statements.replace(/^[^`]*`|`[^`]*$/g, '')).toMatchInlineSnapshot(`
     "
           create table catalog.wind_turbine (
             asset_id bigint not null,
             id bigint generated always as identity,
             name text not null,
             image text,
             unit_id bigint not null,
             floor_id bigint,
             created_at timestamptz(0) not null default now(),
             updated_at timestamptz(0) not null default now(),
             constraint wind_turbine_pkey primary key (asset_id, id),
             constraint wind_turbine_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
             constraint wind_turbine_floor_fkey foreign key (asset_id, floor_id)
               references catalog.floor (asset_id, id) on delete set null (floor_id),
             constraint wind_turbine_unit_fkey foreign key (asset_id, unit_id)
               references catalog.unit (asset_id, id) on delete cascade,
             constraint wind_turbine_image_fkey foreign key (image) references platform.stored_file (name)
               deferrable initially deferred
           );
           create index wind_turbine_by_floor on catalog.wind_turbine (asset_id, floor_id);
           create index wind_turbine_by_unit on catalog.wind_turbine (asset_id, unit_id);
           create index wind_turbine_by_image on catalog.wind_turbine (image) where image is not null;
         "
    `);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Operator } from './run.js';
import { DOCUMENT, placeFiles } from './everything.js';

let from: Operator;
let to: Operator;

beforeEach(async () => {
  [from, to] = [await Operator.withMigratedDatabase(), await Operator.withMigratedDatabase()];
  await placeFiles(from);
});
afterEach(() => Promise.all([from.leave(), to.leave()]));

/** Tables whose rows may have equal names. */
const REPEATED = [
  ...['catalog.building', 'catalog.floor', 'catalog.floor_plan', 'catalog.unit', 'mapping.unit_map'],
  ...['merchandising.gallery', 'merchandising.marker_description', 'merchandising.filter', 'pricing.process'],
  ...['merchandising.asset_outbound_link', 'expenses.asset_expense', 'merchandising.description_group'],
];

/** Every file of a folder, by its path. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

async function exported(operator: Operator, id = '1'): Promise<string> {
  const folder = join(operator.dataDir, 'exported');
  await operator.do('export', id, '--output', folder);
  return folder;
}

describe('export', () => {
  it('is the same after it was provisioned on an empty database', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    const first = await exported(from);
    await to.rows('select nextval($$catalog.asset_id_seq$$), nextval($$catalog.unit_id_seq$$)'); // so that ids differ
    await to.do('provision', join(first, 'asset.yaml'));

    const second = await exported(to, '2');

    expect(readFileSync(join(second, 'asset.yaml'), 'utf8')).toBe(readFileSync(join(first, 'asset.yaml'), 'utf8'));
    expect(contents(second)).toEqual(contents(first));
    expect(Object.keys(contents(first))).toHaveLength(8); // the sanitised source of the drawing is its background, too
  });

  it('contains everything that was declared', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));

    const document = parse(readFileSync(join(await exported(from), 'asset.yaml'), 'utf8')) as {
      accounts: object[];
      assets: Record<string, object>[];
    };

    const { accounts, assets } = parse(DOCUMENT) as Record<'accounts' | 'assets', Record<string, object>[]>;
    expect(document.accounts).toEqual(accounts);
    const declared = assets[0]!;
    expect(Object.keys(document.assets[0]!).sort()).toEqual(Object.keys(declared).sort());
    for (const same of [
      'floors',
      'asset_outbound_links',
      'unit_reference_groups',
      'pricing_processes',
      'landing_pages',
    ])
      expect(document.assets[0]![same]).toEqual(declared[same]);
    expect(document.assets[0]!['unit_maps']).toMatchObject([
      {
        source: expect.stringMatching(/^files\/[0-9a-f]{64}\.svg$/),
        building: 'South',
        units_by_hand: [{ shape: 'Room-101', unit: { unit_number: '101', building: 'North' } }],
        backgrounds: [{ name: 'Photo' }, { name: 'Plan' }],
      },
      { is_dimension_locked: true, given_units: [{ shape: 'a', unit: { unit_number: '101', building: 'South' } }] },
    ]);
  });

  it('omits the assignment of a shape to a unit that was deleted since', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    await from.rows(`delete from catalog.unit unit using mapping.unit_map_shape shape
      where shape.bound_by = 'given' and shape.asset_id = unit.asset_id and shape.unit_id = unit.id`);

    const document = readFileSync(join(await exported(from), 'asset.yaml'), 'utf8');

    expect(document).toContain('is_dimension_locked: true');
    expect(document).not.toContain('given_units');
  });

  it('changes nothing when it is provisioned at its origin', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    const folder = await exported(from);

    const out = await from.do('provision', join(folder, 'asset.yaml'), '--prune');

    expect(out).not.toMatch(/[1-9]\d* (created|changed|deleted)/);
  });

  it('contains resources with equal names, which keep their ids, and references to each', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    for (const table of REPEATED) {
      const columns = `select string_agg(column_name, ', ') as names from information_schema.columns
        where table_schema || '.' || table_name = '${table}' and column_name not in ('id', 'created_at', 'updated_at')`;
      const [{ names } = {}] = await from.rows(columns);
      await from.rows(`insert into ${table} (${names}) select ${names} from ${table} order by id`);
    }
    await from.rows('update catalog.unit set building_id = 4, floor_id = 2, floor_plan_id = 2 where id = 3');
    await from.rows('update merchandising.marker_description set gallery_id = 2');
    await from.rows('update mapping.landing_page set unit_map_id = 4');
    await from.rows('update mapping.embed_map set unit_map_id = 4, pricing_process_id = 2');
    await from.rows('update pricing.unit set process_id = 2 where provider_id is not null');
    const first = await exported(from);
    const text = readFileSync(join(first, 'asset.yaml'), 'utf8');
    for (const [part, id] of Object.entries({ map: 4, gallery: 2, pricing_process: 2, building: 4, floor_plan: 2 }))
      expect(text).toMatch(new RegExp(`${part}:\\s+id: "${id}"`));

    await to.do('provision', join(first, 'asset.yaml'));
    expect(readFileSync(join(await exported(to), 'asset.yaml'), 'utf8')).toBe(text);
    for (const origin of [from, to])
      expect(await origin.do('provision', join(first, 'asset.yaml'), '--prune')).not.toMatch(
        /[1-9]\d* (created|changed|deleted)/,
      );
  });

  it('rejects unknown assets', async () => {
    expect(await from.run(['export', '9'])).toMatchObject({ code: 1, err: 'There is no asset with the id 9\n' });
  });
});

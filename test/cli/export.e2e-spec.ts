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

  it('rejects unknown assets and duplicate names, which no document can express', async () => {
    expect(await from.run(['export', '9'])).toMatchObject({ code: 1, err: 'There is no asset with the id 9\n' });
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    await from.rows(
      `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values (1, 'Level 1', 'B', 'B', 2)`,
    );

    const { code, err } = await from.run(['export', '1', '--output', join(from.dataDir, 'none')]);

    expect(code).toBe(1);
    expect(err).toContain('assets[0].floors[1].name is declared more than once');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { Operator } from './run.js';
import { EXAMPLE } from './example.js';

/** A unit number in two buildings, a compiled map with a unit that somebody gave, and one of each of the rest. */
const MORE = `
    buildings: [{name: North}, {name: South}]
    units:
      - {unit_number: "101", building: North, floor: Level 1, floor_plan: A1, area: 640, view_image: images/view.jpg}
      - {unit_number: "101", building: South, floor: Level 1, floor_plan: A1, area: 641, is_affordable_housing_unit: true}
      - {unit_number: "102", building: South, floor: Level 1, floor_plan: A1, area: 642, secondary_view_image: images/view.webp}
    unit_maps:
      - {name: Level 1, style: b, tags: [level-1], source: maps/level-1.svg, backgrounds: [{name: Photo, image: images/view.jpg}, {name: Plan, image: maps/level-1.svg}]}
      - {name: Compiled, style: c, is_dimension_locked: true, file: maps/compiled.umap, given_units: [{shape: a, unit: {unit_number: "101", building: South}}]}
    unit_outbound_links:
      - {name: Chat, type: iframe_api, event_key: chat}
      - {name: Apply, type: url_template, template: "https://a.example/{{ unit_number }}", open_in_new_window: true, label: Apply}
      - {name: Tour, type: urls_per_unit, open_in_new_window: false, urls: [{unit: "102", url: "https://a.example/102"}]}
    asset_outbound_links: [{name: Visit, template: "https://a.example/visit", label: Visit, open_new_window: true}]
    description_groups:
      - name: Views
        descriptions: [{name: Harbour, label: View, body: "Over the **harbour**\\n\\n- and: more", is_enabled: true, units: [{unit_number: "101", building: North}, "102"]}]
    filters:
      - {name: View, label: View, type: custom, options: [{label: Harbour, units: ["102"]}, {label: Yard, is_enabled: false}]}
      - {name: Floor, label: Floor, type: floor, options: [{label: First, floor: Level 1, short_label: "1", sort: 7}]}
      - {name: Plan, label: Plan, type: floor_plan, is_enabled: false, options: [{label: A1, floor_plan: A1}]}
      - {name: Rent, label: Rent, type: range, range_type: unit_price, options: [{label: Low, min: 0, max: 2000}]}
    asset_references: [{name: CRM, key: crm, value: NY-1}, {name: Nameless, value: "0x10"}]
    unit_reference_groups: [{name: CRM, key: crm, values: [{unit: {unit_number: "101", building: North}, value: null}, {unit: "102", value: "102"}]}]
`;
const DOCUMENT =
  EXAMPLE.replace(/ {4}(buildings|units|unit_maps): .*\n/g, '')
    .replace(/image: images\/a1.png/, 'image: images/view.png, secondary_image: images/view.gif')
    .replace('images/lobby.jpg', 'images/view.jpg, images/view.png') // prettier-ignore
    .trimEnd() + MORE;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" onload="x()"><style>.a{fill:#fff;}</style><path class="a" id="Room-101" d="M0 0H10V10H0Z"/>
  <text x="2" y="5">102 &amp; more</text></svg>`;
const UMAP = {
  format: 'umap',
  version: 1,
  view_box: { x: 0, y: 0, width: 20, height: 10 },
  shapes: [
    { id: 'a', path: 'M0 0h10v10z', names: ['Office'] },
    { id: 'b', path: 'M10 0h10v10z', names: ['Room-102'] },
  ],
};

let from: Operator;
let to: Operator;

beforeEach(async () => {
  [from, to] = [await Operator.arriveLater(), await Operator.arriveLater()];
  const noise = Buffer.from(Array.from({ length: 48 * 36 * 3 }, (_, at) => (at * at * 7919) % 251));
  const picture = () => sharp(noise, { raw: { width: 48, height: 36, channels: 3 } });
  from.file('images/view.png', await picture().png().toBuffer());
  from.file('images/view.jpg', await picture().jpeg({ quality: 60 }).toBuffer());
  from.file('images/view.gif', await picture().gif().toBuffer());
  from.file('images/view.webp', await picture().webp({ quality: 60 }).toBuffer());
  from.file('maps/level-1.svg', SVG);
  from.file('maps/compiled.umap', JSON.stringify(UMAP));
  from.file('models/questions.csv', 'question,answer\r\n"Pets?\nCats?",Yes\r\n');
});
afterEach(() => Promise.all([from.leave(), to.leave()]));

/** Every file of a folder by its path. */
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
  it('is equal when it is provisioned on an empty database and exported again', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    const first = await exported(from);
    await to.rows('select nextval($$catalog.asset_id_seq$$), nextval($$catalog.unit_id_seq$$)'); // ids are others
    await to.do('provision', join(first, 'asset.yaml'));

    const second = await exported(to, '2');

    expect(readFileSync(join(second, 'asset.yaml'), 'utf8')).toBe(readFileSync(join(first, 'asset.yaml'), 'utf8'));
    expect(contents(second)).toEqual(contents(first));
    expect(Object.keys(contents(first))).toHaveLength(9);
  });

  it('says all that was declared', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));

    const document = parse(readFileSync(join(await exported(from), 'asset.yaml'), 'utf8')) as {
      accounts: object[];
      assets: Record<string, object>[];
    };

    const maps = [{ asset: 'Rope Works', map: 'Level 1', instance_key: 'main' }];
    const embeds = [{ name: 'Website map', tags: ['website'], maps }];
    expect(document.accounts).toEqual([{ name: 'Harbour Living', assets: ['Rope Works'], embeds }]);
    const declared = (parse(DOCUMENT) as { assets: Record<string, object>[] }).assets[0]!;
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
        backgrounds: [{ name: 'Photo' }, { name: 'Plan' }],
      },
      { is_dimension_locked: true, given_units: [{ shape: 'a', unit: { unit_number: '101', building: 'South' } }] },
    ]);
  });

  it('changes nothing where it comes from', async () => {
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    const folder = await exported(from);

    const out = await from.do('provision', join(folder, 'asset.yaml'), '--prune');

    expect(out).not.toMatch(/[1-9]\d* (created|changed|deleted)/);
  });

  it('says what no document can: an asset that is not there, and names that stand twice', async () => {
    expect(await from.run(['export', '9'])).toMatchObject({ code: 1, err: 'There is no asset with the id 9\n' });
    await from.do('provision', from.file('file.yaml', DOCUMENT));
    await from.rows(
      `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values (1, 'Level 1', 'B', 'B', 2)`,
    );

    const { code, err } = await from.run(['export', '1', '--output', join(from.dataDir, 'none')]);

    expect(code).toBe(1);
    expect(err).toContain('assets[0].floors[1].name stands for a thing that is declared already');
  });
});

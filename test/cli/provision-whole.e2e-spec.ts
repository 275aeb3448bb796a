import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import { SECTIONS } from '../../apps/cli/src/provision/sections.js';
import { Documented } from '../support/documented.js';
import { type Ran, Operator, type Service } from './run.js';
import { EXAMPLE, provideFiles, WHOLE } from './example.js';

/** Tables that must not change, except that keeping a file updates its row. */
const TABLES = `select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema in ('catalog', 'mapping', 'merchandising', 'reference', 'pricing', 'data_model', 'platform')
    and table_name not in ('stored_file', 'unit_count', 'outbox_entry', 'change_log') and table_type = 'BASE TABLE' order by 1`;

let operator: Operator;
let service: Service | undefined;

beforeEach(async () => {
  operator = await Operator.withMigratedDatabase();
  await provideFiles(operator);
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await operator.leave();
});

const write = (text: string) => operator.file('file.yaml', text);
const apply = (text: string, ...options: string[]): Promise<Ran> =>
  operator.run(['provision', write(text), ...options]);
const stored = () =>
  readdirSync(join(operator.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

async function everything(): Promise<Record<string, unknown[]>> {
  const names = (await operator.rows<{ name: string }>(TABLES)).map(({ name }) => name);
  const rowsOf = (name: string) =>
    `select '${name}' as table, xmin::text, (to_jsonb(t) - 'last_used_at')::text as row from ${name} t`;
  const all: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]));
  const rows = await operator.rows<{ table: string }>(`${names.map(rowsOf).join(' union all ')} order by 1, 3`);
  for (const { table, ...row } of rows) all[table]!.push(row);
  return all;
}

type Item = Record<string, unknown>;

/** Fields that items of some lists need although the schema of the list does not require them. */
const NEEDED: Record<string, string[]> = {
  unit_maps: ['source'],
  filters: ['label', 'range_type'],
  options: ['floor', 'floor_plan', 'min', 'max'],
  unit_outbound_links: ['type', 'event_key', 'template', 'open_in_new_window'],
};

/** The document with only the required fields of each item. */
function bare(lists: Item, path = ''): Item {
  const kept = Object.entries(lists).map(([list, items]) => {
    const section = `${path}${list}`;
    const { item, key } = SECTIONS.find((each) => each.path === section)!;
    const required = [...key, ...((item['required'] as string[] | undefined) ?? []), ...(NEEDED[list] ?? [])];
    const inner = SECTIONS.flatMap((each) =>
      each.path.startsWith(`${section}.`) ? each.path.slice(section.length + 1) : [],
    );
    return [
      list,
      (items as Item[]).map((each) => {
        const nested = Object.fromEntries(Object.entries(each).filter(([name]) => inner.includes(name)));
        const own = Object.entries(each).filter(([name]) => required.includes(name));
        return { ...Object.fromEntries(own), ...bare(nested, `${section}.`) };
      }),
    ];
  });
  return Object.fromEntries(kept) as Item;
}

const count = (all: Record<string, unknown[]>) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => [name, rows.length]),
  );

describe('provision of the complete example', () => {
  it('creates everything in it, including the resources that REST creates', async () => {
    const out = await operator.do('provision', write(WHOLE), '--json');

    const { assets, accounts } = JSON.parse(out) as Record<string, Record<string, { id: string; key?: string }[]>[]>;
    expect(assets![0]).toMatchObject({
      floor_plans: [{ id: '1', name: 'A1', made: 'created' }],
      unit_maps: [
        { id: '1', name: 'Level 1', made: 'created', backgrounds: [{ name: 'Site photo', made: 'created' }] },
      ],
      landing_pages: [{ id: '1', name: 'Share page' }],
      galleries: [{ id: '1', name: 'Lobby' }],
      marker_descriptions: [{ id: '1', name: 'Pool' }],
      data_models: [{ id: '1', title: 'Leasing questions' }],
      description_groups: [{ id: '1', descriptions: [{ id: '1', name: 'Harbour' }] }],
      filters: [{ options: [{ label: 'Harbour' }, { label: 'Yard' }] }, {}, {}, {}],
    });
    expect(accounts![0]).toMatchObject({ embeds: [{ id: '1', name: 'Website map', made: 'created' }] });
    expect(count(await everything())).toEqual({
      'catalog.account': 1,
      'catalog.account_asset': 1,
      'catalog.asset': 1,
      'catalog.building': 1,
      'catalog.floor': 1,
      'catalog.floor_plan': 1,
      'catalog.unit': 1,
      'data_model.data_model': 1,
      'platform.api_key': 2,
      'mapping.background': 2,
      'mapping.embed': 1,
      'mapping.embed_map': 1,
      'mapping.landing_page': 1,
      'mapping.unit_map': 1,
      'mapping.unit_map_shape': 1,
      'merchandising.asset_outbound_link': 1,
      'merchandising.description': 1,
      'merchandising.description_assignment': 1,
      'merchandising.description_group': 1,
      'merchandising.filter': 4,
      'merchandising.filter_option': 5,
      'merchandising.filter_option_unit': 1,
      'merchandising.gallery': 1,
      'merchandising.marker_description': 1,
      'merchandising.unit_outbound_link': 3,
      'merchandising.unit_outbound_link_url': 1,
      'pricing.process': 1,
      'reference.asset_reference': 1,
      'reference.unit_reference': 1,
      'reference.unit_reference_group': 1,
    });
    expect(await operator.rows('select unit_id::int, bound_by from mapping.unit_map_shape')).toEqual([
      { unit_id: 1, bound_by: 'name' },
    ]);
  });

  it('serves the images, maps and lists that it created', async () => {
    await apply(WHOLE.replace('area: 640}', 'area: 640, view_image: images/view.jpg}'));
    service = await operator.start({ DEMO: 'false' });
    const { key } = await operator.json<{ key: string }>(
      'keys',
      'create',
      '--name',
      'a',
      '--permissions',
      '*',
      '--accounts',
      'all',
    );
    const documented = await Documented.at(service.api);
    const get = async (path: string) => {
      const flags = 'gallery-resource,filters-resource,unit-descriptions-resource,marker-descriptions-resource';
      const answer = await documented.fetch(`${service!.api}/v1/assets/1/multifamily/${path}`, {
        headers: { 'API-Key': key, 'Experimental-Flags': flags },
      });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { data: any[] }).data; // oxlint-disable-line typescript/no-explicit-any -- answers of any shape
    };
    const image = async (url: string) => sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata();

    expect(await image((await get('floor-plans'))[0].image_url)).toMatchObject({ format: 'png', width: 40 });
    expect((await image((await get('units'))[0].view_image_url)).exif).toBeUndefined();
    expect(await image((await get('galleries'))[0].images[0].url)).toMatchObject({ format: 'jpeg' });
    const backgrounds = await get('maps/1/backgrounds');
    expect(
      await image(backgrounds.find(({ name }: { name: string }) => name === 'Site photo').image_url),
    ).toMatchObject({ format: 'jpeg' });
    expect((await get('marker-descriptions'))[0]).toMatchObject({
      gallery_id: '1',
      label: 'Pool',
      iframe_source_url: null,
    });
    expect(await get('filters/1/options')).toMatchObject([
      { label: 'Harbour', sort: 1 },
      { label: 'Yard', sort: 2 },
    ]);
    expect(await get('units/outbound-links/3/urls')).toEqual([{ unit_id: '1', url: 'https://a.example/101' }]);
  });

  it('changes nothing when it is repeated', async () => {
    await apply(WHOLE);
    const before = await everything();

    const { code, out } = await apply(WHOLE, '--prune');

    expect(code).toBe(0);
    expect(out).not.toMatch(/[1-9]\d* (created|changed|deleted)/);
    expect(await everything()).toEqual(before);
  });

  it('changes nothing when a sanitised drawing is provided again, as the original or as exported', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg"><script>evil()</script><path id="101" d="M0 0H9V9Z"/></svg>';
    operator.file('maps/level-1.svg', `<!DOCTYPE svg>${drawing}`);
    await apply(WHOLE);
    const before = await everything();

    const again = await apply(WHOLE);
    const exported = join(operator.dataDir, 'exported');
    await operator.do('export', '1', '--output', exported);
    const back = await operator.run(['provision', join(exported, 'asset.yaml')]);

    for (const { code, out } of [again, back]) {
      expect([code, out]).toEqual([0, expect.not.stringMatching(/[1-9]\d* (created|changed|deleted)/)]);
    }
    expect(await everything()).toEqual(before);
    const names = readdirSync(join(exported, 'files')).filter((name) => name.endsWith('.svg'));
    for (const name of names) expect(readFileSync(join(exported, 'files', name), 'utf8')).not.toMatch(/evil|DOCTYPE/);
    expect(names).toHaveLength(1);
  });

  it('reports the changes with --dry-run, and makes none', async () => {
    await apply(EXAMPLE);
    const before = await everything();

    const { code, out } = await apply(
      WHOLE.replace('area: 640', 'area: 650')
        .replace(/landing_pages: .*/, 'landing_pages: []')
        .replace('name: operations', 'name: others'),
      '--dry-run',
      '--prune',
    );

    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        '~ assets[0].units[0] 101, North',
        '+ assets[0].filters[0].options[1] Yard',
        '- assets[0].landing_pages Share page (id 1)',
        '+ keys[1] others',
        'assets.landing_pages: 0 created, 0 changed, 0 unchanged, 1 deleted',
        'Dry run: nothing was changed.',
      ]),
    );
    expect(out).not.toContain('pms_');
    expect(await everything()).toEqual(before);
    const json = JSON.parse((await apply(WHOLE, '--dry-run', '--json')).out) as {
      dry_run: boolean;
      assets: { filters: object[] }[];
    };
    expect(json.dry_run).toBe(true);
    expect(json.assets[0]!.filters[0]).toMatchObject({ name: 'View', made: 'created' });
    expect(json.assets[0]!.filters[0]).not.toHaveProperty('id');
    expect((await apply(EXAMPLE, '--dry-run')).out).toContain('There is nothing to change.');
  });

  it('deletes with --prune what the lists of the file omit, but nothing of other lists', async () => {
    await apply(
      WHOLE.replace(
        'units: [{unit_number: "101"',
        'units: [{unit_number: "102", building: North, floor: Level 1, floor_plan: A1, area: 500}, {unit_number: "101"',
      ).replace('options: [{label: Harbour, units: ["101"]}', 'options: [{label: Harbour, units: ["101", "102"]}'),
    );

    const { code, out, err } = await apply(
      WHOLE.replace(', {label: Yard}', '')
        .replace(/galleries: .*\n/, 'galleries: []\n')
        .replace(', gallery: Lobby', '')
        .replace(/ {4}data_models: .*\n/, '')
        .replace(/, backgrounds: \[.*?\]/, ', backgrounds: []')
        .replace(/embeds:\n[^]*?keys:/, 'embeds: []\nkeys:')
        .replace(/asset_references: .*\n/, 'asset_references: []\n'),
      '--prune',
      '--json',
    );

    expect([code, err.includes('file.yaml')]).toEqual([0, false]);
    const { deleted } = JSON.parse(out) as { deleted: { path: string; name: string }[] };
    expect(deleted.map(({ path, name }) => `${path} ${name}`).sort()).toEqual([
      'accounts[0].embeds Website map',
      'assets[0].asset_references CRM',
      'assets[0].filters[0].options Yard',
      'assets[0].galleries Lobby',
      'assets[0].unit_maps[0].backgrounds Site photo',
      'assets[0].units 102',
    ]);
    expect(count(await everything())).toMatchObject({
      'catalog.unit': 1,
      'merchandising.filter_option_unit': 1,
      'mapping.background': 1,
      'data_model.data_model': 1,
      'platform.api_key': 2,
    });
  });

  it('unassigns with --prune, but does not delete what units use', async () => {
    await apply(WHOLE);
    const before = await everything();

    const used = await apply(
      WHOLE.replace(/floor_plans: .*/, 'floor_plans: []')
        .replace(/ {4}units: .*\n/, '')
        .replace(/,? units: \[[^\]]*\]/g, '')
        .replace(/, options: \[\{label: A1.*?\]/, ''),
      '--prune',
    );
    expect(used.code).toBe(1);
    expect(used.err).toMatch(
      /file\.yaml:\d+: assets\[0\]\.floor_plans lacks "A1", which cannot be deleted: units use it/,
    );
    expect(await everything()).toEqual(before);

    const { out } = await apply('accounts: [{name: Harbour Living, assets: []}]', '--prune');
    expect(out).toContain('- accounts[0].assets Rope Works (id 1)');
    expect(count(await everything())).not.toHaveProperty('mapping.embed'); // all its maps belonged to that asset
  });

  it.each([
    [
      'a missing file',
      'images/a1.png',
      'images/none.png',
      'assets[0].floor_plans[0].image names a file that is not there: images/none.png',
    ],
    [
      'an invalid image',
      'images/lobby.jpg',
      'models/questions.csv',
      'assets[0].galleries[0].images[0] must be a PNG, JPEG, GIF or WebP image',
    ],
    [
      'an invalid drawing',
      'maps/level-1.svg',
      'models/questions.csv',
      'assets[0].unit_maps[0].source must be a file named *.svg, *.ai, *.pdf, *.geojson, *.zip',
    ],
    [
      'an unknown map of an embed',
      'map: Level 1, instance_key',
      'map: Level 2, instance_key',
      'accounts[0].embeds[0].maps[0].map "Level 2" is not in this asset',
    ],
    [
      'an unknown gallery',
      'gallery: Lobby',
      'gallery: Roof',
      'assets[0].marker_descriptions[0].gallery "Roof" is not in this asset',
    ],
    [
      'an unknown unit of an option',
      'units: ["101"]',
      'units: ["109"]',
      'assets[0].filters[0].options[0].units[0] "109" is not in this asset',
    ],
    [
      'a unit that is named twice',
      'units: ["101"]',
      'units: ["101", "101"]',
      'assets[0].filters[0].options[0].units[1] is a unit that is already listed',
    ],
    [
      'a field of another type of link',
      'event_key: chat',
      'event_key: chat, template: x',
      'assets[0].unit_outbound_links[0].template is not a known field',
    ],
    [
      'an unknown type of filter',
      'type: range',
      'type: rage',
      'assets[0].filters[3].type must be one of custom, floor, floor_plan, range',
    ],
    [
      'a field of another type of option',
      'min: 0',
      'floor: Level 1, min: 0',
      'assets[0].filters[3].options[0].floor is a field of options of type floor',
    ],
    ['an option that lacks a field', ', max: 2000', '', 'assets[0].filters[3].options[0].max is required'],
    [
      'an image that is a table',
      'models/questions.csv',
      'images/a1.png',
      'assets[0].data_models[0].file must be UTF-8',
    ],
  ])('rejects %s with its line, and changes nothing', async (_, part, otherwise, text) => {
    const { code, err } = await apply(WHOLE.replace(part, otherwise));

    expect(code).toBe(1);
    expect(err).toContain(`file.yaml:${WHOLE.slice(0, WHOLE.indexOf(part)).split('\n').length}: ${text}`);
    expect(count(await everything())).toEqual({});
    expect(await operator.rows('select from platform.stored_file')).toEqual([]);
  });

  it('rejects a change of type, and a duplicate key', async () => {
    await apply(WHOLE);
    const before = await everything();

    expect(
      (
        await apply(
          WHOLE.replace(
            'type: iframe_api, event_key: chat',
            'type: url_template, template: "https://a.example", open_in_new_window: true',
          ),
        )
      ).err,
    ).toContain('assets[0].unit_outbound_links[0].type cannot be changed: this link is of type iframe_api');
    expect(
      (await apply(WHOLE.replace('asset_references: [{name: CRM', 'asset_references: [{name: Other'))).err,
    ).toContain('assets[0].asset_references has a key that the asset already uses elsewhere');
    expect(await everything()).toEqual(before);
  });

  it('lets a new resource take over the key of another', async () => {
    await apply(WHOLE);

    const { code } = await apply(
      WHOLE.replace(
        '[{name: CRM, key: crm, value: NY-1}]',
        '[{name: CRM, key: old, value: NY-1}, {name: New, key: crm, value: x}]',
      ),
    );

    expect(code).toBe(0);
    expect(await operator.rows('select name, key from reference.asset_reference order by id')).toEqual([
      { name: 'CRM', key: 'old' },
      { name: 'New', key: 'crm' },
    ]);
  });

  it('moves keys between resources, in any order', async () => {
    const references = (list: string) => WHOLE.replace(/asset_references: .*/, `asset_references: ${list}`);
    const keys = async () => {
      const rows = await operator.rows('select name, key from reference.asset_reference order by id');
      return rows.map(({ name, key }) => `${String(name)} ${String(key)}`);
    };
    const first = references('[{name: A, key: ka, value: x}, {name: B, key: kb, value: x}, {name: C, value: x}]');
    expect((await apply(first)).err).toBe('');

    const swap = '[{name: A, key: kb, value: x}, {name: B, key: ka, value: x}, {name: C, value: x}]';
    expect((await apply(references(swap))).err).toBe('');
    expect(await keys()).toEqual(['A kb', 'B ka', 'C null']);
    const shift = '[{name: C, key: kb, value: x}, {name: A, key: null, value: x}, {name: B, key: ka, value: x}]';
    expect((await apply(references(shift))).err).toBe('');
    expect(await keys()).toEqual(['A null', 'B ka', 'C kb']);
    const taken = '[{name: A, key: ka, value: x}, {name: C, key: kc, value: x}]';
    expect((await apply(references(taken))).err).toContain('has a key that the asset already uses elsewhere');
    const renamed = '[{name: A, value: x}, {name: New, key: ka, value: x}, {name: C, key: kb, value: x}]';
    expect((await apply(references(renamed), '--prune')).err).toBe('');
    expect(await keys()).toEqual(['A null', 'C kb', 'New ka']);
  });

  it('keeps the units of descriptions without a list of units, with --prune', async () => {
    const descriptions = (first: string, second: string) =>
      WHOLE.replace(
        / {8}descriptions: \[.*\]/,
        `        descriptions: [{name: One, label: L, body: B, is_enabled: true${first}}, {name: Two, label: L, body: B, is_enabled: true${second}}]`,
      ).replace(
        'units: [{unit_number: "101"',
        'units: [{unit_number: "102", building: North, floor: Level 1, floor_plan: A1, area: 500}, {unit_number: "101"',
      );
    expect((await apply(descriptions(', units: ["101"]', ', units: ["102"]'))).err).toBe('');
    const assigned = () =>
      operator.rows('select unit_id from merchandising.description_assignment order by description_id, unit_id');
    const before = await assigned();
    expect(before).toHaveLength(2);

    const { out } = await apply(descriptions(', units: []', ''), '--prune');
    expect(out).toContain('assets.description_groups.descriptions: 0 created, 1 changed, 1 unchanged');
    expect(await assigned()).toEqual(before.slice(1));
  });

  it('resolves a unit number with --prune to the unit in the file', async () => {
    await apply(WHOLE);
    const { code, err } = await apply(
      WHOLE.replace('buildings: [', 'buildings: [{name: South}, ').replace(
        'units: [{unit_number: "101", building: North',
        'units: [{unit_number: "101", building: South',
      ),
      '--prune',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const units =
      'select unit_id, building_id::int from merchandising.filter_option_unit join catalog.unit on id = unit_id';
    expect(await operator.rows(units)).toEqual([{ unit_id: '2', building_id: 2 }]);
  });

  it('clears fields that are null, and keeps fields that are absent', async () => {
    await apply(WHOLE);

    const { out } = await apply(
      WHOLE.replace(', image: images/a1.png', ', image: null')
        .replace(', label: Apply}', '}')
        .replace('{name: CRM, key: crm, value', '{name: CRM, key: null, value')
        .replace(/allowed_origins: .*/, 'allowed_origins: null'),
    );

    expect(out).toContain('assets.floor_plans: 0 created, 1 changed');
    expect(out).toContain('assets.unit_outbound_links: 0 created, 0 changed, 3 unchanged');
    expect(await operator.rows('select image from catalog.floor_plan')).toEqual([{ image: null }]);
    expect(await operator.rows('select key from reference.asset_reference')).toEqual([{ key: null }]);
    expect(await operator.rows('select allowed_origins from mapping.embed')).toEqual([{ allowed_origins: [] }]);
    expect(await operator.rows(`select label from merchandising.unit_outbound_link where name = 'Apply'`)).toEqual([
      { label: 'Apply' },
    ]);
  });

  it('renames resources that it finds by id', async () => {
    await apply(WHOLE);

    const { out, err } = await apply(`
accounts: [{name: Harbour Living, embeds: [{id: "1", name: Renamed, maps: [{asset: Rope Works, map: {id: "1"}}]}]}]
assets:
  - id: "1"
    unit_maps: [{id: "1", name: Renamed, style: b, source: maps/level-1.svg}]
    galleries: [{id: "1", name: Renamed, images: [images/lobby.jpg]}]
    marker_descriptions: [{id: "1", name: Renamed}]
    pricing_processes: [{id: "1", name: Renamed, type: push, pricing_strategy: revenue_management}]
    landing_pages: [{id: "1", name: Renamed, map: {id: "1"}}]
    data_models: [{id: "1", title: Renamed, file: models/questions.csv}]
`);

    expect(err).toBe('');
    expect(out.match(/0 created, 1 changed/g)).toHaveLength(7);
    const tables = ['mapping.embed', 'mapping.unit_map', 'merchandising.gallery', 'merchandising.marker_description', 'pricing.process', 'mapping.landing_page']; // oxfmt-ignore
    const names = tables.map((table) => `select name from ${table}`);
    expect(await operator.rows([...names, 'select title from data_model.data_model'].join(' union '))).toEqual([
      { name: 'Renamed' },
    ]);
  });

  it('keeps every field that a file omits, in every list', async () => {
    const whole = WHOLE.replace('style: b,', 'style: b, is_dimension_locked: true,');
    await apply(whole);
    const before = await everything();

    const { keys: _, ...lists } = parse(whole) as Record<string, Item[]>;
    const { code, out, err } = await apply(stringify(bare(lists)));

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toMatch(/[1-9]\d* (created|changed)/);
    expect(await everything()).toEqual(before);
  });

  it('leaves no unreferenced file', async () => {
    mkdirSync(join(operator.dataDir, 'files'), { recursive: true });
    writeFileSync(join(operator.dataDir, 'models/questions.csv'), 'a,b\n1\n');

    expect((await apply(WHOLE)).code).toBe(1);

    expect(stored()).toEqual([]);
  });
});

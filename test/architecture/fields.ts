import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { PROVISIONED } from '../../apps/cli/src/contexts.js';
import { compileSchema, type JsonSchema } from '@app/platform/core';
import type { Assignments } from '@app/platform/resources';
import { type Field, fieldsOf } from '@app/platform/rest';
import { assignedValues } from '../../apps/cli/src/provision/assigned-units.js';
import { REFERENCE, type Section, UNIT, UNITS } from '../../apps/cli/src/provision/section.js';
import { SECTIONS } from '../../apps/cli/src/provision/sections.js';

const TESTS = join(import.meta.dirname, '..');

const LIBS = join(TESTS, '../libs');

/** Folder of each Postgres schema's context. */
const FOLDERS: Record<string, string> = Object.fromEntries(
  readdirSync(LIBS).flatMap((name) => {
    const module = join(LIBS, name, 'src', `${name}.module.ts`);
    const [, schema] = (existsSync(module) && /schema: '(\w+)'/.exec(readFileSync(module, 'utf8'))) || [];
    return schema ? [[schema, `libs/${name}/src`]] : [];
  }),
);

/** Sections of the provision file that belong to an asset and have REST operations. */
export const OF_ASSETS = SECTIONS.filter(({ path }) => path.startsWith('assets') || path === 'accounts.embeds');

/** The folder of the context that owns a section. */
export function contextOf({ path, table = '' }: Section): string {
  const folder = FOLDERS[table.split('.')[0]!];
  if (!folder) throw new Error(`No context has the table of ${path}: ${table}`);
  return folder;
}

const lists = new Set(PROVISIONED.map(({ list }) => list));

/** Units assigned to resources of these sets, by the path of the field. */
export const ASSIGNMENTS = new Map<string, Assignments>(
  PROVISIONED.flatMap(({ list, units }) => (units ? [[`assets.${list}.units`, units]] : [])),
);

const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase();

const both = (resource: string, section: string) => ({
  [`create-${resource}`]: `assets.${section}`,
  [`update-${resource}`]: `assets.${section}`,
});

/** The section that declares the same data, by the id of an operation with a body. */
export const SECTION_OF: Record<string, string> = {
  'create-asset': 'assets',
  'update-asset': 'assets',
  ...both('building', 'buildings'),
  ...both('floor', 'floors'),
  ...both('floor-plan', 'floor_plans'),
  ...both('unit', 'units'),
  ...both('unit-outbound-link', 'unit_outbound_links'),
  ...both('description-group', 'description_groups'),
  ...both('descriptions', 'description_groups.descriptions'),
  ...both('filter', 'filters'),
  ...both('unit-map', 'unit_maps'),
  ...both('asset-reference', 'asset_references'),
  ...both('unit-reference-group', 'unit_reference_groups'),
  ...both('floor-plan-expense', 'floor_plan_expenses'),
  ...both('unit-expense', 'unit_expenses'),
  'update-price-display': 'assets',
  ...both('pricing-process', 'pricing_processes'),
  ...Object.assign({}, ...PROVISIONED.map(({ entity, list }) => both(kebab(entity.name), list))),
};

/** Reasons by name, from a file that a folder of `test` may have. */
const reasonsOf = async (file: string): Promise<Record<string, string>> =>
  Object.assign(
    {},
    ...(await Promise.all(
      readdirSync(TESTS)
        .filter((context) => existsSync(join(TESTS, context, `${file}.ts`)))
        .map(async (context) => ((await import(`../${context}/${file}.js`)) as { default: object }).default),
    )),
  ) as Record<string, string>;

/** The reason why the other operations have no section. */
export const ELSEWHERE: Record<string, string> = {
  ...(await reasonsOf('not-provisioned')),
  ...Object.fromEntries(
    PROVISIONED.filter(({ units }) => units)
      .flatMap(({ entity: { name } }) => [`assign-units-to-${kebab(name)}`, `remove-units-from-${kebab(name)}`])
      .map((id) => [id, '`units` of the resource']),
  ),
  'count-visits-of-embed': 'what visitors do, not what is set up',
  'count-visits-of-landing-page': 'the same',
  'create-option': 'its variants are one section without types, whose fields are all tried below',
  'update-option': 'the same',
  'update-description': 'the same fields as those of a batch',
  'assign-assets-to-account': '`assets` of an account',
  'unassign-assets-from-account': 'the same',
  'assign-units-to-a-custom-option': '`units` of an option',
  'remove-units-from-a-custom-option': 'the same',
  'assign-units-to-descriptions': '`units` of a description',
  'update-unit-outbound-link-urls': '`urls` of a link',
  'preview-unit-map': 'stores nothing',
  'bind-shape-of-a-unit-map': '`units_by_hand` of a map',
  'update-unit-references': '`values` of a group',
  'open-pricing-transaction-and-send-data': 'prices come from feeds, and are not exported',
  'send-data-to-an-open-transaction': 'the same',
  'update-pricing-unit': '`units` of a process; prices come from feeds',
  'create-account': '`accounts` of the file, with only a name',
  'update-account': 'the same',
  'create-embed': '`embeds` of an account, which name assets, maps and processes instead of ids',
  'update-embed': 'the same',
  'create-landing-page': '`landing_pages`, which name the map instead of its id',
  'update-landing-page': 'the same',
  'set-asset-logo': '`logo` of an asset, whose image is a file',
  'create-background': '`backgrounds` of a unit map, whose image is a file',
  'update-background': 'the same',
  'create-gallery': '`galleries`, whose images are files',
  'update-gallery': 'the same',
  'create-marker-description': '`marker_descriptions`, which name gallery and maps instead of ids',
  'update-marker-description': 'the same',
  'ai-create-data-model': 'the file of a data model, whose bytes are compared by test/cli/export.e2e-spec.ts',
  'save-buildings': 'the same fields as the operations on one building',
  'save-floors': 'the same',
  'save-floor-plans': 'the same',
  'save-units': 'the same, and `values` of a reference group',
  'save-options': 'the same as those on one option',
  'save-pricing-units': '`units` of a process',
  'create-key': 'the section `keys`, which is not part of an asset',
  'update-key': 'the same',
  'rotate-key': 'a successor has a new secret, which a file cannot hold',
  'create-webhook': 'the section `webhooks`, which is not part of an asset',
  'update-webhook': 'the same',
  'rotate-webhook-secret': 'a file cannot hold the new secret',
  'replay-webhook-deliveries': 'what was sent is not declared',
  'ai-update-data-model': 'the file of a data model, whose bytes are compared by test/cli/export.e2e-spec.ts',
};

/** Identifiers of a resource in other systems. They are kept if they are free when the resource is created: test/cli/import-service.e2e-spec.ts */
export const KNOWN_ELSEWHERE = /\.(id|uuid|drawing_id)$|^(assets\.landing_pages|accounts\.embeds)\.key$/;

/** Sections and fields that the viewer's document omits, with the reason. */
export const NOT_SHOWN: Record<string, string> = {
  ...(await reasonsOf('not-shown')),
  'accounts.embeds': 'the embed is not part of the document',
  'assets.landing_pages': 'a page is another view of the same document',
  'assets.asset_references': 'ids in other systems are nobody else’s business',
  'assets.unit_reference_groups': 'ids in other systems are nobody else’s business',
  'assets.data_models': 'they are for the second API',
  'assets.pricing_processes.type': 'how prices come is the back office’s business',
  'assets.pricing_processes.guard': 'the same',
  'assets.pricing_processes.history_days': 'the same',
  'assets.pricing_processes.expected_every_hours': 'the same',
  'assets.pricing_processes.status_map':
    'units of the fixture have no prices; test/viewer/viewer-document.e2e-spec.ts shows its states',
  'assets.pricing_processes.show_status': 'the same',
  'assets.pricing_processes.units': 'how entries match units; the map shows the prices that result',
  'assets.unit_maps.building': 'it decides which units the shapes may have',
  'assets.unit_maps.source': 'the compiled map is shown, not what it was made of',
};

/** Path of an item that may have the field, if the first item may not. */
export const PLACES: Record<string, string> = {
  ...ofExpenses((list) => ({
    [`${list}.min_amount`]: `assets.0.${list}.1`,
    [`${list}.max_amount`]: `assets.0.${list}.1`,
    [`${list}.percentage`]: `assets.0.${list}.2`,
    [`${list}.steps`]: `assets.0.${list}.3`,
    [`${list}.text_amount`]: `assets.0.${list}.4`,
    [`${list}.type`]: `assets.0.${list}.5`,
    [`${list}.value_type`]: `assets.0.${list}.5`,
  })),
  'assets.unit_maps.file': 'assets.0.unit_maps.1',
  'assets.unit_maps.given_units': 'assets.0.unit_maps.1',
  'assets.unit_outbound_links.event_key': 'assets.0.unit_outbound_links.1',
  'assets.unit_outbound_links.template': 'assets.0.unit_outbound_links.2',
  'assets.filters.range_type': 'assets.0.filters.3',
  'assets.filters.options.floor': 'assets.0.filters.1.options.0',
  'assets.filters.options.short_label': 'assets.0.filters.1.options.0',
  'assets.filters.options.floor_plan': 'assets.0.filters.2.options.0',
  'assets.filters.options.min': 'assets.0.filters.3.options.0',
  'assets.filters.options.max': 'assets.0.filters.3.options.0',
};

/** Two values of fields for which the schema alone does not suffice. */
export const VALUES: Record<string, [unknown, unknown]> = {
  'assets.price_display': ['base', 'total'],
  'assets.floor_plan_expenses.entries': [[{ floor_plan: 'A1', amount: 5 }], [{ floor_plan: 'A1', amount: 5.25 }]],
  'assets.unit_expenses.entries': [[{ unit: '101', amount: 5 }], [{ unit: '101', amount: 5.25 }]],
  ...ofExpenses((list) => ({
    [`${list}.value_type`]: ['amount', 'text'],
    [`${list}.min_amount`]: [10.5, 20],
    [`${list}.max_amount`]: [70.25, 80],
    [`${list}.steps`]: [
      [50, 35.5],
      [50, 35],
    ],
  })),
  'assets.address_country': ['CAN', 'USA'],
  'assets.time_zone': ['America/Chicago', 'Europe/Berlin'],
  'assets.accent_color': ['#000000', '#ffffff'],
  'assets.contact_phone': ['110', '112'],
  'assets.contact_email': ['a@a.example', 'b@a.example'],
  ...pairs(['units.view_image', 'units.secondary_view_image', 'floor_plans.image'], 'a.png', 'b.png'),
  ...pairs(['logo', 'floor_plans.secondary_image', 'unit_maps.backgrounds.image'], 'a.png', 'b.png'),
  'assets.pricing_processes.status_map': [{ Held: 'reserved' }, { Held: 'sold', Down: 'off_market' }],
  'assets.pricing_processes.guard': [{ max_removed_percent: 25 }, { refuse_empty: true }],
  'assets.pricing_processes.units': [[{ unit: '101', provider_id: 'P-1' }], [{ unit: '101', provider_id: 'P-2' }]],
  'assets.galleries.images': [[{ file: 'a.png', alt: 'Bar' }], [{ file: 'b.png', alt: 'Terrace' }]],
  'assets.unit_outbound_links.urls': [url('1'), url('2')],
  'assets.unit_maps.source': ['one.svg', 'two.svg'],
  'assets.unit_maps.file': ['one.umap', 'two.umap'],
  'assets.unit_maps.given_units': [[{ shape: 'a', unit: '101' }], [{ shape: 'a', unit: '102' }]],
  'assets.unit_maps.units_by_hand': [[{ shape: 'Room-9', unit: '101' }], [{ shape: 'Room-9', unit: '102' }]],
  'assets.unit_maps.building': ['North', 'South'],
  'assets.landing_pages.map': ['Compiled', 'Drawn'],
  'assets.unit_reference_groups.values': [[{ unit: '101', value: 'a' }], [{ unit: '101', value: 'b' }]],
  'assets.data_models.file': ['one.csv', 'two.csv'],
  'assets.marker_descriptions.places': [[{ map: 'Drawn', x: 1, y: 2 }], [{ map: 'Drawn', x: 3, y: 4 }]],
  'accounts.embeds.allowed_origins': [['https://a.example'], ['https://b.example']],
  'accounts.embeds.maps': [[{ asset: 'Fields', map: 'Compiled' }], [{ asset: 'Fields', map: 'Drawn' }]],
};

/** The same for the three lists of expenses, below `assets`. */
function ofExpenses<T>(values: (list: string) => Record<string, T>): Record<string, T> {
  const lists = ['asset_expenses', 'floor_plan_expenses', 'unit_expenses'].map(values);
  return Object.fromEntries(
    lists.flatMap((list) => Object.entries(list)).map(([name, value]) => [`assets.${name}`, value]),
  );
}

/** One expense for each type of value, and one whose types may change. @param others its fields besides */
function expenses(entries: object = {}) {
  return [
    { name: 'Trash', label: 'Trash', value_type: 'amount', ...entries },
    { name: 'Water', label: 'Water', value_type: 'range', min_amount: 30, max_amount: 60, ...entries },
    { name: 'Fund', label: 'Fund', value_type: 'percentage', ...entries },
    { name: 'Pets', label: 'Pets', value_type: 'stepped', ...entries },
    { name: 'Power', label: 'Power', value_type: 'text', ...entries },
    { name: 'Gas', label: 'Gas' },
  ];
}

function pairs(fields: string[], first: string, second: string): Record<string, [unknown, unknown]> {
  return Object.fromEntries(fields.map((field) => [`assets.${field}`, [first, second]]));
}

function url(path: string): unknown {
  return [{ unit: '101', url: `https://a.example/${path}` }];
}

const floor = (name: string, sort: number) => ({ name, filter_label: name, filter_short_label: `${sort}`, sort });
const plan = (name: string) => ({ name, bedroom_count: 1, bathroom_count: 1, filter_label: name });
const unit = (number: string) => ({
  ...{ unit_number: number, building: 'North', floor: 'Level 1', floor_plan: 'A1', area: 640 },
});

/** The schema of each field of an item or its variants. */
export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const shapes = (schema['oneOf'] as JsonSchema[] | undefined) ?? [schema];
  return Object.assign({}, ...shapes.map((shape) => shape['properties'])) as Record<string, JsonSchema>;
}

/** Values of a field; with the second, the resource stays visible. */
export function valuesOf(path: string, schema: JsonSchema): unknown[] {
  if (VALUES[path]) return VALUES[path];
  const assigned = ASSIGNMENTS.get(path);
  if (assigned) return [[assignedUnit(path, '101')], [assignedUnit(path, '102')]];
  if (JSON.stringify(schema) === JSON.stringify(UNITS)) return [['101'], ['102']];
  const named = ofNullable(schema);
  if (JSON.stringify(named) === JSON.stringify(UNIT)) return ['101', '102'];
  if (JSON.stringify(named) === JSON.stringify(REFERENCE) && NAMED[path.split('.').at(-1)!])
    return NAMED[path.split('.').at(-1)!]!;
  const check = compileSchema(schema);
  const candidates = [
    ...((schema['enum'] as unknown[] | undefined) ?? []),
    ...[false, true, 1, 2, 'one', 'two', 'AA', 'BB', 'https://a.example/1', 'https://a.example/2', ['aa'], ['bb']],
    ...['2026-12-01', '2026-12-02', '2026-12-01T10:00:00+00:00', '2026-12-02T10:00:00+00:00'],
    ...[0, -1, 1000, 1001, '2000-01-01', '2000-01-02', '2099-12-01', '2099-12-02'],
    ...['2000-01-01', '2000-01-02', '2099-12-01', '2099-12-02'].map((day) => `${day}T10:00:00+00:00`),
  ];
  return candidates.filter((value) => value !== null && check(value) === undefined);
}

/** The example of a field in its class, or a value of the schema. */
function exampleIn(fields: readonly Field[], name: string, path: string, schema: JsonSchema): unknown {
  const example = fields.find((each) => each.name === name)?.example;
  return example !== undefined && compileSchema(schema)(example) === undefined ? example : valuesOf(path, schema)[0];
}

/** An entry of `units`, with the required values of the assignment. */
function assignedUnit(path: string, unit: string): unknown {
  const values = assignedValues(ASSIGNMENTS.get(path)!);
  const required = values.filter((value) => value.required);
  const given = required.map(
    ({ name, compiled }) => [name, exampleIn(values, name, `${path}.${name}`, compiled)] as const,
  );
  return values.length === 0 ? unit : { unit, ...Object.fromEntries(given) };
}

/** The schema of the value if it is not null. */
const ofNullable = (schema: JsonSchema): JsonSchema =>
  (schema['if'] as JsonSchema | undefined)?.['type'] === 'null' ? (schema['else'] as JsonSchema) : schema;

/** Names of two resources that others refer to. */
const NAMED: Record<string, [string, string]> = {
  building: ['North', 'South'],
  floor: ['Level 2', 'Level 1'],
  floor_plan: ['B1', 'A1'],
  gallery: ['Lobby', 'Roof'],
  unit_map: ['Drawn', 'Compiled'],
};

/** A resource of a set in `provisioned` of a module, with its required fields and a unit. The others are null, so that no rule across fields compares a value with what the last field left. */
function exampleOf({ path, item }: Section): object {
  const properties = propertiesOf(item);
  const units = ASSIGNMENTS.has(`${path}.units`) ? ['units'] : [];
  const { body } = PROVISIONED.find(({ list }) => path === `assets.${list}`)!;
  const needed = [...(item['required'] as string[]), ...units].map((name) => [
    name,
    exampleIn(fieldsOf(body), name, `${path}.${name}`, properties[name]!),
  ]);
  const nullable = Object.keys(properties).filter((name) => compileSchema(properties[name]!)(null) === undefined);
  return Object.fromEntries([...nullable.map((name) => [name, null]), ...needed]) as object;
}

const examples = Object.fromEntries(
  SECTIONS.filter(({ path }) => lists.has(path.replace('assets.', ''))).map((section) => [
    section.path.replace('assets.', ''),
    [exampleOf(section)],
  ]),
);

/** One of each resource, with its required fields. */
export const BASE = {
  accounts: [{ name: 'A', assets: ['Fields'], embeds: [{ name: 'E', maps: [{ asset: 'Fields', map: 'Drawn' }] }] }],
  assets: [
    {
      ...examples,
      ...{ name: 'Fields', display_name: 'Fields', market: 'multifamily', address_line1: '1 Quay Street' },
      ...{ address_city: 'New York', address_state: 'NY', address_country: 'USA', address_postal_code: '10004' },
      buildings: [{ name: 'North' }, { name: 'South' }],
      floors: [floor('Level 1', 1), floor('Level 2', 2)],
      floor_plans: [plan('A1'), plan('B1')],
      units: [unit('101'), unit('102')],
      galleries: [
        { name: 'Lobby', images: ['a.png'] },
        { name: 'Roof', images: [] },
      ],
      marker_descriptions: [{ name: 'Pool', gallery: 'Lobby' }],
      asset_expenses: expenses(),
      floor_plan_expenses: expenses({ entries: [{ floor_plan: 'A1' }] }),
      unit_expenses: expenses({ entries: [{ unit: '101' }] }),
      unit_outbound_links: [
        { name: 'Tour', type: 'urls_per_unit', open_in_new_window: true },
        { name: 'Chat', type: 'iframe_api', event_key: 'chat' },
        { name: 'Apply', type: 'url_template', template: 'https://a.example/0', open_in_new_window: true },
      ],
      description_groups: [
        { name: 'Views', descriptions: [{ name: 'Harbour', label: 'H', body: 'B', is_enabled: true }] },
      ],
      filters: [
        { name: 'View', label: 'View', type: 'custom', options: [{ label: 'Harbour' }] },
        { name: 'Floor', label: 'Floor', type: 'floor', options: [{ label: 'First', floor: 'Level 1' }] },
        { name: 'Plan', label: 'Plan', type: 'floor_plan', options: [{ label: 'A1', floor_plan: 'A1' }] },
        { name: 'Rent', label: 'Rent', type: 'range', range_type: 'unit_area', options: [{ label: 'Low', min: 0, max: 9 }] }, // oxfmt-ignore
      ],
      unit_maps: [
        { name: 'Drawn', style: 'x', source: 'one.svg', backgrounds: [{ name: 'Photo', image: 'a.png' }] },
        { name: 'Compiled', style: 'x', file: 'one.umap' },
      ],
      landing_pages: [{ name: 'Share', map: 'Drawn' }],
      asset_references: [{ name: 'CRM', value: 'NY-1' }],
      unit_reference_groups: [{ name: 'CRM' }],
      pricing_processes: [{ name: 'Feed', type: 'push', pricing_strategy: 'flat_pricing' }],
      data_models: [{ title: 'Questions', file: 'one.csv' }],
    },
  ],
};

const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path id="Room-9" d="M0 0H${width}V10H0Z"/></svg>`;
const umap = (width: number) => ({
  ...{ format: 'umap', version: 1, view_box: { x: 0, y: 0, width: 20, height: 10 } },
  shapes: [{ id: 'a', path: `M0 0h${width}v10z`, names: ['Office'] }],
});

/** Content of a file that a document names. */
export async function contentOf(name: string): Promise<Buffer> {
  const size = name.startsWith('one') || name.startsWith('a') ? 5 : 10;
  if (name.endsWith('.svg')) return Buffer.from(svg(size));
  if (name.endsWith('.umap')) return Buffer.from(JSON.stringify(umap(size)));
  if (name.endsWith('.csv')) return Buffer.from(`question,answer\nPets?,${size}\n`);
  const background = { r: 20 * size, g: 0, b: 0 };
  return sharp({ create: { width: size, height: size, channels: 3, background } }).png().toBuffer(); // oxfmt-ignore
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const TESTS = join(import.meta.dirname, '..');

/** Folder of each section of the provision file that belongs to an asset and has REST operations. */
export const CONTEXT: Record<string, string> = {
  ...under('libs/catalog/src', ['', 'buildings', 'floors', 'floor_plans', 'units']),
  ...under('libs/merchandising/src', ['galleries', 'marker_descriptions', 'unit_outbound_links']),
  ...under('libs/merchandising/src', ['asset_outbound_links', 'description_groups', 'description_groups.descriptions']),
  ...under('libs/merchandising/src', ['filters', 'filters.options']),
  ...under('libs/mapping/src', ['unit_maps', 'unit_maps.backgrounds', 'landing_pages']),
  ...under('libs/references/src', ['asset_references', 'unit_reference_groups']),
  ...under('libs/pricing/src', ['pricing_processes']),
  ...under('libs/data-models/src', ['data_models']),
  'accounts.embeds': 'libs/mapping/src',
};

function under(folder: string, sections: string[]): Record<string, string> {
  return Object.fromEntries(sections.map((name) => [['assets', name].filter(Boolean).join('.'), folder]));
}

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
  ...both('asset-outbound-link', 'asset_outbound_links'),
  ...both('description-group', 'description_groups'),
  ...both('descriptions', 'description_groups.descriptions'),
  ...both('filter', 'filters'),
  ...both('unit-map', 'unit_maps'),
  ...both('asset-reference', 'asset_references'),
  ...both('unit-reference-group', 'unit_reference_groups'),
};

/** The reason why provision files do not declare the data of an operation yet, by its id; from `test/CONTEXT/not-provisioned.ts`. */
export const NOT_PROVISIONED: Record<string, string> = Object.assign(
  {},
  ...(await Promise.all(
    readdirSync(TESTS)
      .filter((context) => existsSync(join(TESTS, context, 'not-provisioned.ts')))
      .map(async (context) => ((await import(`../${context}/not-provisioned.js`)) as { default: object }).default),
  )),
);

/** The reason why the other operations have no section. */
export const ELSEWHERE: Record<string, string> = {
  ...NOT_PROVISIONED,
  'create-option': 'its variants are one section without types, whose fields are all tried below',
  'update-option': 'the same',
  'assign-assets-to-account': '`assets` of an account',
  'unassign-assets-from-account': 'the same',
  'assign-units-to-a-custom-option': '`units` of an option',
  'remove-units-from-a-custom-option': 'the same',
  'assign-units-to-descriptions': '`units` of a description',
  'update-unit-outbound-link-urls': '`urls` of a link',
  'update-unit-references': '`values` of a group',
  'open-pricing-transaction-and-send-data': 'prices come from feeds, and are not exported',
  'send-data-to-an-open-transaction': 'the same',
  'update-pricing-unit': 'the same',
  'ai-update-data-model': 'the file of a data model, whose bytes are compared by test/cli/export.e2e-spec.ts',
};

/** Identifiers of a resource in other systems. They are kept if they are free when the resource is created: test/cli/import-service.e2e-spec.ts */
export const KNOWN_ELSEWHERE = /\.(id|uuid|drawing_id)$|^(assets\.landing_pages|accounts\.embeds)\.key$/;

/** Sections and fields that the viewer's document omits, with the reason. */
export const NOT_SHOWN: Record<string, string> = {
  'accounts.embeds': 'the embed is not part of the document',
  'assets.landing_pages': 'a page is another view of the same document',
  'assets.asset_references': 'ids in other systems are nobody else’s business',
  'assets.unit_reference_groups': 'ids in other systems are nobody else’s business',
  'assets.data_models': 'they are for the second API',
  'assets.pricing_processes.type': 'how prices come is the back office’s business',
  'assets.pricing_processes.guard': 'the same',
  'assets.pricing_processes.history_days': 'the same',
  'assets.unit_maps.source': 'the compiled map is shown, not what it was made of',
};

/** Path of an item that may have the field, if the first item may not. */
export const PLACES: Record<string, string> = {
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
  'assets.address_country': ['CAN', 'USA'],
  'assets.units.floor': ['Level 2', 'Level 1'],
  'assets.units.floor_plan': ['B1', 'A1'],
  ...pairs(['units.view_image', 'units.secondary_view_image', 'floor_plans.image'], 'a.png', 'b.png'),
  ...pairs(['floor_plans.secondary_image', 'unit_maps.backgrounds.image'], 'a.png', 'b.png'),
  'assets.pricing_processes.guard': [{ max_removed_percent: 25 }, { refuse_empty: true }],
  'assets.galleries.images': [['a.png'], ['b.png']],
  'assets.marker_descriptions.gallery': ['Lobby', 'Roof'],
  'assets.unit_outbound_links.urls': [url('1'), url('2')],
  'assets.description_groups.descriptions.units': [['101'], ['102']],
  'assets.filters.options.units': [['101'], ['102']],
  'assets.filters.options.floor': ['Level 2', 'Level 1'],
  'assets.filters.options.floor_plan': ['B1', 'A1'],
  'assets.unit_maps.source': ['one.svg', 'two.svg'],
  'assets.unit_maps.file': ['one.umap', 'two.umap'],
  'assets.unit_maps.given_units': [[{ shape: 'a', unit: '101' }], [{ shape: 'a', unit: '102' }]],
  'assets.landing_pages.map': ['Compiled', 'Drawn'],
  'assets.unit_reference_groups.values': [[{ unit: '101', value: 'a' }], [{ unit: '101', value: 'b' }]],
  'assets.data_models.file': ['one.csv', 'two.csv'],
  'assets.marker_descriptions.places': [[{ map: 'Drawn', x: 1, y: 2 }], [{ map: 'Drawn', x: 3, y: 4 }]],
  'accounts.embeds.allowed_origins': [['https://a.example'], ['https://b.example']],
  'accounts.embeds.maps': [[{ asset: 'Fields', map: 'Compiled' }], [{ asset: 'Fields', map: 'Drawn' }]],
};

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

/** One of each resource, with its required fields. */
export const BASE = {
  accounts: [{ name: 'A', assets: ['Fields'], embeds: [{ name: 'E', maps: [{ asset: 'Fields', map: 'Drawn' }] }] }],
  assets: [
    {
      ...{ name: 'Fields', display_name: 'Fields', market: 'multifamily', address_line1: '1 Quay Street' },
      ...{ address_city: 'New York', address_state: 'NY', address_country: 'USA', address_postal_code: '10004' },
      buildings: [{ name: 'North' }],
      floors: [floor('Level 1', 1), floor('Level 2', 2)],
      floor_plans: [plan('A1'), plan('B1')],
      units: [unit('101'), unit('102')],
      galleries: [
        { name: 'Lobby', images: [] },
        { name: 'Roof', images: [] },
      ],
      marker_descriptions: [{ name: 'Pool' }],
      unit_outbound_links: [
        { name: 'Tour', type: 'urls_per_unit', open_in_new_window: true },
        { name: 'Chat', type: 'iframe_api', event_key: 'chat' },
        { name: 'Apply', type: 'url_template', template: 'https://a.example/0', open_in_new_window: true },
      ],
      asset_outbound_links: [{ name: 'Visit', template: 'https://a.example/0', label: 'V', open_new_window: true }],
      description_groups: [
        { name: 'Views', descriptions: [{ name: 'Harbour', label: 'H', body: 'B', is_enabled: true }] },
      ],
      filters: [
        { name: 'View', label: 'View', type: 'custom', options: [{ label: 'Harbour' }] },
        { name: 'Floor', label: 'Floor', type: 'floor', options: [{ label: 'First', floor: 'Level 1' }] },
        { name: 'Plan', label: 'Plan', type: 'floor_plan', options: [{ label: 'A1', floor_plan: 'A1' }] },
        { name: 'Rent', label: 'Rent', type: 'range', range_type: 'unit_area', options: [{ label: 'Low', min: 0, max: 9 }] }, // prettier-ignore
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
  return sharp({ create: { width: size, height: size, channels: 3, background } }).png().toBuffer(); // prettier-ignore
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { PERMISSIONS } from '../../support/contract.mjs';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** A black square of so many pixels a side: a few kB, however large. */
export function blackPng(side) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1; // a bit for each pixel, grey
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side));
  const chunks = [
    ['IHDR', header],
    ['IDAT', rows],
    ['IEND', Buffer.alloc(0)],
  ].map(([type, data]) => chunk(type, data));
  return Buffer.concat([PNG.subarray(0, 8), ...chunks]);
}

function chunk(type, data) {
  const inner = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(inner), 4);
  return Buffer.concat([frame.subarray(0, 4), inner, frame.subarray(4)]);
}

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="101" width="9" height="9"/></svg>';
export const CSV = 'question,answer\nPets?,Yes\n';

/** Units of each asset. */
const UNITS = 24;

/** Two accounts with one of everything each; the first also has a spare asset. `asset_id` of neither stands in the other. */
const declared = () => ({
  accounts: ['First', 'Second'].map((name) => ({
    name,
    assets: name === 'First' ? ['First', 'Spare'] : ['Second'],
    embeds: [{ name: 'Website map', tags: ['website'], maps: [{ asset: name, map: 'Level 1', instance_key: 'main' }] }],
  })),
  keys: keys(),
  assets: [asset('First'), asset('Second'), { ...address('Spare'), buildings: [{ name: 'North' }] }],
});

/** Keys by what they are for; `only X` has one permission of the first account, `all but X` the others. */
function keys() {
  const key = (name, permissions = ['service.*'], accounts = ['First']) => ({ name, permissions, accounts });
  return [
    { ...key('all'), accounts: 'all' },
    key('first'),
    key('second', ['service.*'], ['Second']),
    key('revoked'),
    key('expired'),
    ...PERMISSIONS.flatMap((permission) => [
      key(`only ${permission}`, [permission]),
      key(
        `all but ${permission}`,
        PERMISSIONS.filter((each) => each !== permission),
      ),
    ]),
  ];
}

const address = (name) => ({
  name,
  display_name: name,
  market: 'multifamily',
  address_line1: '12 Quay Street',
  address_city: 'New York',
  address_state: 'NY',
  address_country: 'USA',
  address_postal_code: '10004',
});

function asset(name) {
  const numbers = Array.from({ length: UNITS }, (_, at) => `${101 + at}`);
  return {
    ...address(name),
    buildings: [{ name: 'North' }, { name: 'South' }],
    floors: [
      { name: 'Level 1', filter_label: 'Level 1', filter_short_label: 'L1', sort: 1 },
      { name: 'Level 2', filter_label: 'Level 2', filter_short_label: 'L2', sort: 2 },
    ],
    floor_plans: [
      { name: 'A1', bedroom_count: 1, bathroom_count: 1.5, filter_label: 'One bedroom', image: 'pixel.png' },
      { name: 'Unused', bedroom_count: 2, bathroom_count: 1, filter_label: 'Two bedrooms' },
    ],
    units: numbers.map((unit_number) => ({
      ...{ unit_number, building: 'North', floor: 'Level 1', floor_plan: 'A1', area: 640 },
    })),
    unit_maps: [
      {
        ...{ name: 'Level 1', style: 'b', tags: ['level-1'], source: 'level-1.svg' },
        backgrounds: [{ name: 'Photo', image: 'pixel.png' }],
      },
    ],
    pricing_processes: [
      { name: 'Nightly feed', type: 'push', pricing_strategy: 'revenue_management' },
      { name: 'Flat feed', type: 'push', pricing_strategy: 'flat_pricing' },
    ],
    landing_pages: [{ name: 'Share page', map: 'Level 1' }],
    galleries: [{ name: 'Lobby', images: ['pixel.png'] }],
    marker_descriptions: [{ name: 'Pool', label: 'Pool', description: 'Open in summer', gallery: 'Lobby' }],
    unit_outbound_links: [
      {
        ...{ name: 'Tour', type: 'urls_per_unit', open_in_new_window: true },
        urls: [{ unit: '101', url: 'https://www.example.com/101' }],
      },
    ],
    asset_outbound_links: [
      { name: 'Visit', label: 'Visit', template: 'https://www.example.com/visit', open_new_window: true },
    ],
    description_groups: [
      {
        name: 'Views',
        descriptions: [{ name: 'Harbour', label: 'View', body: 'Harbour', is_enabled: true, units: ['101'] }],
      },
    ],
    filters: [{ name: 'View', label: 'View', type: 'custom', options: [{ label: 'Harbour', units: ['101'] }] }],
    asset_references: [{ name: 'CRM', key: 'crm', value: `NY-${name}` }],
    unit_reference_groups: [{ name: 'CRM', key: 'crm', values: [{ unit: '101', value: 'CRM-101' }] }],
    data_models: [{ title: 'Leasing questions', file: 'questions.csv' }],
  };
}

/** Writes the declaration with its files, for `provision`. @returns the path of the document */
export function writeDeclaration(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of [
    ['pixel.png', PNG],
    ['level-1.svg', SVG],
    ['questions.csv', CSV],
    ['property.yaml', JSON.stringify(declared(), undefined, 1)],
  ])
    writeFileSync(join(folder, name), content);
  return join(folder, 'property.yaml');
}

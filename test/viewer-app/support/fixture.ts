import type { ViewerAsset, ViewerDocument, ViewerUnit } from '../../../apps/viewer/src/document.js';

export const TODAY = '2026-11-22';

/** Two floors of eight homes: number, plan, price, first day. Of the two-bedroom homes free in March, 104 is the cheapest. */
const UNITS: [number: string, plan: string, price: number | undefined, from: string | undefined][] = [
  ['101', 'studio', 1500, '2026-11-01'],
  ['102', 'one', 1900, '2026-11-22'],
  ['103', 'two', 2600, '2026-12-15'],
  ['104', 'two', 2400, '2027-03-01'],
  ['105', 'two', 2200, '2027-06-01'],
  ['106', 'two', undefined, undefined],
  ['107', 'one', 1850, '2027-01-10'],
  ['108', 'studio', undefined, undefined],
  ['201', 'two', 2500, '2026-11-20'],
  ['202', 'two', 2700, '2027-02-01'],
  ['203', 'one', 2000, '2026-11-22'],
  ['204', 'one', undefined, '2026-11-22'],
  ['205', 'two', undefined, undefined],
  ['206', 'two', 2900, '2027-03-15'],
  ['207', 'studio', 1600, '2027-04-01'],
  ['208', 'studio', 1650, '2026-11-10'],
];

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function unit([number, plan, price, from]: (typeof UNITS)[number]): ViewerUnit {
  return {
    id: `u${number}`,
    number,
    building_id: 'b1',
    floor_id: number.startsWith('1') ? 'f1' : 'f2',
    floor_plan_id: plan,
    area: 500 + Number(number),
    availability: from === undefined ? 'unavailable' : from <= TODAY ? 'available' : 'upcoming',
    ...(from !== undefined && { available_on: from }),
    ...(price !== undefined && { price }),
    ...(number === '104' && {
      full_price: 2550,
      specials: 'One month free.',
      apply_url: 'https://example.com/apply',
    }),
    ...(number === '203' && { affordable: true as const, view_image_url: PIXEL }),
  };
}

/** An asset with everything that a page can show. */
export function makeAsset(): ViewerAsset {
  const units = UNITS.map(unit);
  const idsOf = (floor: string) => units.filter(({ floor_id }) => floor_id === floor).map(({ id }) => id);
  const map = (id: string, floor: string, name: string) => ({
    id,
    name,
    tags: [],
    instance_keys: [`${floor}-main`],
    style: 'b',
    floor_ids: [floor],
    building_ids: ['b1'],
    url: `/files/${id}.umap`,
    view_box: { x: 0, y: 0, width: 400, height: 200 },
    backgrounds: [{ id: `bg-${id}`, name: 'Drawing', image_url: PIXEL }],
    unit_ids: idsOf(floor),
  });
  return {
    id: 'a1',
    uuid: '307e5598-7c50-4d19-82d0-96a19b9abde8',
    name: 'Rope Works',
    description: 'Sixteen homes at the old harbour.',
    address: { line_1: '1 Quay Street', city: 'Brooklyn', state: 'NY', postal_code: '11201', country: 'USA' },
    contact: {
      phone: '+1 212 555 0134',
      email: 'leasing@example.com',
      hours: 'Monday to Friday, 9 a.m. to 6 p.m.',
      url: 'https://example.com/contact',
    },
    directions_url: 'https://www.google.com/maps/dir/?api=1&destination=1+Quay+Street',
    currency: 'USD',
    time_zone: 'America/New_York',
    area_unit: 'sqft',
    state: 'live',
    as_of: '2026-11-22T09:30:00+00:00',
    pricing_process: { id: 'p1', name: 'Leasing', pricing_strategy: 'flat_pricing' },
    buildings: [{ id: 'b1', name: 'Main', label: 'Main building' }],
    floors: [
      { id: 'f1', name: 'Level 1', label: 'Level 1', short_label: 'L1' },
      { id: 'f2', name: 'Level 2', label: 'Level 2', short_label: 'L2' },
    ],
    floor_plans: [
      { id: 'studio', name: 'S1', bedroom_count: 0, bathroom_count: 1, image_url: PIXEL },
      { id: 'one', name: 'A1', bedroom_count: 1, bathroom_count: 1, image_url: PIXEL, secondary_image_url: PIXEL },
      { id: 'two', name: 'B1', bedroom_count: 2, bathroom_count: 1.5, image_url: PIXEL },
    ],
    units,
    filters: [
      {
        id: 'x1',
        name: 'View',
        label: 'View',
        type: 'custom',
        options: [{ id: 'o1', label: 'Court', unit_ids: ['u101', 'u104'] }],
      },
      {
        id: 'x2',
        name: 'Floor',
        label: 'Floor',
        type: 'floor',
        options: [
          { id: 'o2', label: 'Level 1', floor_id: 'f1' },
          { id: 'o3', label: 'Level 2', floor_id: 'f2' },
        ],
      },
      {
        id: 'x3',
        name: 'Plan',
        label: 'Plan',
        type: 'floor_plan',
        options: [{ id: 'o4', label: 'B1', floor_plan_id: 'two' }],
      },
      {
        id: 'x4',
        name: 'Rent',
        label: 'Rent',
        type: 'range',
        range_type: 'unit_price',
        options: [
          { id: 'o5', label: 'To $2,000', min: 0, max: 2000 },
          { id: 'o6', label: 'From $2,000', min: 2000 },
        ],
      },
      {
        id: 'x5',
        name: 'Soon',
        label: 'Soon',
        type: 'range',
        range_type: 'unit_move_in',
        options: [{ id: 'o7', label: 'Within 30 days', min: 0, max: 30 }],
      },
    ],
    description_groups: [
      {
        id: 'g1',
        name: 'Terms',
        descriptions: [
          {
            id: 'd1',
            label: 'Details',
            html: '<p>Faces the <strong>court</strong>.</p>',
            unit_ids: units.map(({ id }) => id),
          },
        ],
      },
    ],
    unit_links: [
      {
        id: 'l1',
        name: 'tour',
        label: 'Tour',
        type: 'urls_per_unit',
        icon: '360_tour',
        open_in_new_window: false,
        show_icon_in_list: false,
        urls: { u104: '/elsewhere' },
      },
      {
        id: 'l2',
        name: 'ask',
        label: 'Ask us',
        type: 'iframe_api',
        icon: 'email',
        event_key: 'ask',
        open_in_new_window: false,
        show_icon_in_list: true,
      },
    ],
    links: [
      { id: 'l3', name: 'visit', label: 'Book a visit', url: 'https://example.com/visit', open_in_new_window: true },
    ],
    markers: [
      {
        id: 'm1',
        name: 'Lobby',
        label: 'Lobby',
        html: '<p>Open day and night.</p>',
        pictures: [{ url: PIXEL, alt: 'The lobby at night' }],
        link_url: 'https://example.com/lobby',
        places: [{ map_id: 'map1', x: 200, y: 100 }],
      },
      { id: 'm2', name: 'Laundry', label: 'Laundry', iframe_url: 'https://example.com/tour', places: [] },
    ],
    maps: [map('map1', 'f1', 'Level 1'), map('map2', 'f2', 'Level 2')],
  };
}

export function makeDocument(change: (document: ViewerDocument) => void = () => undefined): ViewerDocument {
  const document: ViewerDocument = {
    version: 2,
    kind: 'embed',
    key: 'live',
    name: 'Website map',
    tags: [],
    state: 'live',
    as_of: '2026-11-22T09:30:00+00:00',
    today: TODAY,
    assets: [makeAsset()],
  };
  change(document);
  return document;
}

/** Rooms above and below a corridor, four on each side. */
export function makeUmap(unitIds: string[], columns = 4) {
  const shapes = unitIds.map((id, i) => {
    const [x, y] = [(i % columns) * 100, Math.floor(i / columns) * 120];
    return {
      id: `shape-${i}`,
      path: `M${x} ${y}L${x + 96} ${y}L${x + 96} ${y + 80}L${x} ${y + 80}Z`,
      label: { x: x + 48, y: y + 40 },
      unit_id: id,
    };
  });
  const rows = Math.ceil(unitIds.length / columns);
  return {
    format: 'umap',
    version: 1,
    view_box: { x: 0, y: 0, width: columns * 100, height: rows * 120 - 40 },
    shapes,
  };
}

/** As many homes on one floor, the last of which is the cheapest. */
export const largeDocument = (count: number): ViewerDocument =>
  makeDocument(({ assets: [asset] }) => {
    const [first] = asset!.units;
    asset!.units = Array.from({ length: count }, (_, i) => ({
      ...first!,
      id: `n${i}`,
      number: `${i}`,
      price: count + 2000 - i,
    }));
  });

/** Documents by name of the page that shows them. */
export const DOCUMENTS: Record<string, (document: ViewerDocument) => void> = {
  live: () => undefined,
  stale: (document) => {
    document.state = 'stale';
  },
  hidden: (document) => {
    document.state = document.assets[0]!.state = 'hidden';
    for (const each of document.assets[0]!.units)
      for (const name of ['price', 'full_price', 'specials'] as const) delete each[name];
  },
  empty: (document) => {
    document.state = document.assets[0]!.state = 'empty';
    delete document.as_of;
    for (const each of document.assets[0]!.units) {
      each.availability = 'unavailable';
      for (const name of ['price', 'full_price', 'specials', 'available_on'] as const) delete each[name];
    }
  },
  'no-plan': (document) => {
    for (const map of document.assets[0]!.maps) delete map.url;
  },
  'long-words': (document) => {
    const asset = document.assets[0]!;
    asset.name = LONG_WORD;
    asset.address.line_1 = LONG_WORD;
    asset.description = LONG_WORD;
    for (const building of asset.buildings) building.label = LONG_WORD;
    for (const floor of asset.floors) Object.assign(floor, { label: LONG_WORD, short_label: LONG_WORD });
    for (const plan of asset.floor_plans) plan.name = LONG_WORD;
    for (const filter of asset.filters) {
      filter.label = LONG_WORD;
      for (const option of filter.options) option.label = LONG_WORD;
    }
    for (const link of [...asset.unit_links, ...asset.links]) link.label = LONG_WORD;
    for (const marker of asset.markers) marker.label = LONG_WORD;
    for (const { descriptions } of asset.description_groups) for (const each of descriptions) each.label = LONG_LABEL;
    for (const unit of asset.units) if (unit.specials) unit.specials = LONG_WORD;
  },
  hostile: (document) => {
    const asset = document.assets[0]!;
    asset.name = HOSTILE;
    asset.description = HOSTILE;
    asset.floors[0]!.label = HOSTILE;
    asset.units[0]!.number = HOSTILE;
    asset.units[0]!.specials = HOSTILE;
    asset.unit_links[0]!.label = HOSTILE;
    asset.markers[0]!.label = HOSTILE;
    asset.filters[0]!.options[0]!.label = HOSTILE;
  },
};

export const HOSTILE = `</script><script>window.ran=1</script><img src=x onerror="window.ran=2">"'\`<!--{{7*7}}`;

/** Names have at most 255 characters, which may be a single word; labels of descriptions have at most 15. */
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(4);
const LONG_LABEL = LONG_WORD.slice(0, 15);

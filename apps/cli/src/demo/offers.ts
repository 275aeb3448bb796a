import { DEMO_KEYS } from '@app/mapping/contract';
import { pictureOf } from './pictures.js';

/** Maps, links, filters, descriptions and markers of an asset. The API examples use the first item of each list. */
export interface Merchandise {
  galleries: object[];
  marker_descriptions: object[];
  unit_outbound_links: object[];
  asset_outbound_links: object[];
  description_groups: object[];
  filters: object[];
  unit_maps: object[];
  landing_pages: object[];
  asset_references: object[];
  unit_reference_groups: object[];
  data_models: object[];
}

/** The parts of an asset that its merchandise refers to. */
interface Property {
  floors: { name: string; filter_short_label: string; sort: number }[];
  floor_plans: { name: string }[];
  units: { unit_number: string }[];
}

const SITE = 'https://www.example.com';
const VIEWS = [
  { name: 'Court', label: 'Outlook', body: 'Over the **planted court**: quiet, with morning sun.' },
  {
    name: 'Street',
    label: 'Outlook',
    body: 'Over the street, with a view of the [park](https://www.example.com/park).',
  },
];
const FINISHES = [
  {
    name: 'Oak',
    label: 'Finishes',
    body: 'Oak floors, white walls.\n\n- Dishwasher\n- Washer and dryer\n- *Roller blinds*',
  },
  { name: 'Stone', label: 'Finishes', body: 'Stone-look tiles, grey walls.\n\n- Dishwasher\n- Laundry in the house' },
];

/** Everything but the drawings is fictional. */
export function offers({ floors, floor_plans: plans, units }: Property): Merchandise {
  const numbers = units.map(({ unit_number }) => unit_number);
  const facing = (view: number) => numbers.filter((_, at) => at % VIEWS.length === view);
  const finished = (kind: number) => numbers.filter((_, at) => Math.floor(at / 3) % FINISHES.length === kind);
  return {
    galleries: [
      { name: 'Floors', images: [pictureOf(1), pictureOf(2), pictureOf(3)] },
      { name: 'Details', images: [pictureOf(2, 3), pictureOf(3, 4)] },
    ],
    marker_descriptions: markers(),
    ...links(units),
    description_groups: [
      { name: 'Views', descriptions: VIEWS.map((view, at) => ({ ...view, is_enabled: true, units: facing(at) })) },
      {
        name: 'Finishes',
        descriptions: FINISHES.map((kind, at) => ({ ...kind, is_enabled: true, units: finished(at) })),
      },
    ],
    filters: [
      {
        name: 'View',
        label: 'View',
        type: 'custom',
        options: VIEWS.map((view, at) => ({ label: view.name, units: facing(at) })),
      },
      {
        name: 'Floor',
        label: 'Floor',
        type: 'floor',
        options: floors.map((floor) => ({
          label: floor.name,
          floor: floor.name,
          short_label: floor.filter_short_label,
        })),
      },
      {
        name: 'Size',
        label: 'Size',
        type: 'floor_plan',
        options: plans.map((plan) => ({ label: plan.name, floor_plan: plan.name })),
      },
      {
        name: 'Rent',
        label: 'Rent',
        type: 'range',
        range_type: 'unit_price',
        options: [
          { label: 'Up to $2,500', min: 0, max: 2500 },
          { label: '$2,500 to $4,000', min: 2500, max: 4000 },
          { label: 'Above $4,000', min: 4000, max: 100_000 },
        ],
      },
      {
        name: 'Area',
        label: 'Area',
        type: 'range',
        range_type: 'unit_area',
        options: [
          { label: 'Up to 700 sq ft', min: 0, max: 700 },
          { label: '700 to 1,100 sq ft', min: 700, max: 1100 },
          { label: 'Above 1,100 sq ft', min: 1100, max: 10_000 },
        ],
      },
      {
        name: 'Move-in',
        label: 'Move-in',
        type: 'range',
        range_type: 'unit_move_in',
        options: [
          { label: 'Now', min: 0, max: 0 },
          { label: 'Within 30 days', min: 0, max: 30 },
          { label: 'Within 90 days', min: 0, max: 90 },
        ],
      },
    ],
    unit_maps: floors.map(({ name: floor, sort }) => ({
      name: floor,
      style: 'b',
      tags: [`level-${sort}`, 'floor'],
      source: `floor-svg/floor${sort}.svg`,
      ...(sort === 1 && { backgrounds: [{ name: 'Plan as a picture', image: pictureOf(1) }] }),
    })),
    landing_pages: [{ name: 'Share page', key: DEMO_KEYS.landingPage, map: floors[0]!.name }],
    // The examples of the search operations find these.
    asset_references: [{ name: 'CRM', description: 'Property code', key: 'crm', value: 'NY-0012' }],
    unit_reference_groups: [
      {
        name: 'CRM',
        description: 'Unit codes',
        key: 'crm',
        values: numbers.map((unit, at) => ({ unit, value: `NY-${String(at + 12).padStart(4, '0')}` })),
      },
    ],
    data_models: [{ title: 'Leasing questions', file: 'questions.csv' }],
  };
}

/** Markers with a gallery, an embedded page and a link; all on the plans but one, which is only in the list. */
const markers = (): object[] => [
  {
    name: 'Lobby',
    label: 'Lobby',
    description: 'Open day and night. Parcels are kept for **a week**.',
    gallery: 'Floors',
    outbound_link_url: `${SITE}/lobby`,
    places: [{ map: 'Level 1', x: 222, y: 735 }],
  },
  {
    name: 'Laundry',
    label: 'Laundry',
    description:
      'Twelve machines, *seven to ten*.\n\n1. Take a card at the lobby\n2. Start\n3. Be told when it is done',
    gallery: 'Details',
    places: [
      { map: 'Level 1', x: 223, y: 306 },
      { map: 'Level 2', x: 543, y: 476 },
    ],
  },
  {
    name: 'Tour',
    label: 'Walk through',
    description: 'A walk through the house.',
    iframe_source_url: `${SITE}/tour`,
    places: [{ map: 'Level 3', x: 1465, y: 1298 }],
  },
  { name: 'Garden', label: 'Garden', description: 'Behind the house; the map does not show it.' },
];

/** One link of each type. */
function links(units: Property['units']): Pick<Merchandise, 'unit_outbound_links' | 'asset_outbound_links'> {
  const tours = units.map(({ unit_number: unit }) => ({ unit, url: `${SITE}/tours/${encodeURIComponent(unit)}` }));
  return {
    unit_outbound_links: [
      {
        name: 'Tour',
        type: 'urls_per_unit',
        label: 'Walk through',
        icon_type: '360_tour',
        open_in_new_window: true,
        urls: tours,
      },
      {
        name: 'Brochure',
        type: 'url_template',
        label: 'Brochure',
        icon_type: 'print',
        template: `${SITE}/brochure?unit={{ unit_number }}&term={{ leasing_fields.lease_term }}&from={{ available_on | date('Y-m-d') }}`,
        open_in_new_window: true,
      },
      { name: 'Ask', type: 'iframe_api', label: 'Ask a question', icon_type: 'info', event_key: 'ask' },
    ],
    asset_outbound_links: [
      { name: 'Visit', template: `${SITE}/visit`, label: 'Book a visit', icon_type: 'calendar', open_new_window: true },
    ],
  };
}

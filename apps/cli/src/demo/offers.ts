import { DEMO_KEYS } from '@app/mapping/contract';
import { type Aspect, type Home, LEVELS } from './building/building.js';
import { type Point, SCALE } from './building/pencil.js';
import { type Layout, LAYOUTS } from './building/layouts.js';
import {
  bedroomPictureOf,
  FRONT_PICTURE,
  GROUNDS,
  kitchenPictureOf,
  mapOf,
  roomPictureOf,
  SITE_PICTURE,
  viewPictureOf,
} from './pictures.js';

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

const SITE = 'https://www.example.com';
const VIEWS: { aspect: Aspect; name: string; label: string; body: string }[] = [
  {
    aspect: 'court',
    name: 'Court',
    label: 'Outlook',
    body: 'Over the **planted court** with its fountain: quiet, with sun from the south.',
  },
  {
    aspect: 'park',
    name: 'Park',
    label: 'Outlook',
    body: 'Over the [park](https://www.example.com/park) and its pond; from the third level, as far as the city.',
  },
  { aspect: 'street', name: 'Street', label: 'Outlook', body: 'Over a street with trees.' },
];
const FINISHES = [
  {
    name: 'Oak',
    label: 'Finishes',
    body: 'Oak floors, white walls.\n\n- Dishwasher\n- Washer and dryer\n- *Roller blinds*',
  },
  {
    name: 'Stone',
    label: 'Finishes',
    body: 'Stone-look tiles, grey walls.\n\n- Dishwasher\n- Washer and dryer\n- Heated floor in the bath',
  },
];

/** Everything here is fictional. */
export function offers(homes: readonly Home[]): Merchandise {
  const numbers = homes.map(({ number }) => number);
  const those = (condition: (home: Home) => boolean) => homes.filter(condition).map(({ number }) => number);
  const facing = VIEWS.map(({ aspect }) => those((home) => home.aspect === aspect));
  const views = VIEWS.map(({ name, label, body }) => ({ name, label, body }));
  const finished = FINISHES.map((_, kind) => those(({ level }) => (level > 3 ? 1 : 0) === kind));
  return {
    galleries: [
      {
        name: 'House',
        images: [
          { file: FRONT_PICTURE, alt: 'The two wings of the house from the avenue, with the court between them' },
          { file: SITE_PICTURE, alt: 'The house, its court and the park from above' },
          { file: viewPictureOf('court', 5), alt: 'The court with its fountain from the fifth level' },
        ],
      },
      {
        name: 'Homes',
        images: [
          { file: roomPictureOf(2), alt: 'The living room of a home with two bedrooms' },
          { file: roomPictureOf(1), alt: 'The living room of a home with one bedroom' },
        ],
      },
      ...Object.values(LAYOUTS).filter(isOwnPlan).map(galleryOf),
    ],
    marker_descriptions: markers(),
    ...links(numbers),
    description_groups: [
      {
        name: 'Views',
        descriptions: views.map((view, at) => ({ ...view, is_enabled: true, units: facing[at] })),
      },
      {
        name: 'Finishes',
        descriptions: FINISHES.map((kind, at) => ({ ...kind, is_enabled: true, units: finished[at] })),
      },
    ],
    // The map page has filters of its own for bedrooms, price, area and move-in.
    filters: [
      {
        name: 'View',
        label: 'View',
        type: 'custom',
        options: views.map(({ name }, at) => ({ label: name, units: facing[at] })),
      },
      {
        name: 'Outdoors',
        label: 'Outdoors',
        type: 'custom',
        options: [
          { label: 'Terrace', units: those(({ level }) => level === 1) },
          { label: 'Balcony', units: those(({ level }) => level > 1) },
        ],
      },
      {
        name: 'Program',
        label: 'Program',
        type: 'custom',
        options: [
          { label: 'Affordable housing', units: those(({ affordable }) => affordable) },
          { label: 'Market rate', units: those(({ affordable }) => !affordable) },
        ],
      },
    ],
    unit_maps: LEVELS.map((level) => ({
      name: `Level ${level}`,
      style: 'b',
      background_tone: 'natural',
      tags: [`level-${level}`, 'floor'],
      source: mapOf(level),
      backgrounds: [{ name: 'Grounds', image: GROUNDS }],
    })),
    landing_pages: [{ name: 'Share page', key: DEMO_KEYS.landingPage, map: 'Level 1' }],
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

/** The corner homes share the plan of the other homes with three bedrooms. */
const isOwnPlan = (layout: Layout): boolean => layout !== LAYOUTS.corner;

/** The rooms of the homes of a plan, with a film; each home has a link to its tour. */
const galleryOf = ({ plan, bedrooms }: Layout): object => ({
  name: plan,
  floor_plan: plan,
  images: [
    { file: roomPictureOf(bedrooms), alt: 'The living room with its sofa, in front of a wide window' },
    { file: kitchenPictureOf(bedrooms), alt: 'The kitchen with its counter and island' },
    {
      file: bedroomPictureOf(bedrooms),
      alt:
        bedrooms === 0 ? 'The bed of the studio, beside the window' : 'A bedroom with two bedside tables and a window',
    },
  ],
  video_url: `${SITE}/films/${plan.toLowerCase().replaceAll(' ', '-')}`,
});

/** Markers with a gallery, an embedded page and a link; all on the plans but one, which is only in the list. */
const markers = (): object[] => [
  {
    name: 'Lobby',
    label: 'Lobby',
    description: 'Open day and night. Parcels are kept for **a week**.',
    gallery: 'House',
    outbound_link_url: `${SITE}/lobby`,
    places: [{ map: 'Level 1', ...at([118, 58]) }],
  },
  {
    name: 'Laundry',
    label: 'Laundry',
    description:
      'Twelve machines, *seven to ten*.\n\n1. Take a card at the lobby\n2. Start\n3. Be told when it is done',
    places: [{ map: 'Level 1', ...at([50, 86]) }],
  },
  {
    name: 'Roof terraces',
    label: 'Roof terraces',
    description: 'One for each wing, up the stairs. Open from sunrise to ten at night.',
    gallery: 'Homes',
    places: [
      { map: 'Level 5', ...at([58, 50]) },
      { map: 'Level 5', ...at([178, 50]) },
    ],
  },
  {
    name: 'Tour',
    label: 'Walk through',
    description: 'A walk through the house, from the court up to the roof.',
    iframe_source_url: `${SITE}/tour`,
    places: [{ map: 'Level 1', ...at([118, 129]) }],
  },
  { name: 'Garage', label: 'Garage', description: 'Below the court, with chargers for cars; the maps do not show it.' },
];

/** The position on a drawing of a point of the building. */
const at = ([x, y]: Point) => ({ x: x * SCALE, y: y * SCALE });

/** One link of each type. */
function links(numbers: string[]): Pick<Merchandise, 'unit_outbound_links' | 'asset_outbound_links'> {
  const tours = numbers.map((unit) => ({ unit, url: `${SITE}/tours/${unit}` }));
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
      {
        name: 'Book a visit',
        type: 'url_template',
        label: 'Book a visit',
        icon_type: 'calendar',
        template: `${SITE}/visit?unit={{ unit_number }}`,
        open_in_new_window: true,
        shown_for: 'available',
      },
      { name: 'Ask', type: 'iframe_api', label: 'Ask a question', icon_type: 'info', event_key: 'ask' },
    ],
    asset_outbound_links: [
      { name: 'Visit', template: `${SITE}/visit`, label: 'Book a visit', icon_type: 'calendar', open_new_window: true },
    ],
  };
}

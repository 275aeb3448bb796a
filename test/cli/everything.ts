import sharp from 'sharp';
import { EXAMPLE } from './example.js';
import type { Operator } from './run.js';

/** A unit number that occurs in two buildings, a compiled map with an assigned unit, and one of each other resource. */
const MORE = `
    buildings: [{name: North}, {name: South}]
    units:
      - {unit_number: "101", building: North, floor: Level 1, floor_plan: A1, area: 640, view_image: images/view.jpg}
      - {unit_number: "101", building: South, floor: Level 1, floor_plan: A1, area: 641, is_affordable_housing_unit: true}
      - {unit_number: "102", building: South, floor: Level 1, floor_plan: A1, area: 642, secondary_view_image: images/view.webp}
    unit_maps:
      - {name: Level 1, style: b, tags: [level-1], source: maps/level-1.svg, building: South, units_by_hand: [{shape: Room-101, unit: {unit_number: "101", building: North}}], backgrounds: [{name: Photo, image: images/view.jpg}, {name: Plan, image: maps/level-1.svg}]}
      - {name: Compiled, style: c, is_dimension_locked: true, file: maps/compiled.umap, given_units: [{shape: a, unit: {unit_number: "101", building: South}}]}
    unit_outbound_links:
      - {name: Chat, type: iframe_api, event_key: chat}
      - {name: Apply, type: url_template, template: "https://a.example/{{ unit_number }}", open_in_new_window: true, label: Apply}
      - {name: Tour, type: urls_per_unit, open_in_new_window: false, urls: [{unit: "102", url: "https://a.example/102"}]}
    asset_outbound_links: [{name: Visit, template: "https://a.example/visit", label: Visit, open_new_window: true}]
    price_display: total
    asset_expenses:
      - {name: Trash, label: Valet trash, type: trash, amount: 35.5, is_required: true}
      - {name: Pets, label: Pets, value_type: stepped, steps: [45, 30.25], max_quantity: 2}
    floor_plan_expenses:
      - {name: Water, label: Water, value_type: range, min_amount: 20, max_amount: 40.75, entries: [{floor_plan: A1, min_amount: 25, max_amount: 30}]}
    unit_expenses:
      - {name: Storage, label: Storage, amount: 60, entries: [{unit: {unit_number: "101", building: South}, amount: 59.99}, {unit: "102"}]}
    pricing_disclaimers: [{name: Total, short_text: All required fees.}]
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
export const DOCUMENT =
  EXAMPLE.replace(/ {4}(buildings|units|unit_maps): .*\n/g, '')
    .replace(/image: images\/a1.png/, 'image: images/view.png, secondary_image: images/view.gif')
    .replace(
      'guard: {',
      'units: [{unit: {unit_number: "101", building: North}, show_online_leasing: false}, {unit: "102", provider_id: P-102, show_pricing: false}], guard: {',
    )
    .replace('images/lobby.jpg', 'images/view.jpg, images/view.png') // oxfmt-ignore
    .replace(
      / {4}galleries: \[/,
      '$&{name: A1, floor_plan: A1, images: [{file: images/view.webp, alt: "Kitchen: new"}, images/view.png], tour_url: https://a.example/360}, {name: "102", unit: "102", images: [], video_url: https://a.example/v}, ',
    )
    .replace(/ {4}display_name: /, '    logo: images/view.gif\n$&')
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

/** Writes the files that the document names. */
export async function placeFiles(from: Operator): Promise<void> {
  const noise = Buffer.from(Array.from({ length: 48 * 36 * 3 }, (_, at) => (at * at * 7919) % 251));
  const picture = () => sharp(noise, { raw: { width: 48, height: 36, channels: 3 } });
  from.file('images/view.png', await picture().png().toBuffer());
  from.file('images/view.jpg', await picture().jpeg({ quality: 60 }).toBuffer());
  from.file('images/view.gif', await picture().gif().toBuffer());
  from.file('images/view.webp', await picture().webp({ quality: 60 }).toBuffer());
  from.file('maps/level-1.svg', SVG);
  from.file('maps/compiled.umap', JSON.stringify(UMAP));
  from.file('models/questions.csv', 'question,answer\r\n"Pets?\nCats?",Yes\r\n');
}

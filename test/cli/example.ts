import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Operator } from './run.js';

/** The contract's example of a provision file. */
export const EXAMPLE = readFileSync(join(import.meta.dirname, '../contract/provision.example.yaml'), 'utf8');

/** Sections that the example leaves to the REST API, in the same format. */
const MORE = `
    unit_outbound_links:
      - {name: Chat, type: iframe_api, event_key: chat}
      - {name: Apply, type: url_template, template: "https://a.example/{{ unit_number }}", open_in_new_window: true, label: Apply}
      - {name: Tour, type: urls_per_unit, open_in_new_window: false, urls: [{unit: "101", url: "https://a.example/101"}]}
    asset_outbound_links: [{name: Visit, template: "https://a.example/visit", label: Visit, open_new_window: true}]
    description_groups:
      - name: Views
        descriptions: [{name: Harbour, label: View, body: Over the **harbour**, is_enabled: true, units: [{unit_number: "101", building: North}]}]
    filters:
      - {name: View, label: View, type: custom, options: [{label: Harbour, units: ["101"]}, {label: Yard}]}
      - {name: Floor, label: Floor, type: floor, options: [{label: First, floor: Level 1, short_label: "1"}]}
      - {name: Plan, label: Plan, type: floor_plan, options: [{label: A1, floor_plan: A1}]}
      - {name: Rent, label: Rent, type: range, range_type: unit_price, options: [{label: Low, min: 0, max: 2000}]}
    asset_references: [{name: CRM, key: crm, value: NY-1}]
    unit_reference_groups: [{name: CRM, key: crm, values: [{unit: "101", value: CRM-101}]}]
`;

/** A document with every section. */
export const WHOLE =
  EXAMPLE.trimEnd().replace(
    /galleries: .*/,
    'galleries: [{name: Lobby, images: [{file: images/lobby.jpg, alt: The lobby}], unit: "101", video_url: https://a.example/v}]',
  ) + MORE;
const MAP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path id="Room-101" d="M0 0H10V10H0Z"/></svg>`;

/** Writes the files that the example names into a folder of the operator. */
export async function provideFiles(operator: Operator, folder = '.'): Promise<void> {
  const picture = (background: string) => sharp({ create: { width: 40, height: 30, channels: 3, background } });
  operator.file(`${folder}/images/a1.png`, await picture('#fff').png().toBuffer());
  operator.file(
    `${folder}/images/view.jpg`,
    await picture('#0af')
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer(),
  );
  operator.file(`${folder}/images/site.jpg`, await picture('#3a3').jpeg().toBuffer());
  operator.file(`${folder}/images/lobby.jpg`, await picture('#a33').jpeg().toBuffer());
  operator.file(`${folder}/maps/level-1.svg`, MAP);
  operator.file(`${folder}/models/questions.csv`, 'question,answer\nPets?,Yes\n');
}

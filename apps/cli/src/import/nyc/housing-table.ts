import type { Rejects } from '../rejects.js';
import type { Meter } from '../source.js';
import { tableRows } from '../table.js';

/** A building of a housing project: a row of "Housing New York Units by Building" (City of New York). */
export interface HousingBuilding {
  line: number;
  id: string;
  project: string;
  projectId: string;
  /** house number and street; undefined if the City withholds it */
  street: string | undefined;
  borough: string;
  postcode: string;
  latitude: number | undefined;
  longitude: number | undefined;
  /** numbers of apartments, in the order of BEDROOM_TYPES */
  units: number[];
  /** number of apartments with unknown bedrooms */
  unknown: number;
}

/** The last type means six or more bedrooms. */
export const BEDROOM_TYPES = ['Studio', '1-BR', '2-BR', '3-BR', '4-BR', '5-BR', '6-BR+'];

const COUNTS = [...BEDROOM_TYPES, 'Unknown-BR'].map((type) => `${type} Units`);
const TEXTS = [
  'Project ID',
  'Project Name',
  'Building ID',
  'Number',
  'Street',
  'Borough',
  'Postcode',
  'Latitude',
  'Longitude',
];
const COLUMNS = [...TEXTS, ...COUNTS];
/** Maximum rows of a project held in memory; the table has at most 83 per project. */
const TOGETHER = 5_000;
/** The City's placeholder for a withheld address. */
const WITHHELD = /^-+$/;

/** Yields the buildings of each project; reports and skips invalid rows. */
export async function* projectsOf(file: string, rejects: Rejects, meter?: Meter): AsyncGenerator<HousingBuilding[]> {
  const onHidden = (line: number) => rejects.add({ line, element: 'row', reason: 'is hidden in the workbook' });
  let project: HousingBuilding[] = [];
  for await (const { line, cells, header } of tableRows(file, COLUMNS, { onHidden }, meter)) {
    const width = header.cells.length;
    const building =
      cells.length === width
        ? readBuilding(line, cells, header.positions)
        : `has ${cells.length} cells, the header ${width}`;
    if (typeof building === 'string') {
      rejects.add({ line, element: 'row', reason: building });
      continue;
    }
    if (project.length > 0 && (project[0]!.projectId !== building.projectId || project.length >= TOGETHER)) {
      yield project;
      project = [];
    }
    project.push(building);
  }
  if (project.length > 0) yield project;
}

/** @returns the building, or a description of the error */
function readBuilding(
  line: number,
  cells: readonly string[],
  columns: ReadonlyMap<string, number>,
): HousingBuilding | string {
  const text = (column: string) => cells[columns.get(column)!]!.trim();
  const wrong = COUNTS.filter((column) => !/^\d{1,6}$/.test(text(column)));
  if (wrong.length > 0) return wrong.map((column) => `${column} "${text(column)}" is not a number`).join('; ');
  if (text('Project ID') === '') return 'Project ID is missing';
  const counts = COUNTS.map((column) => Number(text(column)));
  const street = `${text('Number')} ${text('Street')}`.trim();
  const degrees = (column: string) => (/^-?\d{1,3}(\.\d+)?$/.test(text(column)) ? Number(text(column)) : undefined);
  return {
    line,
    id: text('Building ID'),
    project: text('Project Name'),
    projectId: text('Project ID'),
    street: street === '' || WITHHELD.test(text('Number')) || WITHHELD.test(text('Street')) ? undefined : street,
    borough: text('Borough'),
    postcode: text('Postcode'),
    latitude: degrees('Latitude'),
    longitude: degrees('Longitude'),
    units: counts.slice(0, -1),
    unknown: counts.at(-1)!,
  };
}

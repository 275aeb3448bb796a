import { readFileSync } from 'node:fs';
import { dataFile } from './data.js';

/** A building of a housing project, from "Housing New York Units by Building" (City of New York). */
export interface HousingBuilding {
  readonly projectId: string;
  readonly project: string;
  readonly number: string;
  readonly street: string;
  readonly borough: string;
  readonly postcode: string;
  readonly latitude: number;
  readonly longitude: number;
  /** numbers of apartments by bedrooms: index 0 for studios, 6 for six or more bedrooms */
  readonly unitsByBedrooms: readonly number[];
  /** number of apartments for extremely low, very low and low incomes */
  readonly lowIncomeUnits: number;
  readonly totalUnits: number;
}

const BEDROOM_COLUMNS = ['Studio', '1-BR', '2-BR', '3-BR', '4-BR', '5-BR', '6-BR+'];
const LOW_INCOME_COLUMNS = ['Extremely Low Income', 'Very Low Income', 'Low Income'];

/** The buildings in the housing table of the demonstration, in its order. */
export function housing(): HousingBuilding[] {
  const csv = readFileSync(dataFile('nyc/housing-new-york-units-by-building.csv'), 'utf8');
  const [header = [], ...rows] = parseCsv(csv);
  return rows.map((row) => building((column) => cell(header, row, column)));
}

function building(text: (column: string) => string): HousingBuilding {
  const units = (column: string) => Number(text(`${column} Units`));
  return {
    projectId: text('Project ID'),
    project: text('Project Name'),
    number: text('Number'),
    street: text('Street'),
    borough: text('Borough'),
    postcode: text('Postcode'),
    latitude: Number(text('Latitude')),
    longitude: Number(text('Longitude')),
    unitsByBedrooms: BEDROOM_COLUMNS.map(units),
    lowIncomeUnits: LOW_INCOME_COLUMNS.reduce((sum, column) => sum + units(column), 0),
    totalUnits: units('Total'),
  };
}

function cell(header: string[], row: string[], column: string): string {
  const value = row[header.indexOf(column)];
  if (value === undefined) throw new Error(`The housing table has no column "${column}"`);
  return value;
}

function parseCsv(csv: string): string[][] {
  const lines = csv.split(/\r?\n/).filter((line) => line !== '');
  return lines.map((line) => [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(unquoted));
}

function unquoted([, quoted, plain = '']: RegExpExecArray): string {
  return quoted?.replaceAll('""', '"') ?? plain;
}

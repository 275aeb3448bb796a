import type { SaveUnitBatch } from '@app/sdk';
import type { Catalog } from './catalog.js';

export interface Pasted {
  data: SaveUnitBatch['data'];
  /** one for each line with a fault, in order */
  errors: string[];
}

const NAMES: Record<string, Field> = {
  number: 'number',
  'unit number': 'number',
  unit_number: 'number',
  unit: 'number',
  building: 'building',
  floor: 'floor',
  'floor plan': 'plan',
  floor_plan: 'plan',
  plan: 'plan',
  area: 'area',
};

type Field = 'number' | 'building' | 'floor' | 'plan' | 'area';

/** Reads rows separated by tabs, as spreadsheets copy them, with the names of the columns in the first one. */
export function readPaste(text: string, { buildings, floors, plans }: Catalog): Pasted {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const columns = head.map((name) => NAMES[name.toLowerCase()]);
  const unknown = head.filter((_, at) => !columns[at]);
  if (head.length === 0) return { data: [], errors: [] };
  if (unknown.length > 0 || !columns.includes('number'))
    return {
      data: [],
      errors: [
        `The first row must name the columns${unknown.length > 0 ? `, but not "${unknown[0]!.slice(0, 60)}"` : ', with "number"'}.`,
      ],
    };
  const errors: string[] = [];
  const data = rows.map((row, at) => {
    const cell = (field: Field) => row[columns.indexOf(field)] || undefined;
    const fail = (what: string) => void errors.push(`Row ${at + 2}: ${what.slice(0, 120)}.`);
    const idOf = (list: { id: string; name: string }[], field: Field) => {
      const name = cell(field);
      if (columns.indexOf(field) < 0 || name === undefined) return undefined;
      const found = list.filter((each) => each.name === name);
      if (found.length !== 1) fail(`there ${found.length > 1 ? 'are several' : 'is no'} ${field} "${name}"`);
      return found[0]?.id;
    };
    const building = columns.includes('building')
      ? idOf(buildings, 'building')
      : buildings.length === 1
        ? buildings[0]!.id
        : undefined;
    if (!building && !cell('building')) fail('the building is missing');
    if (!cell('number')) fail('the number is missing');
    const area = cell('area');
    if (area !== undefined && !/^\d+$/.test(area)) fail(`the area "${area}" is not a whole number`);
    const [floor, plan] = [idOf(floors, 'floor'), idOf(plans, 'plan')];
    return {
      ...(building && { building_id: building }),
      ...(cell('number') && { unit_number: cell('number')! }),
      ...(floor && { floor_id: floor }),
      ...(plan && { floor_plan_id: plan }),
      ...(area !== undefined && { area: Number(area) }),
    };
  });
  return { data, errors };
}

import { CreateExpenseDto } from '@app/expenses/contract';
import { type Field, fieldsOf } from '@app/platform/rest';
import type { Command } from '../../command.js';
import { withContexts } from '../../contexts.js';
import { withMigratedDatabase } from '../../dry-run.js';
import { CommandError } from '../../errors.js';
import { step } from '../../progress.js';
import type { Declaration } from '../../provision/document.js';
import { applyDeclaration } from '../../provision/provision.js';
import { planText, reportJson, reportText } from '../../provision/report.js';
import type { Item } from '../../provision/section.js';
import { reading } from '../source.js';
import { tableRows } from '../table.js';

const FIELDS = new Map(fieldsOf(CreateExpenseDto).map((field) => [field.name, field]));
const VALUES = ['amount', 'min_amount', 'max_amount', 'percentage', 'steps', 'text_amount'];
/** Columns besides the fields of an expense. */
const PLACE = ['level', 'floor_plan', 'unit', 'building'];
const LISTS: Readonly<Record<string, string>> = {
  asset: 'asset_expenses',
  floor_plan: 'floor_plan_expenses',
  unit: 'unit_expenses',
};

export const importExpenses: Command = {
  name: 'import expenses',
  parameters: ['FILE'],
  summary: 'Imports expenses of an asset from a CSV file or an Excel workbook with a header',
  details: `Columns have the names of the API's fields: name and label are required, all others optional. Empty cells are ignored; steps are separated
by |. A row belongs to the whole asset, unless it names a floor_plan, or a unit (with its building, if the number alone is ambiguous):
rows with the same name are then entries of one expense, whose other fields are those of the first row. level (asset, floor_plan, unit)
declares an expense of a level without an entry. Expenses are matched by name; others stay. All in one transaction: an error names its line and
changes nothing.`,
  options: {
    asset: { type: 'string', value: 'ID', help: 'the asset', required: true },
    'dry-run': { type: 'boolean', help: 'reports the changes without making them' },
    json: { type: 'boolean', help: 'prints JSON' },
  },
  async run({ parameters, options, flags }, io) {
    const file = parameters[0]!;
    const declaration = await reading(io, 'Reading', file, () => declarationOf(file, options['asset']!));
    const dryRun = flags['dry-run'] ?? false;
    const within = dryRun ? withMigratedDatabase : withContexts;
    const done = await within(io, (app) => step(io, 'Importing', () => applyDeclaration(app, declaration, { dryRun })));
    if (flags['json']) io.out(JSON.stringify(reportJson(done, dryRun), null, 2));
    else io.out(dryRun ? planText(done) : reportText(done));
  },
};

/** The rows of a file as a provision document, with their lines. */
async function declarationOf(file: string, asset: string): Promise<Declaration> {
  const lists: Record<string, Item[]> = {};
  const lines = new Map<string, number>();
  for await (const { line, cells, header } of tableRows(file, ['name', 'label'])) {
    const unknown = header.cells.find((name) => name !== '' && !FIELDS.has(name) && !PLACE.includes(name));
    if (unknown !== undefined) throw new CommandError(`${file}: the column ${unknown} is not known`);
    const row = new Map(header.cells.map((name, at) => [name, (cells[at] ?? '').trim()]));
    const list = LISTS[levelOf(row)];
    if (!list) throw new CommandError(`${file}:${line}: level must be one of ${Object.keys(LISTS).join(', ')}`);
    const item = Object.fromEntries(
      [...FIELDS].flatMap(([name, field]) => (row.get(name) ? [[name, valueOf(field, row.get(name)!)]] : [])),
    );
    place((lists[list] ??= []), item, row, (path) => lines.set(`assets.0.${list}.${path}`, line));
  }
  return {
    value: { assets: [{ id: asset, ...lists }] },
    file,
    lineOf: (path) => {
      for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
        if (lines.has(at)) return lines.get(at)!;
      return 1;
    },
  };
}

type Row = ReadonlyMap<string, string>;

const levelOf = (row: Row): string =>
  row.get('level') || (row.get('unit') ? 'unit' : row.get('floor_plan') ? 'floor_plan' : 'asset');

/** Adds a row: as an expense, or as a further entry of the one with its name. */
function place(items: Item[], item: Item, row: Row, at: (path: string) => void): void {
  const subject = subjectOf(row);
  const known = subject ? items.findIndex(({ name }) => name === item['name']) : -1;
  const n = known < 0 ? items.push(subject ? { ...item, entries: [] } : item) - 1 : known;
  if (known < 0) at(String(n));
  if (!subject) return;
  const values = Object.fromEntries(Object.entries(item).filter(([name]) => VALUES.includes(name)));
  const entries = items[n]!['entries'] as Item[];
  at(`${n}.entries.${entries.push({ ...subject, ...values }) - 1}`);
}

function subjectOf(row: Row): Item | undefined {
  const [unit, building, plan] = [row.get('unit'), row.get('building'), row.get('floor_plan')];
  if (unit) return { unit: building ? { unit_number: unit, building } : unit };
  return plan ? { floor_plan: plan } : undefined;
}

/** The value of a cell by the type of its field; one that is none stays text, which the rules of the field reject. */
function valueOf({ compiled }: Field, text: string): unknown {
  const types = [compiled['type']].flat();
  if (types.includes('array')) return text.split('|').map((each) => numberOf(each.trim()));
  if (types.includes('number') || types.includes('integer')) return numberOf(text);
  return types.includes('boolean') ? ({ true: true, false: false }[text.toLowerCase()] ?? text) : text;
}

const numberOf = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

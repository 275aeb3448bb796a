import { isId } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import type { Saved } from '@app/platform/resources';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command, Input } from '../../command.js';
import { withMigratedDatabase } from '../../dry-run.js';
import { counted } from '../../counted.js';
import { CommandError, Interrupted, UsageError } from '../../errors.js';
import type { Io } from '../../io.js';
import { requireKnown } from '../../known.js';
import { step } from '../../progress.js';
import { columnsByField, type Columns } from '../csv/mapping.js';
import { kindOfSkipped, type SkippedRows, skippedText } from '../csv/skipped-rows.js';
import { CELL_OPTIONS, tableInput } from '../csv/table-options.js';
import { withOrder } from '../feed.js';
import { COMMON, numberOption } from '../options.js';
import { rolledBack } from '../preview.js';
import { Rejects } from '../rejects.js';
import { reading } from '../source.js';
import { tableRows } from '../table.js';
import { type Placed, placeUnits, RefusedRows } from './place-units.js';
import { Roster, ROSTER_FIELDS, type RosterRow } from './roster.js';

const NAME = 'import units';
/** Maximum number of lines listed per outcome. */
const LISTED = 20;

export const importUnits: Command = {
  name: NAME,
  parameters: ['FILE'],
  summary: 'Imports the units of an asset from a CSV file or an Excel workbook with a header',
  details: `Creates and changes units, matched by number within their building, and creates the buildings, floors and floor plans that they name
and that are missing. All or nothing: if one row is refused, nothing is stored. May be repeated: rows that say what is stored change nothing.
Units that the file does not contain stay as they are, and so do buildings, floors and floor plans that exist.

--map names a column for each field: unit_number is required; building, floor, floor_plan, area, bedroom_count and bathroom_count are
optional. An empty cell leaves the field of a unit as it is. A new unit needs all of the first five; a new floor plan needs the rooms.`,
  options: {
    asset: { type: 'string', value: 'ID', help: 'the asset', required: true },
    map: {
      type: 'string',
      value: 'FIELD=COLUMN,...',
      help: 'such as unit_number=Unit,building=Tower,floor=Level,floor_plan=Type,area=Sqft',
      required: true,
    },
    building: { type: 'string', value: 'NAME', help: 'building of rows that name none' },
    floor: { type: 'string', value: 'NAME', help: 'floor of rows that name none' },
    'floor-plan': { type: 'string', value: 'NAME', help: 'floor plan of rows that name none' },
    area: { type: 'string', value: 'N', help: 'area of rows that name none' },
    bedrooms: { type: 'string', value: 'N', help: 'bedrooms of new floor plans without a number' },
    bathrooms: { type: 'string', value: 'N', help: 'bathrooms of new floor plans without a number' },
    ...CELL_OPTIONS,
    ...COMMON,
  },
  async run(input, io) {
    const { options, flags } = input;
    const asset = options['asset']!;
    const isWrong: boolean = !isId(asset);
    if (isWrong) throw new UsageError(`--asset must be an id such as 1, not "${asset}"`, NAME);
    const isDryRun = flags['dry-run'] ?? false;
    const rejects = new Rejects(io, input.parameters[0]!, options['rejects']);
    const read = await rosterOf(io, input, rejects);
    const work = async (app: INestApplicationContext) => {
      await requireKnown(app, 'asset', [asset]);
      if (read.rows.length + read.invalid === 0)
        throw new CommandError(`${input.parameters[0]} has no rows with a unit below its header`);
      return step(io, isDryRun ? 'Checking' : 'Storing', (tell) => {
        const before = (placed: number) => {
          if (io.signal.aborted) throw new Interrupted();
          tell(`${placed} of ${counted(read.rows.length, 'unit')}`);
        };
        return stored(app, asset, read, { isDryRun, before });
      });
    };
    const outcome = isDryRun ? await withMigratedDatabase(io, work) : await withOrder(io, work);
    for (const [line, reason] of outcome.refused) rejects.add({ line, reason, cells: read.cells.get(line) ?? [] });
    rejects.close();
    const report = reportOf(read, outcome, rejects.count);
    io.out(flags['json'] ? JSON.stringify(report, null, 2) : textOf(report, read.skipped));
    if (rejects.count > 0)
      throw new CommandError(`${rejects.count} of ${report.rows} rows are refused. Nothing was stored.`);
    if (!flags['json']) io.out(isDryRun ? 'Nothing was stored: this is a dry run.' : 'Everything was stored.');
  },
};

interface RosterRead {
  rows: RosterRow[];
  /** number of rows that are invalid in themselves, which are reported */
  invalid: number;
  /** by line */
  cells: Map<number, string[]>;
  skipped: SkippedRows;
}

/** Reads the file, and reports the rows that are invalid in themselves. */
async function rosterOf(io: Io, input: Input, rejects: Rejects): Promise<RosterRead> {
  const { options, parameters } = input;
  const [file = ''] = parameters;
  const columns: Columns = columnsByField(NAME, options['map']!, ROSTER_FIELDS);
  const { cells: cellFormat, format } = tableInput(NAME, input);
  const roster = new Roster(columns, cellFormat, {
    ...{ building: options['building'], floor: options['floor'], floor_plan: options['floor-plan'] },
    area: numberOption(NAME, 'area', options['area']),
    bedroom_count: numberOption(NAME, 'bedrooms', options['bedrooms']),
    bathroom_count: numberOption(NAME, 'bathrooms', options['bathrooms'], { fractions: true }),
  });
  const read: RosterRead = {
    ...{ rows: [], invalid: 0, cells: new Map() },
    skipped: { above: 0, blank: 0, total: 0, hidden: 0 },
  };
  const onHidden = () => void (read.skipped.hidden += 1);
  await reading(io, 'Reading', file, async (meter) => {
    for await (const { line, cells, header } of tableRows(
      file,
      [...columns.values()],
      { ...format, onHidden },
      meter,
    )) {
      if (io.signal.aborted) throw new Interrupted();
      rejects.header = header.cells;
      read.skipped.above = header.above;
      const cellOf = (column: string) => cells[header.positions.get(column)!] ?? '';
      const kind = kindOfSkipped(cells, [cellOf(columns.get('unit_number')!)]);
      if (kind) read.skipped[kind] += 1;
      else add(read, rejects, { line, cells, width: header.cells.length }, roster.read(line, cellOf));
    }
  });
  return read;
}

function add(
  read: RosterRead,
  rejects: Rejects,
  { line, cells, width }: { line: number; cells: string[]; width: number },
  { row, errors, hints }: ReturnType<Roster['read']>,
): void {
  const isWhole = cells.length <= width;
  const reasons = isWhole ? errors : [`has ${cells.length} cells, the header ${width}`];
  if (reasons.length === 0) {
    read.rows.push(row);
    read.cells.set(line, cells);
    return;
  }
  read.invalid += 1;
  rejects.add({ line, reason: reasons.join('; '), cells, hints: isWhole ? hints : [] });
}

interface Outcome {
  placed: Placed;
  /** lines of the rows that can be stored */
  lines: number[];
  /** the reasons against the others, by line */
  refused: Map<number, string>;
}

/** Stores all rows, or finds out what would become of them. Once one is refused, only the others are looked at. */
async function stored(
  app: INestApplicationContext,
  asset: string,
  { rows, invalid }: RosterRead,
  { isDryRun, before }: { isDryRun: boolean; before: (placed: number) => void },
): Promise<Outcome> {
  const refused = new Map<number, string>();
  for (;;) {
    const left = rows.filter(({ line }) => !refused.has(line));
    const place = () => placeUnits(app, asset, left, before);
    const isKept = !isDryRun && invalid === 0 && refused.size === 0;
    try {
      const placed = isKept ? await app.get(UnitOfWork).run(place) : await rolledBack(app, place);
      return { placed, lines: left.map(({ line }) => line), refused };
    } catch (error) {
      if (!(error instanceof RefusedRows)) throw error;
      for (const [line, reason] of error.reasons) refused.set(line, reason);
    }
  }
}

const OUTCOMES = ['created', 'changed', 'unchanged'] as const;
type Counts = Record<(typeof OUTCOMES)[number], number>;

const countsOf = (saved: readonly Saved[]): Counts =>
  Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, saved.filter((each) => each.outcome === outcome).length]),
  ) as Counts;

interface Report {
  rows: number;
  buildings: Counts;
  floors: Counts;
  floor_plans: Counts;
  units: Counts & { refused: number };
  /** lines of the rows that create or change a unit */
  lines: { created: number[]; changed: number[] };
}

function reportOf({ rows, invalid }: RosterRead, { placed, lines }: Outcome, refused: number): Report {
  const linesOf = (outcome: Saved['outcome']) => lines.filter((_, at) => placed.units[at]!.outcome === outcome);
  return {
    rows: rows.length + invalid,
    buildings: countsOf(placed.buildings),
    floors: countsOf(placed.floors),
    floor_plans: countsOf(placed.floor_plans),
    units: { ...countsOf(placed.units), refused },
    lines: { created: linesOf('created'), changed: linesOf('changed') },
  };
}

function textOf({ rows, buildings, floors, floor_plans: plans, units, lines }: Report, skipped: SkippedRows): string {
  const counted = ({ created, changed, unchanged }: Counts) =>
    `${created} created, ${changed} changed, ${unchanged} unchanged`;
  const listed = (name: string, all: number[]) =>
    all.length === 0 ? [] : [`  ${name}: line ${all.slice(0, LISTED).join(', ')}${all.length > LISTED ? ', ...' : ''}`];
  return [
    `${rows} rows${skippedText(skipped)}`,
    `buildings: ${counted(buildings)}`,
    `floors: ${counted(floors)}`,
    `floor plans: ${counted(plans)}`,
    `units: ${counted(units)}, ${units.refused} refused`,
    ...listed('created', lines.created),
    ...listed('changed', lines.changed),
  ].join('\n');
}

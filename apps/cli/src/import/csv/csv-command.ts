import type { SentEntry } from '@app/pricing/contract';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command, Input } from '../../command.js';
import { CommandFault, Interrupted, UsageFault } from '../../faults.js';
import type { Io } from '../../io.js';
import { BATCH, processesOf, publish, withOrder } from '../feed.js';
import { COMMON, numberOption, OVERRIDE_GUARD } from '../options.js';
import { ifReachable, reportLines, unmatchedLines, unmatchedOf } from '../price-report.js';
import { Rejects } from '../rejects.js';
import { type Meter, reading } from '../source.js';
import { columnsOf, type TableFormat, tableRows } from '../table.js';
import { type PassedOver, passedOverAs, passedOverText } from './passed-over.js';
import { type CellFormat, type Columns, columnsByField, datePattern, type EntryRead, entryOf } from './mapping.js';

const NAME = 'import csv';
const PREVIEW = 5;

export const importCsv: Command = {
  name: NAME,
  parameters: ['FILE'],
  summary: 'Imports prices from a CSV file or an Excel workbook with a header into a pricing process',
  details: `First all rows are read and checked by the rules of the API; the first ones are shown as they are sent. Every refused row is told with its line.
If there is none, or with --skip-invalid, the accepted rows become the prices of the process, in one transaction; otherwise nothing is sent.
--map names a column for each field: unit_number, provider_id, price and available_on are needed; lease_term, lease_starts_on, status,
specials_description and leasing_fields.KEY may be left out. An empty cell says nothing. How numbers and dates are written is stated, never guessed.`,
  options: {
    asset: { type: 'string', value: 'ID', help: 'the asset', required: true },
    process: { type: 'string', value: 'ID', help: 'its pricing process', required: true },
    map: {
      type: 'string',
      value: 'FIELD=COLUMN,...',
      help: 'such as unit_number=Unit,provider_id=Id,price=Rent,available_on=From',
      required: true,
    },
    'date-format': {
      type: 'string',
      value: 'FORMAT',
      help: 'of YYYY, MM or M, DD or D, such as MM/DD/YYYY; default YYYY-MM-DD',
    },
    decimal: { type: 'string', value: 'CHARACTER', help: '"." (default) or ","' },
    thousands: { type: 'string', value: 'CHARACTER', help: 'between thousands; default none' },
    currency: { type: 'string', value: 'TEXT', help: 'before or after prices, such as $; default none' },
    round: { type: 'boolean', help: 'rounds prices to whole numbers; otherwise 1800.50 is refused' },
    trim: { type: 'boolean', help: 'cells without the space around them' },
    delimiter: { type: 'string', value: 'CHARACTER', help: 'between cells; default ","; "tab" is one' },
    sheet: { type: 'string', value: 'NAME', help: 'of an Excel workbook, or its number; default the first' },
    encoding: { type: 'string', value: 'NAME', help: 'default utf-8; such as windows-1252' },
    preview: { type: 'string', value: 'N', help: `rows shown as they are sent; default ${PREVIEW}` },
    'override-guard': OVERRIDE_GUARD,
    'skip-invalid': { type: 'boolean', help: 'sends the accepted rows although others are refused' },
    ...COMMON,
  },
  async run(input, io) {
    const table = tableOf(input);
    const skips = input.flags['skip-invalid'] ?? false;
    const isJson = input.flags['json'] ?? false;
    const { rows, accepted, preview, passedOver } = await look(io, table, input);
    if (!isJson) io.out(shown(preview, accepted));
    const refused = rows - accepted;
    const sendable = accepted > 0 && (refused === 0 || skips);
    const isDryRun = input.flags['dry-run'] ?? false;
    const sent = sendable ? await send(io, table, input, skips) : undefined;
    const transaction = isDryRun ? undefined : sent?.transaction;
    const told = `${accepted} of ${rows} rows accepted, ${refused} refused${passedOverText(passedOver)}`;
    if (isJson)
      io.out(
        JSON.stringify(
          {
            rows,
            accepted,
            refused,
            passed_over: passedOver,
            transaction_id: transaction ?? null,
            report: sent?.report ?? null,
            preview,
          },
          null,
          2,
        ),
      );
    if (!sendable)
      throw new CommandFault(
        `${told}. Nothing was sent${accepted > 0 ? ': --skip-invalid sends the accepted rows.' : '.'}`,
      );
    if (!isJson)
      io.out(
        [
          transaction === undefined
            ? `${told}. Nothing was sent.`
            : `${told}. Published by transaction ${transaction}.`,
          ...(sent ? [...reportLines(sent.report), ...unmatchedLines(sent.unmatched)] : []),
        ].join('\n'),
      );
  },
};

interface Table {
  file: string;
  columns: Columns;
  cells: CellFormat;
  format: TableFormat;
}

/** The first pass: checks every row, and tells those that are refused. */
async function look(io: Io, table: Table, { options }: Input) {
  const most = numberOption(NAME, 'preview', options['preview']) ?? PREVIEW;
  const preview: SentEntry[] = [];
  let rows = 0;
  let accepted = 0;
  const passedOver: PassedOver = { blank: 0, total: 0 };
  let rejects: Rejects | undefined;
  try {
    await reading(io, 'Checking', table.file, async (meter) => {
      for await (const { line, cells, header, entry, faults, hint } of entriesOf(io, table, meter, passedOver)) {
        rejects ??= new Rejects(io, table.file, options['rejects'], header);
        rows += 1;
        if (faults.length > 0) rejects.add({ line, reason: faults.join('; '), cells, hint });
        else {
          accepted += 1;
          if (preview.length < most) preview.push(entry);
        }
        if (rows % 1_000 === 0) meter.note(`${rows} rows`);
      }
    });
  } finally {
    rejects?.close();
  }
  return { rows, accepted, preview, passedOver };
}

/** The second pass. @returns undefined for a dry run without a database */
function send(io: Io, table: Table, { options, flags }: Input, skips: boolean) {
  const target = { asset: options['asset']!, process: options['process']! };
  const isDryRun = flags['dry-run'] ?? false;
  const work = async (app: INestApplicationContext) => {
    await requireProcess(app, target);
    const sent = await reading(io, isDryRun ? 'Comparing' : 'Sending', table.file, (meter) =>
      publish(app, target, batches(io, table, meter, skips), io.signal, {
        isDryRun,
        overridesGuard: flags['override-guard'] ?? false,
      }),
    );
    return { ...sent, unmatched: isDryRun ? [] : await unmatchedOf(app, target) };
  };
  return isDryRun ? ifReachable(io, work) : withOrder(io, work);
}

async function requireProcess(app: INestApplicationContext, { asset, process }: { asset: string; process: string }) {
  const known = /^[1-9]\d{0,17}$/.test(asset) ? await processesOf(app, asset) : [];
  if (known.some(({ id }) => id === process)) return;
  const names = known.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none';
  throw new CommandFault(`Asset ${asset} has no pricing process ${process}. It has: ${names}`);
}

async function* batches(io: Io, table: Table, meter: Meter, skips: boolean): AsyncGenerator<SentEntry[]> {
  let batch: SentEntry[] = [];
  let sent = 0;
  for await (const { line, entry, faults } of entriesOf(io, table, meter)) {
    if (faults.length > 0 && skips) continue;
    if (faults.length > 0)
      throw new CommandFault(`${table.file}:${line}: the file has changed while it was read: ${faults.join('; ')}`);
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    meter.note(`${(sent += batch.length)} rows sent`);
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface RowRead extends EntryRead {
  line: number;
  cells: string[];
  header: string[];
}

async function* entriesOf(
  io: Io,
  { file, columns, cells: format, format: table }: Table,
  meter: Meter,
  passedOver: PassedOver = { blank: 0, total: 0 },
): AsyncGenerator<RowRead> {
  let header: string[] | undefined;
  let places = new Map<string, number>();
  for await (const { line, cells } of tableRows(file, table, meter)) {
    if (io.signal.aborted) throw new Interrupted();
    if (!header) {
      header = cells;
      places = columnsOf(file, header, [...new Set(columns.values())]);
      continue;
    }
    const names = ['unit_number', 'provider_id'].map((field) => cells[places.get(columns.get(field)!)!]!);
    const kind = cells.length === header.length ? passedOverAs(cells, names) : undefined;
    if (kind) passedOver[kind] += 1;
    if (kind) continue;
    const read = entryOf(columns, (column) => cells[places.get(column)!] ?? '', format);
    const faults =
      cells.length === header.length ? read.faults : [`has ${cells.length} cells, the header ${header.length}`];
    yield { entry: read.entry, faults, hint: read.hint, line, cells, header };
  }
  if (!header) throw new CommandFault(`${file} is empty`);
}

function tableOf({ options, flags, parameters }: Input): Table {
  const { decimal = '.', thousands, currency, delimiter = ',', encoding = 'utf-8' } = options;
  const date = options['date-format'] ?? 'YYYY-MM-DD';
  if (decimal !== '.' && decimal !== ',') throw new UsageFault(`--decimal must be "." or ",", not "${decimal}"`, NAME);
  if (thousands !== undefined && (thousands.length !== 1 || /[\d-]/.test(thousands) || thousands === decimal))
    throw new UsageFault(`--thousands must be one character other than the decimal, not "${thousands}"`, NAME);
  if (!datePattern(date))
    throw new UsageFault(`--date-format must hold YYYY, MM or M, and DD or D, such as MM/DD/YYYY, not "${date}"`, NAME);
  if (delimiter !== 'tab' && [...delimiter].length !== 1)
    throw new UsageFault(`--delimiter must be one character, or tab, not "${delimiter}"`, NAME);
  return {
    file: parameters[0]!,
    columns: columnsByField(NAME, options['map']!),
    cells: { date, decimal, thousands, currency, round: flags['round'] ?? false, trim: flags['trim'] ?? false },
    format: {
      delimiter: delimiter === 'tab' ? '\t' : delimiter,
      encoding,
      sheet: options['sheet'],
      cells: { date, decimal },
    },
  };
}

function shown(preview: readonly SentEntry[], accepted: number): string {
  if (preview.length === 0) return 'No row is shown.';
  const rows = preview.map((entry) => `  ${JSON.stringify(entry)}`);
  return `The first ${preview.length} of ${accepted} accepted rows, as they are sent:\n${rows.join('\n')}`;
}

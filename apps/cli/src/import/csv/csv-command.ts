import type { IngestReport, SentEntry } from '@app/pricing/contract';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command, Input } from '../../command.js';
import { ifReachable } from '../../dry-run.js';
import { CommandError, Interrupted } from '../../errors.js';
import type { Io } from '../../io.js';
import { BATCH, processesOf, type Target, withOrder } from '../feed.js';
import { COMMON, numberOption, OVERRIDE_GUARD } from '../options.js';
import { type Preview, previewLines, previewOf, publishPreviewed, rolledBack } from '../preview.js';
import { Rejects } from '../rejects.js';
import { RepeatedPrices } from '../repeated-prices.js';
import { type Meter, OtherFormat, reading } from '../source.js';
import { tableRows } from '../table.js';
import { consistent } from './hints.js';
import { type Columns, columnsByField, type EntryRead, entryOf, PRICE_FIELDS } from './mapping.js';
import { kindOfSkipped, type SkippedRows, skippedText } from './skipped-rows.js';
import { CELL_OPTIONS, type TableInput, tableInput } from './table-options.js';

const NAME = 'import csv';
const PREVIEW_ROWS = 5;
const ROWS_FOR_HINTS = 10_000;

export const importCsv: Command = {
  name: NAME,
  parameters: ['FILE'],
  summary: 'Imports prices from a CSV file or an Excel workbook with a header into a pricing process',
  details: `Checks all rows against the rules of the API, and shows the first ones as they will be sent and every invalid row with its line.
If no row is invalid, or with --skip-invalid, shows what would change and publishes the rows in one transaction. Otherwise, or if the
change exceeds the limits of the process, nothing is published.

--map names a column for each field: unit_number, provider_id, price and available_on are required; lease_term, lease_starts_on, status,
specials_description, building and leasing_fields.KEY are optional. building tells units of the same number apart, by its name or id. Empty cells are ignored. Number and date formats are never guessed: state them.`,
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
      help: 'format of dates, composed of YYYY or YY, MMM, MM or M, and DD or D, such as M/D/YYYY; default YYYY-MM-DD',
    },
    currency: { type: 'string', value: 'TEXT', help: 'text before or after prices, such as $; default none' },
    round: { type: 'boolean', help: 'rounds prices to whole numbers; otherwise 1800.50 is rejected' },
    ...CELL_OPTIONS,
    preview: { type: 'string', value: 'N', help: `number of rows shown as they are sent; default ${PREVIEW_ROWS}` },
    'override-guard': OVERRIDE_GUARD,
    'skip-invalid': { type: 'boolean', help: 'publishes the valid rows although others are rejected' },
    ...COMMON,
  },
  async run(input, io) {
    const table = tableOf(input);
    const skips = input.flags['skip-invalid'] ?? false;
    const isJson = input.flags['json'] ?? false;
    const { preview, ...counts } = await look(io, table, input);
    const { rows, accepted, skipped } = counts;
    const rejected = rows - accepted;
    const outcome = `${accepted} of ${rows} rows accepted, ${rejected} rejected${skippedText(skipped)}`;
    const tell = (lines: string[]) => void (isJson || io.out(lines.join('\n')));
    const finish = ({ prices, transaction, publication }: Done = {}) => {
      const { report = null, unmatched = null } = prices ?? {};
      const done = { transaction_id: transaction ?? null, report: publication ?? report, unmatched };
      if (isJson) io.out(JSON.stringify({ ...counts, rejected, ...done, preview }, null, 2));
    };
    tell([shown(preview, accepted)]);
    if (accepted === 0 || (rejected > 0 && !skips)) {
      finish();
      const skipping = accepted > 0 ? ': --skip-invalid sends the accepted rows.' : '.';
      throw new CommandError(`${outcome}. Nothing was sent${skipping}`);
    }
    tell([`${outcome}.`]);
    const done = await send(io, table, input, (prices) => tell(previewLines(prices)));
    finish(done);
    const { prices, transaction } = done ?? {};
    if (prices?.guardError !== undefined && !input.flags['dry-run']) throw new CommandError(prices.guardError);
    const verb = prices?.report.outcome === 'unchanged' ? 'Confirmed' : 'Published';
    tell([
      transaction === undefined
        ? (prices?.guardError ?? 'Nothing was sent.')
        : `${verb} by transaction ${transaction}.`,
    ]);
  },
};

interface Table extends TableInput {
  file: string;
  columns: Columns;
}

/** The first pass: validates every row and reports rejected rows. */
async function look(io: Io, table: Table, { options }: Input) {
  const max = numberOption(NAME, 'preview', options['preview']) ?? PREVIEW_ROWS;
  const preview: SentEntry[] = [];
  let rows = 0;
  let accepted = 0;
  const skipped: SkippedRows = { above: 0, blank: 0, total: 0, hidden: 0 };
  const rejects = new Rejects(io, table.file, options['rejects']);
  try {
    await reading(io, 'Checking', table.file, async (meter) => {
      for await (const { line, cells, header, entry, errors, hints } of entriesOf(io, table, meter, skipped)) {
        rejects.header = header;
        rows += 1;
        if (errors.length > 0)
          rejects.add({
            line,
            reason: errors.join('; '),
            cells,
            hints,
          });
        else {
          accepted += 1;
          if (preview.length < max) preview.push(entry);
        }
        if (rows % 1_000 === 0) meter.note(`${rows} rows`);
      }
    });
  } catch (error) {
    throw error instanceof OtherFormat ? await withHintsForCells(io, table, error) : error;
  } finally {
    rejects.close();
  }
  return { rows, accepted, skipped, preview };
}

/** Adds the other options that the first rows need, so that the operator gets one complete hint. */
async function withHintsForCells(io: Io, table: Table, { message, format }: OtherFormat): Promise<CommandError> {
  const hints = new Set<string>();
  let left = ROWS_FOR_HINTS;
  try {
    for await (const row of entriesOf(io, { ...table, format: { ...table.format, ...format } })) {
      for (const hint of row.hints) hints.add(hint);
      if (--left === 0) break;
    }
  } catch {
    // not readable with these options either: keeps the original message
  }
  return new CommandError([message, ...consistent(hints)].join(' '));
}

interface Done {
  prices?: Preview;
  /** undefined if nothing was published */
  transaction?: string;
  publication?: IngestReport;
}

/**
 * The second pass previews the changes, the third one publishes the prices.
 * @param tell receives the preview
 * @returns undefined for a dry run without a database
 */
function send(
  io: Io,
  table: Table,
  { options, flags }: Input,
  tell: (prices: Preview) => void,
): Promise<Done | undefined> {
  const target = { asset: options['asset']!, process: options['process']! };
  const skips = flags['skip-invalid'] ?? false;
  const overridesGuard = flags['override-guard'] ?? false;
  const work = async (app: INestApplicationContext): Promise<Done> => {
    await requireProcess(app, target);
    const prices = await reading(io, 'Comparing', table.file, (meter) =>
      rolledBack(app, () => previewOf(app, target, batches(io, table, meter, skips), io.signal, overridesGuard)),
    );
    tell(prices);
    if (flags['dry-run'] || prices.guardError !== undefined) return { prices };
    const { transaction, report } = await reading(io, 'Sending', table.file, (meter) =>
      publishPreviewed(app, target, prices, batches(io, table, meter, skips), io.signal, overridesGuard),
    );
    return { prices, transaction, publication: report };
  };
  return flags['dry-run'] ? ifReachable(io, work) : withOrder(io, work);
}

async function requireProcess(app: INestApplicationContext, { asset, process }: Target) {
  const known = /^[1-9]\d{0,17}$/.test(asset) ? await processesOf(app, asset) : [];
  if (known.some(({ id }) => id === process)) return;
  const names = known.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none';
  throw new CommandError(`Asset ${asset} has no pricing process ${process}. It has: ${names}`);
}

async function* batches(io: Io, table: Table, meter: Meter, skips: boolean): AsyncGenerator<SentEntry[]> {
  let batch: SentEntry[] = [];
  let sent = 0;
  for await (const { line, entry, errors } of entriesOf(io, table, meter)) {
    if (errors.length > 0 && skips) continue;
    if (errors.length > 0)
      throw new CommandError(`${table.file}:${line}: the file has changed while it was read: ${errors.join('; ')}`);
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
  header: readonly string[];
}

async function* entriesOf(
  io: Io,
  { file, columns, cells: format, format: table }: Table,
  meter?: Meter,
  skipped: SkippedRows = { above: 0, blank: 0, total: 0, hidden: 0 },
): AsyncGenerator<RowRead> {
  const wanted = [...new Set(columns.values())];
  const onHidden = () => void (skipped.hidden += 1);
  const repeated = new RepeatedPrices();
  for await (const { line, cells, header } of tableRows(file, wanted, { ...table, onHidden }, meter)) {
    if (io.signal.aborted) throw new Interrupted();
    const width = header.cells.length;
    const cellOf = (column: string) => cells[header.positions.get(column)!] ?? '';
    const names = ['unit_number', 'provider_id'].map((field) => cellOf(columns.get(field)!));
    const kind = cells.length <= width ? kindOfSkipped(cells, names) : undefined;
    skipped.above = header.above;
    if (kind) skipped[kind] += 1;
    if (kind) continue;
    const { entry, errors, hints } = entryOf(columns, cellOf, format);
    // old versions of Excel omit the delimiters of empty cells at the end of a row
    const hasItsCells = cells.length === width || (cells.length < width && errors.length === 0);
    const second = hasItsCells && errors.length === 0 ? repeated.add(entry, line) : undefined;
    if (second !== undefined) errors.push(second);
    yield {
      entry,
      errors: hasItsCells ? errors : [`has ${cells.length} cells, the header ${width}`],
      hints,
      line,
      cells,
      header: header.cells,
    };
  }
}

const tableOf = (input: Input): Table => ({
  file: input.parameters[0]!,
  columns: columnsByField(NAME, input.options['map']!, PRICE_FIELDS),
  ...tableInput(NAME, input),
});

function shown(preview: readonly SentEntry[], accepted: number): string {
  if (preview.length === 0) return 'No rows to show.';
  const rows = preview.map((entry) => `  ${JSON.stringify(entry)}`);
  return `The first ${preview.length} of ${accepted} accepted rows, as they are sent:\n${rows.join('\n')}`;
}

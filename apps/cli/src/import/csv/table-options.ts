import type { Input, Option } from '../../command.js';
import { UsageError } from '../../errors.js';
import type { TableFormat } from '../table.js';
import { type CellFormat, datePattern } from './mapping.js';

/** Options that describe the cells of a file. */
export const CELL_OPTIONS: Record<string, Option> = {
  decimal: { type: 'string', value: 'CHARACTER', help: 'decimal mark, "." (default) or ","' },
  thousands: { type: 'string', value: 'CHARACTER', help: 'thousands separator; default none' },
  trim: { type: 'boolean', help: 'removes spaces around the text of cells' },
  delimiter: { type: 'string', value: 'CHARACTER', help: 'cell separator; default ","; "tab" for tabs' },
  sheet: { type: 'string', value: 'NAME', help: 'sheet of an Excel workbook, by name or number; default the first' },
  encoding: { type: 'string', value: 'NAME', help: 'encoding of the file, such as windows-1252; default utf-8' },
};

/** How to read a table and its cells. */
export interface TableInput {
  cells: CellFormat;
  format: TableFormat;
}

/** @throws UsageError */
export function tableInput(command: string, { options, flags }: Input): TableInput {
  const { decimal = '.', thousands, currency, delimiter = ',', encoding = 'utf-8' } = options;
  const date = options['date-format'] ?? 'YYYY-MM-DD';
  if (decimal !== '.' && decimal !== ',')
    throw new UsageError(`--decimal must be "." or ",", not "${decimal}"`, command);
  if (thousands !== undefined && (thousands.length !== 1 || /[\d-]/.test(thousands) || thousands === decimal))
    throw new UsageError(`--thousands must be one character other than the decimal, not "${thousands}"`, command);
  if (!datePattern(date))
    throw new UsageError(
      `--date-format must contain YYYY or YY, MMM, MM or M, and DD or D, such as M/D/YYYY, not "${date}"`,
      command,
    );
  if (delimiter !== 'tab' && [...delimiter].length !== 1)
    throw new UsageError(`--delimiter must be one character, or tab, not "${delimiter}"`, command);
  return {
    cells: { date, decimal, thousands, currency, round: flags['round'] ?? false, trim: flags['trim'] ?? false },
    format: {
      delimiter: delimiter === 'tab' ? '\t' : delimiter,
      encoding,
      sheet: options['sheet'],
      cells: { date, decimal },
    },
  };
}

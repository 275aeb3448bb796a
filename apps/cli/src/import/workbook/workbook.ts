import { open } from 'node:fs/promises';
import { CommandError } from '../../errors.js';
import { requireRegularFile } from '../../regular-file.js';
import { type CellStyle, type Row, rowsOfSheet } from './rows.js';
import { contentsOf } from './sheets.js';
import { ZipParts } from './zip-parts.js';

const ZIP = Buffer.from('PK\x03\x04');
/** Whether the file is an Excel workbook (`.xlsx`), regardless of its name. */
export async function isWorkbook(file: string): Promise<boolean> {
  await requireRegularFile(file);
  const handle = await open(file).catch(() => undefined);
  try {
    const start = await handle?.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return start?.buffer.equals(ZIP) ?? false;
  } catch {
    return false; // a folder; reading it later fails with the reason
  } finally {
    await handle?.close();
  }
}

/**
 * Yields the rows of a sheet as text, from the first that is not blank. Only shared strings and a chunk of the sheet are in memory.
 * @param sheet its name or number; default: the first that is not hidden
 */
export async function* sheetRows(file: string, sheet: string | undefined, style: CellStyle): AsyncGenerator<Row> {
  yield* inWorkbook(file, async function* (parts) {
    yield* rowsOfSheet(parts, sheet, style);
  });
}

/** The names of the sheets, in order. */
export async function sheetNames(file: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { sheets } of inWorkbook(file, async function* (parts) {
    yield await contentsOf(parts);
  }))
    names.push(...sheets.map(({ name }) => name));
  return names;
}

async function* inWorkbook<T>(file: string, read: (parts: ZipParts) => AsyncGenerator<T>): AsyncGenerator<T> {
  let parts: ZipParts | undefined;
  try {
    parts = await ZipParts.open(file);
    yield* read(parts);
  } catch (error) {
    throw new CommandError(`${file} is an Excel workbook that cannot be read: ${(error as Error).message.trim()}`);
  } finally {
    parts?.close();
  }
}

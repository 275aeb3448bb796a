import { unzipSync } from 'fflate';
import { type Row, rowsOfSheet } from '../../cli/src/import/workbook/rows.js';
import type { Parts } from '../../cli/src/import/workbook/sheets.js';
import { parserFor, type Visitor } from '../../cli/src/import/workbook/xml.js';

/** More in one archive is no list of prices. */
const MAX_UNPACKED = 512 * 1024 * 1024;

/** The rows of the first sheet that is not hidden, as `import csv` reads them; hidden rows are counted. */
export async function readWorkbook(bytes: Uint8Array): Promise<{ rows: Row[]; hidden: number }> {
  const rows: Row[] = [];
  let hidden = 0;
  try {
    for await (const { line, cells, isHidden } of rowsOfSheet(unpacked(bytes), undefined, STYLE))
      if (isHidden) hidden += 1;
      else rows.push({ line, cells });
  } catch (error) {
    throw new Error(`The file is an Excel workbook that cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return { rows, hidden };
}

const STYLE = { date: 'YYYY-MM-DD', decimal: '.' } as const;

function unpacked(bytes: Uint8Array): Parts {
  let size = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNPACKED) throw new Error('it is too large');
      return true;
    },
  });
  async function* chunks(name: string, visitor: Visitor): AsyncGenerator<void> {
    const content = files[name];
    if (content)
      parserFor(name, visitor)
        .write(new TextDecoder('utf-8', { fatal: true }).decode(content))
        .close();
    yield;
  }
  return {
    chunks,
    async visit(name, visitor) {
      for await (const _ of chunks(name, visitor)) continue;
    },
  };
}

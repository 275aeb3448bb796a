import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Table } from './tables.js';

const gzip = promisify(gzipWithCallback);

/** Of rows, before compression, in bytes. */
const CHUNK = 4 * 1024 * 1024;
/** Takes 60 % of the time of the usual level 6, for files that are less than 1 % larger. */
const COMPRESSION = { level: 5 };
/** Chunks that are compressed at once, while the next is read. */
const AT_ONCE = 3;
const NEWLINE = 0x0a;

export interface CopiedChunk {
  /** of the rows, before compression */
  rawBytes: number;
  bytes: Buffer;
}

/**
 * The rows of a table as compressed chunks of whole lines in the text format of COPY, which every major of Postgres on every
 * platform reads; the binary one is not promised to stay.
 * @returns how many rows
 */
export async function* copyChunks(client: ClientBase, table: Table): AsyncGenerator<CopiedChunk, number> {
  const columns = table.columns.join(', ');
  const source = table.isPartitioned ? `(select ${columns} from ${table.name})` : `${table.name} (${columns})`;
  const stream = client.query(copyTo(`copy ${source} to stdout`));
  const compressing: Promise<CopiedChunk>[] = [];
  for await (const raw of wholeLines(stream)) {
    const compressed = gzip(raw, COMPRESSION).then((bytes) => ({ rawBytes: raw.length, bytes }));
    compressed.catch(() => undefined); // reported where it is awaited
    if (compressing.push(compressed) > AT_ONCE) yield await compressing.shift()!;
  }
  for (const compressed of compressing) yield await compressed;
  return stream.rowCount;
}

/** Within a value a newline is escaped: each one ends a row. */
async function* wholeLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const end = size + chunk.length < CHUNK ? 0 : chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      chunks.push(chunk);
      size += chunk.length;
      continue;
    }
    yield Buffer.concat([...chunks, chunk.subarray(0, end)]);
    chunks = end < chunk.length ? [chunk.subarray(end)] : [];
    size = chunk.length - end;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

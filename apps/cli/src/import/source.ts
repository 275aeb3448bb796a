import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';
import { step, type Tell } from '../progress.js';

/** The delimiter and encoding of a text file. */
export interface TextFormat {
  delimiter?: string;
  encoding?: string;
}

/** A file that is unreadable with the given options; suggests options that fit. */
export class OtherFormat extends CommandError {
  constructor(
    message: string,
    readonly format: TextFormat,
  ) {
    super(message);
  }
}

/** Bytes per read; no more of the file is in memory. */
const CHUNK = 64 * 1024;
const BAR = 24;

/** Shows how far a file has been read. */
export class Meter {
  private bytes = 0;
  private done = '';

  constructor(
    private readonly size: number,
    private readonly tell: Tell,
    /** whether to draw a progress bar instead of a number */
    private readonly drawn: boolean,
  ) {}

  read(bytes: number): void {
    this.bytes += bytes;
    this.show();
  }

  /** Sets the description of the progress: `1,200 rows`. */
  note(done: string): void {
    this.done = done;
    this.show();
  }

  private show(): void {
    const part = this.size === 0 ? 1 : Math.min(1, this.bytes / this.size);
    const full = Math.round(part * BAR);
    const bar = this.drawn ? `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ` : '';
    this.tell(`${bar}${Math.floor(part * 100)} %${this.done && `, ${this.done}`}`);
  }
}

/** Runs work that reads a file, and shows its progress. @throws CommandError if the file cannot be read */
export async function reading<T>(io: Io, title: string, file: string, work: (meter: Meter) => Promise<T>): Promise<T> {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => unreadable(file, error));
  return step(io, title, (tell) => work(new Meter(size, tell, io.rewrite !== undefined)));
}

/** Yields the text of a file in chunks. @throws CommandError if the file cannot be read or has another encoding */
export async function* textOf(file: string, encoding: string, meter?: Meter): AsyncGenerator<string> {
  const decoder = decoderOf(file, encoding);
  let misread: CommandError | undefined;
  const decode = (bytes?: Buffer): string => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      if (!text.includes('\0')) return text; // UTF-16 read as UTF-8 has a NUL next to each letter
    } catch {
      // invalid bytes lead to the same error as a NUL
    }
    throw misread ?? new CommandError(`${file} is not ${encoding.toUpperCase()}`);
  };
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
      meter?.read(bytes.length);
      misread ??= notOfEncoding(file, bytes, encoding);
      yield decode(bytes);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : unreadable(file, error as NodeJS.ErrnoException);
  }
  yield decode();
}

const ZIP = Buffer.from('PK\x03\x04');
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Guesses the actual encoding of a file from its first bytes. */
function notOfEncoding(file: string, bytes: Buffer, encoding: string): CommandError {
  const text = `${file} is not ${encoding.toUpperCase()}`;
  if (bytes.subarray(0, 4).equals(ZIP)) return new CommandError(`${text}: it is a ZIP archive`);
  if (bytes.subarray(0, 4).equals(COMPOUND))
    return new CommandError(
      `${text}: it is an Excel workbook of the old format (.xls), or encrypted. Save it as .xlsx`,
    );
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withHint(text, 'utf-16le', bytes.toString('utf16le'));
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return withHint(text, 'utf-16be', new TextDecoder('utf-16be').decode(bytes));
  if (encoding !== 'utf-8' || bytes.includes(0)) return new CommandError(`${text}. Is it a text file?`);
  return withHint(text, 'windows-1252', bytes.toString('latin1'));
}

/** Suggests the encoding, and the delimiter of the header unless it is a comma. */
function withHint(text: string, encoding: string, start: string): OtherFormat {
  const [header = ''] = start.split(/[\r\n]/, 1);
  const delimiter = header.includes(',') ? undefined : [';', '\t'].find((each) => header.includes(each));
  const option = delimiter === undefined ? '' : ` --delimiter ${delimiter === '\t' ? 'tab' : `"${delimiter}"`}`;
  return new OtherFormat(`${text}. Try --encoding ${encoding}${option}`, { encoding, ...(delimiter && { delimiter }) });
}

/** The declared encoding of an XML file (XML 1.0, appendix F). */
export async function encodingOfXml(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => unreadable(file, error));
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
    if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
    const said = /^[^<]{0,3}<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(
      buffer.toString('latin1', 0, bytesRead),
    );
    return (said?.[1] ?? 'utf-8').toLowerCase();
  } catch (error) {
    return unreadable(file, error as NodeJS.ErrnoException);
  } finally {
    await handle.close();
  }
}

function decoderOf(file: string, encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new CommandError(`${file}: "${encoding}" is not a known encoding`);
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): never {
  throw new CommandError(code === 'ENOENT' ? `There is no file ${file}` : `${file} cannot be read: ${message}`);
}

import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { EncodingDetector } from '@app/platform/core';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';
import { requireRegularFile, unreadable } from '../regular-file.js';
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
  const { size } = await requireRegularFile(file);
  return step(io, title, (tell) => work(new Meter(size, tell, io.rewrite !== undefined)));
}

/**
 * Yields the text of a file in chunks.
 * @param declared its encoding, unless the content shows another one; by default that of the XML declaration, or UTF-8
 * @throws CommandError if the file cannot be read or has another encoding
 */
export async function* textOf(file: string, declared: string | undefined, meter?: Meter): AsyncGenerator<string> {
  await requireRegularFile(file);
  if (declared !== undefined) decoderOf(file, declared);
  const { encoding, start } = await detect(file, declared);
  const decoder = decoderOf(file, encoding);
  const decode = (bytes?: Buffer): string => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      if (!text.includes('\0')) return text; // UTF-16 read as UTF-8 has a NUL next to each letter
    } catch {
      // invalid bytes lead to the same error as a NUL
    }
    throw notOfEncoding(file, start, encoding, declared !== undefined);
  };
  for await (const bytes of chunksOf(file)) {
    meter?.read(bytes.length);
    yield decode(bytes);
  }
  yield decode();
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
}

/** Determines the encoding of a file, of which it reads as much as that needs. */
async function detect(file: string, declared: string | undefined): Promise<{ encoding: string; start: Buffer }> {
  const detector = new EncodingDetector(declared);
  let start: Buffer | undefined;
  for await (const bytes of chunksOf(file)) {
    start ??= bytes;
    detector.write(bytes);
    if (!detector.isOpen) return { encoding: detector.encoding, start };
  }
  detector.end();
  return { encoding: detector.encoding, start: start ?? Buffer.alloc(0) };
}

const ZIP = Buffer.from('PK\x03\x04');
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Guesses the actual encoding of a file from its first bytes. @param hasOption whether the command has the option --encoding */
function notOfEncoding(file: string, bytes: Buffer, encoding: string, hasOption: boolean): CommandError {
  const text = `${file} is not ${encoding.toUpperCase()}`;
  if (bytes.subarray(0, 4).equals(ZIP)) return new CommandError(`${text}: it is a ZIP archive`);
  if (bytes.subarray(0, 4).equals(COMPOUND))
    return new CommandError(
      `${text}: it is an Excel workbook of the old format (.xls), or encrypted. Save it as .xlsx`,
    );
  if (encoding !== 'utf-8' || bytes.includes(0)) return new CommandError(`${text}. Is it a text file?`);
  if (!hasOption) return new CommandError(`${text}, and declares no other encoding`);
  return withHint(text, 'windows-1252', bytes.toString('latin1'));
}

/** Suggests the encoding, and the delimiter of the header unless it is a comma. */
function withHint(text: string, encoding: string, start: string): OtherFormat {
  const [header = ''] = start.split(/[\r\n]/, 1);
  const delimiter = header.includes(',') ? undefined : [';', '\t'].find((each) => header.includes(each));
  const option = delimiter === undefined ? '' : ` --delimiter ${delimiter === '\t' ? 'tab' : `"${delimiter}"`}`;
  return new OtherFormat(`${text}. Try --encoding ${encoding}${option}`, { encoding, ...(delimiter && { delimiter }) });
}

function decoderOf(file: string, encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new CommandError(`${file}: "${encoding}" is not a known encoding`);
  }
}

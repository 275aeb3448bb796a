import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { CommandError, UsageError } from '../errors.js';
import type { Io } from '../io.js';
import { printable } from '../printable.js';
import { RepeatedReasons } from './repeated-reasons.js';

/** A rejected part of a file, with the reason. */
export interface Rejected {
  /** from 1 */
  line: number;
  /** the element: `ILS_Unit 100`; rows of a table have only a line */
  element?: string;
  reason: string;
  /** cells of a row, so that the operator can correct and import them */
  cells?: readonly string[];
  /** options that may help: `--currency "$"` */
  hints?: readonly string[];
}

/** Reports rejected rows: the first ones per reason on standard error, or all in a CSV file. */
export class Rejects {
  count = 0;
  /** the element that contains the next ones: `Property 1` */
  within: string | undefined;
  /** column names of the cells */
  header: readonly string[] = [];
  private handle: number | undefined;
  private readonly reasons = new RepeatedReasons((line) => {
    this.io.rewrite?.(''); // clears the progress bar
    this.io.err(line);
  });

  constructor(
    private readonly io: Io,
    /** path of the imported file */
    private readonly file: string,
    /** path of the CSV file for all rejected rows, another than the imported one */
    private readonly target: string | undefined,
  ) {
    if (target !== undefined) this.removeEarlier(target);
  }

  add({ line, element: part, reason, cells = [], hints = [] }: Rejected): void {
    this.count += 1;
    const element = this.within !== undefined && part !== this.within ? `${this.within}, ${part}` : part;
    if (this.target !== undefined)
      return this.write([String(line), ...(element ? [element] : []), reason, ...cells], element);
    this.reasons.add(printable(`${this.file}:${line}: ${element ? `${element}: ` : ''}${reason}`), reason, hints);
  }

  /** Call it at the end, even after an error. */
  close(): void {
    this.reasons.close();
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
  }

  /** Removes the file of an earlier run, which would pass for that of a run without rejected rows. */
  private removeEarlier(target: string): void {
    const [imported, earlier] = [this.file, target].map((path) => statSync(path, { throwIfNoEntry: false }));
    if (!imported || !earlier?.isFile()) return;
    if (imported.dev === earlier.dev && imported.ino === earlier.ino)
      throw new UsageError('--rejects would overwrite the imported file: name another one');
    this.writing(() => rmSync(target));
  }

  private write(cells: string[], element?: string): void {
    this.writing(() => {
      if (this.handle === undefined) {
        this.handle = openSync(this.target!, 'w');
        writeSync(this.handle, csvLine(['line', ...(element ? ['element'] : []), 'reason', ...this.header]));
      }
      writeSync(this.handle, csvLine(cells));
    });
  }

  private writing(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new CommandError(`${this.target} cannot be written: ${(error as Error).message}`);
    }
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

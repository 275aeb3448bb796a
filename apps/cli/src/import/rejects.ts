import { closeSync, openSync, writeSync } from 'node:fs';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';
import { RepeatedReasons } from './repeated-reasons.js';

/** Something of a file that is not imported, and why. */
export interface Rejected {
  /** from 1 */
  line: number;
  /** which thing it is: `ILS_Unit 100`; a row of a table is known by its line */
  element?: string;
  reason: string;
  /** of a table's row, so that it can be put right and sent again */
  cells?: readonly string[];
  /** the options that may help: `--currency "$"` */
  hints?: readonly string[];
}

/** Reports rows that are not imported: the first ones of each reason on standard error, or all of them in a CSV file. */
export class Rejects {
  count = 0;
  /** what the next ones are part of: `Property 1` */
  within: string | undefined;
  private handle: number | undefined;
  private readonly reasons = new RepeatedReasons((line) => {
    this.io.rewrite?.(''); // the progress bar's line
    this.io.err(line);
  });

  constructor(
    private readonly io: Io,
    /** what is imported */
    private readonly file: string,
    /** the CSV file */
    private readonly target: string | undefined,
    /** names of the cells */
    private readonly header: readonly string[] = [],
  ) {}

  add({ line, element: part, reason, cells = [], hints = [] }: Rejected): void {
    this.count += 1;
    const element = this.within !== undefined && part !== this.within ? `${this.within}, ${part}` : part;
    if (this.target !== undefined)
      return this.write([String(line), ...(element ? [element] : []), reason, ...cells], element);
    this.reasons.add(`${this.file}:${line}: ${element ? `${element}: ` : ''}${reason}`, reason, hints);
  }

  /** To be called at the end, whatever happened. */
  close(): void {
    this.reasons.close();
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
  }

  private write(cells: string[], element?: string): void {
    try {
      if (this.handle === undefined) {
        this.handle = openSync(this.target!, 'w');
        writeSync(this.handle, csvLine(['line', ...(element ? ['element'] : []), 'reason', ...this.header]));
      }
      writeSync(this.handle, csvLine(cells));
    } catch (error) {
      throw new CommandError(`${this.target} cannot be written: ${(error as Error).message}`);
    }
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

import { printable } from '../printable.js';
import { consistent } from './csv/hints.js';

/** Maximum number of lines per reason. */
const LINES = 20;

interface Kind {
  count: number;
  /** the first lines, until the total is known */
  lines: string[];
  hints: Set<string>;
}

/** Groups reasons that differ only in a value. */
const kindOf = (reason: string): string => reason.replace(/"(?:[^"]|"")*"/g, '"…"').replace(/\d+/g, 'N');

/** Limits a report to a number of lines per kind of reason, followed by the number of omitted lines. */
export class RepeatedReasons {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly tell: (line: string) => void) {}

  /** @param hints options that may help; with hints, rows with the same reason are combined in one line */
  add(line: string, reason: string, hints: readonly string[] = []): void {
    const name = kindOf(reason);
    const kind = this.kinds.get(name) ?? { count: 0, lines: [], hints: new Set() };
    this.kinds.set(name, kind);
    kind.count += 1;
    for (const hint of hints) kind.hints.add(hint);
    if (kind.count <= LINES) kind.lines.push(line);
  }

  /** Call it at the end. */
  close(): void {
    for (const [name, { count, lines, hints }] of this.kinds) {
      const hint = hints.size > 0 ? `: ${consistent(hints).join(' ')}?` : '';
      const more = count - LINES;
      if (more > 0 && hint !== '') this.tell(`${lines[0]}, and ${numberOf(count - 1)} more rows like it${hint}`);
      else for (const [at, line] of lines.entries()) this.tell(at === 0 ? line + hint : line);
      if (more > 0 && hint === '') this.tell(`... and ${numberOf(more)} more: ${printable(name)}`);
    }
    this.kinds.clear();
  }
}

const numberOf = (count: number): string => count.toLocaleString('en');

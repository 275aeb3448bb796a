import { consistent } from './csv/hints.js';

/** Lines for one reason; more of them tell no more. */
const LINES = 20;

interface Kind {
  count: number;
  /** the first ones, until all are known */
  lines: string[];
  hints: Set<string>;
}

/** Reasons that differ in a value only are of one kind. */
const kindOf = (reason: string): string => reason.replace(/"(?:[^"]|"")*"/g, '"…"').replace(/\d+/g, 'N');

/** Lines of a report, so many for each kind of reason, and then how many more there were. */
export class RepeatedReasons {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly tell: (line: string) => void) {}

  /** @param hints of options that may help: then many rows with the same reason become one line */
  add(line: string, reason: string, hints: readonly string[] = []): void {
    const name = kindOf(reason);
    const kind = this.kinds.get(name) ?? { count: 0, lines: [], hints: new Set() };
    this.kinds.set(name, kind);
    kind.count += 1;
    for (const hint of hints) kind.hints.add(hint);
    if (kind.count <= LINES) kind.lines.push(line);
  }

  /** To be called at the end. */
  close(): void {
    for (const [name, { count, lines, hints }] of this.kinds) {
      const hint = hints.size > 0 ? `: ${consistent(hints).join(' ')}?` : '';
      const more = count - LINES;
      if (more > 0 && hint !== '') this.tell(`${lines[0]}, and ${numberOf(count - 1)} more rows like it${hint}`);
      else for (const [at, line] of lines.entries()) this.tell(at === 0 ? line + hint : line);
      if (more > 0 && hint === '') this.tell(`... and ${numberOf(more)} more: ${name}`);
    }
    this.kinds.clear();
  }
}

const numberOf = (count: number): string => count.toLocaleString('en');

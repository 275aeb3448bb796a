/** Lines for one reason; more of them tell no more. */
const LINES = 20;

interface Kind {
  count: number;
  /** the first ones, until it is known how many there are */
  lines: string[];
  hint: string | undefined;
}

/** Reasons that differ in a value only are of one kind. */
const kindOf = (reason: string): string => reason.replace(/"(?:[^"]|"")*"/g, '"…"').replace(/\d+/g, 'N');

/** Lines of a report, so many for each kind of reason, and then how many more there were. */
export class RepeatedReasons {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly tell: (line: string) => void) {}

  /** @param hint of an option that may help: then many rows with the same reason become one line */
  add(line: string, reason: string, hint?: string): void {
    const name = kindOf(reason);
    const kind = this.kinds.get(name) ?? { count: 0, lines: [], hint };
    this.kinds.set(name, kind);
    kind.count += 1;
    if (kind.count > LINES) return;
    if (kind.hint === undefined) this.tell(line);
    else kind.lines.push(line);
  }

  /** To be called at the end. */
  close(): void {
    for (const [name, { count, lines, hint }] of this.kinds) {
      const more = (count - LINES).toLocaleString('en');
      if (hint === undefined && count > LINES) this.tell(`... and ${more} more: ${name}`);
      else if (hint !== undefined && count > LINES)
        this.tell(`${lines[0]}, and ${(count - 1).toLocaleString('en')} more rows like it: ${hint}`);
      else for (const [at, line] of lines.entries()) this.tell(at === 0 ? `${line}: ${hint}` : line);
    }
    this.kinds.clear();
  }
}

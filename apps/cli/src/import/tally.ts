import type { Outcomes } from '../provision/provision.js';

/** What an account that several assets name became, all in all: the first of these. */
const MADE = ['created', 'changed', 'unchanged'] as const;

interface Counts {
  created: number;
  changed: number;
  unchanged: number;
}

/** What became of what a file declared, counted over all of its assets. */
export class Tally {
  private readonly sections: Record<string, Counts> = {};
  private readonly accounts = new Map<string, keyof Counts>();

  add(outcomes: Outcomes): void {
    for (const [path, { id, outcome }] of outcomes) {
      const section = path.replace(/\.\d+(?=\.|$)/g, '').replace(/^assets\./, '');
      const counts = (this.sections[section] ??= { created: 0, changed: 0, unchanged: 0 });
      if (section !== 'accounts') counts[outcome] += 1;
      else this.addAccount(counts, id, outcome);
    }
  }

  private addAccount(counts: Counts, id: string, made: keyof Counts): void {
    const before = this.accounts.get(id);
    const now = MADE.find((each) => each === before || each === made)!;
    if (before) counts[before] -= 1;
    counts[now] += 1;
    this.accounts.set(id, now);
  }

  get isEmpty(): boolean {
    return Object.keys(this.sections).length === 0;
  }

  json(): Record<string, Counts> {
    return this.sections;
  }

  lines(): string[] {
    return Object.entries(this.sections).map(
      ([section, { created, changed, unchanged }]) =>
        `${section}: ${created} created, ${changed} changed, ${unchanged} unchanged`,
    );
  }
}

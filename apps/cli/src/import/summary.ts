import type { Outcomes } from '../provision/provision.js';

/** Outcomes by priority: an account named by several assets counts with the first that applies. */
const MADE = ['created', 'changed', 'unchanged'] as const;

interface Counts {
  created: number;
  changed: number;
  unchanged: number;
}

/** Counts the outcomes of all assets in a file. */
export class Summary {
  private readonly sections: Record<string, Counts> = {};
  private readonly accounts = new Map<string, keyof Counts>();

  add(outcomes: Outcomes): void {
    for (const [path, { outcome, item }] of outcomes) {
      const section = path.replace(/\.\d+(?=\.|$)/g, '').replace(/^assets\./, '');
      const counts = (this.sections[section] ??= { created: 0, changed: 0, unchanged: 0 });
      if (section !== 'accounts') counts[outcome] += 1;
      else this.addAccount(counts, String(item['name']), outcome);
    }
  }

  private addAccount(counts: Counts, name: string, made: keyof Counts): void {
    const before = this.accounts.get(name);
    const now = MADE.find((each) => each === before || each === made)!;
    if (before) counts[before] -= 1;
    counts[now] += 1;
    this.accounts.set(name, now);
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

import type { Outcomes } from '../provision/provision.js';

interface Counts {
  created: number;
  changed: number;
  unchanged: number;
}

/** What became of what a file declared, counted over all of its assets. */
export class Tally {
  private readonly sections: Record<string, Counts> = {};

  add(outcomes: Outcomes): void {
    for (const [path, { made }] of outcomes) {
      const section = path.replace(/\.\d+(?=\.|$)/g, '').replace(/^assets\./, '');
      const counts = (this.sections[section] ??= { created: 0, changed: 0, unchanged: 0 });
      if (made in counts) counts[made as keyof Counts] += 1;
    }
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

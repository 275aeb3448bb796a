import { DrawingFault } from './drawing-fault.js';

/** Copies that `use` may make of parts of a drawing, counted as they are drawn. */
const MOST = 100_000;
/** Parts of parts of parts. */
const DEPTH = 50;

/**
 * A few uses of uses of uses are as many copies as there are atoms: who shows the drawing would hang. Counted here by
 * the parts that have an id, and the uses within them.
 */
export class UseCount {
  /** ids of the elements that are open; null for those without */
  private readonly path: (string | null)[] = [];
  /** what the part with an id uses; '' is the drawing itself */
  private readonly used = new Map<string, string[]>([['', []]]);
  private references = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.path.push(attributes.get('id') ?? null);
    const target = name === 'use' ? attributes.get('href')?.slice(1) : undefined;
    if (target === undefined) return;
    for (const id of new Set(['', ...this.path.filter((each) => each !== null)])) {
      if (++this.references > DEPTH * MOST) throw tooMany();
      const targets = this.used.get(id);
      if (targets) targets.push(target);
      else this.used.set(id, [target]);
    }
  }

  close(): void {
    this.path.pop();
  }

  /** @throws DrawingFault */
  check(): void {
    const counted = new Map<string, number>();
    const count = (id: string, above: Set<string>): number => {
      const known = counted.get(id);
      if (known !== undefined) return known;
      if (above.has(id)) throw new DrawingFault('must not use a part within itself');
      if (above.size >= DEPTH) throw new DrawingFault(`must not use parts of parts deeper than ${DEPTH}`);
      above.add(id);
      let copies = 0;
      for (const target of this.used.get(id) ?? []) copies += 1 + count(target, above);
      above.delete(id);
      counted.set(id, copies);
      if (copies > MOST) throw tooMany();
      return copies;
    };
    for (const id of this.used.keys()) count(id, new Set());
  }
}

const tooMany = () => new DrawingFault(`must not draw more than ${MOST} copies of its parts`);

import { DrawingError } from './drawing-error.js';

/** Maximum copies that `use` elements may expand to. */
const MAX_COPIES = 100_000;
/** Maximum nesting of `use`. */
const MAX_DEPTH = 50;

/**
 * Counts the copies made by nested `use` elements, by elements with an id and the uses inside them, because a few levels can
 * expand to more copies than a browser can render.
 */
export class UseCount {
  /** ids of the open elements; null for elements without one */
  private readonly path: (string | null)[] = [];
  /** ids used inside the element with an id; '' is the drawing itself */
  private readonly used = new Map<string, string[]>([['', []]]);
  private references = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.path.push(attributes.get('id') ?? null);
    const target = name === 'use' ? attributes.get('href')?.slice(1) : undefined;
    if (target === undefined) return;
    for (const id of new Set(['', ...this.path.filter((each) => each !== null)])) {
      if (++this.references > MAX_DEPTH * MAX_COPIES) throw tooMany();
      const targets = this.used.get(id);
      if (targets) targets.push(target);
      else this.used.set(id, [target]);
    }
  }

  close(): void {
    this.path.pop();
  }

  /** @throws DrawingError */
  check(): void {
    const counted = new Map<string, number>();
    const count = (id: string, above: Set<string>): number => {
      const known = counted.get(id);
      if (known !== undefined) return known;
      if (above.has(id)) throw new DrawingError('must not use a part within itself');
      if (above.size >= MAX_DEPTH) throw new DrawingError(`must not use parts of parts deeper than ${MAX_DEPTH}`);
      above.add(id);
      let copies = 0;
      for (const target of this.used.get(id) ?? []) copies += 1 + count(target, above);
      above.delete(id);
      counted.set(id, copies);
      if (copies > MAX_COPIES) throw tooMany();
      return copies;
    };
    for (const id of this.used.keys()) count(id, new Set());
  }
}

const tooMany = () => new DrawingError(`must not draw more than ${MAX_COPIES} copies of its parts`);

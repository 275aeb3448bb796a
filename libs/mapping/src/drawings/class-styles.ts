import type { Rule } from './css-filter.js';

interface Ruled {
  value: string;
  /** a later rule takes precedence */
  order: number;
}

/** Resolves rules for single classes (`.st1`), the only ones that drawing programs write. */
export class ClassStyles {
  private readonly byClass = new Map<string, Map<string, Ruled>>();
  private known = 0;

  /** @param rules may grow later */
  constructor(private readonly rules: readonly Rule[]) {}

  of(classes: readonly string[], property: string): string | undefined {
    this.learn();
    let last: Ruled | undefined;
    for (const name of classes) {
      const found = this.byClass.get(`.${name}`)?.get(property);
      if (found && (!last || found.order > last.order)) last = found;
    }
    return last?.value;
  }

  private learn(): void {
    for (; this.known < this.rules.length; this.known++) {
      const { selectors, declarations } = this.rules[this.known]!;
      for (const selector of selectors) {
        if (!/^\.[\w-]+$/.test(selector)) continue;
        const ruled = this.byClass.get(selector) ?? new Map<string, Ruled>();
        this.byClass.set(selector, ruled);
        for (const [property, value] of declarations) ruled.set(property, { value, order: this.known });
      }
    }
  }
}

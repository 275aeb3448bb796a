import { compile, type Options } from 'css-select';
import { parse, type Selector } from 'css-what';
import { declarationText, type Rule, safeDeclarations } from './css-filter.js';
import { DrawingError } from './drawing-error.js';
import { type Node, nodesOf, textIn } from './svg-tree.js';
import { PLACING, STYLE_ONLY, STYLED } from './svg-vocabulary.js';

/** Elements compared with selectors. */
const MAX_MATCHES = 20_000_000;

const adapter: NonNullable<Options<Node | string, Node>['adapter']> = {
  isTag: (node): node is Node => typeof node !== 'string',
  getName: ({ name }) => name,
  getAttributeValue: ({ attributes }, name) => attributes.get(name),
  hasAttrib: ({ attributes }, name) => attributes.has(name),
  getChildren: (node) => (typeof node === 'string' ? [] : node.children),
  getParent: (node) => (typeof node === 'string' ? null : (node.parent ?? null)),
  getSiblings: (node) => (typeof node === 'string' ? [node] : (node.parent?.children ?? [node])),
  getText: (node) => (typeof node === 'string' ? node : textIn(node)),
  removeSubsets: (nodes) => nodes,
};

interface Declared {
  value: string;
  order: number;
}

/** The rules with the same selector. */
interface Styling {
  matches: (node: Node) => boolean;
  specificity: number;
  declared: Map<string, Declared>;
}

const IMPORTANT = /\s*!\s*important$/i;

/** Replaces classes, style sheets and `style` by attributes, so that every program sees the same drawing. @throws DrawingError */
export function resolveStyles(root: Node, rules: readonly Rule[]): void {
  const stylings = stylingsOf(rules);
  let matches = 0;
  for (const node of nodesOf(root)) {
    const { name, attributes } = node;
    const classes = (attributes.get('class') ?? '').split(/\s+/).map((each) => `.${each}`);
    const keys = new Set([...classes, `#${attributes.get('id') ?? ''}`, name, '*']);
    const found = [...keys].flatMap((key) => stylings.get(key) ?? []);
    if ((matches += found.length) > MAX_MATCHES) throw new DrawingError('must have fewer rules in its style sheets');
    const values = cascade(
      found.filter((styling) => styling.matches(node)),
      safeDeclarations(attributes.get('style') ?? ''),
    );
    attributes.delete('style');
    if (values.size > 0) setAll(node, values);
  }
}

function stylingsOf(rules: readonly Rule[]): Map<string, Styling[]> {
  const bySelector = new Map<string, Styling>();
  const byKey = new Map<string, Styling[]>();
  rules.forEach(({ selectors, declarations }, order) => {
    for (const text of selectors) {
      const styling = bySelector.get(text) ?? stylingOf(text, byKey);
      if (!styling) continue;
      bySelector.set(text, styling);
      for (const [property, value] of declarations) {
        const before = styling.declared.get(property);
        if (!before || IMPORTANT.test(value) || !IMPORTANT.test(before.value))
          styling.declared.set(property, { value, order });
      }
    }
  });
  return byKey;
}

/** @returns undefined for a selector that is not understood */
function stylingOf(text: string, byKey: Map<string, Styling[]>): Styling | undefined {
  try {
    const [selector] = parse(text);
    const matches = compile(text, { adapter, xmlMode: true });
    const styling = { matches, specificity: specificityOf(selector!), declared: new Map<string, Declared>() };
    const key = keyOf(selector!);
    byKey.set(key, [...(byKey.get(key) ?? []), styling]);
    return styling;
  } catch {
    return undefined;
  }
}

function specificityOf(selector: readonly Selector[]): number {
  const of = (token: Selector): number => {
    if (token.type === 'attribute') return token.name === 'id' && token.action === 'equals' ? 10_000 : 100;
    if (token.type === 'tag' || token.type === 'pseudo-element') return 1;
    return token.type === 'pseudo' ? 100 : 0;
  };
  return selector.reduce((sum, token) => sum + of(token), 0);
}

/** A class, id or name that every match of the selector has. */
function keyOf(selector: readonly Selector[]): string {
  let key = '*';
  for (const token of selector) {
    if (token.type === 'attribute' && token.action === 'element' && token.name === 'class') key = `.${token.value}`;
    else if (token.type === 'attribute' && token.action === 'equals' && token.name === 'id') key = `#${token.value}`;
    else if (token.type === 'tag') key = token.name;
    else if (!['attribute', 'pseudo', 'universal'].includes(token.type)) key = '*';
  }
  return key;
}

/** The values of properties by importance, specificity and order. */
function cascade(stylings: readonly Styling[], inline: ReadonlyMap<string, string>): Map<string, string> {
  const won = new Map<string, { value: string; rank: number; order: number }>();
  const put = (property: string, value: string, rank: number, order: number): void => {
    const whole = rank + (IMPORTANT.test(value) ? 1e9 : 0);
    const before = won.get(property);
    if (before && (before.rank > whole || (before.rank === whole && before.order > order))) return;
    won.set(property, { value: value.replace(IMPORTANT, ''), rank: whole, order });
  };
  for (const { specificity, declared } of stylings)
    for (const [property, { value, order }] of declared) put(property, value, specificity, order);
  for (const [property, value] of inline) put(property, value, 1e8, 0);
  return new Map([...won].map(([property, { value }]) => [property, value]));
}

function setAll({ name, attributes }: Node, values: ReadonlyMap<string, string>): void {
  const own = new Set((STYLED[name] ?? '').split(' '));
  const others = new Set(Object.values(STYLED).flatMap((names) => names.split(' ')));
  const kept = new Map<string, string>();
  for (const [property, value] of values) {
    const isFont = values.has('font') && property.startsWith('font');
    if (STYLE_ONLY.has(property) || PLACING.includes(property) || isFont) kept.set(property, value);
    else if (own.has(property)) setGeometry(attributes, property, value);
    else if (!others.has(property)) attributes.set(property, value);
  }
  if (kept.size > 0) attributes.set('style', declarationText(kept));
}

function setGeometry(attributes: Map<string, string>, property: string, value: string): void {
  const given = property === 'd' ? /^path\(\s*["']([^"']*)["']\s*\)$/.exec(value)?.[1] : value;
  if (value === 'auto' || value === 'none') attributes.delete(property);
  else if (given !== undefined) attributes.set(property, given);
}

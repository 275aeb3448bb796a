import { DECLARED } from './svg-vocabulary.js';

/** A rule of a style sheet with its safe declarations. */
export interface Rule {
  selectors: string[];
  declarations: ReadonlyMap<string, string>;
}

const FUNCTIONS = new Set(
  'url rgb rgba hsl hsla calc matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy path'.split(
    ' ',
  ),
);
/** Colours that only recent browsers know: harmless, but other programs would draw black. */
const COLOURS = new Set('color color-mix device-cmyk hwb lab lch oklab oklch'.split(' '));
const LOCAL_URL = /^url\(\s*(["']?)#[^"'()\\\s#]{1,255}\1\s*\)/i;
/** Plain text and complete strings, without escapes or anything that ends a declaration or block. */
const PLAIN = /^(?:[^"'\\{}@;<>]|"[^"\\\n{}@<]*"|'[^'\\\n{}@<]*')*$/;
const SELECTOR = /^(?=[^]{1,500}$)(?:[\w\s.#*>+~:()-]|\[[\w-]+(?:[~|^$*]?=(?:[\w-]+|"[\w\s-]*"|'[\w\s-]*'))?\])+$/;
const VARIABLE = /^--[\w-]+$/;
const USE = /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/gi;
const MAX_LENGTH = 2_000;
/** Longer variables stay unknown, so that short text does not become much. */
const MAX_VARIABLE = 200;

/** Whether a value cannot load or run anything: only known functions, and `url()` only within the drawing. */
export const isSafeValue = (value: string): boolean => callsOnly(value, (name) => FUNCTIONS.has(name));

/** Whether a value is harmless, including those that the sanitiser drops. */
export const isInertValue = (value: string): boolean =>
  callsOnly(value, (name) => FUNCTIONS.has(name) || COLOURS.has(name));

function callsOnly(value: string, isKnown: (name: string) => boolean): boolean {
  if (value.length > MAX_LENGTH || !PLAIN.test(value)) return false;
  const text = value.replace(/\s+/g, ' ');
  for (const match of text.matchAll(/(?<![\w-])([\w-]*) ?\(/g)) {
    const name = match[1]!.toLowerCase();
    if (name !== '' && !isKnown(name)) return false;
    if (name === 'url' && !LOCAL_URL.test(text.slice(match.index))) return false;
  }
  return true;
}

/** A value with its variables replaced, if they are known or have a default, and it stays short. */
export function withoutVariables(value: string, variables?: ReadonlyMap<string, string>): string {
  if (value.length > MAX_LENGTH || !value.includes('var(')) return value;
  let { length } = value;
  return value.replace(USE, (use, name: string, rest?: string) => {
    const found = variables?.get(name) ?? rest?.trim() ?? use;
    length += found.length - use.length;
    return length > MAX_LENGTH ? use : found;
  });
}

/** The variables of rules that have one value everywhere. */
function variablesOf(rules: readonly Block[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { block } of rules)
    for (const [name, value] of block.includes('--') ? declarationsIn(block) : []) {
      if (!VARIABLE.test(name) || value.length > MAX_VARIABLE) continue;
      const before = found.get(name);
      found.set(name, before === undefined || before === value ? value : `var(${name})`);
    }
  return found;
}

/** The safe declarations of a style (`fill: red; stroke: none`), by property. */
export function safeDeclarations(text: string, variables?: ReadonlyMap<string, string>): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, written] of declarationsIn(withoutComments(text))) {
    const property = name.toLowerCase();
    if (!DECLARED.has(property)) continue;
    const value = withoutVariables(written, variables);
    if (value !== '' && isSafeValue(value)) kept.set(property, value);
  }
  return kept;
}

function* declarationsIn(text: string): Generator<[name: string, value: string]> {
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      yield [
        declaration.slice(0, colon).trim(),
        declaration
          .slice(colon + 1)
          .trim()
          .replace(/\s+/g, ' '),
      ];
  }
}

export const declarationText = (declarations: ReadonlyMap<string, string>): string =>
  [...declarations].map(([property, value]) => `${property}:${value}`).join(';');

/** Whether a style is harmless, including the declarations that the sanitiser drops. */
export const isInertStyle = (text: string): boolean => withoutComments(text).split(';').every(isInertValue);

const SHOWN = /^@media\s+(?:only\s+)?(?:all|screen)$/i;

/** The safe rules of a style sheet: no at-rules (`@import`, `@font-face`) but those for screens, no other nesting. */
export function safeRules(text: string): Rule[] {
  const blocks = [...partsOf(text)].filter(isBlock).flatMap((each) => (SHOWN.test(each.prelude) ? [...partsOf(each.block)].filter(isBlock) : [each])); // oxfmt-ignore
  const plain = blocks.filter(({ block }) => !block.includes('{'));
  const variables = variablesOf(plain);
  return plain.flatMap(({ prelude, block }) => {
    const selectors = prelude.split(',').map((each) => each.trim().replace(/\s+/g, ' '));
    const declarations = safeDeclarations(block, variables);
    return declarations.size > 0 && selectors.every((each) => SELECTOR.test(each)) ? [{ selectors, declarations }] : [];
  });
}

/** Whether a style sheet has only plain rules with harmless declarations, including those that the sanitiser drops. */
export function isInertSheet(text: string): boolean {
  for (const { prelude, block } of partsOf(text)) {
    if (block === undefined ? prelude !== '' : !isInertStyle(block)) return false;
    if (block !== undefined && !prelude.split(',').every((each) => SELECTOR.test(each))) return false;
  }
  return true;
}

interface Part {
  prelude: string;
  block?: string;
}
type Block = Required<Part>;

const isBlock = (part: Part): part is Block => part.block !== undefined;

/** The parts of a style sheet: rules, and statements without a block. */
function* partsOf(text: string): Generator<Part> {
  const sheet = withoutComments(text).replace(/<!--|-->/g, ' ');
  let at = 0;
  while (at < sheet.length) {
    const end = nextOf(sheet, at, '{;}');
    if (end < 0) return yield { prelude: sheet.slice(at).trim() };
    const prelude = sheet.slice(at, end).trim();
    at = end + 1;
    if (sheet[end] !== '{') {
      yield { prelude: sheet[end] === ';' ? prelude : `${prelude}}` };
      continue;
    }
    const close = closing(sheet, at);
    yield { prelude, block: sheet.slice(at, close) };
    at = close + 1;
  }
}

function withoutComments(text: string): string {
  if (!text.includes('/*')) return text;
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('/*', at);
    if (start < 0) return kept + text.slice(at);
    kept += `${text.slice(at, start)} `;
    const end = text.indexOf('*/', start + 2);
    if (end < 0) return kept;
    at = end + 2;
  }
}

function nextOf(text: string, from: number, characters: string): number {
  for (let at = from; at < text.length; at++) if (characters.includes(text[at]!)) return at;
  return -1;
}

/** End of the block that is open at `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

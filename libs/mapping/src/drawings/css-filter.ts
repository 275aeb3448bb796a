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
const VARIABLE = /(--[\w-]+)\s*:\s*([^;{}]+)/g;
const USE = /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/gi;
const MAX_LENGTH = 2_000;

/** Whether a value cannot load or run anything: only known functions, and `url()` only within the drawing. */
export const isSafeValue = (value: string): boolean => callsOnly(value, (name) => FUNCTIONS.has(name));

/** Whether a value is harmless, including those that the sanitiser drops. */
export const isInertValue = (value: string): boolean =>
  callsOnly(value, (name) => FUNCTIONS.has(name) || COLOURS.has(name));

function callsOnly(value: string, isKnown: (name: string) => boolean): boolean {
  if (value.length > MAX_LENGTH || !PLAIN.test(value)) return false;
  for (const match of value.matchAll(/([\w-]*)\s*\(/g)) {
    const name = match[1]!.toLowerCase();
    if (name !== '' && !isKnown(name)) return false;
    if (name === 'url' && !LOCAL_URL.test(value.slice(match.index))) return false;
  }
  return true;
}

/** A value with its variables replaced, if they are known or have a default. */
export const withoutVariables = (value: string, variables?: ReadonlyMap<string, string>): string =>
  value.includes('var(') ? value.replace(USE, (use, name: string, rest?: string) => variables?.get(name) ?? rest?.trim() ?? use) : value; // oxfmt-ignore

/** The variables of a style sheet that have one value everywhere. */
function variablesOf(sheet: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of sheet.includes('--') ? sheet.matchAll(VARIABLE) : []) {
    const before = found.get(name!);
    found.set(name!, before === undefined || before === value!.trim() ? value!.trim() : `var(${name})`);
  }
  return found;
}

/** The safe declarations of a style (`fill: red; stroke: none`), by property. */
export function safeDeclarations(text: string, variables?: ReadonlyMap<string, string>): Map<string, string> {
  const kept = new Map<string, string>();
  for (const declaration of withoutVariables(withoutComments(text), variables).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (colon > 0 && value !== '' && DECLARED.has(property) && isSafeValue(value)) kept.set(property, value);
  }
  return kept;
}

export const declarationText = (declarations: ReadonlyMap<string, string>): string =>
  [...declarations].map(([property, value]) => `${property}:${value}`).join(';');

/** Whether a style is harmless, including the declarations that the sanitiser drops. */
export const isInertStyle = (text: string): boolean => withoutComments(text).split(';').every(isInertValue);

const SHOWN = /^@media\s+(?:only\s+)?(?:all|screen)$/i;

/** The safe rules of a style sheet: no at-rules (`@import`, `@font-face`) but those for screens, no nesting. */
export function safeRules(text: string, variables = variablesOf(withoutComments(text))): Rule[] {
  const rules: Rule[] = [];
  for (const { prelude, block } of partsOf(text)) {
    if (block === undefined) continue;
    if (SHOWN.test(prelude)) rules.push(...safeRules(block, variables));
    const selectors = prelude.split(',').map((each) => each.trim().replace(/\s+/g, ' '));
    if (block.includes('{') || !selectors.every((each) => SELECTOR.test(each))) continue;
    const declarations = safeDeclarations(block, variables);
    if (declarations.size > 0) rules.push({ selectors, declarations });
  }
  return rules;
}

/** Whether a style sheet has only plain rules with harmless declarations, including those that the sanitiser drops. */
export function isInertSheet(text: string): boolean {
  for (const { prelude, block } of partsOf(text)) {
    if (block === undefined ? prelude !== '' : !isInertStyle(block)) return false;
    if (block !== undefined && !prelude.split(',').every((each) => SELECTOR.test(each))) return false;
  }
  return true;
}

/** The parts of a style sheet: rules, and statements without a block. */
function* partsOf(text: string): Generator<{ prelude: string; block?: string }> {
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

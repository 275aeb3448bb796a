import type { Element } from './svg-reader.js';

const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
const LONGEST = 255;

/** Words that stand before a unit's number; `floor`, `building` and the like do not. */
const WORDS = 'unit|room|apartment|apt|suite|ste|flat|residence|rm';
const AFTER_WORD = new RegExp(`^(?:${WORDS})(?:[\\s_\\-:.#]+|(?=\\d))(?:(?:no|nr|number)[\\s_\\-:.#]+)?`, 'i');

/** Ids that drawing programs give by themselves: they say nothing. */
const AUTOMATIC =
  /^(?:svgjs\w+|(?:path|rect(?:angle)?|polygon|polyline|circle|ellipse|line|g|group|svg|shape|layer|vector|use|image|text|tspan|union|subtract|intersect|exclude|frame|clip|mask|main|mgroup|object|element|id|_?compoundpath_?|_?path_?)[-_\s]*(?:\d+(?:[-_.]\d+)*_?|group|path)?)$/i;

/** Words in the name of a `data-*` attribute that hold what a shape is called ... */
const NAMING = new Set('unit room apt apartment suite flat residence name label number'.split(' '));
/** ... and such that make it something else: `data-unit-type`, `data-room-count`. */
const OTHER = new Set(
  `type kind area size count beds baths bedrooms bathrooms floor level building block wing plan group layer index order
  status price rent color colour class style url link href src image icon x y width height`.split(/\s+/),
);

/** What an element is called by its attributes, as written: its id, and what says so among its `data-*`. */
export function namesOf({ attributes }: Element): string[] {
  const names: string[] = [];
  for (const { namespace, name, value } of attributes) {
    const isName =
      namespace === INKSCAPE ? name === 'label' : namespace === '' && (name === 'id' || isNaming(name.toLowerCase()));
    const text = value.trim();
    if (isName && text !== '' && text.length <= LONGEST && !isAutomatic(text) && !names.includes(text))
      names.push(text);
  }
  return names;
}

function isNaming(attribute: string): boolean {
  if (!attribute.startsWith('data-')) return false;
  const words = attribute.split(/[-_.]/).slice(1);
  return words.some((word) => NAMING.has(word)) && !words.some((word) => OTHER.has(word));
}

const isAutomatic = (name: string): boolean =>
  [name, unescaped(name).replace(/^<(.*?)>/, '$1')].some((each) => AUTOMATIC.test(each));

/**
 * What a name may mean as a unit's number, the likeliest first. Undoes what programs do to names: Illustrator's `_x31_01`,
 * `_101`, `Unit_101` and its mark of a repeated name (`101_1_`), and takes away words as in `Room-101`.
 * A mark that might as well be part of a number (`101-2`, `101_2`) stays.
 */
export function meanings(name: string): string[] {
  const plain = unescaped(name);
  const unmarked = plain.replace(/_\d+_$/, '');
  const found: string[] = [];
  for (const text of [plain, unmarked]) {
    for (const each of [text, text.replace(/^_+/, ''), withoutWord(text), withoutWord(text.replace(/^_+/, ''))]) {
      const meaning = each.trim();
      if (meaning !== '' && !found.includes(meaning)) found.push(meaning);
    }
  }
  return found;
}

const withoutWord = (text: string): string => text.replace(AFTER_WORD, '');

/** Illustrator writes characters that an id may not have as `_x31_`, or `_x0020_`. */
function unescaped(name: string): string {
  return name.replace(/_x([0-9a-f]{2,6})_/gi, (escape, hex: string) => {
    const code = parseInt(hex, 16);
    return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : escape;
  });
}

/** Names are compared without regard to case, and to spaces that were written as underscores. */
export const nameKey = (text: string): string =>
  text
    .trim()
    .replace(/[\s_]+/g, ' ')
    .toLowerCase();

/** Texts in a drawing must be equal, but for the space around and within them. */
export const textKey = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** What a number looks like: `110b` and `204d` are alike. */
export const patternOf = (text: string): string => text.trim().replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');

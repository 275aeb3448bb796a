import type { ViewerDocument } from './document.js';
import { escape } from './escape.js';
import { factsOf, factsOfHome, nameOf, priceRange, titleOf } from './head.js';
import { formatLocaleOf, textsFor } from './i18n/languages.js';
import { Catalog, type Sheet } from './model/catalog.js';
import { Phrases } from './model/phrases.js';
import { boundsOf, largestFont, outlineOf, textWidth, unionOf, type Point } from './plan/outline.js';
import type { Box } from './plan/transform.js';
import { coloursOf, TAKEN } from './styles/styles.js';

/** The size recommended for link previews. */
const SIZE = { width: 1200, height: 630 };
const MARGIN = 36;
const TEXT = { title: 562, size: 38, facts: 601, factsSize: 25 };
/** How many characters of regular text have the room of one that is bold. */
const REGULAR = 1.15;
const PLAN = { x: MARGIN, y: MARGIN, width: SIZE.width - 2 * MARGIN, height: 470 };
const COLOURS = { ground: '#f4f6f8', text: '#17202a', secondary: '#4b5768' };
/** Size of the unit numbers in pixels; smaller ones are left out. */
const LABEL = { max: 16, min: 9 };

export interface PictureRequest {
  document: ViewerDocument;
  unit?: string;
  locale: string;
}

/** A compiled map with its backgrounds as data URLs. */
interface PictureDrawing {
  viewBox: Box;
  shapes: { path: string; label: Point; unitId: string | null }[];
  backgrounds: string[];
}

export interface Picture {
  /** maps in the order in which they are tried: first those that show the home */
  maps: { asset_id: string; map_id: string }[];
  draw(map_id: string, drawing: PictureDrawing): string;
}

/** The picture for previews of links to the page, or to a home on it: the plan as it looks, the name and the prices, as SVG. */
export function preparePicture({ document, unit, locale }: PictureRequest): Picture {
  const phrases = new Phrases(formatLocaleOf(locale), textsFor(locale), document.today);
  const catalog = new Catalog(document);
  const home = unit === undefined ? undefined : catalog.find(unit);
  const sheets = catalog.sheets.filter(({ map }) => map.url !== undefined);
  const first = home && catalog.sheetFor(home);
  const ordered = first ? [first, ...sheets.filter((sheet) => sheet !== first)] : sheets;
  const title = home ? titleOf(phrases, document, home) : nameOf(document);
  const price = priceRange(phrases, home ? [home] : catalog.homes);
  const facts = home ? factsOfHome(phrases, home) : factsOf(phrases, document, catalog);
  return {
    maps: ordered.map(({ id, asset }) => ({ asset_id: asset.id, map_id: id })),
    draw: (id, drawing) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" font-family="sans-serif">`,
        `<rect width="100%" height="100%" fill="${COLOURS.ground}"/>`,
        ...plan(catalog.sheet(id)!, drawing, home?.id),
        ...lines(title, price, facts),
        '</svg>',
      ].join(''),
  };
}

/** The name, with the price at the end of its line, and the facts below. */
function lines(title: string, price: string, facts: string): string[] {
  const room = PLAN.width - textWidth(price) * TEXT.size - MARGIN;
  const look = `y="${TEXT.title}" font-size="${TEXT.size}" font-weight="bold" fill="${COLOURS.text}"`;
  return [
    `<text x="${MARGIN}" ${look}>${escape(fitted(title, room / TEXT.size))}</text>`,
    `<text x="${SIZE.width - MARGIN}" text-anchor="end" ${look}>${escape(price)}</text>`,
    `<text x="${MARGIN}" y="${TEXT.facts}" font-size="${TEXT.factsSize}" fill="${COLOURS.secondary}">`,
    `${escape(fitted(facts, (PLAN.width / TEXT.factsSize) * REGULAR))}</text>`,
  ];
}

/** Cuts text that is wider than so many times its font size. */
function fitted(words: string, width: number): string {
  if (textWidth(words) <= width) return words;
  const characters = [...words];
  while (textWidth(`${characters.join('')}…`) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

function plan(sheet: Sheet, { viewBox, shapes, backgrounds }: PictureDrawing, chosen: string | undefined): string[] {
  const outlines = shapes.map(({ path }) => outlineOf(path));
  const boxes = outlines.flatMap((outline) => (outline ? [boundsOf(outline)] : []));
  const bounds = boxes.length > 0 ? unionOf(boxes) : viewBox;
  const extent = bounds.width > 0 && bounds.height > 0 ? bounds : viewBox;
  const scale = Math.min(PLAN.width / extent.width, PLAN.height / extent.height);
  const left = PLAN.x + (PLAN.width - extent.width * scale) / 2 - extent.x * scale;
  const top = PLAN.y + (PLAN.height - extent.height * scale) / 2 - extent.y * scale;
  const px = 1 / scale;
  const [free, freeLine, later, stripe, laterLine, laterLabel] = coloursOf(sheet.map.style);
  const looks = {
    available: { shape: `fill="${free}" stroke="${freeLine}"`, label: `fill="#fff" stroke="${free}"` },
    upcoming: {
      shape: `fill="url(#hatch)" stroke="${laterLine}"`,
      label: `fill="${laterLabel}" stroke="${later}"`,
    },
    unavailable: {
      shape: `fill="${TAKEN.fill}" stroke="${TAKEN.line}"`,
      label: `fill="${TAKEN.label}" stroke="${TAKEN.fill}"`,
    },
  };
  const homes = new Map(sheet.homes.map((home) => [home.id, home]));
  const drawn = shapes.map(({ path, label, unitId }, i) => {
    const home = homes.get(unitId ?? '');
    if (!home)
      return { area: `<path d="${path}" fill="#7b8796" fill-opacity="0.1" stroke="#7b8796" stroke-opacity="0.45"/>` };
    const look = looks[home.unit.availability];
    const room = outlines[i] ? largestFont(outlines[i], label, home.unit.number) * scale : 0;
    const size = Math.min(LABEL.max, room) * px;
    return {
      area: `<path d="${path}" ${look.shape}/>`,
      ring: home.id === chosen ? path : undefined,
      number:
        room >= LABEL.min
          ? `<text x="${label.x}" y="${label.y}" dy="0.35em" font-size="${size}" ${look.label}>${escape(home.unit.number)}</text>`
          : '',
    };
  });
  const rings = drawn.flatMap(({ ring }) => ring ?? []);
  const { x, y, width, height } = viewBox;
  const isNatural = sheet.map.background_tone === 'natural';
  const tone = isNatural ? '' : ' opacity="0.28" filter="url(#grey)"';
  return [
    '<defs><filter id="grey" color-interpolation-filters="sRGB"><feColorMatrix type="saturate" values="0"/></filter>',
    `<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45) scale(${px})">`,
    `<rect width="8" height="8" fill="${later}"/><rect width="1.2" height="8" fill="${stripe}"/></pattern>`,
    `<clipPath id="plan"><rect x="0" y="0" width="${SIZE.width}" height="${PLAN.y + PLAN.height + MARGIN / 2}"/></clipPath></defs>`,
    `<g clip-path="url(#plan)"><g transform="translate(${left} ${top}) scale(${scale})" fill-rule="evenodd" stroke-width="${px}" stroke-linejoin="round">`,
    ...backgrounds.map(
      (url) =>
        `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"${tone} href="${url}"/>`,
    ),
    `<g${isNatural ? ' style="mix-blend-mode:multiply"' : ''}>`,
    ...drawn.map(({ area }) => area),
    '</g>',
    ...rings.map((path) => `<path d="${path}" fill="none" stroke="#fff" stroke-width="${9 * px}"/>`),
    ...rings.map((path) => `<path d="${path}" fill="none" stroke="${COLOURS.text}" stroke-width="${4.5 * px}"/>`),
    `<g text-anchor="middle" font-weight="bold" stroke-width="0.2em" stroke-linejoin="round" paint-order="stroke">${drawn.map(({ number }) => number ?? '').join('')}</g></g></g>`,
  ];
}

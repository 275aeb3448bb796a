import type { ViewerAsset, ViewerDocument } from './document.js';
import type { ViewerOptions } from './host-api.js';
import { escape } from './escape.js';
import { addressOf, Catalog, type Home } from './model/catalog.js';
import { Phrases } from './model/phrases.js';
import type { PageData, PageRequest } from './page.js';

/** Meta tags for search engines and link previews. */
export function headTags(data: PageData, document: ViewerDocument): string[] {
  const phrases = new Phrases(data.locale, data.texts, data.today, data.options);
  const catalog = new Catalog(document);
  const home = data.options.unit === undefined ? undefined : catalog.find(data.options.unit);
  const title = titleOf(phrases, document, home);
  const facts = home ? factsOfHome(phrases, home) : factsOf(phrases, document, catalog);
  const description = [facts, priceRange(phrases, home ? [home] : catalog.homes)].filter(Boolean).join(' · ');
  const { canonical } = data.urls;
  const preview = data.urls.preview && pictureOf(data.urls.preview, catalog, data.options, home);
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': home ? catalog.urlOf(home, canonical) : canonical,
    'og:locale': phrases.locale.replace('-', '_'),
    ...(preview && { 'og:image': preview, 'og:image:width': '1200', 'og:image:height': '630', 'og:image:alt': title }),
  };
  const names = {
    description,
    'twitter:card': preview ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    ...(preview && { 'twitter:image': preview }),
  };
  return [
    `<title>${escape(title)}</title>`,
    ...Object.entries(names).map(([name, content]) => `<meta name="${name}" content="${escape(content)}">`),
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escape(content)}">`),
    `<link rel="canonical" href="${escape(canonical)}">`,
  ];
}

/** The URL of the picture of the home, in the language that the address names. */
function pictureOf(preview: string, catalog: Catalog, { locale }: ViewerOptions, home?: Home): string {
  const shown = { ...(home && { unit: catalog.nameOf(home) }), ...(locale && { locale }) };
  return Object.keys(shown).length > 0 ? `${preview}?${new URLSearchParams(shown)}` : preview;
}

export const nameOf = ({ assets, name }: ViewerDocument) => (assets.length === 1 ? assets[0]!.name : name);

export function titleOf(phrases: Phrases, document: ViewerDocument, home?: Home): string {
  if (home) return `${phrases.text('unit', { number: home.unit.number })} · ${home.asset.name}`;
  return phrases.text('page_title', { name: nameOf(document) });
}

/** The facts of the page without its prices. */
export function factsOf(phrases: Phrases, { assets }: ViewerDocument, { homes }: Catalog): string {
  const free = homes.filter(({ unit }) => unit.availability === 'available');
  return [
    assets.length === 1 && addressOf(assets[0]!),
    phrases.counted('page_description', homes.length),
    free.length > 0 && phrases.counted('page_available', free.length),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `$1,500 to $2,900/mo`, or `... total / month`; homes in several currencies, or with base and total prices, have no common range. */
export function priceRange(phrases: Phrases, homes: Home[]): string {
  const priced = homes.filter(({ unit }) => unit.price !== undefined).sort((a, b) => a.unit.price! - b.unit.price!);
  const [first, last] = [priced[0], priced.at(-1)];
  if (!first || !last || priced.some(({ asset }) => !isPricedAlike(asset, first.asset))) return '';
  const [from, to] = [first, last].map(({ asset, unit }) => phrases.money(asset, unit.price!)) as [string, string];
  return (from === to ? from : phrases.text('range', { from, to })) + phrases.text(periodOf(first.asset));
}

const isPricedAlike = (one: ViewerAsset, other: ViewerAsset): boolean =>
  one.currency === other.currency && one.price_display === other.price_display;
/** The words after a price of the asset. */
const periodOf = ({ price_display: display }: ViewerAsset) => (display === 'total' ? 'total_per_month' : 'per_month');

/** The facts of a home without its price. */
export const factsOfHome = (phrases: Phrases, home: Home): string =>
  [
    phrases.rooms(home.plan),
    phrases.area(home.asset, home.unit.area),
    home.floor.label,
    phrases.availability(home),
  ].join(' · ');

/** Meta tags of a page without a document. */
export function messageTags({ state, texts }: Pick<PageRequest, 'state'> & Pick<PageData, 'texts'>): string[] {
  const title = state === 'not_found' ? texts.state_not_found : texts.map;
  return [`<title>${escape(title)}</title>`, '<meta name="robots" content="noindex">'];
}

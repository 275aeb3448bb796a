import type { ViewerAsset, ViewerDocument, ViewerUnit } from './document.js';
import { addressOf, Catalog, type Home } from './model/catalog.js';
import { Phrases } from './model/phrases.js';
import type { PageData, PageRequest } from './page.js';

/** Meta tags for search engines and link previews. */
export function headTags(data: PageData, document: ViewerDocument): string[] {
  const phrases = new Phrases(data.locale, data.texts, data.today, data.options);
  const catalog = new Catalog(document);
  const home = data.options.unit === undefined ? undefined : catalog.find(data.options.unit);
  const title = titleOf(phrases, document, home);
  const description = home ? describeHome(phrases, home) : describe(phrases, document, catalog);
  const { canonical, preview } = data.urls;
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
    ...(data.options.disable_structured_data
      ? []
      : [`<script type="application/ld+json">${inScript(structuredData(catalog, data))}</script>`]),
  ];
}

const nameOf = ({ assets, name }: ViewerDocument) => (assets.length === 1 ? assets[0]!.name : name);

function titleOf(phrases: Phrases, document: ViewerDocument, home?: Home): string {
  if (home) return `${phrases.text('unit', { number: home.unit.number })} · ${home.asset.name}`;
  return phrases.text('page_title', { name: nameOf(document) });
}

function describe(phrases: Phrases, { assets }: ViewerDocument, { homes }: Catalog): string {
  const free = homes.filter(({ unit }) => unit.availability === 'available');
  const priced = homes.filter(({ unit }) => unit.price !== undefined).sort((a, b) => a.unit.price! - b.unit.price!);
  const cheapest = priced[0] && phrases.money(priced[0].asset, priced[0].unit.price!);
  return [
    assets.length === 1 && addressOf(assets[0]!),
    phrases.counted('page_description', homes.length),
    free.length > 0 && phrases.counted('page_available', free.length),
    cheapest && phrases.text('price_from', { price: cheapest }) + phrases.text('per_month'),
  ]
    .filter(Boolean)
    .join(' · ');
}

function describeHome(phrases: Phrases, home: Home): string {
  const { unit, plan, asset, floor } = home;
  const price = unit.price !== undefined && phrases.money(asset, unit.price) + phrases.text('per_month');
  return [phrases.rooms(plan), phrases.area(asset, unit.area), floor.label, phrases.availability(home), price]
    .filter(Boolean)
    .join(' · ');
}

/** schema.org data: the properties, their homes, and an offer for each home with a price. */
function structuredData(catalog: Catalog, { urls }: PageData) {
  const ofAsset = (asset: ViewerAsset) => ({
    '@type': 'ApartmentComplex',
    name: asset.name,
    url: urls.canonical,
    ...(asset.description && { description: asset.description }),
    ...(urls.preview && { image: urls.preview }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: [asset.address.line_1, asset.address.line_2].filter(Boolean).join(', ') || undefined,
      addressLocality: asset.address.city,
      addressRegion: asset.address.state,
      postalCode: asset.address.postal_code,
      addressCountry: asset.address.country,
    },
    numberOfAccommodationUnits: { '@type': 'QuantitativeValue', value: asset.units.length },
    containsPlace: catalog.homes
      .filter((home) => home.asset === asset)
      .map((home) => apartment(home, catalog.urlOf(home, urls.canonical))),
  });
  return { '@context': 'https://schema.org', '@graph': catalog.document.assets.map(ofAsset) };
}

const AVAILABILITY: Partial<Record<ViewerUnit['availability'], string>> = {
  available: 'InStock',
  upcoming: 'PreOrder',
};

function apartment({ unit, plan, asset, floor }: Home, url: string) {
  return {
    '@type': 'Apartment',
    name: unit.number,
    url,
    floorLevel: floor.label,
    numberOfBedrooms: plan.bedroom_count,
    numberOfBathroomsTotal: plan.bathroom_count,
    floorSize: { '@type': 'QuantitativeValue', value: unit.area, unitCode: asset.area_unit === 'sqm' ? 'MTK' : 'FTK' },
    ...(unit.price !== undefined && {
      offers: {
        '@type': 'Offer',
        price: unit.price,
        priceCurrency: asset.currency,
        availability: `https://schema.org/${AVAILABILITY[unit.availability] ?? 'OutOfStock'}`,
        ...(unit.available_on && { availabilityStarts: unit.available_on }),
        url,
      },
    }),
  };
}

/** Meta tags of a page without a document. */
export function messageTags({ state, texts }: Pick<PageRequest, 'state'> & Pick<PageData, 'texts'>): string[] {
  const title = state === 'not_found' ? texts.state_not_found : texts.map;
  return [`<title>${escape(title)}</title>`, '<meta name="robots" content="noindex">'];
}

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** JSON escaped for a script element, so that `</script>` or a comment in the data cannot end it. */
export const inScript = (data: unknown) =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

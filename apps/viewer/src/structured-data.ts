import type { ViewerAsset, ViewerCharge, ViewerFloorPlan, ViewerUnit } from './document.js';
import type { Catalog, Home } from './model/catalog.js';
import { chargesOf, rentOf } from './model/costs.js';
import type { PageUrls } from './page.js';

/** Homes and floor plans of a property that are described, those with a price first; all of them are counted. */
const MAX_DESCRIBED = 200;

/**
 * schema.org data of each property, in the form of a listing: the property, its plans and homes in `about`, the prices of its homes
 * in `offers`.
 */
export function structuredData(catalog: Catalog, urls: PageUrls): object[] {
  return catalog.document.assets.map((asset) => {
    const homes = catalog.homes.filter((home) => home.asset === asset).sort(byPrice);
    const priced = homes.filter(({ unit }) => unit.price !== undefined);
    return {
      '@context': 'https://schema.org',
      '@type': 'RealEstateListing',
      name: asset.name,
      url: urls.canonical,
      ...(urls.preview && { image: urls.preview }),
      about: complex(asset, homes, catalog, urls),
      ...(priced.length > 0 && { offers: offers(asset, priced, catalog, urls) }),
    };
  });
}

const priceOf = ({ unit }: Home) => unit.price ?? Infinity;
const byPrice = (a: Home, b: Home) => (priceOf(a) === priceOf(b) ? a.position - b.position : priceOf(a) - priceOf(b));

function complex(asset: ViewerAsset, homes: Home[], catalog: Catalog, urls: PageUrls) {
  const { address } = asset;
  return {
    '@type': 'ApartmentComplex',
    name: asset.name,
    ...(asset.description && { description: asset.description }),
    ...(asset.contact?.phone && { telephone: asset.contact.phone }),
    ...(asset.contact?.email && { email: asset.contact.email }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: [address.line_1, address.line_2].filter(Boolean).join(', ') || undefined,
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.postal_code,
      addressCountry: address.country,
    },
    ...counts(homes),
    accommodationFloorPlan: asset.floor_plans
      .map((plan) => ({ plan, of: homes.filter((home) => home.plan === plan) }))
      .filter(({ of }) => of.length > 0)
      .slice(0, MAX_DESCRIBED)
      .map(({ plan, of }) => floorPlan(plan, of, urls)),
    containsPlace: homes.slice(0, MAX_DESCRIBED).map((home) => apartment(home, catalog, urls)),
  };
}

const quantity = (value: object, unitCode?: string) => ({ '@type': 'QuantitativeValue', ...value, unitCode });
const areaCode = ({ area_unit }: ViewerAsset) => (area_unit === 'sqm' ? 'MTK' : 'FTK');

const counts = (homes: Home[]) => ({
  numberOfAccommodationUnits: quantity({ value: homes.length }),
  numberOfAvailableAccommodationUnits: quantity({
    value: homes.filter(({ unit }) => unit.availability === 'available').length,
  }),
});

const rooms = (plan: ViewerFloorPlan) => ({
  numberOfBedrooms: plan.bedroom_count,
  numberOfBathroomsTotal: plan.bathroom_count,
});

const idOfPlan = ({ id }: ViewerFloorPlan, { canonical }: PageUrls) => `${canonical}#plan-${id}`;

function floorPlan(plan: ViewerFloorPlan, homes: Home[], urls: PageUrls) {
  const areas = homes.map(({ unit }) => unit.area);
  const range = { minValue: Math.min(...areas), maxValue: Math.max(...areas) };
  return {
    '@type': 'FloorPlan',
    '@id': idOfPlan(plan, urls),
    name: plan.name,
    ...rooms(plan),
    floorSize: quantity(range, areaCode(homes[0]!.asset)),
    ...(plan.image_url && { layoutImage: new URL(plan.image_url, urls.canonical).href }),
    ...counts(homes),
  };
}

function apartment(home: Home, catalog: Catalog, urls: PageUrls) {
  const { unit, plan, asset, floor } = home;
  const url = catalog.urlOf(home, urls.canonical);
  return {
    '@type': 'Apartment',
    '@id': url,
    name: unit.number,
    url,
    floorLevel: floor.label,
    ...rooms(plan),
    floorSize: quantity({ value: unit.area }, areaCode(asset)),
    accommodationFloorPlan: { '@id': idOfPlan(plan, urls) },
  };
}

const AVAILABILITY: Record<ViewerUnit['availability'], string> = {
  available: 'InStock',
  upcoming: 'PreOrder',
  unavailable: 'OutOfStock',
};

const component = (members: object) => ({ '@type': 'UnitPriceSpecification', ...members });

/** UN/CEFACT codes of the periods of charges. */
const PERIODS: Partial<Record<ViewerCharge['frequency'], string>> = {
  daily: 'DAY',
  weekly: 'WEE',
  monthly: 'MON',
  quarterly: 'QAN',
  annually: 'ANN',
};

/** What a total price consists of: the rent, and each charge that every renter pays regularly. */
function componentsOf(home: Home) {
  const { currency: priceCurrency } = home.asset;
  const rent = rentOf(home)!;
  const charges = chargesOf(home).flatMap((charge) => {
    const unitCode = charge.required && PERIODS[charge.frequency];
    const share = charge.percentage === undefined ? undefined : Math.round(rent * charge.percentage) / 100;
    const price = charge.amount ?? charge.max_amount ?? charge.steps?.[0] ?? share;
    return unitCode && price !== undefined ? [component({ name: charge.label, price, priceCurrency, unitCode })] : [];
  });
  return [component({ name: 'Rent', price: rent, priceCurrency, unitCode: 'MON' }), ...charges];
}

/** `MON` is a month: the code of UN/CEFACT for what the price is for. */
function offers({ currency: priceCurrency }: ViewerAsset, priced: Home[], catalog: Catalog, urls: PageUrls) {
  return {
    '@type': 'AggregateOffer',
    priceCurrency,
    lowPrice: priced[0]!.unit.price,
    highPrice: priced.at(-1)!.unit.price,
    offerCount: priced.length,
    offers: priced.slice(0, MAX_DESCRIBED).map((home) => {
      const { unit } = home;
      const [url, price] = [catalog.urlOf(home, urls.canonical), unit.price];
      return {
        '@type': 'Offer',
        name: unit.number,
        url,
        price,
        priceCurrency,
        priceSpecification:
          unit.base_price === undefined ? component({ price, priceCurrency, unitCode: 'MON' }) : componentsOf(home),
        availability: `https://schema.org/${AVAILABILITY[unit.availability]}`,
        ...(unit.available_on && { availabilityStarts: unit.available_on }),
        itemOffered: { '@id': url },
      };
    }),
  };
}

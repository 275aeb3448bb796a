import { CommandError } from '../../errors.js';
import type { Meter } from '../source.js';
import { STATUS_FIELDS } from './availability.js';
import { elementsOf, type Ignored, type Wanted, type XmlNode } from './xml-tree.js';

const none: Wanted = {};
const of = (...names: string[]): Wanted => Object.fromEntries(names.map((name) => [name, none]));

const OFFER: Wanted = {
  ...of('AmountBasis'),
  Characteristics: of('PaymentFrequency'),
  ChargeOfferAmount: of('Amounts', 'TermBasis', 'StartTermEarliest', 'StartTermLatest', 'Duration'),
};

const UNIT: Wanted = {
  ...of('MarketingName', 'UnitID', 'MinSquareFeet', 'MaxSquareFeet', 'FloorplanID', 'FloorplanName', 'BuildingName'),
  ...of('BuildingID', 'FloorLevel', 'UnitRent', 'MarketRent', 'Identification', ...STATUS_FIELDS),
};

/** The imported elements of MITS 4.1 and 5.0, which differ here only in ChargeOfferClass (5.0). */
const PROPERTY: Wanted = {
  PropertyID: {
    ...of('MarketingName'),
    Address: of('AddressLine1', 'AddressLine2', 'City', 'State', 'PostalCode', 'Country'),
  },
  ILS_Identification: of('Latitude', 'Longitude'),
  Information: of('ShortDescription', 'LongDescription'),
  Floorplan: { ...of('Name'), Room: of('Count') },
  Building: of('Name', 'MarketingName'),
  ILS_Unit: {
    Units: { ...UNIT, Unit: UNIT },
    ...of('FloorLevel', 'EffectiveRent'),
    Availability: of('VacancyClass', 'MadeReadyDate', 'VacateDate'),
    Pricing: { 'MITS-OfferTerm': { ...of('EffectiveRent', 'Term'), DateRange: of('StartDate', 'EndDate') } },
    ChargeOfferClass: { ChargeOfferItem: OFFER },
  },
};

/** Yields the properties of a MITS document. @throws CommandError for any other document */
export async function* mitsProperties(
  file: string,
  around: { meter?: Meter; ignored?: Map<string, Ignored> } = {},
): AsyncGenerator<XmlNode> {
  let count = 0;
  for await (const property of elementsOf(file, 'Property', PROPERTY, around)) {
    count += 1;
    yield property;
  }
  if (count === 0) throw new CommandError(`${file} has no element Property: it is no MITS property document`);
}

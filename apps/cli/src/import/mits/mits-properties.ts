import { CommandError } from '../../errors.js';
import type { Meter } from '../source.js';
import { STATUS_FIELDS } from './availability.js';
import { elementsOf, type Ignored, type Wanted, type XmlNode } from './xml-tree.js';

const none: Wanted = {};
const of = (...names: string[]): Wanted => Object.fromEntries(names.map((name) => [name, none]));

const OFFER: Wanted = {
  ...of('Name', 'Description', 'AmountBasis', 'PercentageOfCode', 'AmountPerType', 'ItemMaximumOccurrences'),
  Characteristics: of(
    ...['ChargeRequirement', 'Lifecycle', 'PaymentFrequency'],
    ...['Refundability', 'RefundabilityMax', 'RefundabilityMaxType'],
  ),
  ChargeOfferAmount: of('Amounts', 'Percentage', 'TermBasis', 'StartTermEarliest', 'StartTermLatest', 'Duration'),
};

/** Fees of a property, building, floor plan or unit: of MITS 5.0, and of 4.1. */
const FEES: Wanted = {
  ChargeOfferClass: {
    ...{ ChargeOfferItem: OFFER, PetOfferItem: OFFER, ParkingOfferItem: OFFER, StorageOfferItem: OFFER },
  },
  Fee: of(
    ...['ApplicationFee', 'AdminFee', 'BrokerFee', 'NonRefundableHoldFee'],
    ...['LateMinFee', 'LatePercent', 'LateFeePerDay'],
  ),
  Deposit: { ...of('Description', 'PercentRefundable', 'PortionRefundable'), Amount: of('ValueRange') },
};

const UTILITIES = [
  ...['AirCon', 'BroadbandInternet', 'Cable', 'Electric', 'Gas', 'Heat', 'HotWater', 'Sewer', 'Telephone', 'Trash'],
  'Water',
];

const UNIT: Wanted = {
  ...of('MarketingName', 'UnitID', 'MinSquareFeet', 'MaxSquareFeet', 'FloorplanID', 'FloorplanName', 'BuildingName'),
  ...of('BuildingID', 'FloorLevel', 'UnitRent', 'MarketRent', 'Identification', ...STATUS_FIELDS),
};

/** The imported elements of MITS 4.1 and 5.0. */
const PROPERTY: Wanted = {
  ...FEES,
  PropertyID: {
    ...of('MarketingName'),
    Address: of('AddressLine1', 'AddressLine2', 'City', 'State', 'PostalCode', 'Country'),
  },
  ILS_Identification: of('Latitude', 'Longitude'),
  Information: { ...of('ShortDescription', 'LongDescription'), Parking: of('SpaceFee', 'Comment') },
  Policy: { Pet: of('Pets', 'Deposit', 'Fee', 'FeeRange', 'Rent', 'Restrictions', 'Comment') },
  Utility: of(...UTILITIES),
  Floorplan: { ...FEES, ...of('Name'), Room: of('Count') },
  Building: { ...FEES, ...of('Name', 'MarketingName') },
  ILS_Unit: {
    ...FEES,
    Units: { ...UNIT, Unit: UNIT },
    ...of('FloorLevel', 'EffectiveRent'),
    Availability: of('VacancyClass', 'MadeReadyDate', 'VacateDate'),
    Pricing: { 'MITS-OfferTerm': { ...of('EffectiveRent', 'Term'), DateRange: of('StartDate', 'EndDate') } },
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

import { checkEntry, type SentEntry } from '@app/pricing/contract';
import type { Rejects } from '../rejects.js';
import { RepeatedPrices } from '../repeated-prices.js';
import { availabilityOf } from './availability.js';
import { dateOf, leaseStartIn } from './mits-dates.js';
import type { PricedUnit } from './mits-asset.js';
import { detailsOf, elementOf, type MitsOptions, providerIdOf, unitNumberOf } from './mits-options.js';
import type { XmlNode } from './xml-tree.js';

/** A rent of a unit, as in the file. */
interface Rent {
  line: number;
  price: string;
  term?: string | undefined;
  /** the elements of the first and last day on which a lease may start */
  starts?: Record<'first' | 'last', XmlNode | undefined>;
}

/** The price entries of a property. */
export interface Rents {
  entries: SentEntry[];
  /** numbers of units that are not available, by the status word that says so */
  unavailable: Map<string, number>;
  /** number of units with invalid prices */
  rejected: number;
}

/** Reads rent and availability of units; reports incomplete units. */
export function mitsRents(units: readonly PricedUnit[], options: MitsOptions, rejects: Rejects): Rents {
  const rents: Rents = { entries: [], unavailable: new Map(), rejected: 0 };
  const repeated = new RepeatedPrices();
  for (const { unit, building } of units) {
    const availability = availabilityOf(unit, options);
    if ('unavailable' in availability) {
      const { unavailable: word } = availability;
      rents.unavailable.set(word, (rents.unavailable.get(word) ?? 0) + 1);
      continue;
    }
    const reader = new RentReader({ unit, building }, options, rejects, repeated);
    const entries =
      'errors' in availability ? reader.reject(availability.errors) : reader.entries(availability.availableOn);
    if (entries.length === 0) rents.rejected += 1;
    rents.entries.push(...entries);
  }
  return rents;
}

/** Reads the entries of a unit; reports the prices that it rejects. */
class RentReader {
  private readonly element: string;
  private readonly details: XmlNode | undefined;
  private readonly unit: XmlNode;

  constructor(
    private readonly priced: PricedUnit,
    private readonly options: MitsOptions,
    private readonly rejects: Rejects,
    private readonly repeated: RepeatedPrices,
  ) {
    this.unit = priced.unit;
    this.element = `${elementOf(this.unit)}, price`;
    this.details = detailsOf(this.unit);
  }

  /** @returns no entries */
  reject(errors: readonly string[], line = this.unit.line): [] {
    this.rejects.add({ line, element: this.element, reason: errors.join('; ') });
    return [];
  }

  entries(availableOn: string): SentEntry[] {
    const { rentCode, unitNumber } = this.options;
    const number = unitNumberOf(this.unit, unitNumber);
    if (number === undefined) return this.reject(['has no unit_number (--unit-number)']);
    const rents = this.rents();
    if (!rents) return this.reject([`has no rent (of MITS 5.0: one with the InternalCode ${rentCode}, --rent-code)`]);
    return rents.flatMap((rent) => this.entryOf(rent, number, availableOn));
  }

  private entryOf({ line, price, term, starts }: Rent, number: string, availableOn: string): SentEntry[] {
    const start = starts ? leaseStartIn(dateOf(starts.first), dateOf(starts.last), availableOn) : {};
    const entry = {
      unit_number: number,
      provider_id: providerIdOf(this.unit),
      price: amountOf(price, this.options.round),
      available_on: availableOn,
      lease_term: term === undefined ? undefined : amountOf(term, false),
      lease_starts_on: 'startsOn' in start ? start.startsOn : undefined,
      status: this.details?.value('UnitLeasedStatus') ?? this.unit.value('Availability', 'VacancyClass'),
      building: this.priced.building,
    };
    const sent = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
    const errors = Object.entries(checkEntry(sent)?.errors ?? {}).map(
      ([field, texts]) => `${field} ${texts.join(', ')}${isFraction(field, price) ? ' (--round)' : ''}`,
    );
    if ('error' in start) errors.push(start.error);
    const repeated = errors.length === 0 ? this.repeated.add(sent as unknown as SentEntry, line) : undefined;
    if (repeated !== undefined) errors.push(repeated);
    return errors.length === 0 ? [sent as unknown as SentEntry] : this.reject(errors, line);
  }

  /** The rents by lease term, otherwise the effective rent, otherwise the rent of the unit; undefined without any. */
  private rents(): Rent[] | undefined {
    const offers = this.offers();
    if (offers) return offers;
    const terms = this.unit.all('Pricing').flatMap((pricing) => pricing.all('MITS-OfferTerm'));
    const rents = terms.flatMap((term): Rent[] => {
      const price = term.value('EffectiveRent');
      if (price === undefined) return this.reject(['MITS-OfferTerm has no EffectiveRent'], term.line);
      const starts = { first: term.at('DateRange', 'StartDate'), last: term.at('DateRange', 'EndDate') };
      return [{ line: term.line, price, term: term.value('Term'), starts }];
    });
    if (terms.length > 0) return rents;
    const effective = this.unit.at('EffectiveRent');
    const range = [effective?.attributes['Min'], effective?.attributes['Max']].filter((price) => Number(price) > 0);
    if (effective && new Set(range).size > 1)
      return this.reject([`EffectiveRent is a range, ${range.join(' to ')}, and no price`], effective.line);
    const price =
      range[0] ?? effective?.value() ?? this.details?.value('UnitRent') ?? this.details?.value('MarketRent');
    return price === undefined || Number(price) === 0 ? undefined : [{ line: this.unit.line, price }];
  }

  /** MITS 5.0: monthly charges of the class LEASE with the code of the rent. */
  private offers(): Rent[] | undefined {
    const items = this.unit
      .all('ChargeOfferClass')
      .filter(({ attributes }) => attributes['Code'] === 'LEASE')
      .flatMap((each) => each.all('ChargeOfferItem'))
      .filter(({ attributes }) => attributes['InternalCode'] === this.options.rentCode);
    if (items.length === 0) return undefined;
    return items.flatMap((item) => item.all('ChargeOfferAmount').flatMap((amount) => this.offer(item, amount)));
  }

  private offer(item: XmlNode, amount: XmlNode): Rent[] {
    const price = amount.value('Amounts');
    const basis = item.value('AmountBasis');
    const frequency = item.value('Characteristics', 'PaymentFrequency');
    const term = amount.value('TermBasis');
    const wrong = [
      ...(price === undefined ? ['Amounts is empty'] : []),
      ...(basis !== undefined && basis !== 'Explicit' ? [`AmountBasis is "${basis}", not Explicit`] : []),
      ...(frequency !== undefined && frequency !== 'Monthly'
        ? [`PaymentFrequency is "${frequency}", not Monthly`]
        : []),
      ...(term !== undefined && term !== 'Whole Lease' ? [`TermBasis is "${term}", not Whole Lease`] : []),
    ];
    if (wrong.length > 0) return this.reject(wrong, amount.line);
    const starts = { first: amount.at('StartTermEarliest'), last: amount.at('StartTermLatest') };
    return [{ line: amount.line, price: price!, term: amount.value('Duration'), starts }];
  }
}

const isFraction = (field: string, price: string): boolean => field === 'price' && /^\d+\.\d+$/.test(price);

/** Keeps text that is not a number, so that validation reports it. */
function amountOf(text: string, round: boolean): number | string {
  if (!/^\d{1,10}(\.\d+)?$/.test(text)) return text;
  return round ? Math.round(Number(text)) : Number(text);
}

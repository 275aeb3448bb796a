import { isDate } from '@app/platform/core';
import { checkEntry, type SentEntry } from '@app/pricing/contract';
import type { Rejects } from '../rejects.js';
import { detailsOf, elementOf, type MitsOptions, unitNumberOf } from './mits-options.js';
import type { XmlNode } from './xml-tree.js';

/** A rent of a unit, as in the file. */
interface Rent {
  line: number;
  price: string;
  term?: string | undefined;
  startsOn?: string | undefined;
}

/** The price entries of a property. */
export interface Rents {
  entries: SentEntry[];
  /** number of units that the file marks as occupied */
  unavailable: number;
  /** number of units with invalid prices */
  rejected: number;
}

/** Reads rent and availability of every unit of a property; reports incomplete units. */
export function mitsRents(property: XmlNode, options: MitsOptions, rejects: Rejects): Rents {
  const rents: Rents = { entries: [], unavailable: 0, rejected: 0 };
  for (const unit of property.all('ILS_Unit')) {
    if (isLet(unit)) {
      rents.unavailable += 1;
      continue;
    }
    const entries = entriesOf(unit, options, rejects);
    if (entries.length === 0) rents.rejected += 1;
    rents.entries.push(...entries);
  }
  return rents;
}

/** Prefers the date on which the unit is ready over the one on which it is vacated. */
const availableOn = (unit: XmlNode): string | undefined =>
  dateOf(unit.at('Availability', 'MadeReadyDate')) ?? dateOf(unit.at('Availability', 'VacateDate'));

function isLet(unit: XmlNode): boolean {
  if (/^leased/i.test(detailsOf(unit)?.value('UnitLeasedStatus') ?? '')) return true;
  return unit.value('Availability', 'VacancyClass')?.toLowerCase() === 'occupied' && availableOn(unit) === undefined;
}

function entriesOf(unit: XmlNode, options: MitsOptions, rejects: Rejects): SentEntry[] {
  const element = elementOf(unit);
  const details = detailsOf(unit);
  const date = availableOn(unit) ?? options.availableOn;
  const number = unitNumberOf(unit, options.unitNumber);
  const lacks = [
    ...(number === undefined ? ['has no unit_number (--unit-number)'] : []),
    ...(date === undefined ? ['has no MadeReadyDate and no VacateDate (--available-on)'] : []),
  ];
  const rents = lacks.length > 0 ? [] : rentsOf(unit, options, rejects);
  if (lacks.length > 0) rejects.add({ line: unit.line, element: `${element}, price`, reason: lacks.join('; ') });
  else if (rents === undefined)
    rejects.add({
      line: unit.line,
      element: `${element}, price`,
      reason: `has no rent (of MITS 5.0: one with the InternalCode ${options.rentCode}, --rent-code)`,
    });
  return (rents ?? []).flatMap(({ line, price, term, startsOn }) => {
    const entry = {
      unit_number: number,
      provider_id: unit.attributes['IDValue'] ?? details?.at('Identification')?.attributes['IDValue'],
      price: amountOf(price, options.round),
      available_on: date,
      lease_term: term === undefined ? undefined : amountOf(term, false),
      lease_starts_on: startsOn,
      status: details?.value('UnitLeasedStatus') ?? unit.value('Availability', 'VacancyClass'),
    };
    const sent = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
    const errors = Object.entries(checkEntry(sent)?.errors ?? {});
    if (errors.length === 0) return [sent as unknown as SentEntry];
    const reasons = errors.map(
      ([field, texts]) => `${field} ${texts.join(', ')}${isFraction(field, price) ? ' (--round)' : ''}`,
    );
    rejects.add({ line, element: `${element}, price`, reason: reasons.join('; ') });
    return [];
  });
}

const isFraction = (field: string, price: string): boolean => field === 'price' && /^\d+\.\d+$/.test(price);

/** The rents by lease term, otherwise the effective rent, otherwise the rent of the unit; undefined without any. */
function rentsOf(unit: XmlNode, { rentCode }: MitsOptions, rejects: Rejects): Rent[] | undefined {
  const offered = offersOf(unit, rentCode, rejects);
  if (offered) return offered;
  const terms = (unit.at('Pricing')?.all('MITS-OfferTerm') ?? []).flatMap((term): Rent[] => {
    const price = term.value('EffectiveRent');
    return price === undefined ? [] : [{ line: term.line, price, term: term.value('Term') }];
  });
  if (terms.length > 0) return terms;
  const effective = unit.at('EffectiveRent');
  const range = [effective?.attributes['Min'], effective?.attributes['Max']].filter((price) => Number(price) > 0);
  if (effective && new Set(range).size > 1) {
    const reason = `EffectiveRent is a range, ${range.join(' to ')}, and no price`;
    rejects.add({ line: effective.line, element: `${elementOf(unit)}, price`, reason });
    return [];
  }
  const node = detailsOf(unit);
  const price = range[0] ?? effective?.value() ?? node?.value('UnitRent') ?? node?.value('MarketRent');
  return price === undefined || Number(price) === 0 ? undefined : [{ line: unit.line, price }];
}

/** MITS 5.0: monthly charges of the class LEASE with the code of the rent. */
function offersOf(unit: XmlNode, code: string, rejects: Rejects): Rent[] | undefined {
  const items = unit
    .all('ChargeOfferClass')
    .filter(({ attributes }) => attributes['Code'] === 'LEASE')
    .flatMap((each) => each.all('ChargeOfferItem'))
    .filter(({ attributes }) => attributes['InternalCode'] === code);
  if (items.length === 0) return undefined;
  return items.flatMap((item) =>
    item.all('ChargeOfferAmount').flatMap((amount) => offerOf(unit, item, amount, rejects)),
  );
}

function offerOf(unit: XmlNode, item: XmlNode, amount: XmlNode, rejects: Rejects): Rent[] {
  const price = amount.value('Amounts');
  const basis = item.value('AmountBasis');
  const frequency = item.value('Characteristics', 'PaymentFrequency');
  const term = amount.value('TermBasis');
  const wrong = [
    ...(price === undefined ? ['Amounts is empty'] : []),
    ...(basis !== undefined && basis !== 'Explicit' ? [`AmountBasis is "${basis}", not Explicit`] : []),
    ...(frequency !== undefined && frequency !== 'Monthly' ? [`PaymentFrequency is "${frequency}", not Monthly`] : []),
    ...(term !== undefined && term !== 'Whole Lease' ? [`TermBasis is "${term}", not Whole Lease`] : []),
  ];
  if (wrong.length > 0) {
    rejects.add({ line: amount.line, element: `${elementOf(unit)}, price`, reason: wrong.join('; ') });
    return [];
  }
  return [
    { line: amount.line, price: price!, term: amount.value('Duration'), startsOn: amount.value('StartTermEarliest') },
  ];
}

/** Keeps text that is not a number, so that validation reports it. */
function amountOf(text: string, round: boolean): number | string {
  if (!/^\d{1,10}(\.\d+)?$/.test(text)) return text;
  return round ? Math.round(Number(text)) : Number(text);
}

/** `<... Month="11" Day="24" Year="2024"/>`, or the ISO date as text. */
function dateOf(node: XmlNode | undefined): string | undefined {
  if (!node) return undefined;
  const { Year, Month, Day } = node.attributes;
  const text = Year && Month && Day ? `${Year}-${Month.padStart(2, '0')}-${Day.padStart(2, '0')}` : node.value();
  return text !== undefined && isDate(text) ? text : undefined;
}

import type { Item } from '../../provision/section.js';
import { AMOUNT, explained, type Fee, type Misplaced, wordOf } from './mits-fee.js';
import type { XmlNode } from './xml-tree.js';

/** Frequencies by PaymentFrequency, in the spellings of feeds. */
const FREQUENCIES: Readonly<Record<string, string>> = {
  'one-time': 'one_time',
  'per-occurrence': 'one_time',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  quarterly: 'quarterly',
  quaterly: 'quarterly',
  annually: 'annually',
  yearly: 'annually',
};

const DUE: Readonly<Record<string, string>> = {
  'at application': 'application',
  'move-in': 'move_in',
  'move-out': 'move_out',
};

const REQUIREMENTS: Readonly<Record<string, Item>> = {
  mandatory: { is_required: true },
  optional: {},
  conditional: {},
  situational: { is_situational: true },
  included: { is_required: true, is_included: true },
};

const EACH_APPLICANT = ['applicant', 'leaseholder', 'person'];

/** An item of MITS 5.0 as a fee; undefined for the rent, which is a price. */
export function chargeOf(item: XmlNode, code: string, rentCode: string): Fee | Misplaced | undefined {
  const internal = item.attributes['InternalCode'] ?? '';
  if (code === 'LEASE' && internal === rentCode) return undefined;
  const label = item.value('Name') ?? internal;
  const at = { line: item.line, element: `${item.name} ${internal || label}` };
  const read = { ...valueOf(item, rentCode), ...requirementOf(item), ...frequencyOf(item) };
  if (read.reason !== undefined) return { ...at, reason: read.reason };
  const { value, valueType, frequency, dueAt, requirement } = read;
  const refund = refundOf(item, value!);
  const most = item.value('ItemMaximumOccurrences');
  return {
    ...at,
    value: value!,
    loss: refund.loss,
    fields: {
      name: [label, ...(internal ? [`(${internal})`] : [])].join(' ').slice(0, 240),
      label: label.slice(0, 95),
      ...(wordOf(internal) && { type: wordOf(internal) }),
      ...(wordOf(code) && { category: wordOf(code) }),
      ...{ frequency, due_at: dueAt, value_type: valueType },
      ...(most !== undefined && /^[1-9]\d{0,2}$/.test(most) && { max_quantity: Number(most) }),
      ...requirement,
      ...(refund.isWhole && { is_refundable: true }),
      ...(EACH_APPLICANT.includes(lowerOf(item, 'AmountPerType')) && { is_per_applicant: true }),
      ...explained(item.value('Description')),
    },
  };
}

const lowerOf = (item: XmlNode, ...path: string[]): string => (item.value(...path) ?? '').toLowerCase();

interface Read {
  reason?: string;
  frequency?: string;
  dueAt?: string | null;
  valueType?: string;
  value?: Item;
  requirement?: Item;
}

/** An included charge without a frequency is part of the monthly rent. */
function frequencyOf(item: XmlNode): Read {
  const said = lowerOf(item, 'Characteristics', 'PaymentFrequency');
  const isIncluded = lowerOf(item, 'Characteristics', 'ChargeRequirement') === 'included';
  const frequency = FREQUENCIES[said] ?? (said === '' && isIncluded ? 'monthly' : undefined);
  if (frequency === undefined)
    return { reason: said === '' ? 'has no PaymentFrequency' : `PaymentFrequency "${said}" is none of an expense` };
  const later = frequency === 'one_time' ? 'event' : 'monthly';
  return { frequency, dueAt: DUE[lowerOf(item, 'Characteristics', 'Lifecycle')] ?? later };
}

function requirementOf(item: XmlNode): Read {
  const said = lowerOf(item, 'Characteristics', 'ChargeRequirement');
  const requirement = REQUIREMENTS[said];
  if (requirement) return { requirement };
  return { reason: said === '' ? 'has no ChargeRequirement' : `ChargeRequirement "${said}" is unknown` };
}

/** What the item costs, by its AmountBasis. */
function valueOf(item: XmlNode, rentCode: string): Read {
  const offers = item.all('ChargeOfferAmount');
  const texts = offers.flatMap((offer) => offer.value('Amounts') ?? []);
  const basis = lowerOf(item, 'AmountBasis');
  if (basis === 'percentage of') return shareOf(item, offers, rentCode);
  const wrong = texts.find((text) => !AMOUNT.test(text));
  if (wrong !== undefined)
    return { reason: wrong.startsWith('-') ? `${wrong} is a concession, and no expense` : `"${wrong}" is no amount` };
  const amounts = texts.map(Number);
  if (basis === 'stepped')
    return amounts.length >= 2 && amounts.length <= 20
      ? { valueType: 'stepped', value: { steps: amounts } }
      : { reason: `has ${amounts.length} steps, not 2 to 20` };
  if (basis === 'within range') return rangeOf(amounts);
  if (basis !== '' && basis !== 'explicit') return { reason: `AmountBasis "${basis}" is unknown` };
  if (new Set(amounts).size > 1) return { reason: `has ${amounts.length} amounts, by lease term or start` };
  const isIncluded = lowerOf(item, 'Characteristics', 'ChargeRequirement') === 'included';
  if (amounts.length === 0 && !isIncluded) return { reason: 'has no Amounts' };
  return { valueType: 'amount', value: amounts.length === 0 ? {} : { amount: amounts[0] } };
}

function rangeOf(amounts: readonly number[]): Read {
  const [min, max] = amounts;
  return amounts.length === 2 && min! <= max!
    ? { valueType: 'range', value: { min_amount: min, max_amount: max } }
    : { reason: 'is a range without a least and a greatest amount' };
}

function shareOf(item: XmlNode, offers: readonly XmlNode[], rentCode: string): Read {
  const of = item.value('PercentageOfCode');
  if (of?.toLowerCase() !== rentCode.toLowerCase())
    return { reason: `is a percentage of "${of ?? ''}", not of the rent` };
  const shares = offers.flatMap((offer) => offer.value('Percentage') ?? []);
  const [share] = shares;
  if (share === undefined || new Set(shares).size > 1) return { reason: 'has no one Percentage' };
  if (share.startsWith('-')) return { reason: `${share} % is a concession, and no expense` };
  return AMOUNT.test(share)
    ? { valueType: 'percentage', value: { percentage: Number(share) } }
    : { reason: `Percentage "${share}" is no number` };
}

/** Whether all of it is paid back. An expense cannot say that only a part is. */
function refundOf(item: XmlNode, value: Item): { isWhole: boolean; loss?: string } {
  const said = lowerOf(item, 'Characteristics', 'Refundability');
  if (said !== 'refundable' && said !== 'deposit') return { isWhole: false };
  const most = item.value('Characteristics', 'RefundabilityMax');
  if (most === undefined) return { isWhole: true };
  const number = Number(most.replace(/[$%]/g, ''));
  const isPercentage =
    most.endsWith('%') || lowerOf(item, 'Characteristics', 'RefundabilityMaxType').startsWith('percent');
  if (number >= (isPercentage ? 100 : Number(value['amount'] ?? Infinity))) return { isWhole: true };
  return { isWhole: false, loss: `is refundable up to ${most} only: imported as not refundable` };
}

import type { Item } from '../../provision/section.js';
import { AMOUNT, explained, type Fee, type Misplaced, wordOf } from './mits-fee.js';
import type { XmlNode } from './xml-tree.js';

const ONCE = { frequency: 'one_time', due_at: 'move_in' };
const MONTHLY = { frequency: 'monthly', due_at: 'monthly' };
const LATE = { category: 'late', is_situational: true, due_at: 'event' };

/** Elements of Fee. */
const FEES: Readonly<Record<string, { label: string; more: Item; isPercentage?: true }>> = {
  ApplicationFee: {
    label: 'Application fee',
    more: { type: 'application', ...ONCE, due_at: 'application', is_required: true },
  },
  AdminFee: { label: 'Administration fee', more: { type: 'admin', ...ONCE, is_required: true } },
  BrokerFee: { label: 'Broker fee', more: { type: 'broker', ...ONCE, is_required: true } },
  NonRefundableHoldFee: { label: 'Hold fee', more: { type: 'hold', ...ONCE, due_at: 'application' } },
  LateMinFee: { label: 'Late payment', more: { type: 'late', frequency: 'one_time', ...LATE } },
  LatePercent: { label: 'Late payment', more: { type: 'late', frequency: 'one_time', ...LATE }, isPercentage: true },
  LateFeePerDay: { label: 'Late payment, each day', more: { type: 'late', frequency: 'daily', ...LATE } },
};

/** Elements of a pet policy. */
const PET_FEES: Readonly<Record<string, { label: string; more: Item }>> = {
  Deposit: { label: 'Pet deposit', more: { type: 'pet_deposit', ...ONCE, is_refundable: true } },
  Fee: { label: 'Pet fee', more: { type: 'pet_fee', ...ONCE } },
  FeeRange: { label: 'Pet fee', more: { type: 'pet_fee', ...ONCE } },
  Rent: { label: 'Pet rent', more: { type: 'pet_rent', ...MONTHLY } },
};

/** Fees of MITS 4.1, of a property, floor plan or unit: fees, deposits, pets, parking and included utilities. */
export const policyFees = (node: XmlNode): (Fee | Misplaced)[] => [
  ...node.all('Fee').flatMap(feesOf),
  ...node.all('Deposit').flatMap(depositOf),
  ...node.all('Policy').flatMap((policy) => policy.all('Pet').flatMap(petFees)),
  ...node.all('Information').flatMap((information) => information.all('Parking').flatMap(parkingOf)),
  ...node.all('Utility').flatMap(utilitiesOf),
];

/** @returns nothing without an amount or with 0, by which feeds mean that there is no such fee */
function feeOf(node: XmlNode, label: string, fields: Item, value: Read | undefined): (Fee | Misplaced)[] {
  if (!value) return [];
  const at = { line: node.line, element: node.name };
  if ('reason' in value) return [{ ...at, reason: value.reason }];
  const { valueType, ...rest } = value;
  return [{ ...at, ...rest, fields: { name: label, label: label.slice(0, 95), ...fields, value_type: valueType } }];
}

type Read = { valueType: string; value: Item; loss?: string | undefined } | { reason: string };

function numberOf(text: string | undefined, field: 'amount' | 'percentage'): Read | undefined {
  if (text === undefined || Number(text) === 0) return undefined;
  if (!AMOUNT.test(text)) return { reason: `"${text}" is no amount` };
  return { valueType: field, value: { [field]: Number(text) } };
}

/** `Exact`, or `Min` and `Max`. */
function rangeOf(range: XmlNode | undefined): Read | undefined {
  const { Exact: exact, Min: min, Max: max } = range?.attributes ?? {};
  const one = exact ?? (min === undefined || max === undefined || min === max ? (min ?? max) : undefined);
  if (one !== undefined || min === undefined || max === undefined) return numberOf(one, 'amount');
  if (!AMOUNT.test(min) || !AMOUNT.test(max) || Number(min) > Number(max))
    return { reason: `${min} to ${max} is no range` };
  return { valueType: 'range', value: { min_amount: Number(min), max_amount: Number(max) } };
}

const feesOf = (fee: XmlNode): (Fee | Misplaced)[] =>
  fee.children.flatMap((child) => {
    const known = FEES[child.name];
    if (!known) return [];
    return feeOf(child, known.label, known.more, numberOf(child.value(), known.isPercentage ? 'percentage' : 'amount'));
  });

function depositOf(deposit: XmlNode): (Fee | Misplaced)[] {
  const label = deposit.attributes['DepositType'] ?? 'Deposit';
  const amount = deposit.at('Amount');
  const found = rangeOf(amount?.at('ValueRange'));
  const isOfRent = amount?.attributes['AmountType'] === 'MonthMultiple';
  const value = isOfRent && found && 'value' in found ? multipleOf(found.value) : found;
  const part = refundedPart(deposit, value);
  const more = { type: wordOf(label), ...ONCE, ...(!/pet/i.test(label) && { is_required: true }) };
  const fields = { ...more, ...(part === undefined && { is_refundable: true }) };
  const lossy = value && part !== undefined ? { ...value, loss: part } : value;
  return feeOf(deposit, label, { ...fields, ...explained(deposit.value('Description')) }, lossy);
}

/** Monthly rents: 1.5 is 150 %. */
const multipleOf = ({ amount }: Item): Read =>
  typeof amount === 'number'
    ? { valueType: 'percentage', value: { percentage: Math.round(amount * 10_000) / 100 } }
    : { reason: 'is a range of monthly rents' };

/** Why a deposit is not refundable as a whole. */
function refundedPart(deposit: XmlNode, read: Read | undefined): string | undefined {
  const percent = deposit.value('PercentRefundable');
  const portion = deposit.value('PortionRefundable');
  const amount = read && 'value' in read ? read.value['amount'] : undefined;
  if (percent !== undefined && Number(percent) < 100)
    return `is refundable up to ${percent} % only: imported as not refundable`;
  if (portion !== undefined && typeof amount === 'number' && Number(portion) < amount)
    return `is refundable up to ${portion} only: imported as not refundable`;
  return undefined;
}

function petFees(pet: XmlNode): (Fee | Misplaced)[] {
  if (/^(false|0|no)$/i.test(pet.attributes['Allowed'] ?? '')) return [];
  const kinds = pet.all('Pets').map(({ attributes }) => attributes);
  const names = kinds.flatMap(({ PetType: name }) => name ?? []);
  const count =
    kinds.length === 1 && /^[1-9]\d?$/.test(kinds[0]!['Count'] ?? '') ? Number(kinds[0]!['Count']) : undefined;
  const shared = {
    category: 'pets',
    ...(count !== undefined && { max_quantity: count }),
    ...explained(pet.value('Restrictions') ?? pet.value('Comment')),
  };
  return pet.children.flatMap((child) => {
    const known = PET_FEES[child.name];
    if (!known) return [];
    const label = names.length > 0 ? `${known.label} (${names.join(', ')})` : known.label;
    const value = child.name === 'FeeRange' ? rangeOf(child) : numberOf(child.value(), 'amount');
    return feeOf(child, label, { ...known.more, ...shared }, value);
  });
}

/** The format does not say how often a space is paid: rents are monthly. */
function parkingOf(parking: XmlNode): (Fee | Misplaced)[] {
  const kind = parking.attributes['ParkingType'];
  const label = kind === undefined ? 'Parking' : `Parking (${kind})`;
  const fields = { type: 'parking', category: 'parking', ...MONTHLY, ...explained(parking.value('Comment')) };
  const fee = parking.at('SpaceFee');
  return fee ? feeOf(fee, label, fields, numberOf(fee.value(), 'amount')) : [];
}

/** Utilities that the rent contains. */
const utilitiesOf = (utility: XmlNode): Fee[] =>
  utility.children
    .filter((child) => /^(true|1)$/i.test(child.text.trim()))
    .map(({ name, line }) => {
      const label = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
      const fields = { type: wordOf(label), category: 'utility', ...MONTHLY, is_required: true, is_included: true };
      return { line, element: `Utility ${name}`, value: {}, fields: { name: label, label, ...fields } };
    });

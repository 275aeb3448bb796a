import { isDate } from '@app/platform/core';
import type { Input, Option } from '../../command.js';
import { UsageError } from '../../errors.js';
import { type GivenFloor, floorOption, numberOption, pairsOption } from '../options.js';
import { type Meaning, MEANINGS, wordKey } from './status-words.js';
import type { XmlNode } from './xml-tree.js';

/** Options that supplement the file. */
export interface MitsOptions {
  assetName: string | undefined;
  /** asset ids by the IDValue of the property */
  assets: Map<string, string>;
  unitNumber: 'marketing-name' | 'id';
  /** replacements of FloorplanIDs in units */
  floorPlanIds: Map<string, string>;
  building: string | undefined;
  floor: GivenFloor | undefined;
  area: number | undefined;
  /** asset fields used if the file lacks them */
  defaults: Record<string, string | undefined>;
  availableOn: string | undefined;
  /** meanings of status words, by `wordKey` */
  statuses: ReadonlyMap<string, Meaning>;
  rentCode: string;
  withFees: boolean;
  round: boolean;
}

/** Options by the asset field that they supply. */
export const ASSET_OPTIONS = {
  market: 'market',
  display_name: 'display-name',
  address_line1: 'address-line1',
  address_city: 'city',
  address_state: 'state',
  address_postal_code: 'postal-code',
  address_country: 'country',
};

export const MITS_OPTIONS: Record<string, Option> = {
  assets: {
    type: 'string',
    value: 'ID=ASSET,...',
    help: 'existing assets of properties (by IDValue), which keep what the file lacks',
  },
  market: {
    type: 'string',
    value: 'MARKET',
    help: 'market of all assets, such as multifamily; MITS has no such field',
  },
  'display-name': {
    type: 'string',
    value: 'NAME',
    help: 'if the file has none',
  },
  'address-line1': { type: 'string', value: 'TEXT', help: 'if the file has none' },
  city: { type: 'string', value: 'CITY', help: 'if the file has none' },
  state: { type: 'string', value: 'NY', help: 'if the file has none; two letters' },
  'postal-code': { type: 'string', value: 'CODE', help: 'if the file has none' },
  country: {
    type: 'string',
    value: 'USA',
    help: 'if the file has none or an unknown one; ISO 3166-1 alpha-3',
  },
  'unit-number': {
    type: 'string',
    value: 'FROM',
    help: 'source of unit numbers: marketing-name (default) or id (UnitID)',
  },
  'floor-plan-ids': { type: 'string', value: '22=12,...', help: 'replaces a FloorplanID of units with another one' },
  building: {
    type: 'string',
    value: 'NAME',
    help: 'for units without one in the file: name or IDValue; created if missing',
  },
  floor: { type: 'string', value: 'LEVEL', help: 'for units without one in the file, such as 1' },
  area: { type: 'string', value: 'N', help: 'for units without one in the file' },
  'available-on': {
    type: 'string',
    value: 'DATE',
    help: 'availability of units without a date in the file',
  },
  status: {
    type: 'string',
    value: 'WORD=MEANING,...',
    help: `meaning of status words: ${MEANINGS.join(', ')}; such as "Hold=unavailable,Student=ignored"`,
  },
  'rent-code': { type: 'string', value: 'CODE', help: 'InternalCode of the rent in MITS 5.0; default RENT' },
  'without-fees': { type: 'boolean', help: 'does not import fees' },
  round: { type: 'boolean', help: 'rounds rents to whole numbers; otherwise 1800.50 is rejected' },
};

/** @throws UsageError */
export function mitsOptions(command: string, { options, flags }: Input): MitsOptions {
  const numbered = options['unit-number'] ?? 'marketing-name';
  if (numbered !== 'marketing-name' && numbered !== 'id')
    throw new UsageError(`--unit-number must be marketing-name or id, not "${numbered}"`, command);
  const availableOn = options['available-on'];
  if (availableOn !== undefined && !isDate(availableOn))
    throw new UsageError(`--available-on must be a date such as 2027-03-01, not "${availableOn}"`, command);
  const defaults = Object.entries(ASSET_OPTIONS).map(([field, option]) => [field, options[option]]);
  return {
    assetName: options['asset-name'],
    assets: pairsOption(command, 'assets', options['assets']),
    unitNumber: numbered,
    floorPlanIds: pairsOption(command, 'floor-plan-ids', options['floor-plan-ids']),
    building: options['building'],
    floor: floorOption(command, options['floor']),
    area: numberOption(command, 'area', options['area']),
    defaults: Object.fromEntries(defaults) as MitsOptions['defaults'],
    availableOn,
    statuses: statusesOption(command, options['status']),
    rentCode: options['rent-code'] ?? 'RENT',
    withFees: !flags['without-fees'],
    round: Boolean(flags['round']),
  };
}

/** @throws UsageError */
function statusesOption(command: string, text: string | undefined): Map<string, Meaning> {
  const pairs = [...pairsOption(command, 'status', text)];
  for (const [word, meaning] of pairs)
    if (!MEANINGS.includes(meaning as Meaning))
      throw new UsageError(`--status: "${word}" must be one of ${MEANINGS.join(', ')}, not "${meaning}"`, command);
  return new Map(pairs.map(([word, meaning]) => [wordKey(word), meaning as Meaning]));
}

/** The description of an ILS_Unit, in its own Unit element or directly in Units. */
export const detailsOf = (unit: XmlNode): XmlNode | undefined => unit.at('Units', 'Unit') ?? unit.at('Units');

/** @returns undefined if the file lacks it */
export function unitNumberOf(unit: XmlNode, from: MitsOptions['unitNumber']): string | undefined {
  const details = detailsOf(unit);
  if (from === 'marketing-name') return details?.value('MarketingName');
  return details?.value('UnitID') ?? details?.at('Identification')?.attributes['IDValue'] ?? unit.attributes['IDValue'];
}

export const providerIdOf = (unit: XmlNode): string | undefined =>
  unit.attributes['IDValue'] ?? detailsOf(unit)?.at('Identification')?.attributes['IDValue'];

export const elementOf = (node: XmlNode): string => `${node.name} ${node.attributes['IDValue'] ?? '(without IDValue)'}`;

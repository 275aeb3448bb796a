import type { Item } from '../../provision/section.js';
import { Draft } from '../draft.js';
import { filled, floorOf } from '../options.js';
import type { Rejects } from '../rejects.js';
import { addFees } from './mits-fees.js';
import { ASSET_OPTIONS, detailsOf, elementOf, type MitsOptions, providerIdOf, unitNumberOf } from './mits-options.js';
import type { XmlNode } from './xml-tree.js';

const HINTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ASSET_OPTIONS).map(([field, option]) => [field, `--${option}`])),
  name: '--asset-name',
};

/** Country names used in this North American format. Any other value must be an ISO code. */
const COUNTRIES: Record<string, string> = {
  US: 'USA',
  'UNITED STATES': 'USA',
  'UNITED STATES OF AMERICA': 'USA',
  CA: 'CAN',
  CANADA: 'CAN',
};

/** Words for missing values in feeds. */
const NOTHING = /^(n\/?a|none|-+)$/i;

/** A unit whose prices may be published. */
export interface PricedUnit {
  unit: XmlNode;
  /** name of its building; undefined if the unit is not imported, because the asset may name it otherwise */
  building: string | undefined;
}

/** The asset of a property, and the units whose prices may be published. */
interface MitsAsset {
  draft: Draft;
  priced: PricedUnit[];
}

/**
 * Converts a property to an asset with its buildings, floors, floor plans and units. The price of a rejected unit is not published,
 * unless the unit only lacks what the assigned asset may have.
 * @param known fields of the existing asset that the operator assigned to the property
 * @returns undefined if the property is invalid, which is reported
 */
export function mitsAsset(
  property: XmlNode,
  options: MitsOptions,
  rejects: Rejects,
  known?: Item,
): MitsAsset | undefined {
  const at = { line: property.line, element: elementOf(property) };
  const draft = Draft.of(rejects, { ...at, item: { ...known, ...fieldsOf(property, options, known) } }, HINTS);
  if (!draft) return undefined;
  const buildings = new Map<string, string>();
  for (const building of property.all('Building')) addBuilding(draft, building, buildings);
  const plans = new Map<string, string>();
  for (const plan of property.all('Floorplan')) addFloorPlan(draft, plan, plans);
  const isAssigned = options.assets.has(property.attributes['IDValue'] ?? '');
  const reader = new UnitReader(draft, options, rejects, { buildings, plans });
  const priced = property.all('ILS_Unit').flatMap((unit): PricedUnit[] => {
    const outcome = reader.add(unit);
    if (outcome === 'added') return [{ unit, building: reader.buildingOf(unit) }];
    return outcome === 'incomplete' && isAssigned ? [{ unit, building: undefined }] : [];
  });
  if (options.withFees) addFees(draft, property, options, rejects, { plans, units: reader.placed });
  return { draft, priced };
}

function fieldsOf(property: XmlNode, { defaults, assetName }: MitsOptions, known: Item | undefined): Item {
  const name = property.value('PropertyID', 'MarketingName');
  const address = property.at('PropertyID', 'Address');
  const country = address?.value('Country')?.toUpperCase();
  const or = (field: string, said: string | undefined) => said ?? defaults[field] ?? known?.[field];
  return {
    name: known?.['name'] ?? filled(assetName, { name, id: property.attributes['IDValue'] }),
    display_name: or('display_name', name),
    market: defaults['market'] ?? known?.['market'],
    description:
      property.value('Information', 'ShortDescription') ??
      property.value('Information', 'LongDescription') ??
      known?.['description'],
    address_line1: or('address_line1', address?.value('AddressLine1')),
    address_line2: address?.value('AddressLine2') ?? known?.['address_line2'],
    address_city: or('address_city', address?.value('City')),
    address_state: or('address_state', address?.value('State')),
    address_postal_code: or('address_postal_code', address?.value('PostalCode')),
    address_country: or('address_country', countryOf(country)),
    address_latitude: degreesOf(property.value('ILS_Identification', 'Latitude')) ?? known?.['address_latitude'],
    address_longitude: degreesOf(property.value('ILS_Identification', 'Longitude')) ?? known?.['address_longitude'],
  };
}

const countryOf = (said: string | undefined): string | undefined =>
  said === undefined ? undefined : (COUNTRIES[said] ?? (/^[A-Z]{3}$/.test(said) ? said : undefined));

/** Keeps text that is not a number, so that validation reports it. */
const degreesOf = (said: string | undefined): number | string | undefined =>
  said !== undefined && /^-?\d{1,3}(\.\d+)?$/.test(said) ? Number(said) : said;

/** @param names receives the building's name by IDValue and by name */
function addBuilding(draft: Draft, building: XmlNode, names: Map<string, string>): void {
  const id = building.attributes['IDValue'];
  const name = building.value('Name') ?? building.value('MarketingName') ?? id;
  if (!draft.add('buildings', { line: building.line, element: elementOf(building), item: { name } })) return;
  names.set(name!, name!);
  if (id !== undefined) names.set(id, name!);
}

/** @param names receives the floor plan's name by IDValue */
function addFloorPlan(draft: Draft, plan: XmlNode, names: Map<string, string>): void {
  const id = plan.attributes['IDValue'];
  const name = plan.value('Name') ?? id;
  const item = {
    name,
    bedroom_count: roomsOf(plan, 'Bedroom'),
    bathroom_count: roomsOf(plan, 'Bathroom'),
    filter_label: name,
  };
  if (draft.add('floor_plans', { line: plan.line, element: elementOf(plan), item })) names.set(id ?? name!, name!);
}

function roomsOf(plan: XmlNode, type: string): number | string | undefined {
  const rooms = plan.all('Room').find(({ attributes }) => attributes['RoomType']?.toLowerCase() === type.toLowerCase());
  const count = rooms?.value('Count');
  return count !== undefined && /^\d{1,3}(\.\d+)?$/.test(count) ? Number(count) : count;
}

class UnitReader {
  /** names of the added units */
  readonly placed = new Map<XmlNode, { unit_number: string; building: string }>();
  /** lines of the units, by IDValue */
  private readonly lines = new Map<string, number>();

  constructor(
    private readonly draft: Draft,
    private readonly options: MitsOptions,
    private readonly rejects: Rejects,
    private readonly names: { buildings: Map<string, string>; plans: Map<string, string> },
  ) {}

  /** Adds the unit, or reports everything that it lacks. */
  add(unit: XmlNode): 'added' | 'incomplete' | 'rejected' {
    const at = { line: unit.line, element: elementOf(unit) };
    const wrong = this.contradictions(unit);
    const lacks: string[] = [];
    const need = <T>(value: T | undefined, otherwise: string): T | undefined => {
      if (value === undefined) lacks.push(otherwise);
      return value;
    };
    const number = unitNumberOf(unit, this.options.unitNumber);
    const other = this.options.unitNumber === 'id' ? 'UnitID' : 'MarketingName';
    const item = {
      unit_number: need(number, `has no ${other} to be its unit_number (--unit-number)`),
      building: need(this.buildingOf(unit), 'names no building (--building)'),
      floor: need(this.floorOf(unit), 'has no FloorLevel that is a number (--floor)'),
      floor_plan: this.planOf(unit, lacks),
      area: need(this.areaOf(unit), 'has no one area in square feet (--area)'),
    };
    if (wrong.length + lacks.length > 0) {
      this.rejects.add({ ...at, reason: [...wrong, ...lacks].join('; ') });
      return wrong.length > 0 ? 'rejected' : 'incomplete';
    }
    const building = { ...at, item: { name: item.building! } };
    const floor = { ...at, item: { ...item.floor! } };
    const isAdded =
      this.draft.once('buildings', building) &&
      this.draft.once('floors', floor) &&
      this.draft.add('units', { ...at, item: { ...item, floor: item.floor!.name } });
    if (isAdded) this.placed.set(unit, { unit_number: item.unit_number!, building: item.building! });
    return isAdded ? 'added' : 'rejected';
  }

  /** Errors for an element that does not stand for one unit. */
  private contradictions(unit: XmlNode): string[] {
    const id = providerIdOf(unit);
    const earlier = id === undefined ? undefined : this.lines.get(id);
    if (id !== undefined && earlier === undefined) this.lines.set(id, unit.line);
    return [
      ...(earlier === undefined ? [] : [`IDValue "${id}" is that of line ${earlier}`]),
      ...((unit.at('Units')?.all('Unit').length ?? 0) > 1 ? ['holds more than one Unit'] : []),
    ];
  }

  buildingOf(unit: XmlNode): string | undefined {
    const details = detailsOf(unit);
    const id = details?.at('BuildingID')?.attributes['IDValue'] ?? details?.value('BuildingID');
    const { buildings } = this.names;
    const said = [id && buildings.get(id), details?.value('BuildingName')].find((name) => name && !NOTHING.test(name));
    const name = said ?? this.options.building;
    return name && (buildings.get(name) ?? name);
  }

  private floorOf(unit: XmlNode) {
    const level = unit.value('FloorLevel') ?? detailsOf(unit)?.value('FloorLevel');
    return level !== undefined && /^-?\d{1,3}$/.test(level) ? floorOf(String(Number(level))) : this.options.floor;
  }

  /** Finds the floor plan by id if the unit has one, otherwise by name. */
  private planOf(unit: XmlNode, lacks: string[]): string | undefined {
    const details = detailsOf(unit);
    const said = details?.at('FloorplanID')?.attributes['IDValue'] ?? details?.value('FloorplanID');
    const name = details?.value('FloorplanName');
    const id = said && (this.options.floorPlanIds.get(said) ?? said);
    const plan = id ? this.names.plans.get(id) : name;
    if (id && plan === undefined)
      lacks.push(`FloorplanID ${id} is no floor plan of this property (--floor-plan-ids ${said}=...)`);
    else if (plan === undefined) lacks.push('names no floor plan');
    else if (!this.draft.has('floor_plans', { name: plan }))
      lacks.push(`FloorplanName "${plan}" is no floor plan of this property`);
    else if (id && name !== undefined && name !== plan) {
      const reason = `FloorplanName "${name}" is not that of floor plan ${id}, "${plan}": the id counts`;
      this.rejects.add({ line: details!.at('FloorplanName')!.line, element: elementOf(unit), reason });
    }
    return plan;
  }

  private areaOf(unit: XmlNode): number | undefined {
    const said = ['MinSquareFeet', 'MaxSquareFeet'].map((name) => detailsOf(unit)?.value(name));
    const areas = new Set(said.filter((area) => area !== undefined));
    const [area] = areas;
    if (areas.size === 0) return this.options.area;
    return areas.size === 1 && /^\d{1,7}(\.0+)?$/.test(area!) ? Number(area) : undefined;
  }
}

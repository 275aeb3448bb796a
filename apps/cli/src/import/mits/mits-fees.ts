import type { Item } from '../../provision/section.js';
import type { Draft } from '../draft.js';
import type { Rejects } from '../rejects.js';
import { chargeOf } from './mits-charges.js';
import type { Fee } from './mits-fee.js';
import { elementOf, type MitsOptions } from './mits-options.js';
import { policyFees } from './mits-policies.js';
import type { XmlNode } from './xml-tree.js';

/** The imported parts of a property that fees belong to. */
export interface Parts {
  /** names of floor plans by IDValue */
  plans: ReadonlyMap<string, string>;
  units: ReadonlyMap<XmlNode, { unit_number: string; building: string }>;
}

const CLASSES = ['ChargeOfferItem', 'PetOfferItem', 'ParkingOfferItem', 'StorageOfferItem'];

/**
 * Adds the fees of a property: those of MITS 5.0 and of 4.1. Fees of the property apply to every unit; those of floor plans and units
 * are entries, and so are those of a building if there are several.
 */
export function addFees(draft: Draft, property: XmlNode, options: MitsOptions, rejects: Rejects, parts: Parts): void {
  const fees = new Fees(rejects);
  const read = (node: XmlNode): Fee[] => fees.read(node, options);
  for (const fee of read(property)) fees.add('asset_expenses', fee, []);
  const buildings = property.all('Building');
  for (const building of buildings)
    for (const fee of read(building))
      if (buildings.length === 1) fees.add('asset_expenses', fee, []);
      else fees.add('unit_expenses', fee, unitsOf(building, parts));
  for (const plan of property.all('Floorplan')) {
    const name = parts.plans.get(plan.attributes['IDValue'] ?? plan.value('Name') ?? '');
    for (const fee of name === undefined ? [] : read(plan))
      fees.add('floor_plan_expenses', fee, [{ floor_plan: name }]);
  }
  for (const [unit, name] of parts.units)
    for (const fee of read(unit)) fees.add('unit_expenses', fee, [{ unit: name }]);
  fees.addTo(draft);
}

function unitsOf(building: XmlNode, { units }: Parts): Item[] {
  const names = [building.value('Name'), building.value('MarketingName'), building.attributes['IDValue']];
  return [...units.values()].filter((unit) => names.includes(unit.building)).map((unit) => ({ unit }));
}

type FeeList = 'asset_expenses' | 'floor_plan_expenses' | 'unit_expenses';

interface Expense {
  at: { line: number; element: string };
  item: Item;
  /** the entries by what they are for */
  entries: Map<string, Item>;
}

/** Fees with the same fields are one expense, with an entry for each floor plan or unit. */
class Fees {
  private readonly found = new Map<string, Expense>();
  private readonly names = new Map<string, string>();

  constructor(private readonly rejects: Rejects) {}

  read(node: XmlNode, options: MitsOptions): Fee[] {
    const charges = node
      .all('ChargeOfferClass')
      .flatMap((each) => each.children.filter(({ name }) => CLASSES.includes(name)).map((item) => ({ each, item })))
      .map(({ each, item }) => chargeOf(item, each.attributes['Code'] ?? '', options.rentCode));
    const prefix = node.name === 'Property' ? '' : `${elementOf(node)}, `;
    return [...charges, ...policyFees(node)].flatMap((fee) => {
      if (!fee) return [];
      const element = `${prefix}${fee.element}`;
      const reason = 'reason' in fee ? fee.reason : fee.loss;
      if (reason !== undefined) this.rejects.add({ line: fee.line, element, reason });
      return 'reason' in fee ? [] : [{ ...fee, element }];
    });
  }

  /** @param subjects the floor plans or units that have it; none = all */
  add(list: FeeList, { line, element, fields, value }: Fee, subjects: readonly Item[]): void {
    const at = { line, element };
    if (list === 'asset_expenses') {
      const item = { ...fields, ...value, name: this.nameOf(list, fields.name, String(this.found.size)) };
      this.found.set(`${list} ${this.found.size}`, { at, item, entries: new Map() });
      return;
    }
    for (const subject of subjects) {
      const its = JSON.stringify(subject);
      let [n, key] = [0, ''];
      do key = `${list} ${JSON.stringify(fields)} ${n++}`;
      while (this.found.get(key)?.entries.has(its));
      const item = { ...fields, name: this.nameOf(list, fields.name, key) };
      const expense = this.found.get(key) ?? { at, item, entries: new Map<string, Item>() };
      expense.entries.set(its, { ...subject, ...value });
      this.found.set(key, expense);
    }
  }

  addTo(draft: Draft): void {
    let sort = 0;
    for (const [key, { at, item, entries }] of this.found) {
      const list = key.slice(0, key.indexOf(' ')) as FeeList;
      const all = list === 'asset_expenses' ? {} : { entries: [...entries.values()] };
      draft.add(list, { ...at, item: { ...item, ...all, sort: ++sort } });
    }
  }

  /** The name of an expense: unique in its list, and the same each time the file is imported. */
  private nameOf(list: FeeList, name: string, key: string): string {
    for (let n = 1; ; n += 1) {
      const numbered = n === 1 ? name : `${name} ${n}`;
      const owner = this.names.get(`${list} ${numbered}`);
      if (owner === undefined) this.names.set(`${list} ${numbered}`, key);
      if (owner === undefined || owner === key) return numbered;
    }
  }
}

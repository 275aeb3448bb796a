import { unitNumberKey } from '@app/catalog/contract';
import type { CatalogExport } from '@app/catalog/provisioning';
import type { UnitName } from '../provision/names.js';
import { type Named, namesOf } from './names-of.js';

/** References to the units of an asset: by number, with the building if several units have the number, and by id if that is not enough. */
export class UnitNames {
  private readonly names: ReadonlyMap<string, UnitName>;

  constructor(units: CatalogExport['units'], buildings: readonly Named[]) {
    const nameOf = namesOf(buildings);
    const count = new Map<string, number>();
    const add = (key: string) => count.set(key, (count.get(key) ?? 0) + 1);
    const keysOf = ({ unit_number: number, building_id: building }: CatalogExport['units'][number]) =>
      [unitNumberKey(number), `${building} ${unitNumberKey(number)}`] as const;
    for (const unit of units) keysOf(unit).forEach(add);
    this.names = new Map(
      units.map((unit): [string, UnitName] => {
        const { id, unit_number } = unit;
        const building = nameOf(unit.building_id);
        const [inAsset, inBuilding] = keysOf(unit).map((key) => count.get(key));
        if (inAsset === 1) return [id, unit_number];
        return [id, typeof building === 'string' && inBuilding === 1 ? { unit_number, building } : { id }];
      }),
    );
  }

  has(id: string): boolean {
    return this.names.has(id);
  }

  nameOf(id: string): UnitName {
    return this.names.get(id)!;
  }

  /** The field `units`, omitted without units. */
  list(ids: readonly string[]): { units?: UnitName[] } {
    return ids.length > 0 ? { units: ids.map((id) => this.nameOf(id)) } : {};
  }
}

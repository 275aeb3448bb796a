import { unitNumberKey } from '@app/catalog/contract';
import type { CatalogExport } from '@app/catalog/provisioning';
import type { UnitName } from '../provision/names.js';

/** References to the units of an asset: by number, with the building if several units have the number. */
export class UnitNames {
  private readonly names: ReadonlyMap<string, UnitName>;

  constructor(units: CatalogExport['units']) {
    const count = new Map<string, number>();
    for (const { unit_number: number } of units)
      count.set(unitNumberKey(number), (count.get(unitNumberKey(number)) ?? 0) + 1);
    this.names = new Map(
      units.map(({ id, unit_number, building }) => [
        id,
        count.get(unitNumberKey(unit_number)) === 1 ? unit_number : { unit_number, building },
      ]),
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

import { type FieldErrors, isId } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { repeated } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { unitNumberKey } from './unit-number.value.js';

/** How the items of a batch name units: by id, by number within a building, or by their id in another system. */
export type UnitMatch = { by: 'id' | 'number' } | { by: 'reference'; key: string };

/** What names a unit in an item of a batch. */
interface NamedUnit {
  id?: string | undefined;
  buildingId?: string | undefined;
  unitNumber?: string | undefined;
  reference?: string | undefined;
}

interface MatchedUnits {
  /** the id of each item's unit; undefined where none matches */
  ids: (string | undefined)[];
  /** by path: `data.3.unit_number` */
  errors: FieldErrors;
  /** field by which the items name units */
  field: string;
}

/** Finds the units of an asset that the items of a batch name. */
export class MatchUnits extends Query<MatchedUnits> {
  constructor(
    readonly assetId: string,
    readonly match: UnitMatch,
    readonly items: readonly NamedUnit[],
    /** field with the id of a unit */
    readonly idField = 'id',
  ) {
    super();
  }
}

/** Finds the units with these values in the reference group with this key, by value. The context of references answers it. */
export class FindReferencedUnits extends Query<ReadonlyMap<string, string> | 'unknown key'> {
  constructor(
    readonly assetId: string,
    readonly key: string,
    readonly values: readonly string[],
  ) {
    super();
  }
}

/**
 * `is not distinct from` keeps Postgres from the index by building, whose units it would compare with each item one by one. It chose that
 * index while its statistics were older than an import.
 */
const BY_NUMBER = `select wanted.n::int as n, array_agg(unit.id::text) as ids
  from unnest(:buildings::bigint[], :numbers::text[]) with ordinality wanted (building, number, n)
  join catalog.unit unit on unit.asset_id = :assetId and unit.building_id is not distinct from wanted.building
    and catalog.unit_number_key(unit.unit_number) = catalog.unit_number_key(wanted.number)
  group by wanted.n`;

@QueryHandler(MatchUnits)
export class MatchUnitsHandler implements IQueryHandler<MatchUnits> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ assetId, match, items, idField }: MatchUnits): Promise<MatchedUnits> {
    if (match.by === 'id') {
      const ids = items.map(({ id }) => id);
      return { ids, errors: repeated(ids, idField), field: idField };
    }
    const errors: FieldErrors = {};
    for (const [at, { id }] of items.entries())
      if (id !== undefined) errors[`data.${at}.${idField}`] = [`must not be sent with match-by=${match.by}`];
    return 'key' in match ? this.byReference(assetId, match.key, items, errors) : this.byNumber(assetId, items, errors);
  }

  private async byNumber(assetId: string, items: readonly NamedUnit[], errors: FieldErrors): Promise<MatchedUnits> {
    const required = ['is required with match-by=number'];
    for (const [at, { buildingId, unitNumber }] of items.entries()) {
      if (buildingId === undefined) errors[`data.${at}.building_id`] = required;
      if (unitNumber === undefined) errors[`data.${at}.unit_number`] = required;
    }
    const names = items.map(({ buildingId, unitNumber }) =>
      buildingId === undefined || unitNumber === undefined ? undefined : `${buildingId} ${unitNumberKey(unitNumber)}`,
    );
    Object.assign(errors, repeated(names, 'unit_number'));
    const rows = await this.database.rows<{ n: number; ids: string[] }>(BY_NUMBER, {
      assetId,
      buildings: items.map(({ buildingId = '0' }) => (isId(buildingId) ? buildingId : '0')),
      numbers: items.map(({ unitNumber = null }) => unitNumber),
    });
    const ids: (string | undefined)[] = items.map(() => undefined);
    for (const { n, ids: found } of rows) {
      ids[n - 1] = found[0];
      if (found.length > 1)
        errors[`data.${n - 1}.unit_number`] = [`is the number of ${found.length} units of the building: match by id`];
    }
    return { ids, errors, field: 'unit_number' };
  }

  private async byReference(
    assetId: string,
    key: string,
    items: readonly NamedUnit[],
    errors: FieldErrors,
  ): Promise<MatchedUnits> {
    const values = items.map(({ reference }) => reference);
    Object.assign(errors, repeated(values, 'reference'));
    for (const [at, value] of values.entries())
      if (value === undefined) errors[`data.${at}.reference`] = ['is required with match-by=reference'];
    const sent = values.filter((value) => value !== undefined);
    const found = await this.queries.execute(new FindReferencedUnits(assetId, key, sent));
    if (found === 'unknown key')
      return { ids: [], errors: { 'reference-key': ['is not the key of a reference group of the asset'] }, field: key };
    return { ids: values.map((value) => found.get(value ?? '')), errors, field: 'reference' };
  }
}

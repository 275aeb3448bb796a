import { type FieldErrors, invalid } from '@app/platform/core';
import { type FileChange, Files } from '@app/platform/files';
import {
  Database,
  InjectRepository,
  Repository,
  UnitOfWork,
  upsert,
  type UpsertResult,
} from '@app/platform/persistence';
import { reviseWithin, type Rules } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Unit } from '../units/unit.aggregate.js';
import type { CreateUnitDto } from '../units/unit.dto.js';
import { unitNumberKey } from '../units/unit-number.value.js';

type Images = Partial<Record<'viewImage' | 'secondaryViewImage', FileChange>>;
type UnitFields = Omit<CreateUnitDto, keyof Images> & Images;

/** References building, floor and floor plan by name, or by id. */
export type UnitRow = Omit<UnitFields, 'buildingId' | 'floorId' | 'floorPlanId'> &
  Record<Part, string | { id: string }>;

const TABLES = { building: 'catalog.building', floor: 'catalog.floor', floorPlan: 'catalog.floor_plan' };
type Part = keyof typeof TABLES;
const FIELDS = { building: 'building', floor: 'floor', floorPlan: 'floor_plan' };

/** Creates or updates units of an asset, matched by building and number, which must be unique among the rows. */
export class UpsertUnits extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly rows: readonly UnitRow[],
    /** `rulesOf(CreateUnitDto)` */
    readonly rules: Rules | undefined,
  ) {
    super();
  }
}

@CommandHandler(UpsertUnits)
export class UpsertUnitsHandler implements ICommandHandler<UpsertUnits> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(Unit) private readonly units: Repository<Unit>,
    private readonly files: Files,
  ) {}

  /** @throws Problem invalid, naming units (`3.floor`) whose names are unknown or ambiguous in the asset */
  execute({ assetId, rows, rules }: UpsertUnits): Promise<UpsertResult[]> {
    return this.work.run(async () => {
      const results = await upsert<Unit, UnitFields>(this.units, {
        of: { assetId },
        rows: await this.withIds(assetId, rows),
        key: ({ buildingId, unitNumber }) => `${buildingId} ${unitNumberKey(unitNumber)}`,
        field: 'unit_number',
        create: (row) => new Unit(assetId, row as CreateUnitDto), // a new unit has no image to delete
        revise: (stored, row) => reviseWithin(rules, stored, row),
      });
      await this.files.keep(...rows.flatMap(({ viewImage, secondaryViewImage }) => [viewImage, secondaryViewImage]));
      return results;
    });
  }

  private async withIds(assetId: string, rows: readonly UnitRow[]): Promise<UnitFields[]> {
    const errors: FieldErrors = {};
    const idOf = async (part: Part) => this.idsOf(assetId, part, rows, errors);
    const [buildings, floors, floorPlans] = [await idOf('building'), await idOf('floor'), await idOf('floorPlan')];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return rows.map(({ building: _, floor: _floor, floorPlan: _plan, ...row }, n) => ({
      ...row,
      buildingId: buildings[n]!,
      floorId: floors[n]!,
      floorPlanId: floorPlans[n]!,
    }));
  }

  /** Resolves the name of a part to its id, for each row. */
  private async idsOf(assetId: string, part: Part, rows: readonly UnitRow[], errors: FieldErrors) {
    const names = [...new Set(rows.map((row) => row[part]).filter((name) => typeof name === 'string'))];
    const found = await this.database.rows<{ name: string; ids: string[] }>(
      `select name, array_agg(id::text) as ids from ${TABLES[part]}
        where asset_id = :assetId and name = any (:names) group by name`,
      { assetId, names },
    );
    const known = new Map(found.map(({ name, ids }) => [name, ids]));
    return rows.map((row, n) => {
      const name = row[part];
      if (typeof name !== 'string') return name.id;
      const [id, ...others] = known.get(name) ?? [];
      const path = `${n}.${FIELDS[part]}`;
      if (id === undefined) errors[path] = [`"${name}" is not in this asset`];
      else if (others.length > 0) errors[path] = [`"${name}" is in this asset ${others.length + 1} times`];
      return id;
    });
  }
}

import { Aggregate, type FieldErrors, invalid } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { type FileContent } from '@app/platform/files';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitsChanged } from '../units/unit.events.js';
import type { Declared, DeclaredRow } from './declared.value.js';
import { DeclaredRows } from './declared-rows.repository.js';
import { TABLES } from './declared-tables.value.js';

export interface DeclaredUnit {
  unit_number: string;
  /** names */
  building: string;
  floor: string;
  floor_plan: string;
  area: number;
  is_affordable_housing_unit?: boolean;
  view_image?: FileContent | null;
  secondary_view_image?: FileContent | null;
}

const PARTS = ['building', 'floor', 'floor_plan'] as const;
type Part = (typeof PARTS)[number];

/** Makes declared units of an asset true; found by building and number. Answers one `Declared` for each. */
export class DeclareUnits extends Command<Declared[]> {
  constructor(
    readonly assetId: string,
    /** valid, no number twice in a building */
    readonly units: readonly DeclaredUnit[],
  ) {
    super();
  }
}

@CommandHandler(DeclareUnits)
export class DeclareUnitsHandler implements ICommandHandler<DeclareUnits> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly declared: DeclaredRows,
  ) {}

  /** @throws Problem invalid, naming units (`3.floor`) with names that the asset does not have, or has more than once */
  execute({ assetId, units }: DeclareUnits): Promise<Declared[]> {
    return this.work.run(async () => {
      const rows = await this.withIds(assetId, units);
      const declared = await this.declared.declare(TABLES.units, assetId, rows);
      if (declared.some(({ made }) => made !== 'unchanged')) this.work.track(new OtherUnits(assetId));
      return declared;
    });
  }

  private async withIds(assetId: string, units: readonly DeclaredUnit[]): Promise<DeclaredRow[]> {
    const faults: FieldErrors = {};
    const rows = units.map(({ building: _, floor: _floor, floor_plan: _plan, ...row }): DeclaredRow => row);
    for (const part of PARTS) {
      const ids = await this.ids(assetId, part, units);
      units.forEach((unit, n) => {
        const [id, ...others] = ids.get(unit[part]) ?? [];
        if (id === undefined) faults[`${n}.${part}`] = [`"${unit[part]}" is not in this asset`];
        else if (others.length > 0)
          faults[`${n}.${part}`] = [`"${unit[part]}" is in this asset ${others.length + 1} times`];
        rows[n]![`${part}_id`] = id;
      });
    }
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return rows;
  }

  /** Ids by name. */
  private async ids(assetId: string, part: Part, units: readonly DeclaredUnit[]): Promise<Map<string, string[]>> {
    const names = [...new Set(units.map((unit) => unit[part]))];
    const rows = await this.database.rows<{ name: string; ids: string[] }>(
      `select name, array_agg(id::text) as ids from catalog.${part} where asset_id = :assetId and name = any (:names) group by name`,
      { assetId, names },
    );
    return new Map(rows.map(({ name, ids }) => [name, ids]));
  }
}

/** Many units at once are one event. */
export class OtherUnits extends Aggregate {
  constructor(assetId: string) {
    super();
    this.record(new UnitsChanged(assetId));
  }
}

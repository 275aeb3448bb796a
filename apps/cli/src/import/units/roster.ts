import {
  CreateBuildingDto,
  CreateFloorDto,
  CreateFloorPlanDto,
  CreateUnitDto,
  unitNumberKey,
} from '@app/catalog/contract';
import { compileSchema, type JsonSchema } from '@app/platform/core';
import { fieldsOf } from '@app/platform/rest';
import type { Type } from '@nestjs/common';
import { type CellFormat, type Columns, type MappedFields, valueOf } from '../csv/mapping.js';
import { hintsFor } from '../csv/hints.js';

const schemaOf = (dto: Type<object>, name: string): JsonSchema =>
  fieldsOf(dto).find((field) => field.name === name)!.compiled;

/** What a row says of a unit, its place, and a floor plan that may be new. */
const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  unit_number: schemaOf(CreateUnitDto, 'unit_number'),
  building: schemaOf(CreateBuildingDto, 'name'),
  floor: schemaOf(CreateFloorDto, 'name'),
  floor_plan: schemaOf(CreateFloorPlanDto, 'name'),
  area: schemaOf(CreateUnitDto, 'area'),
  bedroom_count: schemaOf(CreateFloorPlanDto, 'bedroom_count'),
  bathroom_count: schemaOf(CreateFloorPlanDto, 'bathroom_count'),
};

export const ROSTER_FIELDS: MappedFields = { of: 'a unit', names: Object.keys(SCHEMAS), required: ['unit_number'] };

export interface RosterRow {
  line: number;
  unit_number: string;
  building: string;
  floor?: string;
  floor_plan?: string;
  area?: number;
  bedroom_count?: number;
  bathroom_count?: number;
}

const check = compileSchema({ type: 'object', properties: SCHEMAS, required: ['unit_number', 'building'] });

interface RowRead {
  row: RosterRow;
  errors: string[];
  /** options that may help */
  hints: string[];
}

/** Reads the rows of a roster: every unit once, every floor plan with one number of rooms. */
export class Roster {
  private readonly units = new Map<string, number>();
  private readonly plans = new Map<string, RosterRow>();

  /** @param defaults values of fields for which a row has none */
  constructor(
    private readonly columns: Columns,
    private readonly format: CellFormat,
    private readonly defaults: Readonly<Record<string, string | number | undefined>>,
  ) {}

  read(line: number, cellOf: (column: string) => string): RowRead {
    const given: Record<string, unknown> = Object.fromEntries(
      Object.entries(this.defaults).filter(([, value]) => value !== undefined),
    );
    const errors = new Map<string, string>();
    const hints = new Set<string>();
    for (const [field, column] of this.columns) {
      const cell = this.format.trim ? cellOf(column).trim() : cellOf(column);
      if (cell === '') continue;
      const value = valueOf(SCHEMAS[field]!, cell, this.format);
      if (typeof value === 'object') {
        errors.set(field, `${field} ${value.error}`);
        for (const hint of hintsFor(field, cell, this.format)) hints.add(hint);
      } else given[field] = value;
    }
    for (const [field, texts] of Object.entries(check(given)?.errors ?? {}))
      if (!errors.has(field)) errors.set(field, `${field} ${texts.join(', ')}${optionFor(field)}`);
    const row = { ...given, line } as RosterRow;
    const all = [...errors.values(), ...(errors.size === 0 ? this.contradictions(row) : [])];
    return { row, errors: all, hints: [...hints] };
  }

  private contradictions(row: RosterRow): string[] {
    const name = JSON.stringify([row.building, unitNumberKey(row.unit_number)]);
    const earlier = this.units.get(name);
    if (earlier !== undefined)
      return [`unit_number "${row.unit_number}" of building "${row.building}" is that of line ${earlier}`];
    this.units.set(name, row.line);
    if (row.floor_plan === undefined) return [];
    const first = this.plans.get(row.floor_plan);
    if (!first) this.plans.set(row.floor_plan, row);
    const other = first && ROOMS.find((field) => row[field] !== undefined && row[field] !== first[field]);
    if (!other) return [];
    return [
      `${other} of floor plan "${row.floor_plan}" is ${row[other]} here, and ${first![other] ?? 'missing'} on line ${first!.line}`,
    ];
  }
}

const ROOMS = ['bedroom_count', 'bathroom_count'] as const;

const optionFor = (field: string): string => (field === 'building' ? ' (--building)' : '');

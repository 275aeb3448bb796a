import { Database, jsonArray } from '@app/platform/persistence';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FloorPlanExpense } from '../floor-plan-expenses/floor-plan-expense.aggregate.js';
import { UnitExpense } from '../unit-expenses/unit-expense.aggregate.js';
import { VALUE_FIELDS } from '../expenses/expense.value.js';
import type { PriceDisplayed } from '../price-displays/price-display.dto.js';

type Row = Record<string, unknown> & { id: string; name: string };
type Entry = Record<string, unknown>;

/** The expenses of floor plans and units as in a provision file, with their ids, in order of creation. */
export interface ExpensesExport {
  price_display: PriceDisplayed;
  floor_plan_expenses: (Row & { entries: (Entry & { floor_plan_id: string })[] })[];
  unit_expenses: (Row & { entries: (Entry & { unit_id: string })[] })[];
}

export class ExportExpenses extends Query<ExpensesExport> {
  constructor(readonly assetId: string) {
    super();
  }
}

const VALUES = VALUE_FIELDS.map(([, name]) => `held.${name}`).join(', ');

const expensesOf = (level: 'floor_plan' | 'unit', entity: Function) => {
  const entries = jsonArray(
    `select held.${level}_id::text, ${VALUES} from expenses.${level}_entry held
      where held.asset_id = :assetId and held.expense_id = own.id`,
    `part.${level}_id::bigint`,
  );
  return jsonArray(
    `select own.id::text, ${columnsOf(entity, 'own')}, ${entries} as entries from expenses.${level}_expense own where own.asset_id = :assetId`,
  );
};

const READ = `select ${expensesOf('floor_plan', FloorPlanExpense)} as floor_plan_expenses,
  ${expensesOf('unit', UnitExpense)} as unit_expenses,
  coalesce((select stored.price_display from expenses.price_display stored where stored.asset_id = :assetId), 'base') as price_display`;

@QueryHandler(ExportExpenses)
export class ExportExpensesHandler implements IQueryHandler<ExportExpenses> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ExportExpenses): Promise<ExpensesExport> {
    return (await this.database.rows<ExpensesExport>(READ, { assetId }))[0]!;
  }
}

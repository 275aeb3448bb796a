import { ValueDto } from '@app/expenses/contract';
import { fieldsOf } from '@app/platform/rest';
import { byId, itemOf } from '../../provision/items.js';
import type { Item } from '../../provision/section.js';
import { PAGE, type SourceServer } from './source-server.js';

const VALUES = fieldsOf(ValueDto).map(({ name }) => name);

const valuesOf = (entry: object): Item =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => VALUES.includes(name)));

/** Reads the displayed price, and the expenses of floor plans and units with their entries. */
export async function expensesOf(source: SourceServer, asset: string): Promise<Item> {
  const { api } = source;
  const display = await source.ifShown('price_display', () => api.viewPriceDisplay({ asset }));
  const ofPlans: Item[] = [];
  for (const expense of await source.all('floor_plan_expenses', api.listFloorPlanExpenses({ asset, ...PAGE }))) {
    const listed = api.listFloorPlanExpenseEntries({ asset, expense: expense.id, ...PAGE });
    const entries = (await source.all('floor_plan_expenses.entries', listed)).map((entry) => ({
      floor_plan: byId(entry.floor_plan_id),
      ...valuesOf(entry),
    }));
    ofPlans.push(itemOf('assets.floor_plan_expenses', expense, { entries }));
  }
  const ofUnits: Item[] = [];
  for (const expense of await source.all('unit_expenses', api.listUnitExpenses({ asset, ...PAGE }))) {
    const listed = api.listUnitExpenseEntries({ asset, expense: expense.id, ...PAGE });
    const entries = (await source.all('unit_expenses.entries', listed)).map((entry) => ({
      unit: byId(entry.unit_id),
      ...valuesOf(entry),
    }));
    ofUnits.push(itemOf('assets.unit_expenses', expense, { entries }));
  }
  return {
    ...(display && { price_display: display.price_display }),
    floor_plan_expenses: ofPlans,
    unit_expenses: ofUnits,
  };
}

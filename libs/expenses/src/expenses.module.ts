import { invalid } from '@app/platform/core';
import { type Persistence } from '@app/platform/persistence';
import { type ProvisionedSet } from '@app/platform/resources';
import { onViolation } from '@app/platform/rest';
import { Module } from '@nestjs/common';
import { AssetExpense } from './asset-expenses/asset-expense.aggregate.js';
import { AssetExpenseController } from './asset-expenses/asset-expense.controller.js';
import { FloorPlanEntryController, UnitEntryController } from './entries/entry.controller.js';
import { FloorPlanEntry, UnitEntry } from './entries/entry.entity.js';
import { ReplaceEntriesHandler } from './entries/replace-entries.command.js';
import { CreateExpenseDto } from './expenses/expense.dto.js';
import { FloorPlanExpense } from './floor-plan-expenses/floor-plan-expense.aggregate.js';
import { FloorPlanExpenseController } from './floor-plan-expenses/floor-plan-expense.controller.js';
import * as migrations from './migrations/index.js';
import { PriceDisplayController } from './price-displays/price-display.controller.js';
import { PriceDisplay } from './price-displays/price-display.entity.js';
import { ViewPriceDisplayHandler } from './price-displays/price-display.queries.js';
import { SetPriceDisplayHandler } from './price-displays/set-price-display.command.js';
import { PricingDisclaimer } from './pricing-disclaimers/pricing-disclaimer.aggregate.js';
import { PricingDisclaimerController } from './pricing-disclaimers/pricing-disclaimer.controller.js';
import { CreatePricingDisclaimerDto } from './pricing-disclaimers/pricing-disclaimer.dto.js';
import { PurgeExpenseStatesJob } from './states/purge-expense-states.job.js';
import { ExpenseState } from './states/state.entity.js';
import { TotalPriceController } from './total-pricing/total-price.controller.js';
import { ListTotalPricesHandler, TotalPrices, ViewTotalPriceHandler } from './total-pricing/total-price.queries.js';
import { ExportExpensesHandler } from './provisioning/exported-expenses.queries.js';
import { ViewerExpensesHandler } from './read-models/viewer-expenses.queries.js';
import { UnitExpense } from './unit-expenses/unit-expense.aggregate.js';
import { UnitExpenseController } from './unit-expenses/unit-expense.controller.js';

const IN_USE = 'cannot be changed while the expense has entries';
onViolation('expense_type_in_use', () => invalid({ type: [IN_USE] }));
onViolation('expense_value_type_in_use', () => invalid({ value_type: [IN_USE] }));

/** Charges besides the rent, and the total price of a unit. */
@Module({
  controllers: [
    FloorPlanExpenseController,
    FloorPlanEntryController,
    UnitExpenseController,
    UnitEntryController,
    AssetExpenseController,
    PricingDisclaimerController,
    PriceDisplayController,
    TotalPriceController,
  ],
  providers: [
    ReplaceEntriesHandler,
    SetPriceDisplayHandler,
    ViewPriceDisplayHandler,
    TotalPrices,
    ListTotalPricesHandler,
    ViewTotalPriceHandler,
    ExportExpensesHandler,
    ViewerExpensesHandler,
    PurgeExpenseStatesJob,
  ],
})
export class ExpensesModule {
  static readonly provisioned: readonly ProvisionedSet[] = [
    { list: 'asset_expenses', entity: AssetExpense, body: CreateExpenseDto },
    { list: 'pricing_disclaimers', entity: PricingDisclaimer, body: CreatePricingDisclaimerDto },
  ];

  static readonly persistence: Persistence = {
    schema: 'expenses',
    entities: [
      AssetExpense,
      FloorPlanExpense,
      UnitExpense,
      FloorPlanEntry,
      UnitEntry,
      PriceDisplay,
      PricingDisclaimer,
      ExpenseState,
    ],
    migrations: Object.values(migrations),
    unaudited: { expense_state: 'the changes that end a state are recorded' },
  };
}

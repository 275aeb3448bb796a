import { ViewerExpenses } from '@app/expenses/contract';
import { PurgeExpenseStatesJob } from '../../../libs/expenses/src/states/purge-expense-states.job.js';
import { PROVISIONING } from './provision.js';
import type { Given, Samples } from './sample.js';

/** States that ended before the first publication of the asset. */
async function purgeStates({ app, run }: Given): Promise<void> {
  await app.sql(
    `update expenses.expense_state set valid_from = valid_from - interval '10 years', valid_to = platform.now() - interval '9 years'`,
  );
  await run(PurgeExpenseStatesJob);
}

export const EXPENSES: Samples = {
  'expenses/src/expenses/expense': [
    'expenses',
    'expenses/{expense}',
    'PUT expenses/{expense}',
    'DELETE expenses/{expense}',
  ],
  'expenses/src/entries/entry': [
    'PUT floor-plans/expenses/{expense}/entries',
    'floor-plans/expenses/{expense}/entries',
    'PUT units/expenses/{expense}/entries',
    'units/expenses/{expense}/entries',
  ],
  'expenses/src/total-pricing/total-price': ['total-:process/units', 'total-:process/units/1'],
  'expenses/src/provisioning/provisioning': PROVISIONING,
  'expenses/src/read-models/viewer-expenses': [
    ['ViewerExpenses', ({ fixture, query }) => query(new ViewerExpenses(fixture.asset.id))],
  ],
  'expenses/src/states/purge-expense-states': [['a run of PurgeExpenseStatesJob', purgeStates]],
};

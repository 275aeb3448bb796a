import { Resource, ResourceController } from '@app/platform/rest';
import { CreateExpenseDto, ExpenseDto, UpdateExpenseDto } from '../expenses/expense.dto.js';
import { UnitExpense } from './unit-expense.aggregate.js';

@Resource('assets/:asset/multifamily/units/expenses', { tag: 'Expenses', flag: 'expenses', extension: true })
export class UnitExpenseController extends ResourceController({
  name: 'unit-expense',
  parameter: 'expense',
  permission: 'expenses',
  entity: UnitExpense,
  create: CreateExpenseDto,
  update: UpdateExpenseDto,
  dto: ExpenseDto,
  order: 'unit_expense.sort, unit_expense.id',
  descriptions: {
    list: 'Lists the expenses of single units, ordered by `sort`. A unit has those with an entry for it.',
    view: 'Returns one of these expenses.',
    create: 'Adds an expense of single units. No unit has it until it has an entry.',
    update:
      'Changes the fields that are sent. A new `value_type` drops the values of the former one. Neither `type` nor `value_type` can be changed while units have entries.',
  },
  operations: { delete: { examples: { expense: '2' } } },
  deletes: 'Deletes an expense, and returns it as it was. Totals of earlier times keep it.',
}) {}

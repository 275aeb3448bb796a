import { Resource, ResourceController } from '@app/platform/rest';
import { CreateExpenseDto, ExpenseDto, UpdateExpenseDto } from '../expenses/expense.dto.js';
import { FloorPlanExpense } from './floor-plan-expense.aggregate.js';

@Resource('assets/:asset/multifamily/floor-plans/expenses', { tag: 'Expenses', flag: 'expenses', extension: true })
export class FloorPlanExpenseController extends ResourceController({
  name: 'floor-plan-expense',
  parameter: 'expense',
  permission: 'expenses',
  entity: FloorPlanExpense,
  create: CreateExpenseDto,
  update: UpdateExpenseDto,
  dto: ExpenseDto,
  order: 'floor_plan_expense.sort, floor_plan_expense.id',
  descriptions: {
    list: 'Lists the expenses of floor plans, ordered by `sort`. A floor plan has those with an entry for it.',
    view: 'Returns one of these expenses.',
    create: 'Adds an expense of floor plans. No floor plan has it until it has an entry.',
    update:
      'Changes the fields that are sent. A new `value_type` drops the values of the former one. Neither `type` nor `value_type` can be changed while floor plans have entries.',
  },
  operations: { delete: { examples: { expense: '2' } } },
  deletes: 'Deletes an expense, and returns it as it was. Totals of earlier times keep it.',
}) {}

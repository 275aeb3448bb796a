import { Resource, ResourceController } from '@app/platform/rest';
import { CreateExpenseDto, ExpenseDto, UpdateExpenseDto } from '../expenses/expense.dto.js';
import { AssetExpense } from './asset-expense.aggregate.js';

@Resource('assets/:asset/multifamily/expenses', { tag: 'Expenses', flag: 'expenses', extension: true })
export class AssetExpenseController extends ResourceController({
  name: 'asset-expense',
  parameter: 'expense',
  permission: 'expenses',
  entity: AssetExpense,
  create: CreateExpenseDto,
  update: UpdateExpenseDto,
  dto: ExpenseDto,
  order: 'asset_expense.sort, asset_expense.id',
  descriptions: {
    list: 'Lists the expenses that every unit of the asset has, ordered by `sort`.',
    view: 'Returns one of these expenses.',
    create:
      'Adds an expense that every unit of the asset has. Which fields have its value depends on `value_type`; fields of other types are rejected.',
    update: 'Changes the fields that are sent. A new `value_type` drops the values of the former one.',
  },
  operations: { delete: { examples: { expense: '10' } } },
  deletes: 'Deletes an expense, and returns it as it was. Totals of earlier times keep it.',
}) {}

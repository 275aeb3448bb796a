import { Database, jsonArray } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Charges, type State } from '../total-pricing/charges.value.js';
import { type TotalPrice, totalPrice } from '../total-pricing/total-price.value.js';

/** A text about prices; fields without text are null. */
export interface ViewerDisclaimer {
  id: string;
  label: string | null;
  short_text: string | null;
  long_text: string | null;
  subtext: string | null;
}

/** The expenses of an asset, for pages. */
export interface ViewerExpensesParts {
  priceDisplay: 'base' | 'total';
  disclaimers: ViewerDisclaimer[];
  /** The total price of a unit with its breakdown. @param price null if visitors see none */
  totalOf(unitId: string, floorPlanId: string, price: number | null): TotalPrice;
}

/** Reads the present expenses of an asset. */
export class ViewerExpenses extends Query<ViewerExpensesParts> {
  /** what it reads */
  static readonly tables = ['expenses.expense_state', 'expenses.pricing_disclaimer'];

  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select
  (select coalesce(json_agg(json_build_object('kind', state.kind, 'expense', state.expense_id::text,
      'subject', state.subject_id::text, 'content', state.content)), '[]')
    from expenses.expense_state state where state.asset_id = :assetId and state.valid_to is null) as states,
  ${jsonArray(`select own.id::text, own.label, own.short_text, own.long_text, own.subtext
    from expenses.pricing_disclaimer own where own.asset_id = :assetId and own.is_enabled`)} as disclaimers`;

@QueryHandler(ViewerExpenses)
export class ViewerExpensesHandler implements IQueryHandler<ViewerExpenses> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ViewerExpenses): Promise<ViewerExpensesParts> {
    const rows = await this.database.rows<{ states: State[]; disclaimers: ViewerDisclaimer[] }>(READ, { assetId });
    const { states, disclaimers } = rows[0]!;
    const charges = new Charges(states);
    return {
      priceDisplay: charges.priceDisplay,
      disclaimers,
      totalOf: (unit, plan, price) => totalPrice(price, charges.of(unit, plan)),
    };
  }
}

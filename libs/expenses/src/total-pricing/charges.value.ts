import { VALUE_FIELDS } from '../expenses/expense.value.js';
import type { PriceDisplayed } from '../price-displays/price-display.dto.js';
import type { Charge } from './total-price.value.js';

/** The row of an expense, of which an entry has only the value; or that of the displayed price. */
type Row = Readonly<
  Omit<Charge, 'expense_id' | 'level'> & { id: number; sort: number; price_display?: PriceDisplayed }
>;

/** A stored state: the row of an expense or entry, by its table. */
export interface State {
  kind: string;
  expense: string;
  subject: string;
  content: Row;
}

const VALUES = VALUE_FIELDS.map(([, name]) => name as keyof Row);

/** The charges of the units of an asset, from the states of its expenses and entries at one time. */
export class Charges {
  readonly priceDisplay: PriceDisplayed;
  private readonly ofAsset: Charge[];
  private readonly entries = new Map<string, Charge[]>();
  private readonly ofPlans = new Map<string | null, readonly Charge[]>();

  constructor(states: readonly State[]) {
    const of = (kind: string) => states.filter((state) => state.kind === kind).sort(inOrder);
    this.priceDisplay = of('price_display')[0]?.content.price_display ?? 'base';
    this.ofAsset = of('asset_expense').map((state) => chargeOf('asset', state.content));
    for (const level of ['floor_plan', 'unit'] as const) {
      const expenses = new Map(of(`${level}_expense`).map((state) => [state.expense, state.content]));
      const position = new Map([...expenses.keys()].map((id, at) => [id, at]));
      const entries = of(`${level}_entry`).filter(({ expense }) => expenses.has(expense));
      entries.sort((a, b) => position.get(a.expense)! - position.get(b.expense)!);
      for (const { expense, subject, content } of entries) {
        const key = `${level} ${subject}`;
        const held = this.entries.get(key) ?? [];
        this.entries.set(key, [...held, chargeOf(level, expenses.get(expense)!, content)]);
      }
    }
  }

  /** All charges of a unit, the general ones first. Units of a floor plan without charges of their own have the same list. */
  of(unitId: string, floorPlanId: string | null): readonly Charge[] {
    const own = this.entries.get(`unit ${unitId}`);
    const ofPlan = this.ofPlans.get(floorPlanId) ?? this.withPlan(floorPlanId);
    return own ? [...ofPlan, ...own] : ofPlan;
  }

  private withPlan(floorPlanId: string | null): readonly Charge[] {
    const charges = [...this.ofAsset, ...(this.entries.get(`floor_plan ${floorPlanId}`) ?? [])];
    this.ofPlans.set(floorPlanId, charges);
    return charges;
  }
}

const inOrder = (a: State, b: State): number =>
  (a.content.sort ?? 0) - (b.content.sort ?? 0) || Number(a.expense) - Number(b.expense);

/** An entry with a value takes the place of the value of its expense. */
function chargeOf(level: Charge['level'], expense: Row, entry?: Row): Charge {
  const values = entry && VALUES.some((name) => (entry[name] ?? null) !== null) ? entry : expense;
  return {
    expense_id: String(expense.id),
    level,
    label: expense.label,
    type: expense.type,
    category: expense.category,
    frequency: expense.frequency,
    due_at: expense.due_at,
    value_type: expense.value_type,
    is_required: expense.is_required,
    is_enabled: expense.is_enabled,
    is_situational: expense.is_situational,
    is_included: expense.is_included,
    is_refundable: expense.is_refundable,
    max_quantity: expense.max_quantity,
    is_third_party: expense.is_third_party,
    is_per_applicant: expense.is_per_applicant,
    tooltip_label: expense.tooltip_label,
    disclaimer: expense.disclaimer,
    amount: values.amount,
    min_amount: values.min_amount,
    max_amount: values.max_amount,
    percentage: values.percentage,
    steps: values.steps,
    text_amount: values.text_amount,
  };
}

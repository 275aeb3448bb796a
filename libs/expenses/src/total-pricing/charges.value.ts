import { VALUE_FIELDS } from '../expenses/expense.value.js';
import type { Charge } from './total-price.value.js';

type Row = Readonly<Record<string, unknown>>;

/** A stored state: the row of an expense or entry, by its table. */
export interface State {
  kind: string;
  expense: string;
  subject: string;
  content: Row;
}

type Level = Charge['level'];

const FIELDS = [
  ...['label', 'type', 'category', 'frequency', 'due_at', 'value_type'],
  ...['is_required', 'is_enabled', 'is_situational', 'is_included', 'is_refundable'],
  ...['max_quantity', 'is_third_party', 'is_per_applicant', 'tooltip_label', 'disclaimer'],
];
const VALUES = VALUE_FIELDS.map(([, name]) => name);

/** The charges of the units of an asset, from the states of its expenses and entries at one time. */
export class Charges {
  readonly priceDisplay: 'base' | 'total';
  private readonly ofAsset: Charge[];
  private readonly entries = new Map<string, Charge[]>();

  constructor(states: readonly State[]) {
    const of = (kind: string) => states.filter((state) => state.kind === kind).sort(inOrder);
    this.priceDisplay = (of('price_display')[0]?.content['price_display'] as 'total' | undefined) ?? 'base';
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

  /** All charges of a unit, the general ones first. */
  of(unitId: string, floorPlanId: string | null): Charge[] {
    const ofPlan = floorPlanId === null ? [] : (this.entries.get(`floor_plan ${floorPlanId}`) ?? []);
    return [...this.ofAsset, ...ofPlan, ...(this.entries.get(`unit ${unitId}`) ?? [])];
  }
}

const inOrder = (a: State, b: State): number =>
  Number(a.content['sort'] ?? 0) - Number(b.content['sort'] ?? 0) || Number(a.expense) - Number(b.expense);

/** An entry with a value takes the place of the value of its expense. */
function chargeOf(level: Level, expense: Row, entry?: Row): Charge {
  const values = entry && VALUES.some((name) => (entry[name] ?? null) !== null) ? entry : expense;
  const picked = [
    ...FIELDS.map((name) => [name, expense[name] ?? null]),
    ...VALUES.map((name) => [name, values[name] ?? null]),
  ];
  return { expense_id: String(expense['id']), level, ...Object.fromEntries(picked) } as unknown as Charge;
}

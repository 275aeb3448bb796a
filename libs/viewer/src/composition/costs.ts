import type { ViewerExpensesParts } from '@app/expenses/contract';
import type { ViewerProcess } from '@app/pricing/contract';
import type { AssetParts, CatalogUnit } from './asset-parts.js';
import { optional } from './composed.js';
import type { ViewerCharge, ViewerDisclaimer, ViewerUnit } from './viewer-document.schema.js';

type Line = ReturnType<ViewerExpensesParts['totalOf']>['breakdown'][number];

/** Members of a unit that depend on expenses. */
export type UnitCosts = Pick<
  ViewerUnit,
  'total_price' | 'base_price' | 'price_estimate' | 'price_incomplete' | 'move_in_price' | 'charges'
>;

/** What an asset shows of its expenses. Units with the same charges share a set of them. */
export class Costs {
  private readonly expenses: ViewerExpensesParts;
  private readonly found: ViewerCharge[][] = [];
  private readonly positions = new Map<string, number>();
  private readonly ofUnits = new Map<string, number | undefined>();

  constructor(private readonly parts: Pick<AssetParts, 'expenses' | 'units' | 'processes'>) {
    this.expenses = parts.expenses;
  }

  get sets(): ViewerCharge[][] {
    for (const unit of this.parts.units) this.setOf(unit);
    return this.found;
  }

  get disclaimers(): ViewerDisclaimer[] {
    return this.expenses.disclaimers.map(({ id, label, short_text: short, long_text: long, subtext }) => ({
      id,
      ...optional('label', label),
      ...optional('short_text', short),
      ...optional('long_text', long),
      ...optional('subtext', subtext),
    }));
  }

  get showsTotals(): boolean {
    return this.expenses.priceDisplay === 'total';
  }

  /** Processes with the prices that the asset displays: with totals, a base price appears nowhere else. */
  get displayed(): ViewerProcess[] {
    return this.parts.processes.map((process) => this.displayedIn(process));
  }

  displayedIn(process: ViewerProcess): ViewerProcess {
    if (!this.showsTotals) return process;
    const plans = new Map(this.parts.units.map((unit) => [unit.id, unit.floor_plan_id]));
    const units = process.units.map((unit) => {
      const { total_price: total, is_complete: isComplete } = this.totalOf(
        unit.unit_id,
        plans.get(unit.unit_id)!,
        unit.price,
      );
      return { ...unit, price: unit.price && isComplete ? total : null, full_price: null };
    });
    return { ...process, units };
  }

  /** @param price the base rent; null if there is none to show */
  of(unit: CatalogUnit, price: number | null): UnitCosts {
    const charges = this.setOf(unit);
    const found = price === null ? undefined : this.totalOf(unit.id, unit.floor_plan_id, price);
    if (!found) return optional('charges', charges);
    const { total_price: total, is_complete: isComplete, is_estimate: isEstimate } = found;
    const isDueOnce = found.move_in_is_complete && found.move_in_total !== total;
    return {
      ...optional('charges', charges),
      ...(this.showsTotals && (isComplete ? { base_price: price! } : { price_incomplete: true as const })),
      ...(isComplete && isEstimate && { price_estimate: true as const }),
      ...(!this.showsTotals && charges !== undefined && isComplete && { total_price: total! }),
      ...(isDueOnce && { move_in_price: found.move_in_total! }),
    };
  }

  private totalOf(unitId: string, planId: string, price: number | null) {
    return this.expenses.totalOf(unitId, planId, price || null);
  }

  /** The position of the charges of a unit among the sets; undefined if it has none. */
  private setOf({ id, floor_plan_id: plan }: CatalogUnit): number | undefined {
    if (this.ofUnits.has(id)) return this.ofUnits.get(id);
    const lines = this.expenses.totalOf(id, plan, null).breakdown.filter(({ is_enabled: isEnabled }) => isEnabled);
    const key = JSON.stringify(lines);
    const known = this.positions.get(key);
    const position = lines.length === 0 ? undefined : (known ?? this.found.push(lines.map(chargeOf)) - 1);
    if (position !== undefined) this.positions.set(key, position);
    this.ofUnits.set(id, position);
    return position;
  }
}

const isCounted = ({ reason, is_required: isRequired }: Line): boolean =>
  isRequired && ['counted', 'not_monthly', 'no_amount'].includes(reason);

const chargeOf = (line: Line): ViewerCharge => ({
  id: line.expense_id!,
  label: line.label,
  frequency: line.frequency as ViewerCharge['frequency'],
  ...optional('category', line.category),
  ...optional('due_at', line.due_at),
  ...optional('amount', line.amount),
  ...optional('min_amount', line.min_amount),
  ...optional('max_amount', line.max_amount),
  ...optional('percentage', line.percentage),
  ...optional('steps', line.steps),
  ...optional('text_amount', line.text_amount),
  ...optional('max_quantity', line.max_quantity),
  ...(isCounted(line) && { required: true as const }),
  ...(line.is_refundable && { refundable: true as const }),
  ...(line.is_included && { included: true as const }),
  ...(line.is_situational && { situational: true as const }),
  ...(line.reason === 'replaced' && { replaced: true as const }),
  ...(line.is_per_applicant && { per_applicant: true as const }),
  ...optional('tooltip', line.tooltip_label),
  ...optional('disclaimer', line.disclaimer),
});

import { CreateExpenseDto, PRICE_DISPLAYS, type PriceDisplayed, ValueDto } from '@app/expenses/contract';
import {
  FLOOR_PLANS,
  FloorPlanExpense,
  ReplaceEntries,
  type SentEntry,
  SetPriceDisplay,
  UnitExpense,
  UNITS,
} from '@app/expenses/provisioning';
import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import { fieldsOf } from '@app/platform/rest';
import { CommandBus } from '@nestjs/cqrs';
import { constraintsOf, createBody } from './create-body.js';
import type { Reference, UnitName } from './names.js';
import {
  fields,
  type Item,
  listOf,
  modelOf,
  pruneAll,
  REFERENCE,
  type Section,
  throwIfAny,
  UNIT,
  upsertAll,
} from './section.js';

const LEVELS = {
  floor_plan: { list: 'floor_plan_expenses', entity: FloorPlanExpense, level: FLOOR_PLANS, name: REFERENCE },
  unit: { list: 'unit_expenses', entity: UnitExpense, level: UNITS, name: UNIT },
} as const;

const VALUES = Object.fromEntries(fieldsOf(ValueDto).map(({ name, compiled }) => [`${name}?`, compiled]));
const valueConstraints = constraintsOf(ValueDto);

/** The expenses of floor plans or units, each with its entries: `entries: [{floor_plan: A1, amount: 45}]`. */
function section(kind: keyof typeof LEVELS): Section {
  const { list, entity, level, name } = LEVELS[kind];
  const own = createBody(CreateExpenseDto, { 'entries?': listOf(fields({ [kind]: name, ...VALUES })) });
  return {
    ...own,
    path: `assets.${list}`,
    table: `expenses.${kind}_expense`,
    key: ['name'],
    async constraints(item, parent) {
      const errors: FieldErrors = await own.constraints(item, parent);
      for (const [at, { [kind]: _, ...values }] of ((item['entries'] ?? []) as Item[]).entries())
        for (const [path, texts] of Object.entries(await valueConstraints(values)))
          errors[`entries.${at}.${path}`] = texts;
      return errors;
    },
    async apply(app, items, context) {
      const assetId = context.ids[0]!;
      const rows = items.map(({ entries: _, ...row }) => row);
      const outcomes = await upsertAll(entity, CreateExpenseDto)(app, rows, context);
      const errors: FieldErrors = {};
      for (const [n, outcome] of outcomes.entries()) {
        const given = items[n]!['entries'] as Item[] | undefined;
        if (!given) continue; // its entries stay
        const sent: SentEntry[] = [];
        for (const [at, { [kind]: named, ...values }] of given.entries()) {
          const path = `${n}.entries.${at}.${kind}`;
          const id =
            kind === 'unit'
              ? await context.names.unit(assetId, named as UnitName, path, errors)
              : await context.names.floorPlan(assetId, named as Reference, path, errors);
          sent.push({ ...modelOf<SentEntry>(values), [level.subject]: id });
        }
        throwIfAny(errors);
        const options = { keepsOthers: !context.isPruning, waits: true };
        const replace = new ReplaceEntries(level, { assetId, expenseId: outcome.id }, sent, options);
        const { isChanged } = await atEntries(n, kind, () => app.get(CommandBus).execute(replace));
        if (isChanged && outcome.outcome === 'unchanged') outcomes[n] = { ...outcome, outcome: 'changed' };
      }
      return outcomes;
    },
    prune: pruneAll(entity, 'name'),
  };
}

/** Maps errors of a command at `data.3.unit_id` to the entry 3 of an item. */
async function atEntries<T>(n: number, kind: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error;
    const named = Object.entries(error.fields).map(([path, texts]) => [
      path.replace(/^data(?=\.)/, `${n}.entries`).replace(new RegExp(`${kind}_id$`), kind),
      texts,
    ]);
    throw invalid(Object.fromEntries(named) as FieldErrors);
  }
}

/** Assets with the field `price_display`. */
export function withPriceDisplay(assets: Section): Section {
  const { properties, ...item } = assets.item as { properties: Item };
  const shown = { type: 'string', enum: [...PRICE_DISPLAYS] };
  return {
    ...assets,
    item: { ...item, properties: { ...properties, price_display: shown } },
    constraints: ({ price_display: _, ...own }, parent) => assets.constraints!(own, parent),
    async apply(app, items, context) {
      const outcomes = await assets.apply(
        app,
        items.map(({ price_display: _, ...own }) => own),
        context,
      );
      for (const [n, outcome] of outcomes.entries()) {
        const display = items[n]!['price_display'] as PriceDisplayed | undefined;
        const isChanged = display && (await app.get(CommandBus).execute(new SetPriceDisplay(outcome.id, display)));
        if (isChanged && outcome.outcome === 'unchanged') outcomes[n] = { ...outcome, outcome: 'changed' };
      }
      return outcomes;
    },
  };
}

export const expenseSections = [section('floor_plan'), section('unit')];

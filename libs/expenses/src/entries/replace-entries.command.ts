import { conflict, type FieldErrors, type Ids, throwIfInvalid } from '@app/platform/core';
import {
  Database,
  type IdReference,
  InjectRepository,
  ReferenceValidator,
  Repository,
  UnitOfWork,
} from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ExpenseValue, VALUE_FIELDS, valueErrors } from '../expenses/expense.value.js';
import { FloorPlanExpense } from '../floor-plan-expenses/floor-plan-expense.aggregate.js';
import { UnitExpense } from '../unit-expenses/unit-expense.aggregate.js';

/** An entry as it is sent, with the id of its floor plan or unit. */
export type SentEntry = ExpenseValue & { floorPlanId?: string; unitId?: string };

/** What entries are for. */
export interface EntryLevel {
  name: 'floor_plan' | 'unit';
  subject: 'floorPlanId' | 'unitId';
}

export const FLOOR_PLANS: EntryLevel = { name: 'floor_plan', subject: 'floorPlanId' };
export const UNITS: EntryLevel = { name: 'unit', subject: 'unitId' };

/** The references in a batch of entries. */
export const subjectsOf = ({ name, subject }: EntryLevel, sent: readonly SentEntry[]): IdReference[] =>
  sent.map((entry, at) => ({ path: `data.${at}.${name}_id`, table: `catalog.${name}_v1`, id: entry[subject] }));

/**
 * Replaces all entries of an expense. @returns the ids of their floor plans or units and whether any entry changed
 * @throws Problem 409 while another replacement is in progress, unless it `waits`
 */
export class ReplaceEntries extends Command<{ ids: string[]; isChanged: boolean }> {
  constructor(
    readonly level: EntryLevel,
    readonly ids: Ids<'asset' | 'expense'>,
    readonly sent: readonly SentEntry[],
    /** `keepsOthers`: entries that are missing in the batch stay; `waits`: for another replacement to end */
    readonly options: { keepsOthers?: boolean; waits?: boolean } = {},
  ) {
    super();
  }
}

const NAMES = VALUE_FIELDS.map(([, name]) => name);
const TYPES: Record<string, string> = { steps: 'jsonb', text_amount: 'text' };

/** Entries that stay as they are are not written. */
const replacing = (level: string) => ({
  remove: `delete from expenses.${level}_entry
    where asset_id = :asset and expense_id = :expense and not ${level}_id = any (:subjects::bigint[])`,
  write: `insert into expenses.${level}_entry as stored (asset_id, expense_id, ${level}_id, ${NAMES.join(', ')})
    select :asset, :expense, sent.subject, ${NAMES.map((name) => `sent.${name}`).join(', ')}
    from json_to_recordset(:entries::json) as sent (subject bigint, ${NAMES.map((name) => `${name} ${TYPES[name] ?? 'numeric'}`).join(', ')})
    order by sent.subject
    on conflict (asset_id, expense_id, ${level}_id) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
    where (${NAMES.map((name) => `stored.${name}`).join(', ')}) is distinct from (${NAMES.map((name) => `excluded.${name}`).join(', ')})`,
});

const TRY_LOCK = `select pg_try_advisory_xact_lock(hashtextextended('expenses.entries.' || :level, :expense)) as locked`;

const SQL = { floor_plan: replacing('floor_plan'), unit: replacing('unit') };

@CommandHandler(ReplaceEntries)
export class ReplaceEntriesHandler implements ICommandHandler<ReplaceEntries> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly references: ReferenceValidator,
    @InjectRepository(FloorPlanExpense) private readonly floorPlanExpenses: Repository<FloorPlanExpense>,
    @InjectRepository(UnitExpense) private readonly unitExpenses: Repository<UnitExpense>,
  ) {}

  execute({ level, ids: { assetId, expenseId }, sent, options }: ReplaceEntries) {
    const { name, subject } = level;
    const { remove, write } = SQL[name];
    const expenses: Repository<FloorPlanExpense | UnitExpense> =
      name === 'unit' ? this.unitExpenses : this.floorPlanExpenses;
    return this.work.run(async () => {
      if (!options.waits) await this.requireTurn(name, expenseId);
      const { valueType } = await expenses.lock({ assetId, id: expenseId });
      const unknown = await this.references.errors(assetId, subjectsOf(level, sent));
      throwIfInvalid({ errors: { ...errorsIn(level, valueType, sent), ...unknown } });
      const subjects = sent.map((entry) => entry[subject]!);
      const of = { asset: assetId, expense: expenseId };
      const removed = options.keepsOthers ? 0 : await this.database.execute(remove, { ...of, subjects });
      const entries = JSON.stringify(sent.map((entry) => ({ subject: entry[subject], ...valuesOf(entry) })));
      const written = await this.database.execute(write, { ...of, entries });
      return { ids: subjects, isChanged: removed + written > 0 };
    });
  }

  /** Holds the turn until the end of the transaction. @throws Problem 409 when another request has it */
  private async requireTurn(level: string, expense: string): Promise<void> {
    const [lock] = await this.database.rows<{ locked: boolean }>(TRY_LOCK, { level, expense });
    if (lock!.locked) return;
    const problem = conflict('replacement_in_progress', 'The entries of this expense are being replaced');
    problem.fields = { data: ['conflicts with another replacement'] };
    problem.faultCount = 1;
    throw problem.with({ 'Retry-After': '1' });
  }
}

const valuesOf = (entry: SentEntry) =>
  Object.fromEntries(VALUE_FIELDS.map(([field, name]) => [name, entry[field] ?? null]));

function errorsIn(
  { name, subject }: EntryLevel,
  valueType: Parameters<typeof valueErrors>[0],
  sent: readonly SentEntry[],
): FieldErrors {
  const errors: FieldErrors = {};
  const first = new Map<string | undefined, number>();
  for (const [at, entry] of sent.entries()) {
    const before = first.get(entry[subject]);
    if (before === undefined) first.set(entry[subject], at);
    else errors[`data.${at}.${name}_id`] = [`has an entry already, data.${before}`];
    for (const [field, texts] of Object.entries(valueErrors(valueType, entry))) errors[`data.${at}.${field}`] = texts;
  }
  return errors;
}

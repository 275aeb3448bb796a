import { body, Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { FindResources, ListResources } from '@app/platform/resources';
import { Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FloorPlanEntryDto, UnitEntryDto } from './entry.dto.js';
import { ENTRIES } from './entry.queries.js';
import {
  type EntryLevel,
  FLOOR_PLANS,
  ReplaceEntries,
  type SentEntry,
  subjectsOf,
  UNITS,
} from './replace-entries.command.js';

type Entry = typeof FloorPlanEntryDto | typeof UnitEntryDto;

/** Base class of the controllers of both levels. @param words `floor plan` */
function EntryController(level: EntryLevel, dto: Entry, words: string) {
  const name = words.replace(' ', '-');
  const rows = ENTRIES[level.name];

  class Controller {
    @Inject(QueryBus) protected readonly queries: QueryBus;
    @Inject(CommandBus) protected readonly commands: CommandBus;

    @Operation('GET', '', {
      id: `list-${name}-expense-entries`,
      description: `Lists what this expense costs for each ${words} that has it. A ${words} without an entry does not have the expense.`,
      permission: 'expenses.read',
      returns: returns.list(dto),
    })
    list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'expense'>): Promise<unknown> {
      return this.queries.execute(new ListResources(rows, actor, ids, page));
    }

    @Operation('PUT', '', {
      id: `replace-${name}-expense-entries`,
      description: `Replaces all entries of this expense: every ${words} that is not sent loses it. While another replacement of them is in progress, the response is 409. The value fields must be those of the expense's \`value_type\`; without one, the value of the expense applies.`,
      permission: 'expenses.update',
      body: body.batch(dto),
      references: (sent: SentEntry[]) => subjectsOf(level, sent),
      returns: returns.batch(dto),
      errors: { 409: { replacement_in_progress: 'The entries of this expense are being replaced' } },
    })
    async replace(@Ctx() { ids, body }: RequestContext<'asset' | 'expense', SentEntry[]>): Promise<unknown> {
      const replaced = await this.commands.execute(new ReplaceEntries(level, ids, body));
      return this.queries.execute(new FindResources(rows, ids, replaced.ids));
    }
  }
  return Controller;
}

@Resource('assets/:asset/multifamily/floor-plans/expenses/:expense/entries', {
  tag: 'Expenses',
  tables: { expense: 'expenses.floor_plan_expense' },
  flag: 'expenses',
  extension: true,
})
export class FloorPlanEntryController extends EntryController(FLOOR_PLANS, FloorPlanEntryDto, 'floor plan') {}

@Resource('assets/:asset/multifamily/units/expenses/:expense/entries', {
  tag: 'Expenses',
  tables: { expense: 'expenses.unit_expense' },
  flag: 'expenses',
  extension: true,
})
export class UnitEntryController extends EntryController(UNITS, UnitEntryDto, 'unit') {}

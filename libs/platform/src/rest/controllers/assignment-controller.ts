import { Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Assign } from '../../resources/assignment-commands.js';
import type { Assignments, Item } from '../../resources/assignments.js';
import { FindResources, ListResources, type PathIds } from '../../resources/resource-queries.js';
import { fieldsOf } from '../schema/dto.js';
import * as body from '../bodies/body-readers.js';
import { Operation, type OperationOptions } from '../declare/operation.js';
import * as returns from '../declare/returns.js';
import { Ctx, type RequestContext } from '../declare/request-context.js';
import type { PathTables } from '../../auth/visibility.js';

interface Options {
  assignments: Assignments;
  /** permissions: `filters` for `filters.read` and `filters.update` */
  permission: string;
  /** further errors of all three operations */
  errors?: OperationOptions['errors'];
  list: Own;
  assign: Own;
  remove?: Own;
}

/** Options specific to one operation. */
type Own = Pick<OperationOptions, 'id' | 'description'> & Partial<OperationOptions>;

type BatchContext = RequestContext<'asset', object[]>;

/** Base class of a controller with the operations `list`, `assign` and, if declared, `remove` for assignments to a resource. */
export function AssignmentController({ assignments, permission, errors, ...own }: Options) {
  const { dto } = assignments.options;
  requireSameValues(assignments);
  const complete = (
    declared: Own,
    rest: Pick<OperationOptions, 'returns' | 'body' | 'references'>,
    verb = 'update',
  ) => ({
    permission: `${permission}.${verb}`,
    ...(errors && { errors }),
    ...rest,
    ...declared,
  });
  const units = body.batch(dto);
  const references = (sent: Item[], ids: PathIds) => assignments.references(ids, sent);
  const { remove } = own;

  class Controller {
    /** for `@Resource` */
    static readonly tables: PathTables = assignments.rows.parents ?? {};

    @Inject(QueryBus) protected readonly queries: QueryBus;
    @Inject(CommandBus) protected readonly commands: CommandBus;

    @Operation('GET', '', complete(own.list, { returns: returns.list(dto) }, 'read'))
    list(@Ctx() { actor, ids, page }: RequestContext<'asset'>): Promise<unknown> {
      return this.queries.execute(new ListResources(assignments.rows, actor, ids, page));
    }

    @Operation('PUT', '', complete(own.assign, { returns: returns.batch(dto), body: units, references }))
    async assign(@Ctx() { ids, body: items }: BatchContext): Promise<unknown> {
      const assigned = await this.commands.execute(new Assign(assignments, ids, items));
      if (own.assign.returns === returns.nothing) return undefined;
      return this.queries.execute(new FindResources(assignments.rows, ids, assigned));
    }

    @(remove
      ? Operation('PUT', 'remove', complete(remove, { returns: returns.nothing, body: units, references }))
      : () => {})
    async remove(@Ctx() { ids, body: items }: BatchContext): Promise<void> {
      await this.commands.execute(new Assign(assignments, ids, items, () => true));
    }
  }
  return Controller;
}

/** @throws Error for a value that is only a column, and would become null, or only a field, and would not be stored */
function requireSameValues({ assigned, values, options: { entity, dto, parents, rows } }: Assignments): void {
  const fields = fieldsOf(dto).map(({ property }) => property);
  const columns = values.map(({ property }) => property);
  const ids = ['assetId', ...Object.keys(parents).map((parent) => `${parent}Id`), assigned.property];
  const unsent = columns.find((column) => !fields.includes(column));
  if (unsent) throw new Error(`${entity.name}.${unsent} is not a field: declare it in ${dto.name}`);
  const unstored = rows ? undefined : fields.find((field) => ![...ids, ...columns].includes(field));
  if (unstored) throw new Error(`${dto.name}.${unstored} is not stored: declare a column of ${entity.name}`);
}

import { Inject, type Type } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Json } from '../../persistence/reads/json.js';
import { DeleteUnused, type Deletion } from '../../resources/deletions.js';
import { type DeletionContext, DeleteOperation } from './deletion.js';
import { UnitOfWork } from '../../persistence/aggregates/unit-of-work.js';
import type { ListQuery, RowQuery } from '../../persistence/reads/json-query.js';
import { camelCase } from '../../core/model/names.js';
import { entityTable } from '../../resources/entity-columns.js';
import { SaveBatch } from '../../resources/batch-commands.js';
import { CreateResource, DeleteResource, UpdateResource } from '../../resources/resource-commands.js';
import { type HasReferences, referencesIn, type Resource } from '../../resources/resource.js';
import { assetRows, assetRowsByType, ListResources, ViewResource } from '../../resources/resource-queries.js';
import { fieldsOf } from '../schema/dto.js';
import type { Dto, Variants } from '../schema/fields.js';
import * as body from '../bodies/body-readers.js';
import { nestedIn } from '../schema/instances.js';
import { Operation, type OperationOptions } from '../declare/operation.js';
import { BATCH_DESCRIPTION, batchOptions, DRY_RUN, matchBy, SAVED_BATCH } from './batches.js';
import * as param from '../declare/param.js';
import * as returns from '../declare/returns.js';
import { Ctx, type RequestContext } from '../declare/request-context.js';
import type { PathTables } from '../../auth/visibility.js';
import { rulesOf } from '../schema/resource-rules.js';

interface Names {
  /** singular name in operation ids and summaries: `floor-plan` */
  name: string;
  /** default: the name and an s */
  plural?: string;
  /** path parameter with the id; default: the name in camel case */
  parameter?: string;
  /** prefix of permissions: `floor-plans` for `floor-plans.read`; default: the plural */
  permission?: string;
}

interface Reads extends Names {
  entity: Type;
  /** class of the response */
  dto: Dto | Variants;
  /** default: the fields of the response that no operation omits, each a column of the entity's table */
  rows?: ListQuery;
  /** the row of a single resource, if it differs from those of lists */
  row?: RowQuery;
  /** order of lists; default: by id */
  order?: string;
  /** form parts that are images */
  images?: string[];
  /** default: what each operation does, without particulars */
  descriptions?: Partial<Record<'list' | 'view' | 'create' | 'update', string>>;
  /** options that override the defaults of an operation */
  operations?: Partial<
    Record<'list' | 'view' | 'create' | 'update' | 'delete', Partial<Omit<OperationOptions, 'description'>>>
  >;
}

interface Writes<Fields extends object, Changes extends object> extends Reads {
  /** description of the operation that deletes a resource and returns it as it was; default: there is none */
  deletes?: string;
  /** whether there is an operation that deletes a resource unless others refer to it, and returns what went with it */
  deletesUnused?: boolean;
  entity: (new (assetId: string, fields: Fields) => Resource & { revise(changes: Changes): void }) & HasReferences;
  create: Type<Fields> | Variants;
  update: Type<Changes> | Variants;
  /** class of the items of batches: all fields optional, and an id; default: there are no batches */
  batch?: Type<Partial<Fields> & { id?: string }>;
}

type Viewing = Pick<RequestContext<'asset'>, 'actor' | 'ids' | 'filesUrl'>;

/**
 * Base class of a controller with the operations `list` and `view` for a resource of an asset. A subclass adds others, or overrides a
 * method with its own `@Operation`.
 */
export function ReadController({ entity, dto, images = [], order, operations = {}, ...options }: Reads) {
  const { rows = { ...rowsOfResponse(entity, dto, images), ...(order && { order }) }, row = rows } = options;
  const { words, plural, parameter, permission } = namesOf(options);
  const descriptions = { ...described(words, plural), ...options.descriptions };
  const hasFiles = JSON.stringify([rows, row]).includes(':files');
  const filesOf = (filesUrl: string) => (hasFiles ? filesUrl : undefined);

  class Controller {
    /** for `@Resource` */
    static readonly tables: PathTables = { [parameter]: entityTable(entity).table };

    @Inject(QueryBus) protected readonly queries: QueryBus;

    @Operation('GET', '', {
      id: `list-${plural}`,
      description: descriptions.list,
      permission: `${permission}.read`,
      returns: returns.list(dto),
      ...operations.list,
    })
    list(@Ctx() { actor, ids, page, filesUrl }: RequestContext<'asset'>): Promise<unknown> {
      return this.queries.execute(new ListResources(rows, actor, ids, page, filesOf(filesUrl)));
    }

    @Operation('GET', `:${parameter}`, {
      id: `view-${options.name}`,
      description: descriptions.view,
      permission: `${permission}.read`,
      returns: returns.one(dto),
      ...operations.view,
    })
    view(@Ctx() context: RequestContext<'asset'>): Promise<unknown> {
      return this.viewOf(context, idIn(context, parameter));
    }

    protected viewOf(context: Viewing, id: string) {
      return this.queries.execute(this.viewQuery(context, id));
    }

    protected viewQuery({ actor, ids, filesUrl }: Viewing, id: string): ViewResource {
      return new ViewResource(row, actor, ids, id, filesOf(filesUrl));
    }
  }
  return Controller;
}

/**
 * Base class of a controller with `list`, `view`, `create` and `update`, and `delete` if `deletes` describes it, for a resource whose only
 * rules are in its DTOs and aggregate.
 */
export function ResourceController<Fields extends object, Changes extends object>(options: Writes<Fields, Changes>) {
  const { entity, create, update, images: parts = [], dto, deletes, deletesUnused, batch, operations = {} } = options;
  const creates = typeof create === 'function' ? [create] : Object.values(create);
  requireReferences(entity, creates);
  creates.forEach((each) => requireStorable(entity, each));
  const rules = rulesOf(create);
  const { words, plural, parameter, permission } = namesOf(options);
  const descriptions = { ...described(words, plural), ...options.descriptions };
  const bodyOf = (type: Dto | Variants) => {
    const json = typeof type === 'function' ? body.json(type) : body.variants(type);
    return parts.length > 0 ? body.multipart(json, body.images(...parts)) : json;
  };

  class Controller extends ReadController(options) {
    @Inject(CommandBus) protected readonly commands: CommandBus;
    /** A write and the read of its response are one transaction, which an archive of the asset precedes or follows. */
    @Inject(UnitOfWork) protected readonly work: UnitOfWork;

    @Operation('POST', '', {
      id: `create-${options.name}`,
      description: descriptions.create,
      permission: `${permission}.create`,
      body: bodyOf(create),
      references: (sent) => referencesIn(entity, sent),
      returns: returns.one(dto),
      ...operations.create,
    })
    async create(@Ctx() context: RequestContext<'asset', Fields>): Promise<unknown> {
      return this.work.run(async () => {
        const id = await this.commands.execute(new CreateResource(entity, context.ids.assetId, context.body));
        return context.created(id, await this.viewOf(context, id));
      });
    }

    @Operation('PUT', `:${parameter}`, {
      id: `update-${options.name}`,
      description: descriptions.update,
      permission: `${permission}.update`,
      body: bodyOf(update),
      references: (sent) => referencesIn(entity, sent),
      returns: returns.one(dto),
      ...operations.update,
    })
    async update(@Ctx() context: RequestContext<'asset', Changes>): Promise<unknown> {
      const id = idIn(context, parameter);
      return this.work.run(async () => {
        await this.commands.execute(new UpdateResource(entity, context.ids.assetId, id, context.body, rules));
        return this.viewOf(context, id);
      });
    }

    @(batch === undefined
      ? () => {}
      : Operation('PUT', 'batch', {
          id: `save-${plural}`,
          description: `${BATCH_DESCRIPTION} Form parts such as images are not part of it.`,
          permission: `${permission}.update`,
          extension: true,
          query: [MATCH_BY, DRY_RUN],
          body: body.batch(batch).ignoring(dto as Dto),
          returns: SAVED_BATCH,
        }))
    async saveBatch(
      @Ctx() { actor, ids, body, query }: RequestContext<'asset', (Partial<Fields> & { id?: string })[], BatchQuery>,
    ): Promise<unknown> {
      const { matchBy = 'id' } = query;
      const saving = batchOptions(create, permission, actor, query);
      return { data: await this.commands.execute(new SaveBatch(entity, ids.assetId, body, matchBy, saving)) };
    }

    @(deletes !== undefined
      ? Operation('DELETE', `:${parameter}`, {
          id: `delete-${options.name}`,
          description: deletes,
          permission: `${permission}.delete`,
          query: [param.dryRun(`\`1\` returns the ${words}, and deletes nothing.`)],
          returns: returns.one(dto),
          ...operations.delete,
        })
      : deletesUnused
        ? DeleteOperation(`:${parameter}`, {
            id: `delete-${options.name}`,
            what: `${articleOf(words)} ${words}`,
            permission: `${permission}.delete`,
            ...operations.delete,
          })
        : () => {})
    delete(@Ctx() context: DeletionContext<'asset'>): Promise<unknown> {
      const id = idIn(context, parameter);
      const { assetId } = context.ids;
      return this.commands.execute<Deletion | Json>(
        deletes === undefined
          ? new DeleteUnused(entity, { assetId, id }, context.query)
          : new DeleteResource(entity, assetId, id, this.viewQuery(context, id), context.query.dryRun ?? false),
      );
    }
  }
  return Controller;
}

const MATCH_BY = matchBy(
  ['id', 'name'],
  '`id`, the default: an item with an `id` changes that resource, one without creates one. `name`: an item changes the resource with its name, or creates one.',
);

interface BatchQuery {
  matchBy?: 'id' | 'name';
  dryRun?: boolean;
}

/** @throws Error for an id among the fields whose table the entity does not name, because nothing would check it */
function requireReferences(entity: Type & HasReferences, bodies: Dto[]): void {
  const fields = new Set(bodies.flatMap(fieldsOf).map(({ property }) => property));
  const ids = entityTable(entity).columns.filter(({ type, property }) => type === 'bigint' && fields.has(property));
  const unknown = ids.find(({ property }) => !(property in (entity.references ?? {})));
  if (unknown)
    throw new Error(
      `${entity.name}.${unknown.property} refers to another resource: add its table to \`static references\` of ${entity.name}, such as { unitId: 'catalog.unit_v1' }`,
    );
}

/**
 * @throws Error for a field that a JSON column would store with the names of its properties instead of those on the wire, and for a
 * timestamp whose column has another type
 */
function requireStorable(entity: Type, dto: Dto): void {
  const columns = new Map(entityTable(entity).columns.map((each) => [each.property, each]));
  for (const { property, compiled } of fieldsOf(dto)) {
    if (compiled['format'] === 'date-time' && columns.get(property)?.isTransformed === false)
      throw new Error(`${entity.name}.${property} is a string in requests: declare it with @TimestampColumn()`);
    const nested = nestedIn(dto, property)?.dto;
    const renamed = nested && fieldsOf(nested).find((field) => field.name !== field.property);
    if (renamed)
      throw new Error(
        `${dto.name}.${property} would be stored with the names of ${nested.name}, such as ${renamed.property} for ${renamed.name}: declare it with @Shape`,
      );
  }
}

/** The columns of the response, for variants those of the row's type. Images are stored as file names: `image` becomes `image_url`. */
function rowsOfResponse(entity: Type, dto: Dto | Variants, images: readonly string[]): ListQuery {
  const { table } = entityTable(entity);
  const select = (each: Dto) => selectOf(each, table.split('.')[1]!, images);
  if (typeof dto === 'function') return assetRows(table, select(dto));
  const byType = Object.entries(dto).map(([type, variant]) => [type, select(variant)] as const);
  return assetRowsByType(table, Object.fromEntries(byType));
}

function selectOf(dto: Dto, table: string, images: readonly string[]): string {
  const hidden = images.find((part) => fieldsOf(dto).every(({ name }) => name !== `${part}_url`));
  if (hidden !== undefined) throw new Error(`${dto.name} does not show the image ${hidden}: it needs ${hidden}_url`);
  const columns = fieldsOf(dto).flatMap(({ name, sometimes }) => {
    if (sometimes || OF_EVERY_ROW.includes(name)) return [];
    const image = images.find((part) => name === `${part}_url`);
    if (image) return `:files || ${table}.${image} as ${name}`;
    return `${table}.${name}${name.endsWith('_id') ? '::text' : ''}`;
  });
  return columns.join(', ');
}

const articleOf = (words: string): string => (/^([aeio]|u(?!ni))/.test(words) ? 'an' : 'a');

const described = (words: string, plural: string) => ({
  list: `Lists the ${plural.replaceAll('-', ' ')} of an asset.`,
  view: `Returns one ${words}.`,
  create: `Adds ${articleOf(words)} ${words} to an asset.`,
  update: 'Changes the fields that are sent.',
});

/** Columns that `assetRows` always selects. */
const OF_EVERY_ROW = ['id', 'asset_id', 'created_at', 'updated_at'];

function namesOf({ name, plural = `${name}s`, parameter, permission = plural }: Names) {
  return { words: name.replaceAll('-', ' '), plural, parameter: parameter ?? camelCase(name, '-'), permission };
}

const idIn = ({ ids }: Pick<RequestContext<'asset'>, 'ids'>, parameter: string): string =>
  (ids as Readonly<Record<string, string>>)[`${parameter}Id`]!;

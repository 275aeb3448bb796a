/** The files of a resource, as in libs/catalog/src/buildings: the model that CONTRIBUTING.md names for a resource without rules. */

export const dto = ({ Class, words }) => `import { Identified, PathIds, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

@PathIds('assetId')
export class Create${Class}Dto {
  @Text({ max: 255, example: 'First ${words}' }) name: string;
}

@PathIds('id', 'assetId')
export class Update${Class}Dto extends Create${Class}Dto {}

export class ${Class}Dto extends IntersectionType(Identified, Create${Class}Dto, Timestamped) {}
`;

export const aggregate = ({ Class, schema, table, name, title }) => `import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';

/** ${title} of a property. */
@Entity({ schema: '${schema}', name: '${table}' })
export class ${Class} extends AssetOwned {
  @Column('text') readonly name: string;

  constructor(assetId: string, fields: Create${Class}Dto) {
    super(assetId);
    this.revise(fields);
  }

  revise({ name }: Update${Class}Dto): void {
    Object.assign(this, { name });
  }
}
`;

export const commands = ({
  Class,
  Plural,
  camel,
  plurals,
  name,
  words,
}) => `import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ${Class} } from './${name}.aggregate.js';
import type { Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';

@Injectable()
export class ${Plural} extends Repository<${Class}> {
  protected readonly entity = ${Class};
}

/** Answers the id of the new ${words}. */
export class Create${Class} extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: Create${Class}Dto,
  ) {
    super();
  }
}

export class Update${Class} extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | '${camel}'>,
    readonly changes: Update${Class}Dto,
  ) {
    super();
  }
}

@CommandHandler(Create${Class})
export class Create${Class}Handler implements ICommandHandler<Create${Class}> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly ${plurals}: ${Plural},
  ) {}

  execute({ assetId, fields }: Create${Class}): Promise<string> {
    return this.work.run(async () => (await this.${plurals}.add(new ${Class}(assetId, fields))).id);
  }
}

@CommandHandler(Update${Class})
export class Update${Class}Handler implements ICommandHandler<Update${Class}> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly ${plurals}: ${Plural},
  ) {}

  execute({ ids, changes }: Update${Class}): Promise<void> {
    return this.work.run(async () => {
      const ${camel} = await this.${plurals}.lock({ assetId: ids.assetId, id: ids.${camel}Id });
      ${camel}.revise(changes);
      await this.${plurals}.save(${camel});
    });
  }
}
`;

export const queries = ({ Class, Plural, camel, schema, table, access }) => `import { visibleAsset } from '${access}';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class List${Plural} extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class View${Class} extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | '${camel}'>,
  ) {
    super();
  }
}

const FROM = '${schema}.${table} ${table}';
const SELECT = \`${table}.id::text, ${table}.asset_id::text, ${table}.name, ${table}.created_at, ${table}.updated_at\`;

@QueryHandler(List${Plural})
export class List${Plural}Handler implements IQueryHandler<List${Plural}> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: List${Plural}): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: FROM,
      where: '${table}.asset_id = :asset',
      select: SELECT,
    });
  }
}

@QueryHandler(View${Class})
export class View${Class}Handler implements IQueryHandler<View${Class}> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: View${Class}): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: FROM,
      where: '${table}.asset_id = :asset and ${table}.id = :id',
      select: SELECT,
      values: { id: ids.${camel}Id },
    });
  }
}
`;

export const controller = ({
  Class,
  Plural,
  camel,
  name,
  plural,
  words,
  tag,
  path,
  schema,
  table,
}) => `import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Create${Class}, Update${Class} } from './${name}.commands.js';
import { ${Class}Dto, Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';
import { List${Plural}, View${Class} } from './${name}.queries.js';

@Resource('assets/:asset/multifamily/${plural}', { tag: '${tag}', tables: { ${camel}: '${schema}.${table}' } })
export class ${Class}Controller {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-${plural}',
    summary: 'List ${plural.replaceAll('-', ' ')}',
    extension: true,
    permission: '${plural}.read',
    returns: list(${Class}Dto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new List${Plural}(actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-${name}',
    summary: 'Create ${words}',
    extension: true,
    permission: '${plural}.create',
    body: json(Create${Class}Dto),
    returns: one(${Class}Dto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', Create${Class}Dto>) {
    const id = await this.commands.execute(new Create${Class}(ids.assetId, body));
    return created(id, await this.queries.execute(new View${Class}(actor, { ...ids, ${camel}Id: id })));
  }

  @Operation('GET', '${path}', {
    id: 'view-${name}',
    summary: 'View ${words}',
    extension: true,
    permission: '${plural}.read',
    returns: one(${Class}Dto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | '${camel}'>) {
    return this.queries.execute(new View${Class}(actor, ids));
  }

  @Operation('PUT', '${path}', {
    id: 'update-${name}',
    summary: 'Update ${words}',
    extension: true,
    permission: '${plural}.update',
    body: json(Update${Class}Dto),
    returns: one(${Class}Dto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | '${camel}', Update${Class}Dto>) {
    await this.commands.execute(new Update${Class}(ids, body));
    return this.queries.execute(new View${Class}(actor, ids));
  }
}
`;

export const migration = ({
  Class,
  timestamp,
  schema,
  table,
  isFirst,
}) => `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${Class}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
${isFirst ? `      create schema if not exists ${schema};\n\n` : ''}      create table ${schema}.${table} (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null,
        created_at timestamptz(0) not null default now(),
        updated_at timestamptz(0) not null default now(),
        constraint ${table}_pkey primary key (asset_id, id),
        constraint ${table}_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${schema}.${table}');
  }
}
`;

export const spec = ({ plural, title, context }) => `import { filled } from '../support/edges.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';
${context === 'data-models' ? "import { createDataModelsApi } from '../../apps/data-models-api/src/main.js';\n" : ''}
let app: TestApp;
let asset: GivenAsset;
beforeAll(async () => {
  app = await TestApp.start(${context === 'data-models' ? '{}, createDataModelsApi' : ''});
  asset = await givenAsset(app);
});
afterAll(() => app?.close());

describe('${title}', () => {
  behavesAsSpecified({
    app: () => app,
    path: () => \`\${asset.path}/${plural}\`,
    valid: () => ({ asset_id: asset.id, name: 'First' }),
    adds: {},
    identity: ['id', 'asset_id'],
    needs: { create: ['asset_id', 'name'], update: ['id', 'asset_id', 'name'] },
    edges: [filled('name', 255)],
    readOnly: {},
  });
});
`;

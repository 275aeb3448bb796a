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

export const queries = ({ CONSTANT, schema, table }) => `import { assetRows } from '@app/platform/resources';

export const ${CONSTANT} = assetRows('${schema}.${table}', '${table}.name');
`;

export const controller = ({
  Class,
  CONSTANT,
  camel,
  name,
  plural,
  words,
  tag,
  path,
  schema,
  table,
}) => `import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ${Class} } from './${name}.aggregate.js';
import { ${Class}Dto, Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';
import { ${CONSTANT} } from './${name}.queries.js';

@Resource('assets/:asset/multifamily/${plural}', {
  tag: '${tag}',
  tables: { ${camel}: '${schema}.${table}' },
  extension: true,
})
export class ${Class}Controller {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-${plural}',
    summary: 'List ${plural.replaceAll('-', ' ')}',
    permission: '${plural}.read',
    returns: list(${Class}Dto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(${CONSTANT}, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-${name}',
    summary: 'Create ${words}',
    permission: '${plural}.create',
    body: json(Create${Class}Dto),
    returns: one(${Class}Dto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', Create${Class}Dto>) {
    const id = await this.commands.execute(new CreateResource(${Class}, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(${CONSTANT}, actor, ids.assetId, id)));
  }

  @Operation('GET', '${path}', {
    id: 'view-${name}',
    summary: 'View ${words}',
    permission: '${plural}.read',
    returns: one(${Class}Dto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | '${camel}'>) {
    return this.queries.execute(new ViewResource(${CONSTANT}, actor, ids.assetId, ids.${camel}Id));
  }

  @Operation('PUT', '${path}', {
    id: 'update-${name}',
    summary: 'Update ${words}',
    permission: '${plural}.update',
    body: json(Update${Class}Dto),
    returns: one(${Class}Dto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | '${camel}', Update${Class}Dto>) {
    await this.commands.execute(new UpdateResource(${Class}, ids.assetId, ids.${camel}Id, body));
    return this.queries.execute(new ViewResource(${CONSTANT}, actor, ids.assetId, ids.${camel}Id));
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

export const notProvisioned = `/** Operations whose data provision files do not declare, and why; checked by test/architecture/fields.spec.ts. */
export default {
};
`;

export const spec = ({ plural, title, context }) => `import { filled } from '../support/boundary-values.js';
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
    boundaries: [filled('name', 255)],
    readOnly: {},
  });
});
`;

/** The files of a resource, as in libs/catalog/src/buildings: the model that CONTRIBUTING.md names for a resource without rules. */

export const dto = ({
  Class,
  words,
  title,
}) => `import { Identified, PathIds, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

@PathIds('assetId')
export class Create${Class}Dto {
  @Text({ max: 255, example: 'First ${words}', description: 'Name of the ${words}' }) name: string;
}

@PathIds('id', 'assetId')
export class Update${Class}Dto extends Create${Class}Dto {}

@ApiSchema({ description: '${title} of an asset.' })
export class ${Class}Dto extends IntersectionType(Identified, Create${Class}Dto, Timestamped) {}
`;

export const aggregate = ({ Class, schema, table, name, title }) => `import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { Create${Class}Dto } from './${name}.dto.js';

/** ${title} of a property. */
@Entity({ schema: '${schema}', name: '${table}' })
export class ${Class} extends AssetOwned {
  @Column('text') readonly name: string;

  constructor(assetId: string, fields: Create${Class}Dto) {
    super(assetId);
    this.revise(fields);
  }
}
`;

export const controller = ({
  Class,
  name,
  plural,
  tag,
}) => `import { Resource, ResourceController } from '@app/platform/rest';
import { ${Class} } from './${name}.aggregate.js';
import { ${Class}Dto, Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';

@Resource('assets/:asset/multifamily/${plural}', { tag: '${tag}', extension: true })
export class ${Class}Controller extends ResourceController({
  name: '${name}',${plural === `${name}s` ? '' : `\n  plural: '${plural}',`}
  entity: ${Class},
  create: Create${Class}Dto,
  update: Update${Class}Dto,
  dto: ${Class}Dto,
}) {}
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

export const notShown = `/** Lists of the provision file that the viewer's document omits, and why; checked by test/architecture/fields.spec.ts. */
export default {
};
`;

export const notProvisioned = `/** Operations whose data provision files do not declare, and why; checked by test/architecture/fields.spec.ts. */
export default {
};
`;

export const spec = ({ plural, title, context }) => `import { filled } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';
${context === 'data-models' ? "import { createDataModelsApi } from '../../apps/data-models-api/src/main.js';\n" : ''}
const app = TestApp.forSuite(${context === 'data-models' ? '{}, createDataModelsApi' : ''});
const asset = givenSuiteAsset(app);

describe('${title}', () => {
  behavesAsSpecified({
    app,
    path: () => \`\${asset.path}/${plural}\`,
    valid: () => ({ asset_id: asset.id, name: 'First' }),
    boundaries: [filled('name', 255)],
  });
});
`;

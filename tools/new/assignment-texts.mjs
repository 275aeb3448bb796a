/** The files of an assignment of units, as in libs/merchandising/src/filter-option-units. */

export const entity = ({ Class, name, Owner, ownerFile, camel, schema, table, ownerTable, CONSTANT, ownerWords }) =>
  `import { Assignments } from '@app/platform/resources';
import { Entity, Index, PrimaryColumn } from 'typeorm';
import { ${Owner} } from '${ownerFile}.aggregate.js';
import { ${Class}Dto } from './${name}.dto.js';

/** A unit that has this ${ownerWords}. */
@Entity({ schema: '${schema}', name: '${table}' })
@Index('${table}_by_unit', ['assetId', 'unitId'])
export class ${Class} {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly ${camel}Id: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}

export const ${CONSTANT} = new Assignments({
  entity: ${Class},
  dto: ${Class}Dto,
  owner: ${Owner},
  parents: { ${camel}: '${schema}.${ownerTable}' },
  references: { unitId: 'catalog.unit_v1' },
});
`;

export const dto = ({ Class, camel, ownerWords }) => `import { Id } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'A unit that has this ${ownerWords}.' })
export class ${Class}Dto {
  @Id() assetId: string;
  @Id() ${camel}Id: string;
  @Id() unitId: string;
}
`;

export const controller = ({ Class, name, owner, ownerPlural, ownerWords, camel, tag, CONSTANT }) =>
  `import { AssignmentController, Resource } from '@app/platform/rest';
import { ${CONSTANT} } from './${name}.entity.js';

@Resource('assets/:asset/multifamily/${ownerPlural}/:${camel}/units', {
  tag: '${tag}',
  extension: true,
})
export class ${Class}Controller extends AssignmentController({
  assignments: ${CONSTANT},
  permission: '${ownerPlural}',
  list: { id: 'list-units-of-${owner}', description: 'Lists the units that have this ${ownerWords}.' },
  assign: { id: 'assign-units-to-${owner}', description: 'Assigns units. Other units stay assigned. The operation assigns all of them or none.' },
  remove: { id: 'remove-units-from-${owner}', description: 'Removes units. Units that are not assigned are ignored.' },
}) {}
`;

export const migration = ({ Class, timestamp, schema, table, ownerColumn, ownerTable }) =>
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${Class}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
      create table ${schema}.${table} (
        asset_id bigint not null,
        ${ownerColumn} bigint not null,
        unit_id bigint not null,
        constraint ${table}_pkey primary key (asset_id, ${ownerColumn}, unit_id),
        constraint ${table}_${ownerTable}_fkey foreign key (asset_id, ${ownerColumn})
          references ${schema}.${ownerTable} (asset_id, id) on delete cascade,
        constraint ${table}_unit_fkey foreign key (asset_id, unit_id)
          references catalog.unit (asset_id, id) on delete cascade
      );
      create index ${table}_by_unit on ${schema}.${table} (asset_id, unit_id);
    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${schema}.${table}');
  }
}
`;

export const spec = ({ owner, ownerPlural, ownerWords, ownerColumn, camel, valid }) =>
  `import { TestApp } from '../support/app.js';
import { assignsUnits } from '../support/assignments.js';
import { type GivenAsset, givenAsset } from '../support/given.js';

const app = TestApp.forSuite();
let asset: GivenAsset;
let ${camel}: string;

const valid = () => (${valid});

beforeEach(async () => {
  asset = await givenAsset(app);
  ${camel} = (await app.post(\`\${asset.path}/${ownerPlural}\`, valid())).body.id;
});

describe('Units of ${/^[aeiou]/.test(ownerWords) ? 'an' : 'a'} ${ownerWords}', () => {
  assignsUnits({
    app,
    asset: () => asset,
    operations: ['assign-units-to-${owner}', 'remove-units-from-${owner}'],
    path: () => \`\${asset.path}/${ownerPlural}/\${${camel}}/units\`,
    identity: () => ({ asset_id: asset.id, ${ownerColumn}: ${camel} }),
  });
});
`;

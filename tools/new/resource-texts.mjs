/** The files of a resource, as in libs/catalog/src/buildings: the model that CONTRIBUTING.md names for a resource without rules. */

const when = (condition, text) => (condition ? text : '');

export const dto = ({ Class, words, title, image }) =>
  `${when(image, "import { type FileChange, type FileContent } from '@app/platform/files';\n")}import { Identified, PartialType, PathIds, ${when(image, 'Removal, ')}Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType${when(image, ', OmitType')} } from '@nestjs/swagger';

@PathIds('assetId')
export class Create${Class}Dto {
  @Text({ max: 255, example: 'First ${words}', description: 'Name of the ${words}' }) name: string;
${when(image, `  /** file part of the form */\n  ${image}?: FileContent;\n`)}}

@PathIds('id', 'assetId')
export class Update${Class}Dto extends PartialType(${image ? `OmitType(Create${Class}Dto, ['${image}'])` : `Create${Class}Dto`}) {${when(image, `\n  @Removal() ${image}?: FileChange;\n`)}}

@ApiSchema({ description: '${title} of an asset.' })
export class ${Class}Dto extends IntersectionType(Identified, Create${Class}Dto, Timestamped) {${when(
    image,
    `
  @Text({ nullable: true, example: 'https://maps.example.com/files/5f0c.png', description: 'URL of the image' })
  ${image}Url: string | null;
`,
  )}}
`;

export const aggregate = ({ Class, schema, table, name, title, image, imageColumn }) =>
  `import { AssetOwned } from '@app/platform/core';
${when(image, "import { applyFileChange } from '@app/platform/files';\n")}import { Column, Entity${when(image, ', Index')} } from 'typeorm';
import type { Create${Class}Dto${when(image, `, Update${Class}Dto`)} } from './${name}.dto.js';

/** ${title} of a property. */
@Entity({ schema: '${schema}', name: '${table}' })
${when(image, `@Index('${table}_by_${imageColumn}', ['${image}'], { where: '${imageColumn} is not null' })\n`)}export class ${Class} extends AssetOwned {
  @Column('text') readonly name: string;
${when(image, `  /** name of a stored file */\n  @Column('text', { nullable: true }) private ${image}: string | null = null;\n`)}
  constructor(assetId: string, fields: Create${Class}Dto) {
    super(assetId);
    this.revise(fields);
  }
${when(
  image,
  `
  override revise({ ${image}, ...fields }: Update${Class}Dto): void {
    super.revise(fields);
    this.${image} = applyFileChange(this.${image}, ${image});
  }
`,
)}}
`;

export const controller = ({
  Class,
  name,
  plural,
  tag,
  imageColumn,
}) => `import { Resource, ResourceController } from '@app/platform/rest';
import { ${Class} } from './${name}.aggregate.js';
import { ${Class}Dto, Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';

@Resource('assets/:asset/multifamily/${plural}', { tag: '${tag}', extension: true })
export class ${Class}Controller extends ResourceController({
  name: '${name}',${plural === `${name}s` ? '' : `\n  plural: '${plural}',`}
  entity: ${Class},
  create: Create${Class}Dto,
  update: Update${Class}Dto,
${when(imageColumn, `  images: ['${imageColumn}'],\n`)}  dto: ${Class}Dto,
}) {}
`;

export const migration = ({
  Class,
  timestamp,
  schema,
  table,
  isFirst,
  imageColumn,
}) => `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${Class}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
${isFirst ? `      create schema if not exists ${schema};\n\n` : ''}      create table ${schema}.${table} (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null,
${when(imageColumn, `        ${imageColumn} text,\n`)}        created_at timestamptz(0) not null default now(),
        updated_at timestamptz(0) not null default now(),
        constraint ${table}_pkey primary key (asset_id, id),
        constraint ${table}_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade${when(
          imageColumn,
          `,
        constraint ${table}_${imageColumn}_fkey foreign key (${imageColumn}) references platform.stored_file (name)
          deferrable initially deferred`,
        )}
      );
${when(imageColumn, `      create index ${table}_by_${imageColumn} on ${schema}.${table} (${imageColumn}) where ${imageColumn} is not null;\n`)}    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${schema}.${table}${isFirst ? `; drop schema ${schema}` : ''}');
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

export const spec = ({
  plural,
  title,
  context,
  imageColumn,
}) => `import { filled } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { givenSuiteAsset } from '../support/given.js';
${when(imageColumn, "import { hasImage } from '../support/image.js';\n")}import { behavesAsSpecified } from '../support/resource.js';
${context === 'data-models' ? "import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';\n" : ''}
const app = TestApp.forSuite(${context === 'data-models' ? '{}, createDataModelsApi' : ''});
const asset = givenSuiteAsset(app);
const path = () => \`\${asset.path}/${plural}\`;
const valid = () => ({ asset_id: asset.id, name: 'First' });

describe('${title}', () => {
  behavesAsSpecified({
    app,
    path,
    valid,
    needs: { create: ['asset_id', 'name'], update: ['id', 'asset_id'] },
${when(imageColumn, `    adds: { ${imageColumn}_url: null },\n    readOnly: { ${imageColumn}_url: 'https://a.example/x.png' },\n`)}    boundaries: [filled('name', 255)],
  });
${when(imageColumn, `\n  hasImage({ app, path, valid, part: '${imageColumn}' });\n`)}});
`;

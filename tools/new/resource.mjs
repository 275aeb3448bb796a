import { after, append, importing, migration, migrationsOf, pascal, schemaOf, snake, title, words } from './edits.mjs';

/**
 * A resource of an asset with a name, and with operations to list, view, create and update it: libs/catalog/src/buildings is the model.
 * Only the server writes a read-only one.
 */
export function resourceEdits({ name, plural, context, readOnly }) {
  const r = { name, plural, readOnly, Class: pascal(name), schema: schemaOf(context), table: snake(name) };
  const isFirst = migrationsOf(context).length === 0;
  const isSecondApi = context === 'data-models';
  const folder = `libs/${context}/src/${plural}`;
  return {
    [`${folder}/${name}.dto.ts`]: dto(r),
    [`${folder}/${name}.aggregate.ts`]: aggregate(r),
    [`${folder}/${name}.controller.ts`]: controller(r),
    ...migration(
      context,
      name,
      (isFirst ? `\n      create schema if not exists ${r.schema};` : '') + table(r),
      `drop table ${r.schema}.${r.table}${isFirst ? `; drop schema ${r.schema}` : ''}`,
    ),
    [`libs/${context}/src/${context}.module.ts`]: (old) =>
      readOnly ? registered(old, r) : provisioned(registered(old, r), r, context),
    [`apps/${isSecondApi ? 'data-models-api' : 'api'}/src/document.ts`]: (old) =>
      old.replace(/ {4}Files: /, `    '${title(plural)}': '${title(plural)} of an asset.',\n$&`),
    'docs/integrating.md': (old) =>
      old.replace(
        '| `service.pricing.read`',
        `| \`service.${plural}.${readOnly ? 'read' : '{read, create, update}'}\` | ${title(plural)} |\n$&`,
      ),
    [`test/${context}/${plural}.e2e-spec.ts`]: spec(r, isSecondApi),
    ...(readOnly
      ? {
          'test/access/fixture.ts': (old) =>
            old.replace("  '{shape}'", `  '{${name}}': { table: '${r.schema}.${r.table}' },\n$&`),
        }
      : { [`test/${context}/not-shown.ts`]: (old) => reason(old, `assets.${snake(plural)}`) }),
  };
}

/** Adds aggregate and controller to the lists of the module. */
function registered(module, { name, plural, Class }) {
  const entity = importing(module, `./${plural}/${name}.aggregate.js`, Class);
  const both = importing(entity, `./${plural}/${name}.controller.js`, `${Class}Controller`);
  return append(append(both, 'controllers: [', `${Class}Controller`), 'entities: [', Class);
}

/** Adds the resource to those of provision files. */
function provisioned(module, { Class, name, plural }, context) {
  const list = '  static readonly provisioned: readonly ProvisionedSet[] = [];\n\n';
  const declared = module.includes(' provisioned: ')
    ? module
    : importing(module, '@app/platform/resources', 'type ProvisionedSet').replace(
        `export class ${pascal(context)}Module {\n`,
        `$&${list}`,
      );
  const set = `{ list: '${snake(plural)}', entity: ${Class}, body: Create${Class}Dto }`;
  return append(
    importing(declared, `./${plural}/${name}.dto.js`, `Create${Class}Dto`),
    ' provisioned: readonly ProvisionedSet[] = [',
    set,
  );
}

const NOT_SHOWN = `/** Lists of the provision file that the viewer's document omits, and why; checked by test/architecture/fields.spec.ts. */
export default {
};
`;

export const reason = (old = NOT_SHOWN, name) => after(old, /(?=\n};)/, `\n  '${name}': 'not yet',`);

const dto = ({ name, Class, readOnly }) => {
  const text = `{ max: 255, example: 'First ${words(name)}', description: 'Name of the ${words(name)}' }`;
  const field = `{\n  @Text(${text}) name: string;\n}\n`;
  return `import { Identified, OfAsset, ${readOnly ? '' : 'PartialType, '}Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
${
  readOnly
    ? ''
    : `
export class Create${Class}Dto ${field}
export class Update${Class}Dto extends PartialType(Create${Class}Dto) {}
`
}
@ApiSchema({ description: '${title(name)} of an asset.' })
export class ${Class}Dto extends IntersectionType(Identified, OfAsset, ${readOnly ? '' : `Create${Class}Dto, `}Timestamped) ${readOnly ? field : '{}'}
`;
};

const aggregate = ({ name, Class, schema, table, readOnly }) =>
  `import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { ${readOnly ? '' : 'Create'}${Class}Dto } from './${name}.dto.js';

/** ${title(name)} of a property. */
@Entity({ schema: '${schema}', name: '${table}' })
export class ${Class} extends AssetOwned {
  @Column('text') readonly name: string;

  constructor(assetId: string, fields: ${readOnly ? `Pick<${Class}Dto, 'name'>` : `Create${Class}Dto`}) {
    super(assetId);
    this.revise(fields);
  }
}
`;

const controller = ({ name, plural, Class, readOnly }) => {
  const Base = `${readOnly ? 'Read' : 'Resource'}Controller`;
  return `import { ${readOnly ? `${Base}, Resource` : `Resource, ${Base}`} } from '@app/platform/rest';
import { ${Class} } from './${name}.aggregate.js';
import { ${Class}Dto${readOnly ? '' : `, Create${Class}Dto, Update${Class}Dto`} } from './${name}.dto.js';

@Resource('assets/:asset/multifamily/${plural}', { tag: '${title(plural)}', extension: true })
export class ${Class}Controller extends ${Base}({
  name: '${name}',${plural === `${name}s` ? '' : `\n  plural: '${plural}',`}
  entity: ${Class},${readOnly ? '' : `\n  create: Create${Class}Dto,\n  update: Update${Class}Dto,`}
  dto: ${Class}Dto,
}) {}
`;
};

const table = ({ schema, table: name }) => `
      create table ${schema}.${name} (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        created_at timestamptz(0) not null default now(),
        updated_at timestamptz(0) not null default now(),
        constraint ${name}_pkey primary key (asset_id, id),
        constraint ${name}_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
    `;

const spec = (r, isSecondApi) => `import { TestApp } from '../support/app.js';
import { givenSuiteAsset } from '../support/given.js';
${r.readOnly ? '' : "import { filled } from '../support/boundary-values.js';\nimport { behavesAsSpecified } from '../support/resource.js';\n"}${isSecondApi ? "import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';\n" : ''}
const app = TestApp.forSuite(${isSecondApi ? '{}, createDataModelsApi' : ''});
const asset = givenSuiteAsset(app);
${r.readOnly ? '' : "const valid = () => ({ asset_id: asset.id, name: 'First' });\n"}
describe('${title(r.name)}', () => {${(r.readOnly ? readTest : writeTest)(r)}
});
`;

const writeTest = ({ plural }) => `
  behavesAsSpecified({
    app,
    path: () => \`\${asset.path}/${plural}\`,
    valid,
    needs: { create: ['name'], update: [] },
    boundaries: [filled('name', 255)],
  });`;

const readTest = ({ plural, schema, table }) => `
  it('is listed and viewed', async () => {
    await app.sql(\`insert into ${schema}.${table} (asset_id, name) values ($1, 'First')\`, [asset.id]);
    const { data } = (await app.get(\`\${asset.path}/${plural}\`)).body;
    expect(data).toMatchObject([{ asset_id: asset.id, name: 'First' }]);
    expect((await app.get(\`\${asset.path}/${plural}/\${data[0].id}\`)).body).toEqual(data[0]);
  });`;

import { after, append, importing, migration, migrationsOf, pascal, schemaOf, snake, title, words } from './edits.mjs';

/** A resource of an asset with a name, and with operations to list, view, create and update it: libs/catalog/src/buildings is the model. */
export function resourceEdits({ name, plural, context }) {
  const r = { name, plural, Class: pascal(name), schema: schemaOf(context), table: snake(name) };
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
    [`libs/${context}/src/${context}.module.ts`]: (old) => provisioned(registered(old, r), r, context),
    [`apps/${isSecondApi ? 'data-models-api' : 'api'}/src/document.ts`]: (old) =>
      old.replace(/ {4}Files: /, `    '${title(plural)}': '${title(plural)} of an asset.',\n$&`),
    'docs/integrating.md': (old) =>
      old.replace(
        '| `service.pricing.read`',
        `| \`service.${plural}.{read, create, update}\` | ${title(plural)} |\n$&`,
      ),
    [`test/${context}/${plural}.e2e-spec.ts`]: spec(r, isSecondApi),
    [`test/${context}/not-shown.ts`]: (old) => reason(old, `assets.${snake(plural)}`),
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

const dto = ({ name, Class }) =>
  `import { Identified, OfAsset, PartialType, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class Create${Class}Dto {
  @Text({ max: 255, example: 'First ${words(name)}', description: 'Name of the ${words(name)}' }) name: string;
}

export class Update${Class}Dto extends PartialType(Create${Class}Dto) {}

@ApiSchema({ description: '${title(name)} of an asset.' })
export class ${Class}Dto extends IntersectionType(Identified, OfAsset, Create${Class}Dto, Timestamped) {}
`;

const aggregate = ({ name, Class, schema, table }) =>
  `import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { Create${Class}Dto } from './${name}.dto.js';

/** ${title(name)} of a property. */
@Entity({ schema: '${schema}', name: '${table}' })
export class ${Class} extends AssetOwned {
  @Column('text') readonly name: string;

  constructor(assetId: string, fields: Create${Class}Dto) {
    super(assetId);
    this.revise(fields);
  }
}
`;

const controller = ({ name, plural, Class }) => `import { Resource, ResourceController } from '@app/platform/rest';
import { ${Class} } from './${name}.aggregate.js';
import { ${Class}Dto, Create${Class}Dto, Update${Class}Dto } from './${name}.dto.js';

@Resource('assets/:asset/multifamily/${plural}', { tag: '${title(plural)}', extension: true })
export class ${Class}Controller extends ResourceController({
  name: '${name}',${plural === `${name}s` ? '' : `\n  plural: '${plural}',`}
  entity: ${Class},
  create: Create${Class}Dto,
  update: Update${Class}Dto,
  dto: ${Class}Dto,
}) {}
`;

const table = ({ schema, table: name }) => `
      create table ${schema}.${name} (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null,
        created_at timestamptz(0) not null default now(),
        updated_at timestamptz(0) not null default now(),
        constraint ${name}_pkey primary key (asset_id, id),
        constraint ${name}_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
    `;

const spec = ({ name, plural }, isSecondApi) => `import { TestApp } from '../support/app.js';
import { filled } from '../support/boundary-values.js';
import { givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';
${isSecondApi ? "import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';\n" : ''}
const app = TestApp.forSuite(${isSecondApi ? '{}, createDataModelsApi' : ''});
const asset = givenSuiteAsset(app);
const valid = () => ({ asset_id: asset.id, name: 'First' });

describe('${title(name)}', () => {
  behavesAsSpecified({
    app,
    path: () => \`\${asset.path}/${plural}\`,
    valid,
    needs: { create: ['name'], update: [] },
    boundaries: [filled('name', 255)],
  });
});
`;

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  after,
  camel,
  inArray,
  inChangelog,
  pascal,
  read,
  ROOT,
  snake,
  timestampAfter,
  title,
  words,
} from './edits.mjs';
import * as assignment from './assignment-texts.mjs';
import * as consumer from './consumer-texts.mjs';
import * as text from './resource-texts.mjs';

function migrationsOf(library) {
  const folder = join(ROOT, `libs/${library}/src/migrations`);
  return existsSync(folder) ? readdirSync(folder).filter((file) => file !== 'index.ts') : [];
}

/** The values used by the templates of a resource. */
export function described({ name, plural, context }) {
  const module = read(`libs/${context}/src/${context}.module.ts`);
  const taken = readdirSync(join(ROOT, 'libs')).flatMap((lib) => migrationsOf(lib).map((file) => file.split('-')[0]));
  return {
    ...{ name, plural, context, words: words(name), title: title(name), tag: title(plural) },
    ...{ Class: pascal(name), camel: camel(name), table: snake(name) },
    schema: /schema: '(\w+)'/.exec(module)[1],
    timestamp: timestampAfter(taken),
    isFirst: migrationsOf(context).length === 0,
  };
}

/** Edits of the lists that contain a table. */
const listed = (r, imports, change) => ({
  [`libs/${r.context}/src/migrations/index.ts`]: (old) =>
    `${old.replace('export {};\n', '')}export * from './${r.timestamp}-${r.name}.js';\n`,
  [`libs/${r.context}/src/${r.context}.module.ts`]: (old) => change(moduleWith(old, r, imports)),
});

const apiOf = ({ context }) => (context === 'data-models' ? 'data-models-api' : 'api');
const openapiOf = (r) => `apps/${apiOf(r)}/openapi.json`;

/** A resource of an asset with a name, and with operations to list, view, create and update it. */
export function resourceEdits({ image, ...given }) {
  const r = { ...described(given), ...(image && { image: camel(image), imageColumn: snake(image) }) };
  const { name, plural, context } = r;
  const folder = `libs/${context}/src/${plural}`;
  return {
    files: {
      'CHANGELOG.md': inChangelog(`${r.tag} of assets.`),
      [`${folder}/${name}.dto.ts`]: text.dto(r),
      [`${folder}/${name}.aggregate.ts`]: text.aggregate(r),
      [`${folder}/${name}.controller.ts`]: text.controller(r),
      [`libs/${context}/src/migrations/${r.timestamp}-${name}.ts`]: text.migration(r),
      [`test/${context}/${plural}.e2e-spec.ts`]: text.spec(r),
      [`apps/${apiOf(r)}/src/document.ts`]: (old) =>
        old.replace(/ {4}Files: /, `    '${r.tag}': '${r.tag} of an asset.',\n$&`),
      ...listed(r, `import { ${r.Class} } from './${plural}/${name}.aggregate.js';`, (module) =>
        provisioned(module, r),
      ),
      [`test/${context}/not-shown.ts`]: (old) => reasons(old ?? text.notShown, [`assets.${snake(plural)}`]),
    },
    next: [
      `npm run openapi  (writes ${openapiOf(r)} and the SDK; once after all commands is enough)`,
      `npm test -- test/${context}/${plural} test/architecture test/access`,
      `fields beside the name: CONTRIBUTING.md, "Add a field"; images, ids, viewer: "Add a resource"`,
    ],
  };
}

/** The assignment of units to a resource, with operations to list, assign and remove them. */
export function assignmentEdits({ name: owner, plural: ownerPlural, context }) {
  const name = `${owner}-unit`;
  const ownerFile = `../${ownerPlural}/${owner}`;
  if (!existsSync(join(ROOT, `libs/${context}/src/${ownerPlural}/${owner}.aggregate.ts`)))
    throw new Error(`There is no libs/${context}/src/${ownerPlural}/${owner}.aggregate.ts`);
  const r = {
    ...described({ name, plural: `${name}s`, context }),
    ...{ owner, ownerPlural, ownerFile, Owner: pascal(owner), camel: camel(owner), ownerWords: words(owner) },
    ...{ ownerTable: snake(owner), ownerColumn: `${snake(owner)}_id`, tag: title(ownerPlural) },
    CONSTANT: `${snake(name).toUpperCase()}S`,
    valid: validBodyOf(`test/${context}/${ownerPlural}.e2e-spec.ts`),
  };
  const folder = `libs/${context}/src/${r.plural}`;
  return {
    files: {
      'CHANGELOG.md': inChangelog(`Units of ${words(ownerPlural)}.`),
      [`${folder}/${name}.entity.ts`]: assignment.entity(r),
      [`${folder}/${name}.dto.ts`]: assignment.dto(r),
      [`${folder}/${name}.controller.ts`]: assignment.controller(r),
      [`libs/${context}/src/migrations/${r.timestamp}-${name}.ts`]: assignment.migration(r),
      [`test/${context}/${r.plural}.e2e-spec.ts`]: assignment.spec(r),
      ...withUnits(r, `${folder.replace(/^.*\/src/, '.')}/${name}.entity.js`),
    },
    next: [
      `npm run openapi  (writes ${openapiOf(r)} and the SDK)`,
      `npm test -- test/${context}/${r.plural} test/architecture test/access`,
    ],
  };
}

/** The body that the test of a resource creates it with. */
function validBodyOf(spec) {
  const [, body] = (existsSync(join(ROOT, spec)) && /const valid = \(\) => \(({[^]*?})\);/.exec(read(spec))) || [];
  return body ?? "{ asset_id: asset.id, name: 'First' }";
}

/** A job that reacts to an event of another context. */
export function consumerEdits({ name, context, event, producer }) {
  const r = { name, Class: pascal(name), context, event, producer };
  const folder = `libs/${context}/src/${name}`;
  return {
    files: {
      [`${folder}/${name}.job.ts`]: consumer.job(r),
      [`test/${context}/${name}.e2e-spec.ts`]: consumer.spec(r),
      [`libs/${context}/src/${context}.module.ts`]: (old) => {
        const imported = after(old, /^import [^;]*;\n/m, `import { ${r.Class}Job } from './${name}/${name}.job.js';\n`);
        return inArray(imported, 'providers: [', `${r.Class}Job`);
      },
      'docs/architecture.md': (old) =>
        context === producer || old.includes(`  ${context} --> ${producer}\n`)
          ? old
          : old.replace('  catalog --> ', `  ${context} --> ${producer}\n$&`),
    },
    next: [
      `${folder}/${name}.job.ts: the statement; test/${context}/${name}.e2e-spec.ts: what it changes`,
      `npm test -- test/${context} test/architecture`,
      'CHANGELOG.md: add a line below "Unreleased"',
    ],
  };
}

export const reasons = (old, names) =>
  names.reduce((now, name) => now.replace(/\n};/, `\n  '${name}': 'not yet',$&`), old);

/** Adds the resource to those that provision files declare. */
function provisioned(module, { Class, name, plural, context, imageColumn }) {
  const type = "import type { ProvisionedSet } from '@app/platform/resources';\n";
  const list = '  static readonly provisioned: readonly ProvisionedSet[] = [];\n\n';
  const declared = module.includes(' provisioned: ')
    ? module
    : module.replace(`export class ${pascal(context)}Module {\n`, `$&${list}`).replace(/^/, type);
  const dto = `Create${Class}Dto`;
  const imported = after(declared, /^import [^;]*;\n/m, `import { ${dto} } from './${plural}/${name}.dto.js';\n`);
  return inArray(
    imported,
    ' provisioned: readonly ProvisionedSet[] = [',
    `{ list: '${snake(plural)}', entity: ${Class}, body: ${dto}${imageColumn ? `, images: ['${imageColumn}']` : ''} }`,
  );
}

/** The lists of an assignment, and the units in the provisioned set of the owner; if it has none, that they are not provisioned. */
function withUnits(r, file) {
  const set = new RegExp(`({\\s*list: '${snake(r.ownerPlural)}',[^}]*?),?(\\s*})`);
  if (set.test(read(`libs/${r.context}/src/${r.context}.module.ts`)))
    return listed(r, `import { ${r.Class}, ${r.CONSTANT} } from '${file}';`, (module) =>
      module.replace(set, `$1, units: ${r.CONSTANT}$2`),
    );
  const operations = [`assign-units-to-${r.owner}`, `remove-units-from-${r.owner}`];
  return {
    ...listed(r, `import { ${r.Class} } from '${file}';`, (module) => module),
    [`test/${r.context}/not-provisioned.ts`]: (old) => reasons(old ?? text.notProvisioned, operations),
  };
}

function moduleWith(old, { Class, name, plural }, entity) {
  const imports = `${entity}\nimport { ${Class}Controller } from './${plural}/${name}.controller.js';\n`;
  const imported = after(old, /^import [^;]*;\n/m, imports);
  return inArray(inArray(imported, 'controllers: [', `${Class}Controller`), 'entities: [', Class);
}

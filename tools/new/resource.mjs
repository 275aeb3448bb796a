import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, camel, inArray, pascal, read, ROOT, snake, timestampAfter, title, words } from './edits.mjs';
import * as text from './resource-texts.mjs';

function migrationsOf(library) {
  const folder = join(ROOT, `libs/${library}/src/migrations`);
  return existsSync(folder) ? readdirSync(folder).filter((file) => file !== 'index.ts') : [];
}

/** A resource of an asset with a name, to be listed, viewed, created and updated. */
export function resourceEdits({ name, plural, context }) {
  const module = read(`libs/${context}/src/${context}.module.ts`);
  const taken = readdirSync(join(ROOT, 'libs')).flatMap((lib) => migrationsOf(lib).map((file) => file.split('-')[0]));
  const r = {
    ...{ name, plural, context, words: words(name), title: title(name), tag: title(plural) },
    ...{
      Class: pascal(name),
      camel: camel(name),
    },
    schema: /schema: '(\w+)'/.exec(module)[1],
    table: snake(name),
    timestamp: timestampAfter(taken),
    isFirst: migrationsOf(context).length === 0,
  };
  const folder = `libs/${context}/src/${plural}`;
  const openapi = context === 'data-models' ? 'apps/data-models-api/openapi.json' : 'apps/api/openapi.json';
  return {
    files: {
      [`${folder}/${name}.dto.ts`]: text.dto(r),
      [`${folder}/${name}.aggregate.ts`]: text.aggregate(r),
      [`${folder}/${name}.controller.ts`]: text.controller(r),
      [`libs/${context}/src/migrations/${r.timestamp}-${name}.ts`]: text.migration(r),
      [`libs/${context}/src/migrations/index.ts`]: (old) => migrationIndex(old, r),
      [`libs/${context}/src/${context}.module.ts`]: (old) => moduleWith(old, r),
      [`test/${context}/${plural}.e2e-spec.ts`]: text.spec(r),
      [`test/${context}/not-provisioned.ts`]: (old) => notProvisioned(old, r),
      'docs/scaling/citus.sql': (old) =>
        after(
          old,
          new RegExp(`select create_distributed_table\\('(?:${r.schema}|catalog)\\.\\w+', 'asset_id'.*\\n`),
          `select create_distributed_table('${r.schema}.${r.table}', 'asset_id', colocate_with := 'catalog.asset');\n`,
        ),
    },
    next: [
      `npm run openapi                      (writes ${openapi})`,
      `npm test -- test/${context}/${plural} test/architecture test/access`,
      `fields beside the name: CONTRIBUTING.md, "Add a field"; provision, export, viewer and demo: "Add a resource"`,
    ],
  };
}

const notProvisioned = (old = text.notProvisioned, { name }) =>
  ['create', 'update'].reduce((now, verb) => now.replace(/\n};/, `\n  '${verb}-${name}': 'not yet',$&`), old);

function migrationIndex(old, { Class, timestamp, name }) {
  const imported = after(old, /^import .*\n/m, `import { ${Class}${timestamp} } from './${timestamp}-${name}.js';\n`);
  return inArray(imported, /= (\[)/.exec(imported)[0], `${Class}${timestamp}`);
}

function moduleWith(old, { Class, name, plural }) {
  const folder = `./${plural}/${name}`;
  const imports = `import { ${Class} } from '${folder}.aggregate.js';
import { ${Class}Controller } from '${folder}.controller.js';
`;
  let text = after(old, /^import [^;]*;\n/m, imports);
  for (const [start, element] of Object.entries({
    'controllers: [': `${Class}Controller`,
    'entities: [': Class,
  }))
    text = inArray(text, start, element);
  return text;
}

import { after, pascal, snake, words } from './edits.mjs';

/** A context without resources, served by the main API. @param description what it holds, for docs/architecture.md */
export function contextEdits(name, description) {
  const [Module, library] = [`${pascal(name)}Module`, `libs/${name}/src`];
  const project = { type: 'library', root: `libs/${name}`, entryFile: 'index', sourceRoot: library };
  return {
    [`${library}/index.ts`]: `export { ${Module} } from './${name}.module.js';\n`,
    [`${library}/contract.ts`]: `/** The public contract of ${words(name)} for other contexts. */\nexport {};\n`,
    [`${library}/migrations/index.ts`]: `export {};\n`,
    [`${library}/${name}.module.ts`]: `import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import * as migrations from './migrations/index.js';

@Module({ controllers: [], providers: [] })
export class ${Module} {
  static readonly persistence: Persistence = {
    schema: '${snake(name)}',
    entities: [],
    migrations: Object.values(migrations),
  };
}
`,
    'tsconfig.json': (old) =>
      old.replace('      "@app/catalog/contract"', `      "@app/${name}/contract": ["./${library}/contract.ts"],\n$&`),
    'nest-cli.json': (old) => {
      const { projects, ...others } = JSON.parse(old);
      return `${JSON.stringify({ ...others, projects: { ...projects, [name]: project } }, undefined, 2)}\n`;
    },
    'apps/api/src/app.module.ts': (old) =>
      after(old, /^import .* from '@app\/\w+';\n/m, `import { ${Module} } from '@app/${name}';\n`).replace(
        '  ViewerModule,\n',
        `  ${Module},\n$&`,
      ),
    'docs/architecture.md': (old) =>
      old
        .replace('  viewer/       viewer documents', `  ${`${name}/`.padEnd(12)}  ${description}\n$&`)
        .replace('  catalog --> ', `  api --> ${name} --> catalog\n$&`),
  };
}

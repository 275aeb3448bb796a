import { after, pascal, snake, words } from './edits.mjs';

/** A context without resources, served by the main API. @param description what it holds, for docs/architecture.md */
export function contextEdits(name, description) {
  const [Class, library] = [pascal(name), `libs/${name}`];
  return {
    files: {
      [`${library}/src/index.ts`]: `export { ${Class}Module } from './${name}.module.js';\n`,
      [`${library}/src/contract.ts`]: `/** The public contract of ${words(name)} for other contexts. */\nexport {};\n`,
      [`${library}/src/${name}.module.ts`]: module(name),
      [`${library}/src/migrations/index.ts`]: `export {};\n`,
      'tsconfig.json': (old) =>
        old.replace(
          '      "@app/catalog/contract"',
          `      "@app/${name}/contract": ["./${library}/src/contract.ts"],\n$&`,
        ),
      'nest-cli.json': (old) => withProject(old, name),
      'apps/api/src/app.module.ts': (old) =>
        after(old, /^import .* from '@app\/\w+';\n/m, `import { ${Class}Module } from '@app/${name}';\n`).replace(
          '  ViewerModule,\n',
          `  ${Class}Module,\n  ViewerModule,\n`,
        ),
      'docs/architecture.md': (old) =>
        old
          .replace('  viewer/       viewer documents', `  ${`${name}/`.padEnd(13)} ${description}\n$&`)
          .replace('  catalog --> ', `  api --> ${name} --> catalog\n$&`),
    },
    next: [
      `npm run new -- resource NAME --context ${name}`,
      `docs/architecture.md: arrows to other contexts that it imports`,
      `npm test -- test/${name} test/architecture`,
    ],
  };
}

const module = (name) => `import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import * as migrations from './migrations/index.js';

@Module({ controllers: [], providers: [] })
export class ${pascal(name)}Module {
  static readonly persistence: Persistence = {
    schema: '${snake(name)}',
    entities: [],
    migrations: Object.values(migrations),
  };
}
`;

function withProject(old, name) {
  const config = JSON.parse(old);
  config.projects[name] = { type: 'library', root: `libs/${name}`, entryFile: 'index', sourceRoot: `libs/${name}/src` };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

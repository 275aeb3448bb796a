import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LIBRARIES } from './contexts.js';

const LIBS = join(import.meta.dirname, '../../libs');

/** The lists in which Nest and TypeORM expect a class, by its decorator. */
const LISTS: [decorator: RegExp, list: string][] = [
  [/^@(Resource|Controller)\(/m, 'controllers'],
  [/^@Entity\(/m, 'entities'],
  [/^@(CommandHandler|QueryHandler|EventsHandler|Injectable|Scheduled|Consumer)\(/m, 'providers'],
];

/** Decorators at the beginning of lines, up to the class that they decorate. */
const DECORATED = /((?:^@\w+\((?:(?!^@|^export)[^])*?)+)^export class (\w+)/gm;

const withoutImports = (text: string): string => text.replace(/^import [^;]*;\n/gm, '');
const names = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(withoutImports(text));

/** Classes that a context declares but does not register: the file to edit, and what to add. @param files text by path below `src` */
function omissions(context: string, files: ReadonlyMap<string, string>): string[] {
  const module = `${context}.module.ts`;
  const registered = [...files].filter(([file]) => !file.endsWith('.interceptor.ts')); // controllers name their interceptors
  const unregistered = registered.flatMap(([, text]) =>
    [...text.matchAll(DECORATED)].flatMap(([, decorators, name]) =>
      LISTS.filter(([decorator]) => decorator.test(decorators!) && !names(files.get(module)!, name!)).map(
        ([, list]) => `libs/${context}/src/${module}: add ${name} to ${list}`,
      ),
    ),
  );
  const index = files.get('migrations/index.ts') ?? '';
  const unlisted = [...files]
    .filter(([file]) => /^migrations\/\d/.test(file))
    .map(([file]) => `export * from './${basename(file, '.ts')}.js';`)
    .filter((line) => !index.includes(line))
    .map((line) => `libs/${context}/src/migrations/index.ts: add ${line}`);
  return [...unregistered, ...unlisted];
}

function filesOf(context: string): Map<string, string> {
  const folder = join(LIBS, context, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]));
}

const contexts = readdirSync(LIBS).filter((name) => existsSync(join(LIBS, name, 'src/contract.ts')));

describe('A context', () => {
  it.each(contexts)('%s registers its controllers, handlers, entities, jobs and migrations', (context) => {
    expect(omissions(context, filesOf(context))).toEqual([]);
  });

  it('is part of an application', () => {
    const known = LIBRARIES.map(({ name }) => name);
    const apart = contexts.filter((context) => !known.includes(context));
    expect(apart.map((name) => `apps/api/src/app.module.ts: add the module of libs/${name} to CONTEXTS`)).toEqual([]);
  });

  it('reports the file to edit and what to add', () => {
    const files = filesOf('catalog');
    const known = omissions('catalog', files);
    const module = files.get('catalog.module.ts')!;
    const forgotten = ['UnitController', 'ListUnitsHandler', 'DeleteFloorPlanHandler', 'Building', 'CountUnitsJob'];
    const body = forgotten.reduce(
      (text, name) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), ''),
      withoutImports(module),
    );
    files.set('catalog.module.ts', body);
    files.set('migrations/1900000000000-attic.ts', 'export class Attic1900000000000 implements MigrationInterface {}');
    const file = 'libs/catalog/src/catalog.module.ts';
    expect(
      omissions('catalog', files)
        .filter((each) => !known.includes(each))
        .sort(),
    ).toEqual([
      `${file}: add Building to entities`,
      `${file}: add CountUnitsJob to providers`,
      `${file}: add DeleteFloorPlanHandler to providers`,
      `${file}: add ListUnitsHandler to providers`,
      `${file}: add UnitController to controllers`,
      "libs/catalog/src/migrations/index.ts: add export * from './1900000000000-attic.js';",
    ]);
  });
});

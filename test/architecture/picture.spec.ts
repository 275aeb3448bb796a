import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

interface End {
  path?: string | string[];
  pathNot?: string | string[];
}
interface Rule {
  name: string;
  from: End;
  to: End;
}

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: Rule[] };

const any = (patterns: string | string[] | undefined, path: string) =>
  [patterns ?? []].flat().some((pattern) => new RegExp(pattern).test(path));
function matches({ path, pathNot }: End, file: string): boolean {
  return (path === undefined || any(path, file)) && !any(pathNot, file);
}

const foldersOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? `${folder}/${entry.name}` : [],
  );

const ROOMS = foldersOf('libs/platform/src').filter((room) => !room.endsWith('/migrations'));
const NODES = [...foldersOf('apps'), ...foldersOf('libs').filter((library) => library !== 'libs/platform'), ...ROOMS];
const CONTEXTS = foldersOf('libs').filter((library) =>
  forbidden.some(({ name, from }) => name === 'context-map' && matches(from, `${library}/`)),
);

/** Arrows as `from -> to`, each end a folder. Boxes without a label are rooms of the platform, or else libraries. */
function arrowsOf(page: string): Set<string> {
  const lines = /```mermaid\n([^]*?)```/
    .exec(page)![1]!
    .split('\n')
    .filter((line) => line.includes('-->'));
  const labels = new Map(
    [...page.matchAll(/([\w-]+)\[((?:apps|libs)\/[\w-]+)\]/g)].map(([, id, folder]) => [id, folder]),
  );
  const folderOf = (id: string) => {
    const room = `libs/platform/src/${id}`;
    return labels.get(id) ?? (ROOMS.includes(room) ? room : `libs/${id}`);
  };
  const chains = lines.map((line) =>
    line.split('-->').map((ends) => ends.split('&').map((end) => /[\w-]+/.exec(end)![0])),
  );
  const pairs = chains.flatMap((chain) =>
    chain.slice(1).flatMap((to, at) => chain[at]!.flatMap((from) => to.map((each) => [from, each] as const))),
  );
  return new Set(
    pairs
      .filter(([, to]) => !['postgres', 'store'].includes(to))
      .map(([from, to]) => `${folderOf(from)} -> ${folderOf(to)}`),
  );
}

/** Whether one folder reaches another, along one arrow or several. */
function reaches(arrows: ReadonlySet<string>, from: string, to: string): boolean {
  const next = [...arrows].filter((arrow) => arrow.startsWith(`${from} -> `)).map((arrow) => arrow.split(' -> ')[1]!);
  return next.some((each) => each === to || reaches(arrows, each, to));
}

/** Whether a file of one folder may import the door of another, by the rules between contexts and between rooms. */
const isAllowed = (from: string, to: string) =>
  !forbidden
    .filter(({ name }) => /^(context-map|viewer-is-last|\w+-knows-those-below)$/.test(name))
    .some((rule) => matches(rule.from, `${from}/src/file.ts`) && matches(rule.to, `${to}/index.ts`));

/** The imports between folders, as `from -> to`. */
function importsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/spec\.tsx?$/.test(file) && !file.includes('node_modules/'))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(/ from '(@app\/|(?:\.\.\/)+)([^']+)'/g),
    ])
    .map(([, start, rest]) => importedBy(folder, start!, rest!))
    .filter((to) => to !== undefined && to !== folder)
    .map((to) => `${folder} -> ${to}`);
}

function importedBy(folder: string, start: string, path: string): string | undefined {
  const [first = '', second = ''] = path.split('/');
  if (start === '@app/') return first === 'platform' ? `libs/platform/src/${second}` : `libs/${first}`;
  const beside = folder.startsWith('apps/') ? `apps/${first}` : `libs/platform/src/${first}`;
  return folder.startsWith('libs/platform/') || second === 'src' ? NODES.find((node) => node === beside) : undefined;
}

const IMPORTS = new Set(NODES.flatMap(importsIn));

/** What the picture and the code do not agree on. */
function differences(page: string): string[] {
  const arrows = arrowsOf(page);
  const ends = new Set([...arrows].flatMap((arrow) => arrow.split(' -> ')));
  const pairs = (folders: string[]) =>
    folders.flatMap((from) => folders.filter((to) => to !== from).map((to) => [from, to] as const));
  return [
    ...NODES.filter((node) => !ends.has(node)).map((node) => `the picture lacks ${node}`),
    ...[...ends].filter((end) => !NODES.includes(end)).map((end) => `the picture shows ${end}, which is no folder`),
    ...pairs(CONTEXTS)
      .filter(([from, to]) => isAllowed(from, to) !== arrows.has(`${from} -> ${to}`))
      .map(([from, to]) => `MAP of .dependency-cruiser.cjs and the picture differ: ${from} -> ${to}`),
    ...pairs(ROOMS)
      .filter(([from, to]) => isAllowed(from, to) !== reaches(arrows, from, to))
      .map(([from, to]) => `ROOMS of .dependency-cruiser.cjs and the picture differ: ${from} -> ${to}`),
    ...[...IMPORTS]
      .filter((each) => !reaches(arrows, ...(each.split(' -> ') as [string, string])))
      .map((each) => `no arrow for the import ${each}`),
    // Each context has foreign keys to the catalog.
    ...[...arrows]
      .filter((arrow) => !IMPORTS.has(arrow) && !arrow.endsWith(' -> libs/catalog'))
      .map((arrow) => `nothing is imported along ${arrow}`),
  ];
}

describe('The picture of docs/architecture.md', () => {
  it('shows the imports of the code, and the rules of .dependency-cruiser.cjs', () => {
    expect(differences(PAGE)).toEqual([]);
  });

  it.each([
    ['a missing box', '  page[apps/viewer] --> viewer\n', '', 'the picture lacks apps/viewer'],
    [
      'a missing arrow',
      '  documentation --> rest\n',
      '',
      'no arrow for the import libs/documentation -> libs/platform/src/rest',
    ],
    [
      'an arrow too many',
      '  documentation --> rest\n',
      '  documentation --> rest & files\n',
      'nothing is imported along libs/documentation -> libs/platform/src/files',
    ],
    [
      'an arrow that MAP lacks',
      '  catalog --> rest',
      '  mapping --> pricing\n  catalog --> rest',
      'MAP of .dependency-cruiser.cjs and the picture differ: libs/mapping -> libs/pricing',
    ],
    [
      'an arrow that ROOMS lacks',
      'rest --> resources',
      'rest --> resources & audit',
      'ROOMS of .dependency-cruiser.cjs and the picture differ: libs/platform/src/rest -> libs/platform/src/audit',
    ],
  ])('is compared: %s is reported', (_, text, changed, difference) => {
    expect(PAGE).toContain(text);
    expect(differences(PAGE.replace(text, changed))).toContain(difference);
  });
});

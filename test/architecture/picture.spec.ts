import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

type Arrow = [from: string, to: string];
interface Picture {
  ROOT: string;
  PAGE: string;
  LAYERS: string[];
  foldersOf: (folder: string) => string[];
  arrowsOf: (page: string) => Arrow[];
  reaches: (arrows: readonly Arrow[], from: string, to: string) => boolean;
}

const { ROOT, PAGE, LAYERS, foldersOf, arrowsOf, reaches } = createRequire(import.meta.url)('./picture.cjs') as Picture;
const NODES = [...foldersOf('apps'), ...foldersOf('libs').filter((library) => library !== 'libs/platform'), ...LAYERS];

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

/** Differences between the picture and the code. */
function differences(page: string): string[] {
  const arrows = arrowsOf(page);
  const ends = new Set(arrows.flat());
  return [
    ...NODES.filter((node) => !ends.has(node)).map((node) => `the picture lacks ${node}`),
    ...[...ends].filter((end) => !NODES.includes(end)).map((end) => `the picture shows ${end}, which is no folder`),
    ...[...IMPORTS]
      .filter((each) => !reaches(arrows, ...(each.split(' -> ') as Arrow)))
      .map((each) => `no arrow for the import ${each}`),
    // Each context has foreign keys to the catalog.
    ...arrows
      .map((arrow) => arrow.join(' -> '))
      .filter((arrow) => !IMPORTS.has(arrow) && !arrow.endsWith(' -> libs/catalog'))
      .map((arrow) => `nothing is imported along ${arrow}`),
  ];
}

/** Folders that the tree lacks, and lines of the tree that name no folder. */
function treeDifferences(page: string): string[] {
  const tree = /```\n(apps\/\n[^]*?)```/.exec(page)![1]!;
  const parts = [...tree.matchAll(/^(apps|libs)\/\n((?: .*\n)*)/gm)];
  const shown = parts.flatMap(([, root, lines]) =>
    [...lines!.matchAll(/^ {2}([\w-]+)\/ {2}/gm)].map(([, name]) => `${root}/${name}`),
  );
  const folders = [...foldersOf('apps'), ...foldersOf('libs')];
  return [
    ...folders.filter((folder) => !shown.includes(folder)).map((folder) => `the tree lacks ${folder}/`),
    ...shown
      .filter((folder) => !folders.includes(folder))
      .map((folder) => `the tree shows ${folder}/, which is no folder`),
  ];
}

describe('The tree in docs/architecture.md', () => {
  it('has a line for each application and library', () => {
    expect(treeDifferences(PAGE).map((text) => `docs/architecture.md: ${text}`)).toEqual([]);
  });

  it('is checked: missing and unknown folders are reported', () => {
    const page = PAGE.replace('  mapping/  ', '  maps/     ');
    expect(treeDifferences(page)).toEqual([
      'the tree lacks libs/mapping/',
      'the tree shows libs/maps/, which is no folder',
    ]);
  });
});

describe('The diagram in docs/architecture.md', () => {
  it('shows the imports of the code', () => {
    expect(differences(PAGE).map((text) => `docs/architecture.md: ${text}`)).toEqual([]);
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
      'an arrow between contexts that nothing uses',
      '  catalog --> rest',
      '  pricing --> merchandising\n  catalog --> rest',
      'nothing is imported along libs/pricing -> libs/merchandising',
    ],
  ])('is checked: %s is reported', (_, text, changed, difference) => {
    expect(PAGE).toContain(text);
    expect(differences(PAGE.replace(text, changed))).toContain(difference);
  });
});

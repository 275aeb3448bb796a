import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const listed = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((path) => path && existsSync(join(ROOT, path)));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (text: string): string =>
  text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** The anchors that GitHub generates for headings. */
const anchorsOf = (path: string): string[] =>
  [
    ...read(path)
      .replace(/^```[^]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

interface Link {
  page: string;
  target: string;
}

function isBroken({ page, target }: Link): boolean {
  const [path, anchor] = target.split('#') as [string, string?];
  const file = path ? relative(ROOT, join(ROOT, dirname(page), path)) : page;
  if (!existsSync(join(ROOT, file))) return true;
  return anchor !== undefined && !anchorsOf(file).includes(anchor);
}

const linksOf = (page: string): Link[] =>
  [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => ({ page, target: target! }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));

/** Names of pages (`docs/...md`) in code and in messages. */
const NAMED = /(?<![\w./-])docs\/[\w./-]+\.(?:md|sql)/g;

describe('The documentation', () => {
  const links = listed('*.md').flatMap(linksOf);

  it('has links only to existing files and headings', () => {
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter(isBroken)).toEqual([]);
  });

  it('is referenced in code by existing paths', () => {
    const named = listed('apps', 'libs', 'test', 'docker', '.dependency-cruiser.cjs')
      .filter((path) => /\.(ts|mjs|cjs|ya?ml)$/.test(path) && !path.endsWith('links.spec.ts'))
      .flatMap((path) => [...read(path).matchAll(NAMED)].map(([target]) => `${path}: ${target}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((line) => !existsSync(join(ROOT, line.slice(line.indexOf(': ') + 2))))).toEqual([]);
  });

  it('is checked: links to a missing file or heading are reported', () => {
    expect(
      ['docs/missing.md', 'README.md#missing'].filter((target) => isBroken({ page: 'README.md', target })),
    ).toHaveLength(2);
  });
});

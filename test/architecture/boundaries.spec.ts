import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

interface Rule {
  name: string;
  scope?: 'module' | 'folder';
}

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: Rule[] };
const TREES = join(import.meta.dirname, 'violations');
const trees = readdirSync(TREES);

const ofFolders = forbidden.filter(({ scope }) => scope === 'folder').map(({ name }) => name);
const posix = (path: string) => path.split(sep).join('/');

/** The rules that a tree breaks, from the comments `// not allowed: <rule>, <rule>` in its files. */
function planted(tree: string): string[] {
  const files = readdirSync(join(TREES, tree), { recursive: true, encoding: 'utf8', withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\/\/ not allowed: (.+)/g)]
        .flatMap(([, rules]) => rules!.split(', '))
        .map(
          (rule) => `${rule} ${posix(relative(join(TREES, tree), ofFolders.includes(rule) ? dirname(file) : file))}`,
        ),
    )
    .sort();
}

describe('The rules of .dependency-cruiser.cjs', () => {
  const program = join(import.meta.dirname, 'violations.mjs');
  const fired = JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' })) as Record<string, string[]>;

  it('each detect a planted violation and accept a clean sample', () => {
    expect(trees).toEqual([...new Set(['clean', ...forbidden.map((rule) => rule.name)])].sort());
    expect(planted('clean')).toEqual([]);
  });

  it.each(trees.filter((tree) => tree !== 'clean'))('rule %s is broken by its own sample', (rule) => {
    expect(planted(rule).map((violation) => violation.split(' ')[0])).toContain(rule);
  });

  it.each(trees)('detect only the violations planted in %s', (tree) => {
    expect(fired[tree]).toEqual(planted(tree));
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isSecret } from '@app/platform/auth';

interface Package {
  version: string;
  license?: string;
  hasInstallScript?: boolean;
}

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
const wanted = json('package.json');
const { '': _root, ...locked } = json('package-lock.json')['packages'] as Record<string, Package>;
const page = readFileSync('docs/dependencies.md', 'utf8');

const LICENCES = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|CC-BY-4\.0)$/;
/** Licensed under MPL-2.0: used only by tests, not delivered. */
const TESTS_ONLY = ['axe-core'];
/** Licensed under MPL-2.0: used unchanged, as a separate library. */
const MPL = /^node_modules\/@resvg\//;
/** libvips, a separate library that sharp loads. */
const LGPL = /^node_modules\/@img\/sharp-/;
/** Licensed freely according to their files, but not their package.json. */
const SAID_ELSEWHERE = ['busboy', 'streamsearch', 'humanize-number', 'only'];
/** Dedicated to the public domain. */
const FREE = ['fast-sha256', 'robust-predicates'];
/** Packages with an install script that is neither run nor needed. */
const NOT_RUN = ['@parcel/watcher', '@scarf/scarf', 'unrs-resolver'];

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('A package', () => {
  const direct = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.entries(wanted[kind] as Record<string, string>),
  );

  it.each(direct)('%s %s is documented with its licence', (name, version) => {
    const line = page.split('\n').find((each) => each.startsWith(`| \`${name}\` `));
    const [shown, licence] =
      line
        ?.split('|')
        .slice(2, 4)
        .map((cell) => cell.trim()) ?? [];
    expect([shown, licence]).toEqual([version, locked[`node_modules/${name}`]?.license ?? 'MIT']);
  });

  it('has a licence without obligations for users of the service', () => {
    const others = Object.entries(locked).filter(([path, { license = '' }]) => {
      const names = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
      return !names.every(
        (each) =>
          LICENCES.test(each) ||
          (LGPL.test(path) && each === 'LGPL-3.0-or-later') ||
          (MPL.test(path) && each === 'MPL-2.0'),
      );
    });
    const known = [...SAID_ELSEWHERE, ...FREE, ...TESTS_ONLY];
    expect(others.map(([path]) => nameOf(path)).filter((name) => !known.includes(name))).toEqual([]);
    expect(TESTS_ONLY.filter((name) => !wanted['devDependencies'][name])).toEqual([]);
  });

  it('runs an install script only if it is allowed', () => {
    const scripts = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
    const allowed = wanted['allowScripts'] as Record<string, boolean>;
    const names = [...new Set(scripts.map(([path]) => nameOf(path)))].filter((name) => !NOT_RUN.includes(name));
    expect(names.filter((name) => allowed[name] !== true)).toEqual([]);
    expect(Object.keys(allowed).filter((name) => allowed[name] && !names.includes(name))).toEqual([]);
  });
});

describe('A secret', () => {
  it('is in no file of the repository', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => existsSync(path)); // not deleted files that are still in the index
    const found = files.filter((path) => {
      const text = readFileSync(path, 'latin1');
      const keys = text.match(/pms_[0-9A-Za-z]{40}/g) ?? [];
      return keys.some(isSecret) || /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);
    });
    expect(found.filter((path) => path !== 'test/architecture/dependencies.spec.ts')).toEqual([]);
  });
});

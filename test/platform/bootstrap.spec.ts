import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

interface Ending {
  code: number;
  stdout: string;
  stderr: string;
}

function node(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ending> {
  return new Promise((settle) => {
    const options = { cwd: tmpdir(), env: { ...process.env, ...env } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      settle({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

describe('The bootstrap', () => {
  let checkout: string;
  const path = (...names: string[]) => join(checkout, ...names);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  const run = (...command: string[]) => node([path('apps/cli/bootstrap.mjs'), ...command]);

  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
    const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
    for (const name of ['apps/cli/bootstrap.mjs', 'apps/cli/compile.mjs', ...settings])
      cpSync(join(ROOT, name), path(name));
    symlinkSync(join(ROOT, 'node_modules'), path('node_modules'), 'junction');
    write(
      'apps/cli/build.mjs',
      `import { compile } from './compile.mjs';\nawait compile({ entries: ['apps/cli/src/main.ts'] });\n`,
    );
    write(
      'apps/cli/src/main.ts',
      `import { greeting } from './greeting.js';\nconsole.log(greeting, ...process.argv.slice(2));\n`,
    );
    write('apps/cli/src/greeting.ts', `export const greeting: string = 'hello';\n`);
  });

  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  it('builds once for concurrent starts, and leaves stdout to the command', async () => {
    const both = await Promise.all([run('first', '--json'), run('second', '--json')]);

    expect(both.map(({ stdout }) => stdout).sort()).toEqual(['hello first --json\n', 'hello second --json\n']);
    expect(both.filter(({ stderr }) => stderr.includes('Building ... done'))).toHaveLength(1);
    expect(await run('again')).toEqual({ code: 0, stdout: 'hello again\n', stderr: '' });
  });

  it('prints nothing when nothing has changed', async () => {
    const changes = () => ['.', 'dist', 'dist/.sources'].map((name) => statSync(path(name)).mtimeMs);
    const before = changes();

    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    expect(changes()).toEqual(before);
  });

  it('builds again when Node has another version, because a build contains its code cache', async () => {
    const stamp = readFileSync(path('dist/.sources'), 'utf8');
    write('dist/.sources', stamp.replace(process.version, 'v20.0.0'));

    expect((await run('newer')).stderr).toContain('Building ... done');
    expect(readFileSync(path('dist/.sources'), 'utf8')).toBe(stamp);
    expect((await run('again')).stderr).toBe('');
  });

  it('does not build because of a test', async () => {
    write('apps/cli/src/greeting.spec.ts', 'it is no TypeScript');

    expect((await run()).stderr).toBe('');
  });

  it('notices a deleted source, shows the compiler error, and does not run the old build', async () => {
    const source = readFileSync(path('apps/cli/src/greeting.ts'), 'utf8');
    const main = readFileSync(path('apps/cli/src/main.ts'), 'utf8');
    rmSync(path('apps/cli/src/greeting.ts'));
    const broken = await run();
    write('apps/cli/src/main.ts', `if (process.argv[2] === 'greet') await import('./greeting.js');\n`);
    const brokenLater = await run();
    write('apps/cli/src/main.ts', main);
    write('apps/cli/src/greeting.ts', source.replace('hello', 'good day'));

    for (const { stderr, ...ended } of [broken, brokenLater]) {
      expect(ended).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/Could not resolve ".\/greeting.js"[^]*Building failed \(1\)\.\n$/);
    }
    expect(await run('sir')).toMatchObject({ code: 0, stdout: 'good day sir\n' });
  });

  it('acquires the lock of a killed process', async () => {
    write('dist/.lock', JSON.stringify({ host: hostname(), pids: [4194305] }));
    write('apps/cli/src/greeting.ts', `export const greeting: string = 'welcome';\n`);

    expect(await run('back')).toMatchObject({ code: 0, stdout: 'welcome back\n' });
  });

  it('rejects an old version of Node in one line', async () => {
    const manifest = readFileSync(path('package.json'), 'utf8');
    write('package.json', JSON.stringify({ ...JSON.parse(manifest), engines: { node: '>=99.1.0' } }));
    const { code, stdout, stderr } = await run();
    write('package.json', manifest);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`This needs Node 99.1.0 or newer; ${process.execPath} is Node ${process.versions.node}.\n`);
  });
});

describe('Installed packages', () => {
  let folder: string;
  let isCurrent: (wanted: object, present: object | undefined, dev?: boolean) => boolean;
  const pack = (version: string, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });

  beforeAll(async () => {
    const module = '../../apps/cli/bootstrap.mjs';
    const { installIsCurrent } = (await import(module)) as {
      installIsCurrent(need: { dev: boolean }, root: string): boolean;
    };
    folder = mkdtempSync(join(tmpdir(), 'packages-'));
    mkdirSync(join(folder, 'node_modules'));
    isCurrent = (wanted, present, dev = true) => {
      const installed = join(folder, 'node_modules', '.package-lock.json');
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
      rmSync(installed, { force: true });
      if (present) writeFileSync(installed, JSON.stringify({ packages: present }));
      return installIsCurrent({ dev }, folder);
    };
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are current when they match the lock file, whatever their dates', () => {
    expect(isCurrent({ 'node_modules/a': pack('1.0.0') }, { 'node_modules/a': pack('1.0.0') })).toBe(true);
  });

  it('are outdated when an install was interrupted, a version differs, or a package is missing', () => {
    const wanted = { 'node_modules/a': pack('1.0.0') };
    expect(isCurrent(wanted, undefined)).toBe(false);
    expect(isCurrent(wanted, { 'node_modules/a': pack('1.0.1') })).toBe(false);
    expect(isCurrent(wanted, { 'node_modules/a': { ...pack('1.0.0'), integrity: 'sha512-other' } })).toBe(false);
    expect(isCurrent(wanted, {})).toBe(false);
  });

  it('may lack optional packages, and in production those for development', () => {
    expect(isCurrent({ 'node_modules/a': pack('1.0.0', { optional: true }) }, {})).toBe(true);
    const wanted = { 'node_modules/a': pack('1.0.0', { dev: true }) };
    expect(isCurrent(wanted, {}, false)).toBe(true);
    expect(isCurrent(wanted, {}, true)).toBe(false);
  });

  it('must not hide the right copy behind an old nested one, nor come from another platform', () => {
    const wanted = { 'node_modules/a': pack('1.0.0') };
    expect(isCurrent(wanted, { ...wanted, 'node_modules/extra': pack('1.0.0') })).toBe(true);
    expect(isCurrent(wanted, { ...wanted, 'node_modules/a/node_modules/b': pack('1.0.0') })).toBe(false);
    expect(isCurrent(wanted, { ...wanted, 'node_modules/b': pack('1.0.0', { os: ['elsewhere'] }) })).toBe(false);
    expect(isCurrent(wanted, { ...wanted, 'node_modules/b': pack('1.0.0', { os: ['!elsewhere'] }) })).toBe(true);
  });
});

describe('npm test', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'suites-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  async function lastLine(files: Record<string, string>, settings = {}): Promise<[string | undefined, number]> {
    const config = { rootDir: folder, testRegex: 'spec\\.mjs$', transform: {}, moduleFileExtensions: ['mjs', 'js'] };
    const reporters = [join(ROOT, 'test', 'run.mjs')];
    const all = { ...files, 'jest.config.json': JSON.stringify({ ...config, reporters, ...settings }) };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
    // Removes variables of this run that the child would inherit.
    const env = { TEST_COUNTS_FILE: undefined, JEST_WORKER_ID: undefined };
    const { code, stdout } = await node([join(ROOT, 'test', 'run.mjs'), `--config=${folder}/jest.config.json`], env);
    return [stdout.trimEnd().split('\n').pop(), code];
  }

  it('ends with the counts of the tests that ran', async () => {
    const passing = `it('a', () => {}); it('b', () => { process.stdout.write('no line end'); });`;
    expect(await lastLine({ 'a.spec.mjs': passing })).toEqual(['2 passed, 0 failed', 0]);
    const failing = `it('a', () => {}); it('b', () => { throw new Error('no'); }); it.skip('c', () => {});`;
    expect(await lastLine({ 'a.spec.mjs': failing })).toEqual(['1 passed, 1 failed, 1 skipped', 1]);
  });

  it('counts a suite that cannot be loaded', async () => {
    const files = { 'a.spec.mjs': `it('a', () => {});`, 'b.spec.mjs': `import './nowhere.mjs';` };
    expect(await lastLine(files)).toEqual(['1 passed, 1 failed', 1]);
  });

  it('fails without tests, when jest fails outside the tests, and when jest does not start', async () => {
    expect(await lastLine({})).toEqual(['0 passed, 1 failed', 1]);
    const files = {
      'a.spec.mjs': `it('a', () => {});`,
      'throw.mjs': `export default () => { throw new Error('no'); };`,
    };
    const [globalTeardown, globalSetup] = [join(folder, 'throw.mjs'), join(folder, 'throw.mjs')];
    expect(await lastLine(files, { globalTeardown })).toEqual(['1 passed, 1 failed', 1]);
    expect(await lastLine(files, { globalSetup })).toEqual(['0 passed, 1 failed', 1]);
  });
});

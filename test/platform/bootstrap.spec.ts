import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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
  const greet = (text: string) => write('apps/cli/src/greeting.ts', `export const greeting: string = '${text}';\n`);

  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
    const files = ['apps/cli/bootstrap.mjs', 'apps/cli/build.mjs', 'apps/cli/swc.mjs', 'package.json', 'tsconfig.json'];
    for (const name of files) cpSync(join(ROOT, name), path(name));
    write('package-lock.json', '{}');
    utimesSync(path('package-lock.json'), 1, 1); // older than the packages
    mkdirSync(path('libs'));
    symlinkSync(join(ROOT, 'node_modules'), path('node_modules'), 'junction');
    write('apps/viewer/build.mjs', 'export const buildViewer = () => undefined;\n');
    write('apps/console/build.mjs', 'export const buildConsole = () => undefined;\n');
    write(
      'apps/cli/src/main.ts',
      `import { greeting } from './greeting.js';\nconsole.log(greeting, ...process.argv.slice(2));\n`,
    );
    greet('hello');
  });

  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  it('builds once for concurrent starts, and does not write to stdout', async () => {
    const both = await Promise.all([run('first', '--json'), run('second', '--json')]);

    expect(both.map(({ stdout }) => stdout).sort()).toEqual(['hello first --json\n', 'hello second --json\n']);
    expect(both.filter(({ stderr }) => stderr === 'Building ...\n')).toHaveLength(1);
    expect(await run('again')).toEqual({ code: 0, stdout: 'hello again\n', stderr: '' });
  });

  it('writes nothing when nothing has changed', async () => {
    const changes = () => ['.', 'dist', 'dist/.built'].map((name) => statSync(path(name)).mtimeMs);
    const before = changes();

    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    expect(changes()).toEqual(before);
  });

  it('does not build for a test', async () => {
    write('test/greeting.spec.ts', 'not TypeScript');

    expect((await run()).stderr).toBe('');
  });

  it('removes the output of deleted files', async () => {
    write('apps/cli/src/other.ts', '');
    await run();
    expect(readFileSync(path('dist/apps/cli/src/other.js'), 'utf8')).toContain('sourceMappingURL');
    rmSync(path('apps/cli/src/other.ts'));

    expect(await run()).toMatchObject({ code: 0, stderr: 'Building ...\n' });
    expect(statSync(path('dist/apps/cli/src/other.js'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('prints the error of the compiler, and does not run the old build', async () => {
    write('apps/cli/src/greeting.ts', 'export const greeting: string = ;\n');
    const broken = await run();
    greet('good day');

    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toMatch(/greeting\.ts[^]*Building failed \(1\)\.\n$/);
    expect(await run('sir')).toMatchObject({ code: 0, stdout: 'good day sir\n' });
  });

  it('ignores the lock of a killed process', async () => {
    write('dist/.lock', '4194305');
    greet('welcome');

    expect(await run('back')).toMatchObject({ code: 0, stdout: 'welcome back\n' });
  });

  it('rejects an old version of Node in one line', async () => {
    const manifest = readFileSync(path('package.json'), 'utf8');
    write('package.json', JSON.stringify({ ...JSON.parse(manifest), engines: { node: '>=99.1.0' } }));
    const { code, stdout, stderr } = await run();
    write('package.json', manifest);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`This needs Node 99.1.0 or newer; ${process.execPath} is ${process.version}.\n`);
  });
});

describe('Installed packages', () => {
  let folder: string;
  let isInstalled: (folder: string) => boolean;
  const write = (name: string, seconds: number) => {
    writeFileSync(join(folder, name), '{}');
    utimesSync(join(folder, name), seconds, seconds);
  };

  beforeAll(async () => {
    ({ isInstalled } = (await import('../../apps/cli/bootstrap.mjs' as string)) as {
      isInstalled(folder: string): boolean;
    });
    folder = mkdtempSync(join(tmpdir(), 'packages-'));
    mkdirSync(join(folder, 'node_modules'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are current unless package-lock.json is newer, or the installation was interrupted', () => {
    write('package-lock.json', 100);
    expect(isInstalled(folder)).toBe(false);
    write('node_modules/.package-lock.json', 200);
    expect(isInstalled(folder)).toBe(true);
    write('package-lock.json', 300);
    expect(isInstalled(folder)).toBe(false);
  });
});

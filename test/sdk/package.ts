import { execFileSync } from 'node:child_process';
import { cpSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** libs/sdk as users install it: packed, and installed into an empty folder without a network. */
export class InstalledPackage {
  private readonly home = mkdtempSync(join(tmpdir(), 'property-map-sdk-'));
  readonly folder = join(this.home, 'project');
  /** what the package contains */
  readonly files: string[];

  constructor() {
    const copy = join(this.home, 'clone');
    cpSync(join(ROOT, 'libs/sdk'), join(copy, 'libs/sdk'), { recursive: true });
    copyFileSync(join(ROOT, 'LICENSE'), join(copy, 'LICENSE'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const packed = this.npm(join(copy, 'libs/sdk'), 'pack', '--json', '--silent', '--pack-destination', this.home);
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    this.files = files.map(({ path }) => path);
    mkdirSync(this.folder);
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true, "type": "module" }');
    this.npm(this.folder, 'install', '--offline', '--silent', join(this.home, filename));
  }

  /** The compiled files, for a browser. */
  get dist(): string {
    return join(this.folder, 'node_modules/property-map-sdk/dist');
  }

  /** Compiles a program against the package in the strictest mode. @returns the errors */
  compile(file: string, moduleResolution: 'nodenext' | 'bundler' = 'nodenext'): string {
    const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
    const options = ['--strict', '--target', 'es2023', '--module', module, '--moduleResolution', moduleResolution];
    // Checking all declarations takes half the time, and does not depend on how they are found.
    if (moduleResolution === 'bundler') options.push('--skipLibCheck');
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types'), '--lib', 'es2023,dom'];
    try {
      return this.node(join(ROOT, 'node_modules/typescript-native/bin/tsc'), ...options, ...types, file);
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  write(file: string, content: string | Buffer): void {
    writeFileSync(join(this.folder, file), content);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private node(...words: string[]): string {
    return execFileSync(process.execPath, words, { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
  }

  private npm(cwd: string, ...words: string[]): string {
    const windows = process.platform === 'win32';
    return execFileSync(windows ? 'npm.cmd' : 'npm', words, { cwd, encoding: 'utf8', shell: windows });
  }
}

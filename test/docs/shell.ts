import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Block, files, ROOT } from './blocks.js';

/** Result of running commands. */
export interface Done {
  code: number;
  out: string;
  err: string;
  /** of each `curl`, in order */
  statuses: number[];
}

export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v "${program}"`]).status === 0;

/** The program without which a block cannot run here; undefined if it can. */
export function missingProgram({ language, text }: Block): string | undefined {
  if (language === 'powershell') return isInstalled('pwsh') ? undefined : 'pwsh';
  if (language !== 'sh') return undefined;
  const commands = text.split('\n').flatMap((line) => /^(?:\w+=\S+ +)*([a-z]\w+) /.exec(line)?.[1] ?? []);
  return ['bash', ...commands].find((program) => !isInstalled(program));
}

/**
 * `npm` in the pages: the command line is the built one, the service is running already, and generators work in the copy. The tests that a page
 * names must be there; running them in the copy would take minutes.
 */
const NPM = (started: string) => `case "$1 $2" in
  'run cli') shift 3; exec "${process.execPath}" "${ROOT}/dist/apps/cli/src/main.js" "$@" ;;
  'run new') shift 3; exec "${process.execPath}" tools/new/run.mjs "$@" ;;
  'start '*) cat "${started}" ;;
  'test '|'test --') shift $(($# > 1 ? 2 : 1)); for path; do ls -d "$path"* > /dev/null || exit 1; done ;;
  'run openapi'|'run sql'|'run check') ;;
  *) echo "npm $*: not in this shell" >&2; exit 99 ;;
esac`;

/** Values of an earlier response that pages write as `NAME=...`. */
const RESPONDED = {
  TRANSACTION: /"transaction_url":\s*"([^"]+)"|^Link: <([^>]+)>/im,
  UNIT: /"suggestions":\[\{"unit_id"\s*:\s*"(\d+)"/,
  JOB: /^(pms_\w+)$/m,
};

/** A copy of the clone, and a shell that runs blocks one after the other. */
export class Shell {
  readonly folder: string;
  private readonly programs: string;
  private readonly variables: Record<string, string> = {};

  /**
   * @param at an empty folder
   * @param env of the commands
   * @param replaced addresses and keys of the running service, by those in the pages
   * @param started what `npm start` printed
   */
  constructor(
    at: string,
    private readonly env: Record<string, string> = {},
    private readonly replaced: Record<string, string> = {},
    started = '',
  ) {
    this.folder = join(at, 'clone');
    this.programs = join(at, 'programs');
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, this.folder]);
    for (const path of files()) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      copyFileSync(join(ROOT, path), join(this.folder, path));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
    this.file('../started.txt', started);
    this.program('npm', NPM(join(at, 'started.txt')));
    if (!isInstalled('curl')) return;
    const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
    this.program('curl', `exec ${curl} --silent --show-error --write-out '%{stderr}HTTP %{http_code}\\n' "$@"`);
  }

  private program(name: string, text: string): void {
    mkdirSync(this.programs, { recursive: true });
    writeFileSync(join(this.programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(this.programs, name), 0o755);
  }

  file(name: string, content: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** The file whose name a pattern with `*` describes. */
  find(pattern: string): string {
    const name = new RegExp(`^${basename(pattern).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    const found = readdirSync(join(this.folder, dirname(pattern))).find((each) => name.test(each));
    return join(dirname(pattern), found ?? basename(pattern));
  }

  set(name: string, value: string): void {
    this.variables[name] = value;
  }

  /** The text with the addresses and the key of the running service. */
  filled(text: string): string {
    return Object.entries(this.replaced).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  }

  /** Runs commands; `NAME=value` also applies to the blocks that follow. */
  async run(commands: string): Promise<Done> {
    const text = this.filled(commands);
    for (const [, name, value] of text.matchAll(/^([A-Z]+)=(\S+)(?:\s+#.*)?$/gm))
      if (!value!.endsWith('...'))
        this.set(
          name!,
          value!.replace(/\$(\w+)/g, (_, used: string) => this.variables[used]!),
        );
    const done = await this.execute(text.replaceAll(/^[A-Z]+=\S+(?:\s+#.*)?$/gm, ''));
    for (const [, name] of commands.matchAll(/^([A-Z]+)=\.\.\. +# the id in the response$/gm)) {
      const id = /"id": ?"(\d+)"/.exec(done.out)?.[1];
      if (id) this.set(name!, id);
    }
    for (const [name, value] of Object.entries(RESPONDED)) {
      const found = value.exec(done.out)?.slice(1).find(Boolean);
      if (found) this.set(name, found);
    }
    return done;
  }

  /** `--norc`, because bash mistakes a pipe of Node for a remote shell, and then reads the user's file. */
  private execute(script: string): Promise<Done> {
    const env = { ...process.env, ...this.env, ...this.variables, PATH: `${this.programs}:${process.env['PATH']}` };
    return new Promise((settle) =>
      execFile('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: this.folder, env }, (error, out, err) => {
        const statuses = [...err.matchAll(/^HTTP (\d+)$/gm)].map(([, status]) => Number(status));
        settle({ code: error ? Number(error.code) : 0, out, err, statuses });
      }),
    );
  }
}

/** What a block says about its commands: `# 409` at the end of a `curl` is its status; all others succeed. */
export function faultsOf({ text, mark }: Block, { code, out, err, statuses }: Done): string[] {
  const exit = mark?.kind === 'exit code' ? Number(mark.value) : 0;
  const asked = text.split(/^(?=curl )/m).filter((command) => command.startsWith('curl '));
  const expected = asked.map((command) => /# (\d{3})$/m.exec(command)?.[1] ?? '2..');
  const isSo =
    code === exit &&
    (expected.length === 0 || statuses.length === expected.length) && // a script prints its own
    statuses.every((status, at) => new RegExp(`^${expected[at] ?? '2..'}$`).test(String(status)));
  return isSo ? [] : [`exit code ${code}, ${statuses.join()} and not ${expected.join()}\n${out}\n${err}`];
}

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, ROOT } from './blocks.js';

/** Result of running a block. */
export interface Done {
  code: number;
  out: string;
  err: string;
  /** of each `curl`, in order */
  statuses: number[];
}

/** Whether the program that a block begins with is installed. */
export function isRunnable({ text }: Block): boolean {
  const program = /^(?:\w+=\S+ )*(\S+)/.exec(text)![1]!;
  return program.includes('=') || spawnSync('sh', ['-c', `command -v "${program}"`]).status === 0;
}

/** A folder with the contents of a clone, and a shell that runs blocks one after the other. */
export class Guide {
  private readonly folder: string;
  private readonly programs: string;
  private variables: Record<string, string> = {};

  /**
   * @param at an empty folder
   * @param env of the command line
   * @param addresses of the running service, by those in the guides
   */
  constructor(
    at: string,
    private readonly env: Record<string, string>,
    private readonly addresses: Record<string, string>,
  ) {
    this.folder = join(at, 'clone');
    this.programs = join(at, 'programs');
    for (const folder of [this.folder, this.programs]) mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(ROOT).filter((entry) => !['.git', '.data'].includes(entry)))
      symlinkSync(join(ROOT, name), join(this.folder, name));
    const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
    this.program('curl', `exec ${curl} --silent --show-error --write-out '%{stderr}HTTP %{http_code}\\n' "$@"`);
    this.program(
      'npm',
      `[ "$1 $2 $3" = "run cli --" ] || { echo "npm $*: not in this shell" >&2; exit 99; }\nshift 3\nexec "${process.execPath}" "${ROOT}/dist/apps/cli/src/main.js" "$@"`,
    );
  }

  private program(name: string, text: string): void {
    writeFileSync(join(this.programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(this.programs, name), 0o755);
  }

  file(name: string, content: string | Buffer): void {
    writeFileSync(join(this.folder, name), content);
  }

  set(name: string, value: string): void {
    this.variables[name] = value;
  }

  /** Runs the commands; `NAME=value` also applies to the blocks that follow. */
  async run({ text }: Block): Promise<Done> {
    const filled = Object.entries(this.addresses).reduce((all, [from, to]) => all.replaceAll(from, to), text);
    for (const [, name, value] of filled.matchAll(/^([A-Z]+)=(\S+)(?:\s+#.*)?$/gm))
      if (!value!.endsWith('...')) this.set(name!, value!); // `...` is a placeholder, whose value an earlier response has set
    const script = filled.replaceAll(/^[A-Z]+=\S+(?:\s+#.*)?$/gm, '');
    const done = await this.shell(script);
    const [, url] = /"transaction_url":\s*"([^"]+)"/.exec(done.out) ?? /^Link: <([^>]+)>/im.exec(done.out) ?? [];
    if (url) this.set('TRANSACTION', url);
    const [, unit] = /"suggestions":\[\{"unit_id"\s*:\s*"(\d+)"/.exec(done.out) ?? [];
    if (unit) this.set('UNIT', unit);
    const [job] = /^pms_\w+$/m.exec(done.out) ?? [];
    if (job) this.set('JOB', job);
    return done;
  }

  /** `--norc`, because bash mistakes a pipe of Node for a remote shell, and then reads the user's file. */
  private shell(script: string): Promise<Done> {
    const env = { ...process.env, ...this.env, ...this.variables, PATH: `${this.programs}:${process.env['PATH']}` };
    return new Promise((settle) =>
      execFile('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: this.folder, env }, (error, out, err) => {
        const statuses = [...err.matchAll(/^HTTP (\d+)$/gm)].map(([, status]) => Number(status));
        settle({ code: error ? Number(error.code) : 0, out, err, statuses });
      }),
    );
  }
}

/** Differences from what the block says: `# 409` at the end of a `curl` is its status; all others succeed. */
export function faultsOf({ file, line, text }: Block, { code, out, err, statuses }: Done): string[] {
  const asked = text.split(/^(?=curl )/m).filter((command) => command.startsWith('curl '));
  const expected = asked.map((command) => /# (\d{3})$/m.exec(command)?.[1] ?? '2..');
  const isSo =
    code === 0 &&
    (expected.length === 0 || statuses.length === expected.length) && // a script prints its own
    statuses.every((status, at) => new RegExp(`^${expected[at] ?? '2..'}$`).test(String(status)));
  if (isSo) return [];
  return [`${file}:${line}: exit code ${code}, ${statuses.join()} and not ${expected.join()}\n${out}\n${err}`];
}

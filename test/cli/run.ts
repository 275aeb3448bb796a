import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import '@app/platform/audit';
import { migrate } from '@app/platform/runtime';
import pg from 'pg';
import { runCommandLine } from '../../apps/cli/src/command-line.js';
import { loadCommands } from '../../apps/cli/src/commands.js';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database.js';

// Jest cannot load the same module for two commands at once: it loads here what commands import when they run.
await loadCommands();

/** A step that takes longer prints its progress: `Exporting ... 2 s`. On a slow machine, any step may. */
const PROGRESS = / \.\.\. .*\b\d+ s$/;

export interface Ran {
  code: number;
  out: string;
  /** without the progress of steps */
  err: string;
}

export interface Service {
  /** addresses of the two APIs */
  api: string;
  ai: string;
  /** what it printed when it became ready */
  text: string;
  /** the API key in that text */
  key: string;
  /** stops it like Ctrl-C @returns the exit code */
  stop(): Promise<number>;
}

const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'property-map-cli-'));

/** An environment for commands: a database and a data folder of its own. */
export class Operator {
  private constructor(
    private readonly database: TestDatabase,
    readonly dataDir: string,
  ) {}

  /** Starts with an empty database. */
  static async create(): Promise<Operator> {
    return new Operator(await createTestDatabase(), newDataFolder());
  }

  /** Starts with a migrated database. */
  static async withMigratedDatabase(): Promise<Operator> {
    const prepare = async (url: string) => void (await migrate({ url, poolSize: 2, contexts: ALL_PERSISTENCE }));
    const database = await createTestDatabase({ template: await createTemplate('migrated', prepare) });
    return new Operator(database, newDataFolder());
  }

  /** Starts with a copy of the database that `prepare` fills, once in a run. @param label unique in all suites */
  static async prepared(label: string, prepare: (operator: Operator) => Promise<void>): Promise<Operator> {
    const template = await createTemplate(label, async (url) => {
      const draft = new Operator({ url, drop: () => Promise.resolve() }, newDataFolder());
      try {
        await prepare(draft);
      } finally {
        await draft.leave();
      }
    });
    return new Operator(await createTestDatabase({ template }), newDataFolder());
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** Runs a command as `npm run cli -- ...` does. */
  async run(args: string[], env: NodeJS.ProcessEnv = {}, signal = new AbortController().signal): Promise<Ran> {
    const ran = { out: '', err: '' };
    const code = await runCommandLine(args, {
      env: { DATABASE_URL: this.database.url, DATA_DIR: this.dataDir, ...env },
      out: (text) => (ran.out += `${text}\n`),
      err: (text) => (ran.err += PROGRESS.test(text) ? '' : `${text}\n`),
      rewrite: undefined,
      colors: false,
      signal,
    });
    return { code, ...ran };
  }

  /** Runs the service until `stop`. @throws Error with its output if it does not become ready */
  async start(env: NodeJS.ProcessEnv = {}): Promise<Service> {
    const signal = new AbortController();
    const said = { out: '', err: '' };
    const ended = runCommandLine(['start'], {
      env: { DATABASE_URL: this.database.url, DATA_DIR: this.dataDir, PORT: '0', AI_PORT: '0', ...env },
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      rewrite: undefined,
      colors: false,
      signal: signal.signal,
    });
    const isReady = async (): Promise<void> => {
      while (!said.out.includes('is ready')) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    if ((await Promise.race([ended, isReady()])) !== undefined) throw new Error(said.err);
    const addressOf = (name: string) => new RegExp(`${name} +(\\S+)`).exec(said.out)![1]!;
    const stop = (): Promise<number> => {
      signal.abort();
      return ended;
    };
    return {
      api: addressOf('Main API'),
      ai: addressOf('Second API'),
      text: said.out,
      key: /pms_\w+/.exec(said.out)?.[0] ?? '',
      stop,
    };
  }

  /** Runs a command that must succeed. @returns what it printed */
  async do(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(args);
    if (code !== 0) throw new Error(err);
    return out;
  }

  /** The same with `--json`. */
  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.do(...args, '--json')) as T;
  }

  /** Writes the content to a file. @returns its path */
  file(name: string, content: string | Buffer): string {
    const path = join(this.dataDir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  async rows<T = Record<string, unknown>>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.database.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end();
    }
  }

  async leave(): Promise<void> {
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

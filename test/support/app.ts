import { hashOf, newSecret } from '@app/platform/auth';
import { platformPersistence, migrate } from '@app/platform/runtime';
import { type Aggregate, type DomainEvent, readSettings } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { DATA_MODEL_CONTEXTS } from '../../apps/data-models-api/src/app.module.js';
import { CONTEXTS } from '../../apps/api/src/app.module.js';
import { createApi } from '../../apps/api/src/create-api.js';
import { createTemplate, createTestDatabase, type TestDatabase } from './database.js';
import { FLAGS } from './declared.js';
import { Documented } from './documented.js';
import { send } from './http-client.js';

export interface Asked {
  body?: unknown;
  /** the body as it is, instead of `body` as JSON */
  raw?: string | Buffer | FormData;
  /** default: a key that may do everything */
  key?: string | null;
  /** default: all flags */
  flags?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** the parsed body; undefined when there is none */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests reach into answers of any shape
  body: any;
}

type Create = typeof createApi;

/** An API as its users meet it: over HTTP, on a database of its own. */
export class TestApp {
  private secret = '';
  private isDocumented = true;
  private isClosed = false;
  private readonly replicas: TestApp[] = [];

  private constructor(
    readonly app: NestExpressApplication,
    readonly base: string,
    readonly databaseUrl: string,
    readonly sqlPool: pg.Pool,
    private readonly create: Create,
    /** where it stores files */
    readonly dataDir: string,
    private readonly database?: TestDatabase,
  ) {}

  /**
   * @param env settings that differ from those of tests: no rate limit, silent log
   * @param create the main API, or `createDataModelsApi`
   */
  static async start(env: NodeJS.ProcessEnv = {}, create: Create = createApi): Promise<TestApp> {
    const template = await createTemplate('migrated', async (url) => {
      const contexts = [
        platformPersistence,
        ...[...CONTEXTS, ...DATA_MODEL_CONTEXTS].map((context) => context.persistence),
      ];
      await migrate({ url, poolSize: 2, contexts });
    });
    const database = await createTestDatabase({ template });
    const dataDir = mkdtempSync(join(tmpdir(), 'property-map-data-'));
    const app = await TestApp.boot(create, database.url, dataDir, env, database);
    app.secret = await app.key();
    return app;
  }

  /** The same for the tests of a file: started before them, closed after them. */
  static forSuite(...given: Parameters<typeof TestApp.start>): TestApp {
    let started: TestApp | undefined;
    beforeAll(async () => {
      started = await TestApp.start(...given);
    });
    afterAll(() => started?.close());
    return new Proxy({} as TestApp, {
      get: (_, name) => Reflect.get(started!, name),
      set: (_, name, value) => Reflect.set(started!, name, value),
    });
  }

  /** On a migrated database of another server than that of the tests; whoever made it removes it, and `dataDir`. */
  static async on(url: string, env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
    const dataDir = mkdtempSync(join(tmpdir(), 'property-map-data-'));
    const app = await TestApp.boot(createApi, url, dataDir, env);
    app.secret = await app.key();
    return app;
  }

  private static async boot(
    create: Create,
    url: string,
    dataDir: string,
    env: NodeJS.ProcessEnv,
    database?: TestDatabase,
  ): Promise<TestApp> {
    const unlimited = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_UNKNOWN_KEYS: '0', RATE_LIMIT_PUBLIC: '0' };
    const usual = { DATABASE_URL: url, DATA_DIR: dataDir, ...unlimited, LOG_LEVEL: 'silent' };
    const settings = readSettings({ ...usual, ...env });
    const app = await create(settings);
    await app.listen(0, '127.0.0.1');
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    pool.on('error', () => undefined);
    return new TestApp(app, await app.getUrl(), url, pool, create, dataDir, database);
  }

  /** Another process's worth of server on the same database. */
  async replica(env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
    const replica = await TestApp.boot(this.create, this.databaseUrl, this.dataDir, env);
    replica.secret = this.secret;
    this.replicas.push(replica);
    return replica;
  }

  /** A new API key; by default one that may do everything and sees all accounts. */
  async key(
    permissions: string[] = ['service.*', 'manage.*', 'keys.manage', 'webhooks.manage', 'audit.read'],
    accounts: string[] | null = null,
  ): Promise<string> {
    const secret = newSecret();
    await this.sql('insert into platform.api_key (name, hash, permissions, accounts) values ($1, $2, $3, $4)', [
      'test',
      hashOf(secret),
      permissions,
      accounts,
    ]);
    return secret;
  }

  /** Runs a statement; again after a deadlock with a job, as the service does. */
  async sql<Row extends object = Record<string, unknown>>(
    text: string,
    values: unknown[] = [],
    tries = 3,
  ): Promise<Row[]> {
    try {
      return (await this.sqlPool.query<Row>(text, values)).rows;
    } catch (error) {
      if (tries === 0 || (error as { code?: string }).code !== '40P01') throw error;
      return this.sql(text, values, tries - 1);
    }
  }

  /** Moves domain time, for every replica, to so much after real time. */
  async advance(minutes: number): Promise<void> {
    await this.sql(`create or replace function platform.now() returns timestamptz language sql volatile parallel safe
      as 'select clock_timestamp() + interval ''${minutes} minutes'''`);
  }

  async request(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const { body, raw, key = this.secret, flags = FLAGS, headers = {}, signal } = asked;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const received = await send(path.startsWith('http') ? path : this.base + path, {
      method,
      headers: {
        ...(key !== null && { 'API-Key': key }),
        ...(flags !== null && { 'Experimental-Flags': flags }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    });
    const { text } = received;
    const isJson = received.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const answer = { ...received, body: isJson ? JSON.parse(text) : undefined };
    this.requireDocumented(method, path, answer);
    return answer;
  }

  /** From now on no answer is held to the document. @param _reason what the test serves that no document describes */
  undocumented(_reason: string): this {
    this.isDocumented = false;
    return this;
  }

  /** Each answer is what the OpenAPI document says: status, headers and body. */
  private requireDocumented(method: string, path: string, answer: Answer): void {
    const address = path.startsWith(this.base) ? path.slice(this.base.length) : path;
    if (!this.isDocumented || !address.startsWith('/')) return;
    if (/[?&]fields=/.test(address)) return; // asks for less than the document requires
    const faults = Documented.of(this.app).errorsOf(method, address, answer);
    if (faults.length > 0) throw new Error(`${method} ${address} is not as documented:\n${faults.join('\n')}`);
  }

  get = (path: string, asked?: Asked) => this.request('GET', path, asked);
  post = (path: string, body?: unknown, asked?: Asked) => this.request('POST', path, { body, ...asked });
  put = (path: string, body?: unknown, asked?: Asked) => this.request('PUT', path, { body, ...asked });
  delete = (path: string, asked?: Asked) => this.request('DELETE', path, asked);

  /** Commits an event, as an aggregate of its context would. */
  async publish(event: DomainEvent): Promise<void> {
    const work = this.app.get(UnitOfWork, { strict: false });
    const aggregate = { takeEvents: () => [event] } as unknown as Aggregate;
    await work.run(() => Promise.resolve(work.track(aggregate)));
  }

  /** Runs a job of the application once. */
  run(job: abstract new (...given: never[]) => { run(): Promise<void> }): Promise<void> {
    return this.app.get<{ run(): Promise<void> }>(job, { strict: false }).run();
  }

  /** No job comes by itself from now on: what is counted does not change in between. */
  stopJobs(): void {
    const jobs = this.app.get(SchedulerRegistry, { strict: false });
    for (const name of jobs.getIntervals()) jobs.deleteInterval(name);
  }

  /** Closes this server and its replicas; a second call does nothing. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const replica of this.replicas) await replica.close();
    await this.app.close();
    await this.sqlPool.end();
    if (!this.database) return; // a replica
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

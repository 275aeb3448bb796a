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

export interface RequestOptions {
  body?: unknown;
  /** sent as it is, instead of `body` as JSON */
  raw?: string | Buffer | FormData;
  /** default: a key with all permissions; null: none */
  key?: string | null;
  /** default: all flags */
  flags?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** the parsed body; undefined when there is none */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read bodies of any shape
  body: any;
}

type Create = typeof createApi;

/** An API on a database of its own, called over HTTP. */
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
    /** folder of its files */
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

  /** An application for all tests of a file: started before them, closed after them. */
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

  /** Starts it on an existing, migrated database. The caller removes that and `dataDir`. */
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

  /** Starts another server on the same database. */
  async replica(env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
    const replica = await TestApp.boot(this.create, this.databaseUrl, this.dataDir, env);
    replica.secret = this.secret;
    this.replicas.push(replica);
    return replica;
  }

  /** Creates an API key; by default with all permissions and all accounts. */
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

  /** Runs a statement, and repeats it after a deadlock with a job, as the service does. */
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

  /** Sets domain time, for every replica, to so many minutes after real time. */
  async advance(minutes: number): Promise<void> {
    await this.sql(`create or replace function platform.now() returns timestamptz language sql volatile parallel safe
      as 'select clock_timestamp() + interval ''${minutes} minutes'''`);
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<TestResponse> {
    const { body, raw, key = this.secret, flags = FLAGS, headers = {}, signal } = options;
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
    const response = { ...received, body: isJson ? JSON.parse(text) : undefined };
    this.requireDocumented(method, path, response);
    return response;
  }

  /** Stops comparing responses with the OpenAPI document. @param _reason what the test serves that the document does not describe */
  undocumented(_reason: string): this {
    this.isDocumented = false;
    return this;
  }

  /** @throws Error unless status, headers and body are as in the OpenAPI document */
  private requireDocumented(method: string, path: string, response: TestResponse): void {
    const address = path.startsWith(this.base) ? path.slice(this.base.length) : path;
    if (!this.isDocumented || !address.startsWith('/')) return;
    if (/[?&]fields=/.test(address)) return; // returns fewer fields than the document requires
    const faults = Documented.of(this.app).errorsOf(method, address, response);
    if (faults.length > 0) throw new Error(`${method} ${address} is not as documented:\n${faults.join('\n')}`);
  }

  get = (path: string, options?: RequestOptions) => this.request('GET', path, options);
  post = (path: string, body?: unknown, options?: RequestOptions) => this.request('POST', path, { body, ...options });
  put = (path: string, body?: unknown, options?: RequestOptions) => this.request('PUT', path, { body, ...options });
  delete = (path: string, options?: RequestOptions) => this.request('DELETE', path, options);

  /** Publishes an event with a commit, as an aggregate of its context would. */
  async publish(event: DomainEvent): Promise<void> {
    const work = this.app.get(UnitOfWork, { strict: false });
    const aggregate = { takeEvents: () => [event] } as unknown as Aggregate;
    await work.run(() => Promise.resolve(work.track(aggregate)));
  }

  /** Runs a job of the application once. */
  run(job: abstract new (...given: never[]) => { run(): Promise<void> }): Promise<void> {
    return this.app.get<{ run(): Promise<void> }>(job, { strict: false }).run();
  }

  /** Stops the schedule of all jobs, so that none runs between two counts. */
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

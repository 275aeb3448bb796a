import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';
import { FLAGS } from '../../support/contract.mjs';
import { Client } from './http.mjs';
import { writeDeclaration } from './property.mjs';
import { WatchedService } from './service.mjs';

const execute = promisify(execFile);
const DIST = join(ROOT, 'dist');

/** A Postgres cluster, durable as in production, with a provisioned database that each deployment copies. */
export class Environment {
  deployments = 0;

  static async open() {
    const launcher = await import('../../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js');
    const environment = new Environment();
    environment.folder = mkdtempSync(join(tmpdir(), 'property-map-blackbox-'));
    environment.postgres = await launcher.startEmbeddedPostgres(environment.folder, {
      database: 'template',
      maxConnections: 300,
    });
    environment.launcher = launcher;
    try {
      await environment.seed();
    } catch (error) {
      await environment.close();
      throw error;
    }
    return environment;
  }

  /** Through the command line, as an operator would. */
  async seed() {
    const file = writeDeclaration(join(this.folder, 'declared'));
    const report = JSON.parse(await this.cli('provision', file, '--json'));
    this.keys = Object.fromEntries(report.keys.map(({ name, key }) => [name, key]));
    this.keyIds = Object.fromEntries(report.keys.map(({ name, id }) => [name, id]));
    await this.cli('keys', 'revoke', this.keyIds.revoked);
    const client = new pg.Client({ connectionString: this.urlOf('template') });
    await client.connect();
    await client.query(`update platform.api_key set expires_at = now() - interval '1 second' where id = $1`, [
      this.keyIds.expired,
    ]);
    await client.query('analyze');
    await client.end();
  }

  async cli(...words) {
    return (await this.cliOn(this.urlOf('template'), join(this.folder, 'files'), ...words)).trim();
  }

  async cliOn(url, dataDir, ...words) {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir };
    const { stdout } = await execute(process.execPath, [join(DIST, 'apps/cli/src/main.js'), ...words], {
      ...{ cwd: ROOT, env, maxBuffer: 50_000_000 },
    });
    return stdout;
  }

  urlOf(name, server = this.postgres.url) {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** A copy of the provisioned database. */
  async database() {
    const name = `deployment_${++this.deployments}`;
    await this.asAdmin(`create database ${name} owner app template template strategy file_copy`);
    return name;
  }

  async asAdmin(sql) {
    const admin = new pg.Client({ connectionString: this.urlOf('postgres', this.postgres.superuserUrl) });
    admin.on('error', () => undefined);
    await admin.connect();
    try {
      await admin.query(sql);
    } finally {
      await admin.end();
    }
  }

  async close() {
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The service that a scenario tests: its own database, two replicas of the main API, one of the data models API. */
export class Deployment {
  services = [];
  apis = ['main', 'ai'];

  /**
   * @param dist folder of the build
   * @param env settings beside the usual ones
   */
  static async open(environment, { dist = DIST, env = {}, replicas = 2, ai = true, preload = [] } = {}) {
    const deployment = new Deployment();
    deployment.environment = environment;
    deployment.dist = dist;
    if (!ai) deployment.apis = ['main'];
    deployment.name = await environment.database();
    deployment.url = environment.urlOf(deployment.name);
    deployment.superuserUrl = environment.urlOf(deployment.name, environment.postgres.superuserUrl);
    deployment.dataDir = join(environment.folder, deployment.name);
    mkdirSync(deployment.dataDir);
    cpSync(join(environment.folder, 'files'), deployment.dataDir, { recursive: true });
    deployment.env = { DATABASE_URL: deployment.url, DATA_DIR: deployment.dataDir, ...env };
    deployment.keys = environment.keys;
    deployment.pool = new pg.Pool({ connectionString: deployment.url, max: 8 });
    deployment.pool.on('error', () => undefined);
    try {
      const apps = [...Array.from({ length: replicas }, () => 'api'), ...(ai ? ['data-models-api'] : [])];
      const started = await Promise.all(apps.map((app, at) => deployment.start(app, { preload: preload[at] })));
      deployment.main = started.slice(0, replicas);
      deployment.ai = started[replicas];
    } catch (error) {
      await deployment.close();
      throw error;
    }
    return deployment;
  }

  async start(app, { env = {}, preload, port } = {}) {
    const service = await WatchedService.start(app, { ...this.env, ...env }, { dist: this.dist, preload, port });
    service.secrets = Object.values(this.keys);
    this.services.push(service);
    return service;
  }

  /** Addresses of an API. */
  bases(api = 'main') {
    return api === 'main' ? this.main.map(({ base }) => base) : [this.ai.base];
  }

  /** With all flags. */
  client(key = this.keys.all, api = 'main') {
    return new Client(this.bases(api), key, FLAGS);
  }

  async sql(text, values = []) {
    return (await this.pool.query(text, values)).rows;
  }

  /** What the services wrote to their logs. */
  get log() {
    return this.services.map(({ output }) => output).join('');
  }

  async close() {
    await Promise.all(this.services.map((service) => service.kill()));
    await this.pool?.end().catch(() => undefined);
    await this.environment.asAdmin(`drop database if exists ${this.name} with (force)`).catch(() => undefined);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

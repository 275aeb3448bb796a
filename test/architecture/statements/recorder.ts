import { setImmediate } from 'node:timers/promises';
import { readSettings } from '@app/platform/core';
import { Database, TriggeredJob } from '@app/platform/persistence';
import { QueryBus } from '@nestjs/cqrs';
import { SchedulerRegistry } from '@nestjs/schedule';
import { openContexts } from '../../../apps/cli/src/contexts.js';
import { Server } from '../../access/servers.js';
import { givenPrices } from '../../support/given.js';
import { ENTRIES, PRICES } from './pricing.js';
import type { Given, Sample } from './sample.js';

const ASSET = '/v1/assets/{asset}/multifamily/';
const PROCESS = `${ASSET}pricing/{process}`;

/** Records the SQL that samples send with `Database`; TypeORM's own is not part of it. */
export class Recorder {
  private sent: string[] = [];
  private readonly known = new Map<Sample, readonly string[]>();
  private readonly databases: Database[];

  private constructor(private readonly given: Given) {
    const { app, dataModels, contexts } = given;
    this.databases = [app.app, dataModels.app.app, contexts].map((each) => each.get(Database, { strict: false }));
    for (const database of this.databases) {
      const { statement } = database;
      database.statement = (sql) => {
        this.sent.push(sql);
        return statement.call(database, sql);
      };
    }
  }

  static async start(): Promise<Recorder> {
    TriggeredJob.prototype.trigger = () => undefined; // what follows a commit is not part of the request
    const [server, other] = [await Server.start('main'), await Server.start('ai')];
    const { app } = server;
    for (const each of [app, other.app]) each.stopJobs();
    const settings = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' };
    const contexts = await openContexts(readSettings(settings));
    const jobs = contexts.get(SchedulerRegistry, { strict: false });
    for (const name of jobs.getIntervals()) jobs.deleteInterval(name);
    const fixture = await server.fixture();
    const pricing = await givenPrices(app, fixture.asset, PRICES);
    await app.post(`${pricing}/ingest?commit=1`, ENTRIES); // so different that it is stored as a whole
    await app.post(`${pricing}/ingest?commit=1`, [{ ...ENTRIES[0], price: 1 }, ...ENTRIES.slice(1)]);
    return new Recorder({
      ...{ app, fixture, pricing, contexts },
      dataModels: { app: other.app, fixture: await other.fixture() },
      run: async (job) => {
        const found = app.app.get(job, { strict: false });
        await found.run();
        await found['lag']?.();
      },
      query: (query) => app.app.get(QueryBus, { strict: false }).execute(query),
    });
  }

  /** Each sample runs once. What it sends at the same time may come in any order, so its statements are sorted. */
  async statementsOf(sample: Sample): Promise<readonly string[]> {
    let statements = this.known.get(sample);
    if (!statements) this.known.set(sample, (statements = await this.record(sample)));
    return statements;
  }

  async close(): Promise<void> {
    const { contexts, app, dataModels } = this.given;
    await contexts.close();
    await app.close();
    await dataModels.app.close();
  }

  private async record(sample: Sample): Promise<readonly string[]> {
    const [name, what] = typeof sample === 'string' ? [sample] : sample;
    const run = typeof what === 'function' ? () => what(this.given) : await this.request(name, what);
    await this.settled();
    this.sent = [];
    await run();
    await this.settled();
    return [...new Set(this.sent)].sort();
  }

  private async request(sample: string, body: object | undefined): Promise<() => Promise<void>> {
    const [, method = 'GET', address] = /^(?:([A-Z]+) )?(.*)$/.exec(sample)!;
    const [place, query] = address!.split('?') as [string, string?];
    const { app, fixture } = place.includes('data-models') ? this.given.dataModels : this.given;
    const template = (place.startsWith('/') ? place : ASSET + place).replace(`${ASSET}:process`, PROCESS).replace(`${ASSET}total-:process`, PROCESS.replace('pricing', 'total-pricing')); // oxfmt-ignore
    const last = /\{([\w-]+)\}$/.exec(template)?.[1];
    const ids = {
      ...(place.includes(':process') && { process: this.given.pricing.split('/').at(-1)! }),
      ...(method === 'DELETE' && { [last!]: await fixture.another(template) }),
    };
    const path = (await fixture.path(template, ids)) + (query ? `?${query}` : '');
    const example = method === 'GET' || body ? undefined : await fixture.body({ method, path: template });
    const headers: Record<string, string> = typeof example?.raw === 'string' ? { 'Content-Type': example.type } : {};
    return async () => {
      const { status, text } = await app.request(method, path, { headers, ...(body && { body }), ...(example && { raw: example.raw }) }); // oxfmt-ignore
      if (status >= 400 && !(method === 'GET' && status === 404)) throw new Error(`${sample}: ${status} ${text}`);
    };
  }

  /** Listeners of events, for which no response waits, are done when no connection is in use. */
  private async settled(): Promise<void> {
    for (let quiet = 0; quiet < 10; quiet++) {
      await setImmediate();
      if (this.databases.some(({ pool }) => pool.idleCount < pool.totalCount || pool.waitingCount > 0)) quiet = 0;
    }
  }
}

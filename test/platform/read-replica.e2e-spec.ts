import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { platformPersistence, migrate } from '@app/platform/runtime';
import pg from 'pg';
import { CONTEXTS } from '../../apps/api/src/app.module.js';
import {
  type EmbeddedDatabase,
  startEmbeddedPostgres,
} from '../../apps/cli/src/embedded-postgres/embedded-postgres.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { Standby } from '../support/standby.js';
import { DatabaseProxy } from './database-proxy.js';

let directory: string;
let primary: EmbeddedDatabase;
let standby: Standby;
let link: DatabaseProxy;
/** two servers, both with the replica behind the link */
let writer: TestApp;
let reader: TestApp;
let asset: GivenAsset;
let process: string;

/** Ports of the servers that received a request containing the text. */
let asked: (text: string) => Set<string>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'property-map-primary-'));
  primary = await startEmbeddedPostgres(directory);
  const contexts = [platformPersistence, ...CONTEXTS.map((context) => context.persistence)];
  await migrate({ url: primary.url, poolSize: 2, contexts });
  standby = await Standby.of(primary);
  link = await DatabaseProxy.to(standby.url);
  writer = await TestApp.on(primary.url, { DATABASE_READ_URL: link.url });
  reader = await writer.replica({ DATABASE_READ_URL: link.url });
  asset = await givenAsset(writer);
  process = await givenProcess(writer, asset);
  asked = listen();
}, 120_000);

afterAll(async () => {
  jest.restoreAllMocks();
  await writer?.close();
  await link?.close();
  await standby?.remove();
  await primary?.stop();
  for (const folder of [directory, writer?.dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Records which statement is sent to which server, and sends it. */
function listen(): typeof asked {
  const sent: { text: string; port: string }[] = [];
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    sent.push({ text: typeof first === 'string' ? first : (first.text ?? ''), port: String(this.port) });
    return query.apply(this, args);
  } as never);
  return (text) => {
    const ports = new Set(sent.filter((each) => each.text.includes(text)).map(({ port }) => port));
    sent.length = 0;
    return ports;
  };
}

const portOf = (url: string): string => new URL(url).port;
const ofReplica = (): Set<string> => new Set([portOf(link.url)]);
const ofPrimary = (): Set<string> => new Set([portOf(primary.url)]);

/** Waits until the replica has caught up and is used again. @returns the number of reads that took */
async function settled(): Promise<number> {
  const [{ at }] = (await writer.sql('select pg_current_wal_flush_lsn()::text as at')) as [{ at: string }];
  for (let tries = 0; tries < 200 * TIME_FACTOR; tries++) {
    const [{ there }] = (await standby.sql(`select pg_last_wal_replay_lsn() >= '${at}' as there`)) as [
      { there: boolean },
    ];
    asked('');
    await reader.get(`${asset.path}/floors`);
    if (there && asked('catalog.floor').has(portOf(link.url))) return tries + 1;
    await sleep(50);
  }
  throw new Error('The replica is not asked');
}

/** The servers that these reads of units ask, once no job writes in between, after which the primary would be asked. */
async function askedBy(read: () => Promise<void>): Promise<Set<string>> {
  for (let tries = 0; ; tries++) {
    await settled();
    asked('');
    await read();
    const servers = asked('catalog.unit unit');
    if (servers.size === 1 || tries === 5) return servers;
  }
}

const number = (unit: string, unitNumber: string) => ({ id: unit, asset_id: asset.id, unit_number: unitNumber });

describe('Lists and views', () => {
  it('are read from the replica', async () => {
    const servers = await askedBy(async () => {
      const list = await reader.get(`${asset.path}/units`);
      const view = await reader.get(`${asset.path}/units/${asset.units[0]}`);
      expect([list.status, view.status]).toEqual([200, 200]);
      expect(list.body.data).toHaveLength(3);
    });
    expect(servers).toEqual(ofReplica());
  });

  it('are counted by the server that served them', async () => {
    const counted = async () => {
      const { text } = await reader.get('/metrics', { key: null });
      return ['answered', 'passed'].map((outcome) =>
        Number(text.split(`reads_total{outcome="${outcome}"} `)[1]?.split('\n')[0]),
      );
    };
    await sleep(1_050); // values of /metrics are cached for a second
    const before = await counted();
    const reads = (await settled()) + 3; // the replica served at least one; the primary may have served others
    for (let n = 0; n < 3; n++) await reader.get(`${asset.path}/units`);
    await sleep(1_050);
    const [answered, passed] = (await counted()).map((after, at) => after - before[at]!);
    expect(answered).toBeGreaterThan(0);
    expect(answered! + passed!).toBe(reads);
  });

  it('of a missing resource return 404 from the replica, too', async () => {
    const servers = await askedBy(async () => {
      expect((await reader.get(`${asset.path}/units/999999`)).status).toBe(404);
    });
    expect(servers).toEqual(ofReplica());
  });

  it('are read from the primary if they depend on the current second', async () => {
    const open = await writer.post(`${process}/ingest?commit=0`, []);
    await settled();

    const { body } = await reader.get(`${process}/transactions/${open.body.transaction_id}`);

    expect(body.status).toBe('pending');
    expect(asked('pricing.transaction transaction')).toEqual(ofPrimary());
    await writer.delete(`${process}/transactions/${open.body.transaction_id}`);
  });
});

describe('The response to a write', () => {
  it('is read from the primary', async () => {
    await settled();

    const { body } = await writer.put(`${asset.path}/units/${asset.units[0]}`, number(asset.units[0]!, '101a'));

    expect(body.unit_number).toBe('101a');
    expect(asked('catalog.unit unit')).toEqual(ofPrimary());
  });
});

describe('A lagging replica', () => {
  beforeEach(async () => {
    await settled();
    await standby.sql('select pg_wal_replay_pause()');
  });
  afterEach(() => standby.sql('select pg_wal_replay_resume()'));

  it('causes no stale read on any server: the primary serves it', async () => {
    for (let round = 0; round < 20; round++) {
      const name = `L-${round}`;
      expect((await writer.put(`${asset.path}/units/${asset.units[1]}`, number(asset.units[1]!, name))).status).toBe(
        200,
      );
      asked('');
      for (const server of [reader, writer]) {
        const view = await server.get(`${asset.path}/units/${asset.units[1]}`);
        const list = await server.get(`${asset.path}/units`);
        expect([view.body.unit_number, list.body.data[1].unit_number]).toEqual([name, name]);
      }
      expect(asked('catalog.unit unit')).toEqual(ofPrimary());
    }
  });

  it('shows no price before it is published, and all of them after', async () => {
    const price = async () =>
      (await reader.get(`${process}/entries`)).body.data.flat().map((each: { price: number }) => each.price);
    await writer.put(`${asset.path}/units/${asset.units[2]}`, number(asset.units[2]!, '103'));
    const entry = { unit_number: '103', provider_id: 'A', price: 1000, available_on: '2027-01-01' };
    for (const next of [1000, 2000]) {
      await writer.post(`${process}/ingest?commit=1`, [{ ...entry, price: next }]);
      expect(await price()).toEqual([next]);
    }
  });

  it('is used again when it has caught up', async () => {
    await writer.put(`${asset.path}/units/${asset.units[1]}`, number(asset.units[1]!, 'after'));
    await reader.get(`${asset.path}/units`);
    await standby.sql('select pg_wal_replay_resume()');
    await settled();

    const { body } = await reader.get(`${asset.path}/units`);

    expect(body.data[1].unit_number).toBe('after');
    expect(asked('catalog.unit unit')).toEqual(ofReplica());
  });
});

describe('A replica that keeps up', () => {
  it('causes no stale read under continuous writes', async () => {
    await settled();
    const all = new Set<string>();
    for (let round = 0; round < 100; round++) {
      const name = `K-${round}`;
      await writer.put(`${asset.path}/units/${asset.units[2]}`, number(asset.units[2]!, name));
      asked('');
      const views = await Promise.all([1, 2, 3].map(() => reader.get(`${asset.path}/units/${asset.units[2]}`)));
      expect(views.map(({ body }) => body.unit_number)).toEqual([name, name, name]);
      for (const port of asked('catalog.unit unit')) all.add(port);
    }
    expect(all).toContain(portOf(link.url));
  });
});

describe('An unreachable replica', () => {
  let questions = 0;
  const list = async () => {
    const from = performance.now();
    // different requests each time, because the cache would answer repeated ones
    const { status } = await reader.get(`${asset.path}/units?per-page=${++questions}`);
    return { status, soon: performance.now() - from < 2_000 * TIME_FACTOR };
  };
  const fine = { status: 200, soon: true };

  it('does not delay reads: the primary serves them until it returns', async () => {
    await settled();
    await standby.stop();

    expect([await list(), await list()]).toEqual([fine, fine]);
    expect(asked('catalog.unit unit')).toContain(portOf(primary.url));
    await standby.start();
    await settled();
    expect(await list()).toEqual(fine);
    expect(asked('catalog.unit unit')).toEqual(ofReplica());
  });

  it('does not delay reads over a dead link', async () => {
    await settled();
    await sleep(1_100); // longer than a connection that has just responded is trusted
    link.swallow();

    expect([await list(), await list()]).toEqual([fine, fine]);
    expect(asked('catalog.unit unit')).toEqual(ofPrimary());
    await link.restore();
  });

  it('may also be a server that does not replicate the primary', async () => {
    const other = await TestApp.start();
    const lost = await writer.replica({ DATABASE_READ_URL: other.databaseUrl });
    asked('');

    expect((await lost.get(`${asset.path}/units`)).body.data).toHaveLength(3);
    expect(asked('catalog.unit unit')).toEqual(ofPrimary());
    await other.close();
  });
});

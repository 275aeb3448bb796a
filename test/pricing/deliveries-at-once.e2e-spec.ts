import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

const UNITS = 300;
const COUNT = 6_000;
const ROUNDS = 4;
const TIMEOUT_MS = 120_000;

/** Large deliveries are copied while they arrive, into buffers that other deliveries use before and after them. */
describe('Concurrent ingest requests', () => {
  let app: TestApp;
  let key: string;
  let asset: GivenAsset;

  beforeAll(async () => {
    app = await TestApp.start();
    key = await app.key();
    asset = await givenAsset(
      app,
      Array.from({ length: UNITS }, (_, at) => `${at}`),
    );
  });
  afterAll(() => app.close());

  /** Every entry names its sender. */
  const entries = (sender: string, count = COUNT) =>
    Array.from({ length: count }, (_, at) => ({
      unit_number: `${at % UNITS}`,
      provider_id: `P-${at % UNITS}`,
      price: at,
      available_on: '2026-12-01',
      lease_term: 1 + (at % 24),
      status: sender,
      specials_description: `${sender} `.repeat(10),
      leasing_fields: { sender, at },
    }));

  /** Sends the entries in pieces, with pauses. @returns the status, or undefined for a sender that disconnects */
  async function send(path: string, body: string, wait: number, isLost = false): Promise<number | undefined> {
    const headers = { 'API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sending = httpRequest(app.base + path, { method: 'POST', headers });
    sending.on('error', () => undefined);
    const piece = Math.ceil(body.length / 8);
    const answered = once(sending, 'response').catch(() => undefined);
    for (let from = 0; from < body.length; from += piece) {
      if (isLost && from > body.length / 2) return void sending.destroy();
      sending.write(body.slice(from, from + piece));
      await sleep(wait);
    }
    sending.end();
    const [response] = ((await answered) ?? []) as import('node:http').IncomingMessage[];
    await response?.toArray();
    return response?.statusCode;
  }

  it(
    'each store exactly what they sent',
    async () => {
      const processes = await Promise.all(
        Array.from({ length: 6 }, () => givenProcess(app, asset, 'revenue_management')),
      );
      for (let round = 0; round < ROUNDS; round++) {
        const sent = processes.map(async (process, at) => {
          const sender = `round ${round} sender ${at}`;
          const path = `${process}/ingest?commit=1`;
          if (at === 0) return send(path, JSON.stringify(entries(sender)), 10, true);
          if (at === 1) return send(path, JSON.stringify([...entries(sender), { wrong: true }]), 10);
          return send(path, JSON.stringify(entries(sender)), at * 4);
        });
        expect(await Promise.all(sent)).toEqual([undefined, 422, 200, 200, 200, 200]);

        for (const [at, process] of processes.entries()) {
          const id = process.split('/').at(-1);
          const sender = `round ${round} sender ${at}`;
          const [stored] = await app.sql(
            `select count(*)::int as count, count(distinct price)::int as prices, coalesce(sum(price), 0)::int as sum, count(*) filter (where
               entry.provider_id <> 'P-' || entry.unit_number or entry.status <> $2 or specials_description <> repeat($2 || ' ', 10)
               or leasing_fields->>'sender' <> $2 or (leasing_fields->>'at')::int <> price)::int as foreign
             from pricing.entry entry join pricing.process process on process.published_transaction_id = entry.transaction_id
             where process.id = $1 and entry.until is null`,
            [id, sender],
          );
          const all = { count: COUNT, prices: COUNT, sum: (COUNT * (COUNT - 1)) / 2, foreign: 0 };
          expect(stored).toEqual(at < 2 ? { count: 0, prices: 0, sum: 0, foreign: 0 } : all);
          const shown = await app.sql(
            `select distinct status, specials_description from pricing.unit where process_id = $1`,
            [id],
          );
          expect(shown).toEqual(at < 2 ? [] : [{ status: sender, specials_description: `${sender} `.repeat(10) }]);
        }
        const lost = await app.sql(`select from pricing.entry entry where not exists (
          select from pricing.transaction transaction where transaction.id = entry.transaction_id)`);
        expect(lost).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});

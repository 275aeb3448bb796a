import fc from 'fast-check';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

const TIMEOUT_MS = 120_000;
/** Maximum percentage of published entries that a commit may remove. */
const MAX_REMOVED = 50;

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
  app.stopJobs();
  asset = await givenAsset(app);
});
afterAll(() => app?.close());

interface Entry {
  unit: string;
  price: number;
  lease_term: number | null;
  status: string | null;
}

const entry = fc.record<Entry>({
  unit: fc.constantFrom('101', '102', '103', 'x'),
  price: fc.integer({ min: 1, max: 3 }),
  lease_term: fc.option(fc.constantFrom(6, 12)),
  status: fc.option(fc.constantFrom('a', 'b')),
});
const step = fc.record({
  entries: fc.array(entry, { maxLength: 14 }),
  isRepeat: fc.boolean(),
  /** number of requests in which the set is sent */
  parts: fc.integer({ min: 1, max: 3 }),
  /** whether it is previewed first */
  isPreviewed: fc.boolean(),
  /** what the client does when the guard rejects it */
  insists: fc.boolean(),
  /** which publication is restored afterwards; 0 is the latest */
  restores: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
});

type Row = Record<string, unknown>;
const rowOf = ({ unit, ...more }: Entry): Row => ({
  ...{ unit_number: unit, provider_id: `P-${unit}`, available_on: '2026-12-01', ...more },
});
const textOf = (row: Row) => JSON.stringify(Object.entries(row).sort());
const texts = (rows: readonly Row[]) => rows.map(textOf).toSorted();

/** Rows of one multiset that the other lacks. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const left = others.map(textOf);
  return rows.filter((row) => {
    const at = left.indexOf(textOf(row));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Rows that differ, without those that replace a row of the same unit and term. */
function beyond(rows: readonly Row[], others: readonly Row[]): number {
  const key = ({ provider_id: provider, lease_term: term }: Row) => `${String(provider)} ${String(term)}`;
  const count = (of: readonly Row[], wanted: string) => of.filter((row) => key(row) === wanted).length;
  const keys = [...new Set(rows.map(key))];
  return keys.reduce((sum, each) => sum + Math.max(0, count(rows, each) - count(others, each)), 0);
}

/** An in-memory model of what a process has published. */
class Model {
  /** by number, from 1 */
  readonly sets: Row[][] = [];

  get live(): Row[] {
    return this.sets.at(-1) ?? [];
  }

  isSame(next: readonly Row[]): boolean {
    return this.sets.length > 0 && texts(next).join() === texts(this.live).join();
  }

  /** The report of a commit. */
  expected(next: readonly Row[], isGuarded: boolean) {
    const [added, removed] = [without(next, this.live), without(this.live, next)];
    const totals = { added: beyond(added, removed), removed: beyond(removed, added) };
    const exceeds = this.sets.length > 0 && totals.removed * 100 > MAX_REMOVED * this.live.length;
    if (exceeds && isGuarded) return { outcome: 'refused', publication: this.sets.length, totals };
    if (this.isSame(next)) return { outcome: 'unchanged', publication: this.sets.length, totals };
    return { outcome: 'published', publication: this.sets.length + 1, totals };
  }

  publish(next: Row[]): void {
    if (!this.isSame(next)) this.sets.push(next);
  }
}

describe('Any sequence of data sets, previews, rejections and restores', () => {
  it(
    'is published as a simple model predicts, with the counts of its differences',
    async () => {
      const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const feed = feedOf(await givenProcess(app, asset, 'revenue_management'));
        await feed.guard();
        for (const { entries, isRepeat, restores, ...how } of steps) {
          await feed.send(isRepeat ? feed.model.live.toReversed() : entries.map(rowOf), how);
          if (restores !== null && restores < feed.model.sets.length)
            await feed.restore(feed.model.sets.length - restores);
          await feed.check();
        }
      });
      await fc.assert(property, { numRuns: 12 });
    },
    TIMEOUT_MS,
  );
});

/** Applies each operation to the process and to the model, and compares them. */
function feedOf(process: string) {
  const model = new Model();
  const id = process.split('/').at(-1)!;

  const guard = async () => {
    const limits = JSON.stringify({ max_removed_percent: MAX_REMOVED });
    await app.sql('update pricing.process set guard = $1 where id = $2', [limits, id]);
  };

  const commit = async (rows: readonly Row[], parts: number) => {
    let url = `${process}/ingest`;
    for (let part = 0; ; part += 1) {
      const sent = rows.filter((_, at) => at % parts === part);
      const answer = await app.post(`${url}?commit=${part === parts - 1 ? 1 : 0}`, sent);
      if (part === parts - 1) return answer;
      url = answer.body.transaction_ingest_url;
    }
  };

  const send = async (next: Row[], how: { parts: number; isPreviewed: boolean; insists: boolean }) => {
    const expected = model.expected(next, true);
    if (how.isPreviewed) {
      const dry = await app.post(`${process}/ingest?commit=1&dry-run=1`, next);
      expect([dry.status, dry.body.report]).toMatchObject([200, { ...expected, dry_run: true }]);
    }
    const { status, body: answered } = await commit(next, how.parts);
    const isRefused = expected.outcome === 'refused';
    const body = isRefused ? answered.details : answered;
    expect([status, body.report]).toMatchObject([isRefused ? 409 : 200, { ...expected, dry_run: false }]);
    if (!isRefused) return model.publish(next);
    if (!how.insists) return void (await app.delete(body.transaction_url));
    const done = await app.post(`${body.transaction_url}/ingest?commit=1&override=guard`);
    expect(done.body.report).toMatchObject({ ...model.expected(next, false), guard: { outcome: 'overridden' } });
    model.publish(next);
  };

  const restore = async (number: number) => {
    const next = model.sets[number - 1]!;
    const { body } = await app.post(`${process}/publications/${number}/restore`);
    expect(body.report).toMatchObject(model.expected(next, false));
    model.publish(next);
  };

  /** The live entries, and those of every publication. */
  const check = async () => {
    const columns = 'unit_number, provider_id, price, available_on::text, lease_term, status';
    for (const [at, set] of model.sets.entries()) {
      const rows = await app.sql<Row>(
        `select ${columns} from pricing.entry join pricing.publication on publication.asset_id = entry.asset_id
           and generation_id = entry.transaction_id where process_id = $1 and publication.id = $2
           and since <= publication.id and (until is null or until > publication.id)`,
        [id, at + 1],
      );
      expect(texts(rows)).toEqual(texts(set));
    }
    const live = await app.sql<Row>(
      `select ${columns} from pricing.entry join pricing.process on process.asset_id = entry.asset_id
         and published_transaction_id = transaction_id where process.id = $1 and until is null`,
      [id],
    );
    expect(texts(live)).toEqual(texts(model.live));
    const [kept] = await app.sql<{ n: number }>(
      'select count(*)::int as n from pricing.publication where process_id = $1',
      [id],
    );
    expect(kept!.n).toBe(model.sets.length);
  };

  return { model, guard, send, restore, check };
}

import type { Jobs } from '../../core/model/jobs.js';
import { Consumer, OutboxConsumer } from './outbox-consumer.js';
import type { Outbox } from './outbox.js';
import type { UnitOfWork } from '../aggregates/unit-of-work.js';

class PricesChanged {
  constructor(readonly assetId: string) {}
}

@Consumer('test', PricesChanged)
class CountingJob extends OutboxConsumer {
  readonly handled: string[] = [];
  runs = 0;

  protected consume(assets: string[]): Promise<void> {
    if (assets.includes('2')) return Promise.reject(new Error('asset 2'));
    this.handled.push(...assets);
    return Promise.resolve();
  }

  protected override consumed(): void {
    this.runs++;
  }
}

@Consumer('test', PricesChanged)
class SlowJob extends CountingJob {
  protected override readonly partition = { name: 'slow', share: 1 / 10, wait: 1, limit: 1 };
}

/** A consumer with an outbox in memory. */
function jobWith(left: Set<string>, job = new CountingJob()): CountingJob {
  const outbox: Partial<Outbox> = {
    subscribe: () => undefined,
    find: (_, asset) =>
      Promise.resolve(
        [...left].filter((each) => asset === undefined || each === asset).map((each) => ({ asset: each, id: each })),
      ),
    remove: (found) => Promise.resolve(found.flatMap(({ asset }) => (left.delete(asset) ? [asset] : []))),
  };
  const work: Pick<UnitOfWork, 'run'> = {
    run: async (whole) => {
      const before = [...left];
      try {
        return await whole();
      } catch (error) {
        for (const asset of before) left.add(asset); // as a transaction that is rolled back
        throw error;
      }
    },
  };
  const jobs: Jobs = { register: () => ({ run: (run) => run() }) };
  Object.assign(job as object, { outbox, work, jobs, bus: { subscribe: () => undefined } });
  job.onModuleInit();
  return job;
}

describe('An outbox consumer', () => {
  it('prevents the application from starting without @Consumer', () => {
    class ForgottenJob extends OutboxConsumer {
      protected consume = () => Promise.resolve();
    }
    expect(() => new ForgottenJob().onModuleInit()).toThrow("ForgottenJob needs @Consumer('name', Event)");
  });

  it.each([
    ['many assets', new CountingJob()],
    ['one asset', new SlowJob()],
  ])(
    'with a transaction for %s continues with the others when one fails, and keeps that in the outbox',
    async (_, made) => {
      const left = new Set(['1', '2', '3']);
      const job = jobWith(left, made);
      await job.tick();
      expect([job.handled, [...left], job.runs]).toEqual([['1', '3'], ['2'], 1]);
      await job.tick();
      expect([job.handled, [...left], job.runs]).toEqual([['1', '3'], ['2'], 1]);
    },
  );

  it('with a transaction for one asset leaves the rest to another process when it stops', async () => {
    const left = new Set(['1', '3']);
    const job = jobWith(left, new SlowJob());
    const stopped = job.tick();
    void job.onModuleDestroy();
    await stopped;
    expect([job.handled, [...left]]).toEqual([[], ['1', '3']]);
  });
});

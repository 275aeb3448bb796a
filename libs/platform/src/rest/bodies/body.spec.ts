import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { chunksOf } from './body.js';
import type { ApiRequest } from '../responses/request.js';

const requestOf = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>): ApiRequest =>
  Object.assign(Readable.from(chunks), { headers: {} }) as unknown as ApiRequest;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('A body', () => {
  it('is parsed without keeping the chunks that were parsed', async () => {
    const arrived: WeakRef<Buffer>[] = [];
    async function* chunks() {
      for (let count = 0; count < 50; count++) {
        const chunk = Buffer.alloc(100_000);
        arrived.push(new WeakRef(chunk));
        yield chunk;
        await new Promise(setImmediate);
      }
    }
    let read = 0;
    let kept = Infinity;
    for await (const _ of chunksOf(requestOf(chunks()), 10_000_000)) {
      if (++read !== 45) continue;
      await new Promise(setImmediate);
      collectGarbage();
      kept = arrived.filter((chunk) => chunk.deref() !== undefined).length;
    }
    expect(arrived.length).toBeGreaterThanOrEqual(45);
    expect(kept).toBeLessThan(10);
  });

  it('is rejected when it does not arrive in time, even with a slow reader', async () => {
    async function* never() {
      yield Buffer.from('[');
      await new Promise(() => undefined);
    }
    const read = async (chunks: AsyncIterable<Buffer>, between: number): Promise<void> => {
      for await (const _ of chunksOf(requestOf(chunks), 10, 5))
        await new Promise((resolve) => setTimeout(resolve, between));
    };
    async function* two() {
      yield Buffer.from('[');
      yield Buffer.from(']');
    }
    await expect(read(never(), 0)).rejects.toMatchObject({ code: 'request_timeout' });
    await expect(read(two(), 20)).rejects.toMatchObject({ code: 'request_timeout' });
  });
});

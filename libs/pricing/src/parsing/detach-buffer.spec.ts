import { setImmediate as turn } from 'node:timers/promises';
import { discard } from './detach-buffer.js';

describe('discard', () => {
  it('detaches the buffer and frees its memory', async () => {
    for (let count = 0; count < 20; count += 1) await turn();
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 1_000; count += 1) {
      const bytes = Buffer.alloc(2 ** 20, 1);
      discard(bytes);
      expect(bytes.length).toBe(0);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 24);
  });

  it('leaves a buffer alone that is part of a larger one', () => {
    const whole = Buffer.alloc(100, 1);
    discard(whole.subarray(10, 20));
    discard(Buffer.from('pooled'));
    discard(Buffer.alloc(0));
    expect(whole.length).toBe(100);
    expect(Buffer.from('others').toString()).toBe('others');
  });
});

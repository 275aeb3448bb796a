import { diskFull } from './errors.js';

const MIB = 1024 * 1024;

describe('An error of a full disk', () => {
  it('is recognised, whatever PostgreSQL or the system calls it', () => {
    for (const [text, free] of [
      ['checkpoint request failed', 2 * MIB],
      ['could not extend file "base/1/2610": No space left on device', 400 * MIB],
      ['could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 10', 60 * MIB],
      ['ENOSPC: no space left on device, mkdir /srv/data', 0],
    ] as const)
      expect(diskFull(new Error(text), '/srv/data', free)?.message).toBe(
        `The disk of /srv/data is full (${free / MIB} MiB free): make room, or set DATA_DIR to another disk. Reported as: ${text}.`,
      );
  });

  it('is not reported when there is space', () => {
    expect(diskFull(new Error('checkpoint request failed'), '/srv/data', 100 * MIB)).toBeUndefined();
  });
});

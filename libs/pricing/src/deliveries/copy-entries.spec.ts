import { Writable } from 'node:stream';
import { isTransientError } from '@app/platform/persistence';
import { writeRows } from './copy-entries.js';

/** A stream that fails at the second row. */
const failing = (error: Error) => {
  let rows = 0;
  return new Writable({ write: (_, _encoding, done) => done(++rows === 2 ? error : null), highWaterMark: 1 });
};
const rows = Array.from({ length: 50 }, () => Buffer.from('row'));
const arriving = async function* () {
  yield* rows;
};

describe('Rows for a COPY', () => {
  it.each([
    ['stored rows', rows],
    ['rows that arrive', arriving()],
  ])('report a lost connection as a failure of the database: %s', async (_, rows) => {
    const error: unknown = await writeRows(rows, failing(new Error('read ECONNRESET'))).catch(
      (error: unknown) => error,
    );
    expect(String(error)).toContain('ECONNRESET');
    expect(isTransientError(error)).toBe(true);
  });

  it('report their own error unchanged', async () => {
    const own = new Error('cannot be read');
    const broken = async function* () {
      yield rows[0]!;
      throw own;
    };
    const kept: Buffer[] = [];
    const stream = new Writable({ write: (row: Buffer, _, done) => (kept.push(row), done()) });
    await expect(writeRows(broken(), stream)).rejects.toBe(own);
    expect(kept).toEqual([rows[0]]);
  });
});

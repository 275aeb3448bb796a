import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeToOthers } from './data-directory.js';

const LOGS = ['postgres.log', 'postgres.log.1', 'service.log'];
const modeOf = (...path: string[]): string => (statSync(join(...path)).mode & 0o7777).toString(8);

describe('The data folder of an earlier version with open permissions', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'data-directory-'));
    for (const name of ['postgres', 'files']) mkdirSync(join(folder, name));
    for (const name of [...LOGS, 'demonstration.json']) writeFileSync(join(folder, name), '', { mode: 0o644 });
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is restricted to its owner, including the log of the database', () => {
    closeToOthers(folder);

    expect(modeOf(folder)).toBe('700');
    expect(LOGS.map((name) => modeOf(folder, name))).toEqual(['600', '600', '600']);
  });

  it('keeps its permissions if it contains other files, but the log is restricted', () => {
    writeFileSync(join(folder, 'letter.txt'), '', { mode: 0o644 });
    closeToOthers(folder);

    expect([modeOf(folder), modeOf(folder, 'letter.txt')]).toEqual(['755', '644']);
    expect(LOGS.map((name) => modeOf(folder, name))).toEqual(['600', '600', '600']);
  });

  it('keeps its permissions if it is a shared folder such as /tmp', () => {
    chmodSync(folder, 0o1777);
    closeToOthers(folder);

    expect(modeOf(folder)).toBe('1777');
  });

  it('is optional', () => {
    expect(() => closeToOthers(join(folder, 'none'))).not.toThrow();
  });
});

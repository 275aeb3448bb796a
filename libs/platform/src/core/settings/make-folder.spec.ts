import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'make-folder-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('makeFolder', () => {
  it('creates missing folders for the owner only, and leaves existing ones', () => {
    makeFolder(join(folder, 'a', 'b'));
    makeFolder(join(folder, 'a', 'b'));

    expect(['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('fails below a file, and where the system forbids folders', () => {
    writeFileSync(join(folder, 'file'), '');

    expect(() => makeFolder(join(folder, 'file', 'a'))).toThrow('ENOTDIR');
    if (process.platform === 'linux') expect(() => makeFolder('/proc/none/a')).toThrow('ENOENT');
  });
});

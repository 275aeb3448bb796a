import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const isRoot = process.getuid?.() === 0;
export const isWindows = process.platform === 'win32';
export const isLinux = process.platform === 'linux';
export const execute = promisify(execFile);

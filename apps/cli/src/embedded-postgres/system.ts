import { execFile, spawn, type SpawnOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

export const isRoot = process.getuid?.() === 0;
export const isWindows = process.platform === 'win32';
export const isLinux = process.platform === 'linux';
export const execute = promisify(execFile);

/**
 * Runs a program in a process group of its own, which Ctrl-C does not reach, and waits until it and its children are gone.
 * @throws Error with its `stderr` if it fails, or if the signal stops it
 */
export async function runToEnd(
  program: string,
  flags: string[],
  options: SpawnOptions,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(program, flags, { ...options, detached: !isWindows, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = () => (isWindows ? child.kill() : signalGroup(child.pid!));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [code, stderr] = await Promise.all([ended, text(child.stderr!)]);
    if (code !== 0) throw Object.assign(new Error(`${program} ended with ${code}`), { stderr });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // it has ended
  }
}

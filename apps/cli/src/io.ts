import { printable, printableLines } from './printable.js';

/** A command's access to the process; tests replace it. */
export interface Io {
  env: NodeJS.ProcessEnv;
  /**
   * prints the result: one or more lines, without the final newline. Control characters are escaped, except in a text that is printable
   * already and may have colours.
   */
  out(text: string, options?: { isPrintable?: boolean }): void;
  /** prints progress, errors and everything else, with control characters escaped */
  err(text: string): void;
  /** set if progress may rewrite its line */
  rewrite: ((line: string) => void) | undefined;
  /** whether `out` may be coloured */
  colors: boolean;
  /** aborted by Ctrl-C or SIGTERM; commands must stop cleanly */
  signal: AbortSignal;
  /** aborted when nothing reads `out` any more */
  closed?: AbortSignal;
}

/** Escapes the control characters of everything that is printed: names and texts of files and servers could control the terminal. */
export const escaping = (io: Io): Io => ({
  ...io,
  out: (text, { isPrintable = false } = {}) => io.out(isPrintable ? text : printableLines(text)),
  err: (text) => io.err(printableLines(text)),
  rewrite: io.rewrite && ((line) => io.rewrite!(printable(line))),
});

/** Uses the streams and signals of the process. A second signal ends the process at once. */
export function processIo(): Io {
  const { stdout, stderr } = process;
  const closed = new AbortController();
  // A closed stdout is not an error: `keys list | head -1`.
  stdout.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? closed.abort() : process.exit(1)));
  stderr.on('error', () => undefined); // the command is not over when nothing can read its progress
  return {
    env: process.env,
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    rewrite: stderr.isTTY ? (line) => void stderr.write(`\r\x1b[K${line}`) : undefined,
    colors: stdout.isTTY && stdout.hasColors(),
    signal: firstSignal(),
    closed: closed.signal,
  };
}

/** Milliseconds within which two signals count as one, because npm forwards the Ctrl-C that the terminal has already sent to us. */
const SAME_SIGNAL = 500;

function firstSignal(): AbortSignal {
  const stop = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted && performance.now() - firstAt > SAME_SIGNAL) process.exit(130);
      if (!stop.signal.aborted) firstAt = performance.now();
      stop.abort(signal);
    });
  whenOrphaned(() => stop.abort('SIGTERM'));
  return stop.signal;
}

/** Stops the process when its parent is gone: npm runs it in a shell that does not forward SIGTERM. */
function whenOrphaned(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}

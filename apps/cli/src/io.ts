/** What a command may touch of the process around it. Tests bring their own. */
export interface Io {
  env: NodeJS.ProcessEnv;
  /** what was asked for: one line or more, without the last newline */
  out(text: string): void;
  /** progress, errors, everything else */
  err(text: string): void;
  /** set where progress may rewrite its line */
  rewrite: ((line: string) => void) | undefined;
  /** whether `out` may be coloured */
  colors: boolean;
  /** aborted by Ctrl-C or SIGTERM: stop in order */
  signal: AbortSignal;
}

/** The process's own streams and signals. A second signal ends the process at once. */
export function processIo(): Io {
  const { stdout, stderr } = process;
  // `keys list | head -1` closes our stdout: that is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || process.exit(1));
  return {
    env: process.env,
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    rewrite: stderr.isTTY ? (line) => void stderr.write(`\r\x1b[K${line}`) : undefined,
    colors: stdout.isTTY && stdout.hasColors(),
    signal: firstSignal(),
  };
}

/** npm passes on the Ctrl-C that the terminal has sent us already: within this time two are one. Milliseconds. */
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

/** npm runs us in a shell that keeps a SIGTERM to itself: when that shell is gone, we are to stop too. */
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

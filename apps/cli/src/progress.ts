import type { Io } from './io.js';

/** A step that takes longer shows itself. Milliseconds. */
const EVERY_MS = 1_000;
/** Where lines cannot be rewritten: from one line of a step to its next. */
const PAUSE = 15_000;

export type Tell = (state: string) => void;

/** Runs a step; once it takes longer than a second it shows its title, what it tells, and the seconds. */
export async function step<T>(io: Io, title: string, work: (tell: Tell) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let state = '';
  let shown = false;
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  const show = () => {
    shown = true;
    const line = `${title} ... ${state ? `${state}, ` : ''}${seconds()}`;
    if (io.rewrite) io.rewrite(line);
    else io.err(line);
  };
  let timer = setTimeout(() => {
    show();
    timer = setInterval(show, io.rewrite ? EVERY_MS : PAUSE);
  }, EVERY_MS);
  let end = 'failed';
  try {
    const result = await work((text) => (state = text));
    end = 'done';
    return result;
  } finally {
    clearTimeout(timer);
    if (shown) {
      io.rewrite?.('');
      io.err(`${title} ... ${end}, ${seconds()}`);
    }
  }
}

import type { Io } from './io.js';

/** Milliseconds after which a step shows its progress. */
const EVERY_MS = 1_000;
/** Milliseconds between lines of progress if lines cannot be rewritten. */
const PAUSE = 15_000;

export type Tell = (state: string) => void;

/** Runs a step. If it takes longer than a second, shows its title, its reported state and the seconds. */
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

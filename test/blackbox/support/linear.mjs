/**
 * Whether what clients saw can have happened one after the other, each between its request and its answer (Wing & Gong,
 * with the memory of Lowe: no state is entered twice with the same operations done).
 * @param history operations `{ from, to, ... }` in ms; one without an answer has `to: Infinity`, and may not have happened
 * @param model `start`; `step(state, operation)`: the state after it, or undefined when it cannot have answered so
 */
export function isLinearizable(history, { start, step }) {
  const operations = [...history].sort((a, b) => a.from - b.from);
  const seen = new Set();
  const done = operations.map(() => false);

  const search = (state, left) => {
    if (left === 0) return true;
    const memory = `${done.map(Number).join('')}${JSON.stringify(state)}`;
    if (seen.has(memory)) return false;
    seen.add(memory);
    const bound = Math.min(...operations.map(({ to }, at) => (done[at] ? Infinity : to)));
    for (const [at, operation] of operations.entries()) {
      if (done[at]) continue;
      if (operation.from > bound) break;
      const next = step(state, operation);
      if (next === undefined) continue;
      done[at] = true;
      if (search(next, left - (operation.to === Infinity ? 0 : 1))) return true;
      done[at] = false;
    }
    return false;
  };
  return search(start, operations.filter(({ to }) => to !== Infinity).length);
}

/** The smallest history, by leaving out operations, that still cannot have happened. */
export function smallest(history, model) {
  let kept = history;
  for (let at = kept.length - 1; at >= 0; at--) {
    const fewer = kept.filter((_, index) => index !== at);
    if (!isLinearizable(fewer, model)) kept = fewer;
  }
  return kept;
}

/** One value that is written and read: what is read is what was written last. */
export const register = (start) => ({
  start,
  step: (state, { write, read }) => (write === undefined ? (read === state ? state : undefined) : write),
});

const closed = (state, id, status) => ({ ...state, open: null, sources: 0, ended: { ...state.ended, [id]: status } });

/** A pricing process: one transaction is open at a time, and ends once; a commit shows its price. */
export const transactions = {
  start: { open: null, sources: 0, ended: {}, price: null },
  step(state, { does, id, status, body }) {
    const isOpen = state.open === id;
    if (does === 'price') return body.price === state.price ? state : undefined;
    if (does === 'open') {
      if (status === 409) return state.open !== null && state.open === id ? state : undefined;
      return state.open === null ? { ...state, open: id, sources: 1, offered: body.price } : undefined;
    }
    if (does === 'look') {
      const expected = isOpen ? 'pending' : state.ended[id];
      return body.status === expected && (!isOpen || body.source_count === state.sources) ? state : undefined;
    }
    if (status === 409) return isOpen ? undefined : state;
    if (!isOpen) return undefined;
    if (does === 'send')
      return body.entry_count === state.sources + 1 ? { ...state, sources: state.sources + 1 } : undefined;
    if (does === 'commit') return { ...closed(state, id, 'finished'), price: state.offered };
    return closed(state, id, 'expired');
  },
};

/** For people: who asked what, when, and what was said. */
export const shown = (history) => {
  const first = Math.min(...history.map(({ from }) => from));
  const time = (at) => (at === Infinity ? 'never' : (at - first).toFixed(1));
  return history
    .map(({ from, to, does, id, status, body, write, read, at }) => {
      const what = does
        ? `${does} ${id ?? ''} ${status ?? ''} ${JSON.stringify(body?.price ?? body?.status ?? body?.entry_count ?? null)}`
        : write === undefined
          ? `read ${read}`
          : `write ${write}`;
      return `[${time(from)}-${time(to)} ms, replica ${at}] ${what}`;
    })
    .join('; ');
};

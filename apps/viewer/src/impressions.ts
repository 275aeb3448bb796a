import { effect } from '@preact/signals';
import { hostUnit } from './model/catalog.js';
import type { Store } from './store.js';

const QUIET_MS = 300;

/**
 * Reports homes that came into view to the host page: each home once, and homes that appear together in one event. Finds visible
 * rows by binary search, because observers of thousands of rows would slow down every frame.
 */
export function watchImpressions(root: HTMLElement, store: Store): () => void {
  const reported = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isInView = false;
  const tell = () => {
    if (!isInView) return;
    const ids = rowsInView(root).flatMap(({ dataset }) => dataset['home'] ?? []);
    const fresh = ids.filter((id) => !reported.has(id));
    fresh.forEach((id) => reported.add(id));
    const units = fresh.flatMap((id) => store.catalog.home(id) ?? []).map(hostUnit);
    if (units.length > 0) store.host.emit('metrics.unitMatches.impression', { units });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET_MS);
  };
  // The host page may have scrolled the whole map out of view.
  const view = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)!.isIntersecting;
    later();
  });
  view.observe(root);
  const stop = effect(() => {
    void store.groups.value;
    later();
  });
  // Scrolling of the page, and of the list in it.
  const listeners = new AbortController();
  addEventListener('scroll', later, { capture: true, passive: true, signal: listeners.signal });
  addEventListener('resize', later, { signal: listeners.signal });
  return () => {
    stop();
    view.disconnect();
    listeners.abort();
    clearTimeout(timer);
  };
}

function rowsInView(root: HTMLElement): HTMLElement[] {
  const rows = [...root.querySelectorAll<HTMLElement>('li[data-home]')];
  const [top, bottom] = [Math.max(0, topOf(root.querySelector('.groups'))), innerHeight];
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.getBoundingClientRect().bottom <= top) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < rows.length && rows[end]!.getBoundingClientRect().top < bottom) end++;
  return rows.slice(low, end);
}

/** The top of a list with its own scrolling. */
const topOf = (list: Element | null) => list?.closest('.side')?.getBoundingClientRect().top ?? 0;

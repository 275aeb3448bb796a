import { effect } from '@preact/signals';
import { hostUnit } from './model/catalog.js';
import type { Store } from './store.js';

const QUIET_MS = 300;

/** Tells the host which homes came into view: each once, and together those that came together. */
export function watchImpressions(root: HTMLElement, store: Store): () => void {
  const told = new Set<string>();
  let seen: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const units = seen.flatMap((id) => store.catalog.home(id) ?? []).map(hostUnit);
    seen = [];
    if (units.length > 0) store.host.emit('metrics.unitMatches.impression', { units });
  };
  const rows = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const id = (target as HTMLElement).dataset['home'];
      if (!isIntersecting || !id || told.has(id)) continue;
      told.add(id);
      seen.push(id);
      rows.unobserve(target);
    }
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET_MS);
  });
  const stop = effect(() => {
    void store.groups.value;
    requestAnimationFrame(() => {
      rows.disconnect();
      for (const row of root.querySelectorAll<HTMLElement>('li[data-home]'))
        if (!told.has(row.dataset['home']!)) rows.observe(row);
    });
  });
  return () => {
    stop();
    rows.disconnect();
    clearTimeout(timer);
  };
}

import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../store.js';

type OnDemand = typeof import('./on-demand.js');

/** What the server renders at once, and the browser needs to hydrate it. */
let preloaded: Partial<OnDemand> = {};

/** Makes components available to the first render. */
export const preload = (components: Partial<OnDemand>): void => void (preloaded = components);

/** Loads them before they are needed. */
export const fetchOnDemand = (): void => void import('./on-demand.js').then(preload, () => undefined);

/** The components that are loaded when they are first needed; none until then, but those that are preloaded. */
export function useOnDemand(store: Store, isNeeded: boolean): Partial<OnDemand> {
  const [loaded, setLoaded] = useState(preloaded);
  useEffect(() => {
    if (isNeeded)
      import('./on-demand.js').then(setLoaded, () => (store.announcement.value = store.phrases.text('state_failed')));
  }, [isNeeded]);
  return loaded;
}

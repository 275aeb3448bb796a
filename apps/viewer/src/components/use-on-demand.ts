import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../store.js';

type OnDemand = typeof import('./on-demand.js');

/** The components that are loaded when they are first needed; none until then. */
export function useOnDemand(store: Store, isNeeded: boolean): Partial<OnDemand> {
  const [loaded, setLoaded] = useState<Partial<OnDemand>>({});
  useEffect(() => {
    if (isNeeded)
      import('./on-demand.js').then(setLoaded, () => (store.announcement.value = store.phrases.text('state_failed')));
  }, [isNeeded]);
  return loaded;
}

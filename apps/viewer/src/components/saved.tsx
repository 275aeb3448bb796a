import { useState } from 'preact/hooks';
import type { Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';
import { useOnDemand } from './use-on-demand.js';

export function SaveButton({ home, store }: { home: Home; store: Store }) {
  return (
    <button class="tool save" aria-pressed={store.saved.value.includes(home)} onClick={() => store.save(home)}>
      <Icon name="star" />
      <span>{store.phrases.text('save')}</span>
    </button>
  );
}

/** Opens the comparison of the saved homes, which is loaded then. */
export function Saved({ store }: { store: Store }) {
  const { phrases, saved } = store;
  const [isOpen, open] = useState(false);
  const { Comparison } = useOnDemand(store, isOpen);
  const { length } = saved.value;
  if (length === 0) return null;
  return (
    <>
      <button class="chip saved" aria-haspopup="dialog" onClick={() => open(true)}>
        <Icon name="star" />
        {phrases.text('saved_count', { count: phrases.number(length) })}
      </button>
      {isOpen && Comparison && <Comparison store={store} onClose={() => open(false)} />}
    </>
  );
}

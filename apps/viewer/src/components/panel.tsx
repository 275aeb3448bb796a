import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';
import { Share } from './share.js';
import { useOnDemand } from './use-on-demand.js';

/** The card over the plan, or the bottom sheet on a phone, with a home or a marker. It is there at once, its content when it has been loaded. */
export function PanelSlot({ store }: { store: Store }) {
  const opened = store.opened.value;
  const marker = opened?.kind === 'marker' ? store.catalog.marker(opened.id) : undefined;
  const home = store.shows('details') ? store.home.value : undefined;
  const { HomePanel, MarkerPanel } = useOnDemand(store, (home ?? marker) !== undefined);
  if (!opened) return null;
  const key = `${opened.kind} ${opened.id}`; // homes and markers may have the same id
  if (home)
    return (
      <Panel key={key} store={store} home={home}>
        {HomePanel ? (
          <HomePanel home={home} store={store} />
        ) : (
          <h2 id="panel-title" class="quiet">
            {store.phrases.text('unit', { number: home.unit.number })}
          </h2>
        )}
      </Panel>
    );
  if (marker && MarkerPanel)
    return (
      <Panel key={key} store={store}>
        <MarkerPanel placed={marker} store={store} />
      </Panel>
    );
  return null;
}

interface PanelProps {
  store: Store;
  home?: Home;
  children: ComponentChildren;
}

const PHONE = '(width < 760px) and (height >= 500px)';

/** Elements that Escape closes first. */
const IN_FRONT = '.chip[aria-expanded=true], dialog[open]';

/**
 * Takes the focus if the user opened it, and returns it when closed. Escape closes it from anywhere on the page. Both work as soon as
 * the panel is in the document: an effect after the next paint would lose keys that are pressed before it.
 */
function Panel({ store, home, children }: PanelProps) {
  const { phrases } = store;
  const place = useRef<HTMLElement>(null);
  const [isTall, makeTall] = useState(false);
  useLayoutEffect(() => {
    // On a phone, scrolls the plan to the top, where the sheet starts below it. `scrollIntoView` would scroll the host page, too.
    const { top } = place.current!.parentElement!.querySelector('.plan-pane')!.getBoundingClientRect();
    if (matchMedia(PHONE).matches && top > 0) scrollBy(0, top);
    if (store.isOpenedByHand) place.current!.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(IN_FRONT)) store.leave();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  return (
    <section class="panel" ref={place} tabIndex={-1} aria-labelledby="panel-title" data-tall={isTall}>
      <button class="grip" aria-expanded={isTall} onClick={() => makeTall(!isTall)}>
        <span class="quiet">{phrases.text(isTall ? 'less' : 'more')}</span>
      </button>
      <div class="tools">
        {home && store.shows('share') && <Share store={store} home={home} />}
        <a class="tool" href={store.linkTo()} onClick={(event) => (event.preventDefault(), store.leave())}>
          <Icon name="close" />
          <span class="quiet">{phrases.text('close')}</span>
        </a>
      </div>
      {children}
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hostUnit } from '../model/catalog.js';
import type { Store } from '../store.js';
import { HomePanel } from './home-panel.js';
import { Icon } from './icon.js';
import { MarkerPanel } from './marker-panel.js';

/** The card over the plan, or the bottom sheet on a phone, with a home or a marker. */
export function PanelSlot({ store }: { store: Store }) {
  const opened = store.opened.value;
  if (!opened) return null;
  const marker = opened.kind === 'marker' ? store.catalog.marker(opened.id) : undefined;
  const home = store.shows('details') ? store.home.value : undefined;
  const key = `${opened.kind} ${opened.id}`; // homes and markers may have the same id
  if (home)
    return (
      <Panel key={key} store={store} share>
        <HomePanel home={home} store={store} />
      </Panel>
    );
  if (marker)
    return (
      <Panel key={key} store={store}>
        <MarkerPanel placed={marker} store={store} />
      </Panel>
    );
  return null;
}

interface PanelProps {
  store: Store;
  share?: boolean;
  children: ComponentChildren;
}

const PHONE = '(width < 760px) and (height >= 500px)';

/** How long the button to share says that the link is copied. */
const COPIED_MS = 4000;

/** Elements that Escape closes first. */
const IN_FRONT = '.chip[aria-expanded=true], dialog[open]';

/**
 * Takes the focus if the user opened it, and returns it when closed. Escape closes it from anywhere on the page. Both work as soon as
 * the panel is in the document: an effect after the next paint would lose keys that are pressed before it.
 */
function Panel({ store, share, children }: PanelProps) {
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
        {share && store.shows('share') && <Share store={store} />}
        <a class="tool" href={store.linkTo()} onClick={(event) => (event.preventDefault(), store.leave())}>
          <Icon name="close" />
          <span class="quiet">{phrases.text('close')}</span>
        </a>
      </div>
      {children}
    </section>
  );
}

/** @returns false if the device has no share dialog, or the frame may not show it */
async function showShareDialog(link: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(link);
    return true;
  } catch (error) {
    return (error as DOMException).name === 'AbortError'; // by the user
  }
}

/** Copies to the clipboard; in a frame without permission for it by way of a selection, which needs none. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copySelected(text)) throw error;
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'quiet';
  field.value = text;
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

/** Shares the link with the device's share dialog, otherwise copies it to the clipboard. */
function Share({ store }: { store: Store }) {
  const { phrases, data, host, catalog } = store;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const share = async () => {
    const home = store.home.peek();
    if (!home) return;
    const url = catalog.urlOf(home, data.urls.canonical);
    host.emit('share', { unit: hostUnit(home), url });
    try {
      if (await showShareDialog({ url, title: document.title })) return;
      await copy(url);
      store.announcement.value = phrases.text('share_copied');
      setCopied(true);
    } catch {
      // Not allowed in this frame; the host page still gets the event.
    }
  };
  return (
    <button class="tool" onClick={() => void share()}>
      <Icon name="share" />
      <span class={isCopied ? undefined : 'quiet'}>{phrases.text(isCopied ? 'share_copied' : 'share')}</span>
    </button>
  );
}

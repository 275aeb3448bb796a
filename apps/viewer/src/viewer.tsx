import { effect, untracked } from '@preact/signals';
import { hydrate, render } from 'preact';
import { App } from './components/app.js';
import { Message, missingText, noticeText } from './components/notice.js';
import { fetchOnDemand } from './components/use-on-demand.js';
import type { ViewerDocument } from './document.js';
import type { HostPort } from './host-api.js';
import { answerHost } from './host-calls.js';
import { watchImpressions } from './impressions.js';
import type { PageData } from './page.js';
import { Store } from './store.js';

const VERSION = '2';
const FIRST_RETRY_MS = 3000;

/** Hydrates the page that the server rendered in `root`. @returns a function that unmounts it */
export function createViewer(root: HTMLElement, data: PageData, host: HostPort): () => void {
  const cleanups: (() => void)[] = [() => render(null, root)];
  const destroy = () =>
    cleanups
      .splice(0)
      .reverse()
      .forEach((cleanup) => cleanup());
  cleanups.push(watchSize(root, host));
  if (data.document) {
    cleanups.push(hydrateViewer(root, data, data.document, counted(data, data.document, host), destroy));
    return destroy;
  }
  host.emit('state', { state: data.state, message: stateText(data) });
  if (data.state !== 'building') host.emit('error', { code: data.state, message: stateText(data) });
  cleanups.push(retrying(root, data));
  return destroy;
}

/** The host page, and the counts of visits if an asset has them. */
function counted(data: PageData, { assets }: ViewerDocument, host: HostPort): HostPort {
  if (!assets.some((asset) => asset.count_visits)) return host;
  const counts = import('./visits.js').then(
    ({ countVisits }) => countVisits(data),
    () => undefined,
  );
  return {
    onCall: (calls) => host.onCall(calls),
    emit(event, payload) {
      host.emit(event, payload);
      void counts.then((count) => count?.(event, payload));
    },
  };
}

function hydrateViewer(
  root: HTMLElement,
  data: PageData,
  document: ViewerDocument,
  host: HostPort,
  destroy: () => void,
): () => void {
  const store = new Store(data, document, host);
  hydrate(<App store={store} />, root);
  store.isLive.value = true;
  const cleanups = [
    effect(() => loadSheets(store)),
    effect(() => retrySheet(store)),
    effect(() => keepAddress(store)),
    effect(() => markHovered(root, store.hovered.value)),
    effect(() => void (store.hovered.value && fetchOnDemand())), // a click may follow, which opens it
    watchImpressions(root, store),
    followHistory(store),
  ];
  adoptChoices(root);
  host.onCall(answerHost(store, destroy));
  const maps = store.catalog.sheets.map(({ map }) => ({ id: map.id, name: map.name }));
  const asset_ids = document.assets.map(({ id }) => id);
  host.emit('ready', { version: VERSION, state: document.state, asset_ids, maps });
  host.emit('state', { state: document.state, message: noticeText(store) });
  const message = missingText(store);
  if (message) host.emit('error', { code: 'unknown_unit', message });
  return () => cleanups.forEach((cleanup) => cleanup());
}

/** Applies what the visitor has chosen before the script ran. Until here, only the fields show it. */
function adoptChoices(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
    if (isChanged(field)) field.dispatchEvent(new Event('change'));
}

function isChanged(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  return field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function stateText({ state, texts }: PageData): string {
  return state === 'live' ? '' : texts[`state_${state}`];
}

/** Loads the drawing of the current sheet, then those of its neighbours. */
function loadSheets(store: Store): void {
  const sheet = store.sheet.value;
  if (!sheet) return;
  const drawing = store.drawings.value.get(sheet.id);
  const { sheets } = store.catalog;
  const at = sheets.indexOf(sheet);
  const wanted = !drawing ? [sheet] : typeof drawing === 'object' ? [sheets[at + 1], sheets[at - 1]] : [];
  for (const each of wanted) if (each && !store.drawings.value.has(each.id)) void store.load(each);
}

/** Loads a sheet that failed before, such as next to another one, when it is selected. */
function retrySheet(store: Store): void {
  const sheet = store.sheet.value;
  untracked(() => {
    if (sheet && store.drawings.value.get(sheet.id) === 'failed') void store.load(sheet);
  });
}

/** The state of an entry of the history that an open home added. */
const HOME_ENTRY = { isHome: true };
const isHomeEntry = (state: unknown): boolean => (state as Partial<typeof HOME_ENTRY> | null)?.isHome === true;

/**
 * Keeps the state in the URL, so that a reload or going back restores it. On a page of its own, opening a home adds an entry to the
 * history, so that Back closes it; in a frame, Back belongs to the host page.
 */
function keepAddress(store: Store): void {
  const before = new URLSearchParams(location.search);
  const query = store.query(before);
  const address = query.size > 0 ? `?${query}` : location.pathname;
  if (query.toString() === location.search.slice(1)) return;
  const isOpening = query.has('unit') && !before.has('unit');
  if (isOpening && window === parent && !isHomeEntry(history.state)) history.pushState(HOME_ENTRY, '', address);
  else history.replaceState(history.state, '', address);
}

/** Closes and opens the home by the history. An entry whose home was closed on the page is passed over. */
function followHistory(store: Store): () => void {
  const follow = ({ state }: PopStateEvent) => {
    const unit = new URLSearchParams(location.search).get('unit');
    const home = unit === null ? undefined : store.catalog.find(unit);
    if (home) store.select(home.id, 'host');
    else if (store.home.peek()) store.leave();
    else if (!isHomeEntry(state)) history.back();
  };
  addEventListener('popstate', follow);
  return () => removeEventListener('popstate', follow);
}

/** Updates only the rows that the pointer left and entered, because there may be thousands. */
function markHovered(root: HTMLElement, id: string | null): void {
  for (const row of root.querySelectorAll('li[data-hovered]')) row.removeAttribute('data-hovered');
  if (id) root.querySelector(`li[data-home="${CSS.escape(id)}"]`)?.setAttribute('data-hovered', '');
}

function watchSize(root: HTMLElement, host: HostPort): () => void {
  let last = '';
  const sizes = new ResizeObserver(() => {
    const [width, height] = [Math.ceil(root.scrollWidth), Math.ceil(preferredHeight(root))];
    if (width === 0 || last === (last = `${width}x${height}`)) return;
    host.emit('resize', { width, height });
  });
  sizes.observe(root);
  return () => sizes.disconnect();
}

/**
 * The height of the content, at most 85 % of the screen, or 560 pixels if that is more, because the panel of a unit at the bottom of the frame must be visible
 * together with the plan. A list next to the plan scrolls and fits any height; then the plan's height is 55 % of the width.
 */
function preferredHeight(root: HTMLElement): number {
  const main = root.querySelector('.main');
  const isBeside = main && getComputedStyle(main).display === 'grid';
  const fixed = root.scrollHeight - (isBeside ? main.clientHeight : 0);
  const content = fixed + (isBeside ? Math.max(480, root.clientWidth * 0.55) : 0);
  return Math.min(content, Math.max(560, screen.height * 0.85));
}

/**
 * Reloads the page once the document exists, because title and colours come with the page. Asks for it on demand, and automatically
 * with growing delays while the map is being built.
 */
function retrying(root: HTMLElement, data: PageData): () => void {
  let [timer, wait]: [ReturnType<typeof setTimeout> | undefined, number] = [undefined, FIRST_RETRY_MS];
  let isDone = false;
  const ask = async () => {
    clearTimeout(timer);
    const exists = await isThere(data.urls.document);
    if (isDone) return;
    if (exists) location.reload();
    else later();
  };
  const later = () => {
    if (data.state !== 'building') return;
    timer = setTimeout(() => void ask(), wait);
    wait = Math.min(60_000, wait * 1.5);
  };
  const onRetry = data.urls.document ? () => void ask() : undefined; // otherwise the link reloads the page
  hydrate(<Message data={data} onRetry={onRetry} />, root);
  later();
  return () => {
    isDone = true;
    clearTimeout(timer);
  };
}

async function isThere(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { credentials: 'omit', method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}

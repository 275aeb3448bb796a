import type { Store } from '../store.js';
import type { PlainKey } from '../i18n/en.js';
import type { PageData } from '../page.js';
import { Phrases } from '../model/phrases.js';
import { Icon } from './icon.js';

/** Why prices are not what a reader expects; nothing while they are. */
export function Notice({ store }: { store: Store }) {
  const { state } = store.catalog.document;
  if (state === 'live') return null;
  return <p class="notice">{store.phrases.text(stateKey(state), { date: asOf(store) })}</p>;
}

/** When the prices shown were published. */
export function asOf({ catalog, phrases, isLive }: Store): string {
  const at = catalog.document.as_of;
  return at ? phrases.instant(at, isLive.value ? undefined : 'UTC') : '';
}

const stateKey = (state: Exclude<PageData['state'], 'live'>): PlainKey => `state_${state}`;

/** The page when there is no document: what is the matter, and what helps. */
export function Message({ data, onRetry }: { data: PageData; onRetry?: () => void }) {
  const phrases = new Phrases(data.locale, data.texts, data.today);
  const text = phrases.text(data.state === 'live' ? 'state_failed' : stateKey(data.state), { date: '' });
  return (
    <main class="message">
      <div role={data.state === 'building' ? 'status' : 'alert'}>
        <Icon name="floorplan" />
        <h1>{text}</h1>
        {data.state !== 'not_found' && (
          <a class="button" href={data.urls.self} onClick={onRetry && ((event) => (event.preventDefault(), onRetry()))}>
            {phrases.text('retry')}
          </a>
        )}
      </div>
    </main>
  );
}

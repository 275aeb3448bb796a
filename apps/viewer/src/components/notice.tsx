import type { ViewerAsset } from '../document.js';
import type { Store } from '../store.js';
import type { PlainKey } from '../i18n/en.js';
import type { PageData } from '../page.js';
import { Phrases } from '../model/phrases.js';
import { Contact } from './contact.js';
import { Icon } from './icon.js';

/** Explains stale, hidden or missing prices, and links to homes that are gone. */
export function Notice({ store }: { store: Store }) {
  const text = [missingText(store), noticeText(store)].filter(Boolean).join(' ');
  if (!text) return null;
  const asking = store.catalog.document.assets.filter(({ state }) => ASKING.includes(state));
  return (
    <>
      <p class="notice">{text}</p>
      {asking.map((asset) => (
        <p key={asset.id} class="asking ways">
          {asking.length > 1 && <bdi>{asset.name}</bdi>}
          <Contact asset={asset} store={store} />
        </p>
      ))}
    </>
  );
}

/** States of prices in which visitors have to ask. */
const ASKING: PageData['state'][] = ['hidden', 'empty'];

/** Says that the home of the address is no longer there; otherwise empty. */
export const missingText = ({ missing, phrases }: Store): string =>
  missing === undefined ? '' : phrases.text('unit_missing', { unit: missing });

/** Empty for live prices. Properties in different states have a sentence each. */
export function noticeText(store: Store): string {
  const { assets, ...document } = store.catalog.document;
  if (assets.every(({ state }) => state === assets[0]!.state))
    return pricesText(store, { ...document, time_zone: zoneOf(assets) });
  return assets
    .filter(({ state }) => state !== 'live')
    .map((asset) => `${asset.name}: ${pricesText(store, asset)}`)
    .join(' ');
}

type Priced = Pick<ViewerAsset, 'state' | 'as_of' | 'time_zone'>;

function pricesText({ phrases }: Store, { state, as_of, time_zone }: Priced): string {
  return state === 'live'
    ? ''
    : phrases.text(stateKey(state), { date: as_of ? phrases.instant(as_of, time_zone) : '' });
}

/** The time at which the prices were published, as text. */
export const asOf = ({ phrases, catalog: { document } }: Store): string =>
  phrases.instant(document.as_of!, zoneOf(document.assets));

/** The time zone of all properties, or UTC if they have several. */
const zoneOf = ([first, ...others]: ViewerAsset[]): string =>
  (others.every(({ time_zone }) => time_zone === first!.time_zone) && first?.time_zone) || 'UTC';

const stateKey = (state: Exclude<PageData['state'], 'live'>): PlainKey => `state_${state}`;

/** The page without a document: the reason, and what to do. */
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

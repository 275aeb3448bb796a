import { PanelSlot } from './panel.js';
import type { ViewerAsset } from '../document.js';
import { About } from './about.js';
import { Contact } from './contact.js';
import { FilterBar } from './filter-bar.js';
import { List } from './list.js';
import { Notice } from './notice.js';
import { PlanPane } from './plan-pane.js';
import { Saved } from './saved.js';
import { addressOf } from '../model/catalog.js';
import { focusList, type Store } from '../store.js';

/** The root component, rendered on the server and hydrated in the browser. */
export function App({ store }: { store: Store }) {
  const { phrases } = store;
  return (
    <div class="viewer" data-style={store.sheet.value?.map.style}>
      <a class="skip" href="#list" onClick={(event) => (event.preventDefault(), focusList())}>
        {phrases.text('skip_to_list')}
      </a>
      {(store.shows('header') || store.shows('filters')) && (
        <header class="head">
          {store.shows('header') && <Title store={store} />}
          {store.shows('filters') && <FilterBar store={store} />}
          <Saved store={store} />
        </header>
      )}
      <main class="page">
        <Notice store={store} />
        <div class="main" data-list={store.shows('list')}>
          <PlanPane store={store} />
          {store.shows('list') && (
            <section class="side" id="list" aria-labelledby="list-title" tabIndex={-1}>
              <List store={store} />
              <About store={store} />
            </section>
          )}
          <PanelSlot store={store} />
        </div>
      </main>
      <div class="quiet" role="status">
        {store.announcement}
      </div>
    </div>
  );
}

const logosOf = (assets: readonly ViewerAsset[]) => [...new Set(assets.flatMap(({ logo_url: url }) => url ?? []))];

function Title({ store }: { store: Store }) {
  const { assets, name } = store.catalog.document;
  const only = assets.length === 1 ? assets[0] : undefined;
  const address = only && addressOf(only);
  const heading = only?.name ?? name;
  return (
    <div class="title">
      {/* A name of several properties stands beside the logos, each of which may be that of one. */}
      <h1>
        {logosOf(assets).map((url) => (
          <img key={url} class="logo" src={url} alt={only ? heading : ''} />
        ))}
        {!only?.logo_url && heading}
      </h1>
      {address && <p>{address}</p>}
      {only && (
        <p class="ways">
          <Contact asset={only} store={store} />
        </p>
      )}
    </div>
  );
}

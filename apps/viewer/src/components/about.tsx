import { addressOf } from '../model/catalog.js';
import type { ViewerAsset } from '../document.js';
import type { Store } from '../store.js';
import { Contact } from './contact.js';
import { Icon } from './icon.js';
import { NewWindow, target } from './links.js';

/** The description, links and markers of the properties. */
export function About({ store }: { store: Store }) {
  const assets = store.catalog.document.assets.filter(
    (asset, _, all) =>
      all.length > 1 || asset.contact || asset.description || asset.links.length > 0 || asset.markers.length > 0,
  );
  return (
    <>
      {assets.map((asset) => (
        <Property key={asset.id} asset={asset} store={store} />
      ))}
    </>
  );
}

function Property({ asset, store }: { asset: ViewerAsset; store: Store }) {
  const { phrases } = store;
  const address = addressOf(asset);
  return (
    <section class="about" aria-labelledby={`about-${asset.id}`}>
      <h2 id={`about-${asset.id}`}>{phrases.text('about', { name: asset.name })}</h2>
      {address && <p>{address}</p>}
      {asset.contact?.hours && <p>{asset.contact.hours}</p>}
      <p class="ways">
        <Contact asset={asset} store={store} />
      </p>
      {asset.description && <p class="prose">{asset.description}</p>}
      {asset.links.length > 0 && (
        <ul class="links">
          {asset.links.map(({ id, label, name, url, open_in_new_window }) => (
            <li key={id}>
              <a href={url} {...target(open_in_new_window)}>
                {label || name}
                {open_in_new_window && <NewWindow store={store} />}
              </a>
            </li>
          ))}
        </ul>
      )}
      {asset.markers.length > 0 && (
        <>
          <h3>{phrases.text('places')}</h3>
          <ul class="links">
            {asset.markers.map(({ id, label }) => (
              <li key={id}>
                <button class="button" onClick={() => store.openMarker(id)}>
                  <Icon name="location" />
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

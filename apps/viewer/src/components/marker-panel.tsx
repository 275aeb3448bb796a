import { useState } from 'preact/hooks';
import type { ViewerMarker } from '../document.js';
import type { PlacedMarker } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';
import { NewWindow, target } from './links.js';
import { named, Tours } from './pictures.js';
import { Prose } from './prose.js';

/** The panel of a marker: text, images, a link, and an embedded page that is loaded on demand. */
export function MarkerPanel({ placed: { marker }, store }: { placed: PlacedMarker; store: Store }) {
  const { phrases } = store;
  return (
    <>
      {marker.pictures && <Gallery pictures={marker.pictures} store={store} />}
      <div class="panel-body">
        <h2 id="panel-title">{marker.label}</h2>
        {marker.html && <Prose html={marker.html} />}
        {(marker.tour_urls || marker.video_urls) && (
          <div class="others">
            <Tours of={[marker]} store={store} />
          </div>
        )}
        {marker.iframe_url && <Page url={marker.iframe_url} title={marker.label} store={store} />}
      </div>
      {marker.link_url && (
        <div class="actions">
          <a class="button" href={marker.link_url} {...target(true)}>
            <Icon name="window" />
            {phrases.text('open_link', { name: marker.label })}
            <NewWindow store={store} />
          </a>
        </div>
      )}
    </>
  );
}

function Gallery({ pictures, store: { phrases } }: Required<Pick<ViewerMarker, 'pictures'>> & { store: Store }) {
  return (
    <ul class="gallery" aria-label={phrases.text('gallery')} tabIndex={0}>
      {named(pictures, phrases).map(({ url, alt }, i) => (
        <li key={i}>
          <img src={url} alt={alt} loading="lazy" />
        </li>
      ))}
    </ul>
  );
}

/** A third-party page, not loaded before the user asks for it. */
function Page({ url, title, store: { phrases } }: { url: string; title: string; store: Store }) {
  const [isWanted, want] = useState(false);
  if (isWanted)
    return (
      <iframe
        ref={focus}
        src={url}
        title={title}
        allow="fullscreen"
        referrerpolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-popups allow-forms"
      />
    );
  return (
    <p class="more-page">
      <button class="button" onClick={() => want(true)}>
        <Icon name="video_play" />
        {phrases.text('load_page', { name: title })}
      </button>
      <small>{phrases.text('load_page_note', { host: hostOf(url) })}</small>
    </p>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

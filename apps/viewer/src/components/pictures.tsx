import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';

/** The pictures of a home, as large as the window: swiped, scrolled, or moved by the arrow keys. */
export function Pictures({ home, store, onClose }: { home: Home; store: Store; onClose: () => void }) {
  const { phrases } = store;
  const { unit, plan } = home;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const ofPlan = phrases.text('floor_plan_image', { name: plan.name });
  const ofView = phrases.text('view_image', { number: unit.number });
  const pictures = [
    { url: plan.image_url, alt: ofPlan },
    { url: plan.secondary_image_url, alt: ofPlan },
    { url: unit.view_image_url, alt: ofView },
    { url: unit.secondary_view_image_url, alt: ofView },
  ].filter(({ url }) => url);
  return (
    <dialog class="filter-dialog pictures" ref={dialog} aria-labelledby="pictures-title" onClose={onClose}>
      <div class="dialog-head">
        <h2 id="pictures-title">{phrases.text('unit', { number: unit.number })}</h2>
        <button class="tool" onClick={() => dialog.current!.close()}>
          <Icon name="close" />
          <span class="quiet">{phrases.text('close')}</span>
        </button>
      </div>
      <ul class="gallery" aria-label={phrases.text('gallery')} tabIndex={0}>
        {pictures.map(({ url, alt }, i) => (
          <li key={i}>
            <img src={url} alt={alt} />
            <small>{phrases.text('picture', { count: i + 1, total: pictures.length })}</small>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HostLink } from '../host-api.js';
import { hostUnit, type Home } from '../model/catalog.js';
import type { Phrases } from '../model/phrases.js';
import type { Store } from '../store.js';
import type { ViewerPictures } from '../document.js';
import { Icon } from './icon.js';
import { NewWindow, target } from './links.js';

interface Picture {
  url: string;
  alt: string;
}

type Listed = { url: string | undefined; alt?: string };

/** The pictures of a home: its floor plan, its own, and those of its plan. */
export function picturesOf({ unit, plan }: Home, phrases: Phrases): Picture[] {
  const ofPlan = phrases.text('floor_plan_image', { name: plan.name });
  const ofView = phrases.text('view_image', { number: unit.number });
  return named(
    [
      { url: plan.image_url, alt: ofPlan },
      { url: plan.secondary_image_url, alt: ofPlan },
      ...(unit.pictures ?? []),
      { url: unit.view_image_url, alt: ofView },
      { url: unit.secondary_view_image_url, alt: ofView },
      ...(plan.pictures ?? []),
    ],
    phrases,
  );
}

/** Those that exist; one without a text is called by its position. */
export function named(listed: readonly Listed[], phrases: Phrases): Picture[] {
  const pictures = listed.filter((each): each is { url: string; alt?: string } => each.url !== undefined);
  return pictures.map(({ url, alt }, i) => ({
    url,
    alt: alt ?? phrases.text('picture', { count: i + 1, total: pictures.length }),
  }));
}

/** The first picture of a home, which opens all of them. */
export function Cover({ home, store }: { home: Home; store: Store }) {
  const [isOpen, open] = useState(false);
  const pictures = picturesOf(home, store.phrases);
  const [first] = pictures;
  if (!first) return null;
  return (
    <>
      <button class="enlarge" aria-haspopup="dialog" onClick={() => open(true)}>
        <img class="picture" src={first.url} alt={first.alt} />
        {pictures.length > 1 && (
          <span class="count" aria-hidden="true">
            <Icon name="photo" />
            {pictures.length}
          </span>
        )}
      </button>
      {isOpen && <Pictures {...{ home, pictures, store }} onClose={() => open(false)} />}
    </>
  );
}

interface PicturesProps {
  home: Home;
  pictures: readonly Picture[];
  store: Store;
  onClose: () => void;
}

/** Pictures as large as the window: swiped, or moved by buttons and arrow keys. */
function Pictures({ home, pictures, store: { phrases }, onClose }: PicturesProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [shown, show] = useState(0);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const last = pictures.length - 1;
  const go = (to: number) => {
    const { children, offsetLeft } = list.current!;
    const picture = children[Math.min(Math.max(to, 0), last)] as HTMLElement;
    list.current!.scrollTo({ left: picture.offsetLeft - offsetLeft });
  };
  const keys: Readonly<Record<string, number>> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last };
  const move = (event: KeyboardEvent) => {
    const to = keys[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  };
  const step = (by: -1 | 1, name: string) => (
    <button class="tool" aria-disabled={shown + by < 0 || shown + by > last} onClick={() => go(shown + by)}>
      <Icon name="down" turn={-90 * by} />
      <span class="quiet">{name}</span>
    </button>
  );
  return (
    <dialog
      class="filter-dialog pictures"
      ref={dialog}
      aria-labelledby="pictures-title"
      onClose={onClose}
      onKeyDown={move}
    >
      <div class="dialog-head">
        <h2 id="pictures-title">{phrases.text('unit', { number: home.unit.number })}</h2>
        <button class="tool" onClick={() => dialog.current!.close()}>
          <Icon name="close" />
          <span class="quiet">{phrases.text('close')}</span>
        </button>
      </div>
      <ul
        class="gallery"
        ref={list}
        aria-label={phrases.text('gallery')}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => show(Math.round(scrollLeft / clientWidth))}
      >
        {pictures.map(({ url, alt }, i) => (
          <li key={i}>
            <img src={url} alt={alt} loading={i > 1 ? 'lazy' : undefined} />
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        {last > 0 && step(-1, phrases.text('previous_picture'))}
        <p aria-live="polite">
          {pictures[shown]!.alt}
          <small>{phrases.text('picture', { count: shown + 1, total: pictures.length })}</small>
        </p>
        {last > 0 && step(1, phrases.text('next_picture'))}
      </div>
    </dialog>
  );
}

/** Links to tours and videos, which nothing loads before a click. */
export function Tours({ of, home, store }: { of: readonly ViewerPictures[]; home?: Home; store: Store }) {
  const once = (urls: (string[] | undefined)[], name: 'tour' | 'video') =>
    [...new Set(urls.flatMap((each) => each ?? []))].map((url) => ({ url, name }));
  const tours = once(of.map(({ tour_urls: urls }) => urls), 'tour'); // oxfmt-ignore
  const videos = once(of.map(({ video_urls: urls }) => urls), 'video'); // oxfmt-ignore
  return (
    <>
      {[...tours, ...videos].map(({ url, name }) => {
        const link: HostLink = { name, label: store.phrases.text(name), url };
        const tell = () =>
          home && store.host.emit('metrics.unitDetails.outbound.click', { unit: hostUnit(home), link });
        return (
          <a key={name + url} class="button" href={url} {...target(true)} onClick={tell}>
            <Icon name={name === 'tour' ? '360_tour' : 'video_play'} />
            {link.label}
            <NewWindow store={store} />
          </a>
        );
      })}
    </>
  );
}

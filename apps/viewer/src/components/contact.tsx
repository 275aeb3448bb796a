import { hostUnit, linksOf, type Home } from '../model/catalog.js';
import type { ViewerAsset } from '../document.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';
import { NewWindow, target } from './links.js';

interface ContactProps {
  asset: ViewerAsset;
  /** which the message is about */
  home?: Home;
  store: Store;
}

/** The ways to the leasing office: phone, mail, page, directions. */
export function Contact({ asset, home, store }: ContactProps) {
  const { phrases } = store;
  const { phone, email, url } = asset.contact ?? {};
  const way = { asset, home, store };
  return (
    <>
      {phone && <Way {...way} name="phone" icon="telephone" label={phone} url={telOf(phone)} />}
      {email && <Way {...way} name="email" icon="email" label={phrases.text('email')} url={mailto(way, email)} />}
      {url && <Way {...way} name="page" icon="form" label={phrases.text('contact')} url={url} />}
      <Way {...way} name="directions" icon="location" label={phrases.text('directions')} url={asset.directions_url} />
    </>
  );
}

/** States in which a home will not be free. */
const GONE = ['sold', 'off_market'];

/** The address that asks to be told when the home is free; none if it is or will not be, or the property has a link of its own for that. */
function notifyUrl(home: Home, store: Store): string | undefined {
  const { unit, asset } = home;
  const { email, url } = asset.contact ?? {};
  const isOwn = linksOf(home).some(({ link }) => link.shown_for === 'unavailable');
  if (asset.state === 'empty' || unit.availability !== 'unavailable' || GONE.includes(unit.state ?? '') || isOwn)
    return undefined;
  return email ? mailto({ asset, home, store }, email, store.phrases.text('notify_me')) : url;
}

export const isNotifying = (home: Home, store: Store): boolean => notifyUrl(home, store) !== undefined;

/** The button of an unavailable home. */
export function NotifyLink({ home, store }: { home: Home; store: Store }) {
  const url = notifyUrl(home, store);
  const label = store.phrases.text('notify_me');
  return url ? <Way {...{ asset: home.asset, home, store, label, url }} name="notify" icon="email" isStrong /> : null;
}

interface WayProps extends ContactProps {
  name: string;
  icon: string;
  label: string;
  url: string;
  isStrong?: boolean;
}

function Way({ asset, home, store, name, icon, label, url, isStrong }: WayProps) {
  const isPage = /^https:/i.test(url);
  const tell = () => {
    const link = { name, label, url };
    store.host.emit('metrics.contact.click', { asset_id: asset.id, ...(home && { unit: hostUnit(home) }), link });
  };
  return (
    <a class={isStrong ? 'button strong' : 'button'} href={url} {...(isPage && target(true))} onClick={tell}>
      <Icon name={icon} />
      <span>{label}</span>
      {isPage && <NewWindow store={store} />}
    </a>
  );
}

const telOf = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

function mailto({ asset, home, store }: ContactProps, email: string, about?: string): string {
  const unit = home && store.phrases.text('unit', { number: home.unit.number });
  const subject = [about, unit, asset.name].filter(Boolean).join(' · ');
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}

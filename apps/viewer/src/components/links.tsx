import type { HostLink } from '../host-api.js';
import { hostUnit, type Home, type UnitLink } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';

interface LinkProps {
  home: Home;
  link: UnitLink;
  store: Store;
  look?: 'icon' | 'strong';
}

/** A link of a unit. A link of type `iframe_api` has no URL; a click notifies the host page. */
export function LinkButton({ home, link: { link, url }, store, look }: LinkProps) {
  const name = `${link.label || link.name}${look === 'icon' ? `, ${store.phrases.text('unit', { number: home.unit.number })}` : ''}`;
  const content = (
    <>
      {link.icon && <Icon name={link.icon} />}
      <span class={look === 'icon' ? 'quiet' : undefined}>{name}</span>
      {url && link.open_in_new_window && <NewWindow store={store} />}
    </>
  );
  const tell = () => tellHost(store, home, { link, url });
  const style = look === 'icon' ? 'tool' : look === 'strong' ? 'button strong' : 'button';
  return url ? (
    <a class={style} href={url} {...target(link.open_in_new_window)} onClick={tell}>
      {content}
    </a>
  ) : (
    <button class={style} onClick={tell}>
      {content}
    </button>
  );
}

function tellHost({ host }: Store, home: Home, { link, url }: UnitLink): void {
  const hostLink: HostLink = { id: link.id, name: link.name, label: link.label, ...(url && { url }) };
  const unit = hostUnit(home);
  host.emit('metrics.unitDetails.outbound.click', { unit, link: hostLink });
  const { event_key } = link;
  if (link.type === 'iframe_api' && event_key)
    host.emit(`outbound.${event_key}.click`, { unit, link: { ...hostLink, event_key } });
}

/** The link to apply online. It opens in the whole window, because it leaves the map. */
export function ApplyLink({ home, store }: { home: Home; store: Store }) {
  const url = home.unit.apply_url;
  if (!url) return null;
  const label = store.phrases.text('apply');
  const link: HostLink = { name: 'apply', label, url };
  return (
    <a
      class="button strong"
      href={url}
      {...target(true)}
      onClick={() => store.host.emit('metrics.unitDetails.apply.click', { unit: hostUnit(home), link })}
    >
      {label}
      <NewWindow store={store} />
    </a>
  );
}

export function NewWindow({ store }: { store: Store }) {
  return <span class="quiet"> ({store.phrases.text('opens_window')})</span>;
}

/** Hides the referrer and opener from the linked page. In an iframe, only a new window keeps the host page open. */
export const target = (isNewWindow: boolean) =>
  isNewWindow ? { target: '_blank', rel: 'noopener noreferrer' } : { target: '_top', rel: 'noopener' };

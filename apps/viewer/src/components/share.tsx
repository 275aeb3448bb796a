import { useEffect, useState } from 'preact/hooks';
import { hostUnit, type Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';

/** How long the button to share says that the link is copied. */
const COPIED_MS = 4000;

interface ShareProps {
  store: Store;
  /** absent for the saved homes */
  home?: Home;
}

/** Shares the link to a home, or to the saved homes, with the device's share dialog; otherwise copies it to the clipboard. */
export function Share({ store, home }: ShareProps) {
  const { phrases, host } = store;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const share = async () => {
    const url = store.shareUrl(home);
    host.emit('share', { ...(home && { unit: hostUnit(home) }), url });
    try {
      if (await showShareDialog({ url, title: document.title })) return;
      await copy(url);
      store.announcement.value = phrases.text('share_copied');
      setCopied(true);
    } catch {
      // Not allowed in this frame; the host page still gets the event.
    }
  };
  const text = phrases.text(isCopied ? 'share_copied' : home ? 'share' : 'share_list');
  return (
    <button class={home ? 'tool' : 'button strong'} onClick={() => void share()}>
      <Icon name="share" />
      <span class={home && !isCopied ? 'quiet' : undefined}>{text}</span>
    </button>
  );
}

/** @returns false if the device has no share dialog, or the frame may not show it */
async function showShareDialog(link: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(link);
    return true;
  } catch (error) {
    return (error as DOMException).name === 'AbortError'; // by the user
  }
}

/** Copies to the clipboard; in a frame without permission for it by way of a selection, which needs none. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copySelected(text)) throw error;
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'quiet';
  field.value = text;
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

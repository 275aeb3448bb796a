import { hydrate, render } from 'preact';
import { App } from './app.js';
import type { HostPort } from './host-api.js';
import type { PageData } from './page.js';

/** Enlivens a page that the server painted in `root`. Returns what takes it down again. */
export function createViewer(root: HTMLElement, data: PageData, host: HostPort): () => void {
  hydrate(<App data={data} />, root);
  host.emit('state', { state: data.state, message: '' });
  return () => render(null, root);
}

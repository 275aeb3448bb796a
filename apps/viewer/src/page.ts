import type { ViewerDocument } from './document.js';
import type { ViewerOptions, ViewerState } from './host-api.js';
import type { Texts } from './i18n/en.js';

/** What the server has to say for one page: `renderPage` makes it HTML. */
export interface PageRequest {
  /** Absent while the map is being built, has failed or does not exist. */
  document?: ViewerDocument;
  state: ViewerState;
  options: ViewerOptions;
  /** BCP 47, of the query or of Accept-Language; texts fall back to English */
  locale: string;
  /** Today in the service's clock: `2026-11-22` */
  today: string;
  urls: PageUrls;
  manifest: Manifest;
  /** of the Content-Security-Policy: `style-src 'nonce-...'` */
  nonce: string;
  /** Origins that the page speaks to when they frame it; absent: any. */
  allowed_origins?: string[];
}

export interface PageUrls {
  /** this page, without its query */
  self: string;
  /** the address that search engines and shared links name, absolute */
  canonical: string;
  /** the viewer document */
  document: string;
  /** picture for those who share the page, absolute */
  preview?: string;
  /** what the names of the manifest are relative to, with a slash at the end */
  assets: string;
}

/** `client/manifest.json` of the build: names of files in `client/`. */
export interface Manifest {
  script: string;
  style: string;
  /** what hosts load as `api.js` */
  loader: string;
  /** the loader's types: what hosts load as `api.d.ts` */
  types: string;
}

/** What the page hands to its script, as JSON in `#viewer-data`. */
export interface PageData extends Omit<PageRequest, 'manifest' | 'nonce'> {
  /** in the language of `locale`, so that the script carries none */
  texts: Texts;
}

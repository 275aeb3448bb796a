import type { ViewerDocument } from './document.js';
import type { ViewerOptions, ViewerState } from './host-api.js';
import type { Texts } from './i18n/en.js';

/** The input of `renderPage`. */
export interface PageRequest {
  /** absent while the map is being built, or if it failed or does not exist */
  document?: ViewerDocument;
  state: ViewerState;
  options: ViewerOptions;
  /** BCP 47 tag from the query or Accept-Language; texts fall back to English */
  locale: string;
  /** today by the clock of the service: `2026-11-22` */
  today: string;
  urls: PageUrls;
  manifest: Manifest;
  /** nonce for the Content-Security-Policy: `style-src 'nonce-...'` */
  nonce: string;
  /** whether the browser shows the page in a frame */
  is_framed?: boolean;
  /** origins of host pages that the page connects to; absent = any */
  allowed_origins?: string[];
}

export interface PageUrls {
  /** URL of this page, without its query */
  self: string;
  /** absolute URL for search engines and shared links */
  canonical: string;
  /** URL of the viewer document */
  document: string;
  /** absolute URL of the image for link previews */
  preview?: string;
  /** base URL of the names in the manifest, with a trailing slash */
  assets: string;
}

/** `client/manifest.json` of the build: the names of files in `client/`. */
export interface Manifest {
  script: string;
  /** modules that the script imports at its start; others are loaded when they are needed */
  imports: string[];
  style: string;
  /** served to host pages as `api.js` */
  loader: string;
  /** types of the loader, served as `api.d.ts` */
  types: string;
}

/** The data that the page passes to its script, as JSON in `#viewer-data`. */
export interface PageData extends Omit<PageRequest, 'manifest' | 'nonce' | 'is_framed'> {
  /** BCP 47 tag for dates and numbers that readers of `texts` can read */
  locale: string;
  /** texts in the language of the request, so that the script contains none */
  texts: Texts;
}

import { renderToString } from 'preact-render-to-string';
import { App } from './app.js';
import type { PageData, PageRequest } from './page.js';

const STATUS: Partial<Record<PageRequest['state'], number>> = { building: 503, failed: 503, not_found: 404 };

/** The whole page, painted before any script runs. It contains no inline script or style without the nonce. */
export function renderPage(page: PageRequest): { html: string; status: number } {
  const { manifest, nonce, ...rest } = page;
  const data: PageData = rest;
  const title = page.document?.name ?? 'Map';
  const html = `<!doctype html><html lang="${escape(page.locale)}"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escape(page.urls.assets + manifest.style)}"><style nonce="${escape(nonce)}"></style>
<script type="module" src="${escape(page.urls.assets + manifest.script)}"></script></head>
<body><div id="viewer">${renderToString(<App data={data} />)}</div>
<script type="application/json" id="viewer-data">${JSON.stringify(data).replace(/</g, '\\u003c')}</script></body></html>`;
  return { html, status: STATUS[page.state] ?? 200 };
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

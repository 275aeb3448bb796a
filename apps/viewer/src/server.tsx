import { renderToString } from 'preact-render-to-string';
import { App } from './components/app.js';
import { HomePanel } from './components/home-panel.js';
import { Message } from './components/notice.js';
import { preload } from './components/use-on-demand.js';
import { escape, inScript } from './escape.js';
import { headTags, messageTags } from './head.js';
import { NO_HOST } from './host-api.js';
import { formatLocaleOf, languageOf, textsFor } from './i18n/languages.js';
import type { PageData, PageRequest } from './page.js';
import { Store } from './store.js';
import { structuredData } from './structured-data.js';
import { styleRules } from './styles/styles.js';
import { colourOf, schemeOf, themeRules } from './styles/theme.js';

export { preparePicture } from './picture.js';

preload({ HomePanel });

const STATUS: Partial<Record<PageRequest['state'], number>> = { building: 503, failed: 503, busy: 429, not_found: 404 };

/**
 * Renders the complete page, which is visible before any script runs. Its style has a nonce and its script is a file, so that the
 * Content-Security-Policy needs no `unsafe-inline`.
 */
export function renderPage({ manifest, nonce, is_framed, ...page }: PageRequest): { html: string; status: number } {
  const data: PageData = { ...page, locale: formatLocaleOf(page.locale), texts: textsFor(page.locale) };
  const { document, urls } = data;
  const styles = document?.assets.flatMap(({ maps }) => maps.map(({ style }) => style)) ?? [];
  const accent = document?.assets[0]?.accent_color;
  const own = colourOf(data.options.theme?.accent) ?? accent;
  const theme = { ...data.options.theme, ...(own && { accent: own }) };
  const scheme = data.options.color_scheme ?? schemeOf(theme);
  const script = escape(urls.assets + manifest.script);
  const store = document && new Store(data, document, NO_HOST);
  const content = renderToString(store ? <App store={store} /> : <Message data={data} />);
  // Behind the content, because machines read it, which wait; not in a frame, whose host page has its own.
  const isDescribed = !is_framed && !data.options.disable_structured_data;
  const described = store && isDescribed ? structuredData(store.catalog, urls) : [];
  const html = [
    `<!doctype html><html lang="${languageOf(page.locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="icon" href="data:,">',
    ...(document ? headTags(data, document) : messageTags(data)),
    `<link rel="stylesheet" href="${escape(urls.assets + manifest.style)}">`,
    `<style nonce="${escape(nonce)}">${themeRules(theme, scheme)}${styleRules(styles, scheme)}</style>`,
    ...manifest.imports.map((name) => `<link rel="modulepreload" href="${escape(urls.assets + name)}">`),
    `<script type="module" src="${script}"></script></head>`,
    `<body><div id="viewer">${content}</div>`,
    `<script type="application/json" id="viewer-data">${inScript(data)}</script>`,
    ...described.map((each) => `<script type="application/ld+json">${inScript(each)}</script>`),
    '</body></html>',
  ].join('\n');
  return { html, status: STATUS[page.state] ?? 200 };
}

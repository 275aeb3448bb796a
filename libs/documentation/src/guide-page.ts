import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import type { Guide } from './guides.js';
import { COLORS, hashOf } from './page-style.js';

const STYLE = `${COLORS}
body { font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; } h2 { margin-top: 2.5rem; } h1, h2, h3 { scroll-margin-top: 1rem; }
a { color: var(--link); } code { overflow-wrap: anywhere; font-size: .9em; }
pre, .table { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
pre { padding: .75rem 1rem; line-height: 1.45; } pre code { overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; }
td code { overflow-wrap: normal; }
th { color: var(--quiet); } tr + tr > td, tbody td { border-top: 1px solid var(--line); }`;

/** Allows the page's own style and no scripts. */
export const GUIDE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders a guide as an HTML page. */
export const guidePage = ({ title, markdown }: Guide): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>`,
    `<nav><a href="..">Start page</a></nav><main>${htmlOf(markdown)}</main></body></html>\n`,
  ].join('\n');

/** Renders trusted Markdown with tables, and with the heading anchors that GitHub generates. */
const htmlOf = (markdown: string): string =>
  micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/<h([1-6])>(.*?)<\/h\1>/g, (_, level: string, text: string) => {
      return `<h${level} id="${anchorOf(text)}">${text}</h${level}>`;
    });

const anchorOf = (heading: string): string =>
  heading
    .replace(/<[^>]*>|&\w+;/g, '')
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

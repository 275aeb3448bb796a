import { Injectable } from '@nestjs/common';
import type { Guide } from './guides.js';
import type { DocumentInfo } from './openapi.js';
import { COLORS, hashOf } from './page-style.js';

const SCRIPT = `
const health = document.getElementById('health');
fetch(health.previousElementSibling.href).then(({ ok }) => ok, () => false).then((isReady) => {
  health.textContent = isReady ? 'ready' : 'not ready';
  health.className = isReady ? 'good' : 'bad';
});`;

const STYLE = `${COLORS}
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .5rem; }
p { color: var(--quiet); } a { color: var(--link); }
main { columns: 20rem; column-gap: 1rem; margin: 2rem 0; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-bottom: 1rem; break-inside: avoid; }
ul { list-style: none; margin: 0; padding: 0; } li { padding: .25rem 0; } small { display: block; color: var(--quiet); }
code { overflow-wrap: anywhere; } .good { color: var(--good); } .bad { color: var(--bad); }`;

/** Allows the page's own script and style only. */
export const START_PAGE_POLICY = [
  `default-src 'none'`,
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

export interface StartPageLink {
  /** a path of this server, or a URL */
  href: string;
  text: string;
  remark: string;
}

/** Links at the top of the start page. Their targets may appear and disappear while the server is running. */
@Injectable()
export class StartPageLinks {
  private readonly links: StartPageLink[] = [];

  add(link: StartPageLink): void {
    this.links.push(link);
  }

  all(): readonly StartPageLink[] {
    return this.links;
  }
}

interface StartPageContent {
  info: DocumentInfo;
  guides: readonly Guide[];
  links: readonly StartPageLink[];
  /** address of the server, as the client reached it */
  base: string;
}

/** Renders the start page, served at `/`. */
export function startPage({ info: { title, description, version }, guides, links, base }: StartPageContent): string {
  const root = new URL(base).pathname.replace(/\/$/, '');
  const address = (href: string) => (href.startsWith('/') ? root + href : href);
  const link = (href: string, text: string, remark = '') =>
    `<li><a href="${address(href)}">${text}</a>${remark && `<small>${remark}</small>`}</li>`;
  const section = (name: string, links: string[]) =>
    links.length > 0
      ? `<section id="${name.toLowerCase().replaceAll(' ', '-')}"><h2>${name}</h2><ul>${links.join('')}</ul></section>`
      : '';
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>`,
    `<header><h1>${title}</h1><p>${description}</p></header><main>`,
    section('Try it', [
      ...links.map(({ href, text, remark }) => link(href, text, remark)),
      link('/docs', 'API explorer', 'Read about each operation and call it. Enter your API key under “Authorize”.'),
      link('/openapi.json', 'OpenAPI document', `Also available as <a href="${address('/openapi.yaml')}">YAML</a>`),
    ]),
    section('For programs', [
      link('/llms.txt', 'llms.txt', 'An overview for language models'),
      link('/.well-known/api-catalog', 'API catalog', 'Links for discovery (RFC 9727)'),
    ]),
    section('This server', [
      `<li>Version <code>${version}</code></li>`,
      `<li><a href="${address('/health/ready')}">Health</a>: <span id="health" role="status">…</span></li>`,
    ]),
    section(
      'Guides',
      guides.map((guide) => link(guide.path, guide.title, guide.description)),
    ),
    `</main><script>${SCRIPT}</script></body></html>\n`,
  ].join('\n');
}

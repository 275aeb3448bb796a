import type { NestExpressApplication } from '@nestjs/platform-express';
import { type ApiRequest, type ApiResponse, JsonResponse, sendJsonResponse } from '@app/platform/rest';
import { GUIDE_POLICY, guidePage } from './guide-page.js';
import { type Guide, readGuides } from './guides.js';
import { once } from './once.js';
import type { DocumentInfo } from './openapi.js';
import { linkTo, type SiblingApi } from './sibling.js';
import { START_PAGE_POLICY, startPage, type StartPageLink, StartPageLinks } from './start-page.js';

export interface SiteSettings {
  /** URL for reporting vulnerabilities. */
  securityContact: string | undefined;
  /** URL for questions of integrators. */
  apiContact: string | undefined;
  port: number;
  publicUrl: string | undefined;
}

export interface SiteInfo extends DocumentInfo {
  /** path of the endpoint for agents, if there is one */
  mcp?: string;
}

const DAY = 86_400_000;

/** Serves the public pages: start page, guides and well-known documents. */
export function serveSite(
  app: NestExpressApplication,
  info: SiteInfo,
  { securityContact, port }: SiteSettings,
  sibling?: SiblingApi,
): void {
  const guides = readGuides();
  const added = app.get(StartPageLinks);
  const serve = (path: string, mediaType: string, make: (base: string) => string, headers = {}): void => {
    app.getHttpAdapter().get(path, (received: unknown, response: unknown) => {
      const request = received as ApiRequest;
      const result = new JsonResponse(make(request.base), 200, { 'Content-Type': mediaType, ...headers });
      sendJsonResponse(request, response as ApiResponse, result, 200);
    });
  };
  const siblings = (base: string) => linkTo(sibling, base, port);
  const links = (base: string) => [...added.all(), ...siblings(base)];
  serve('/', 'text/html; charset=utf-8', (base) => startPage({ info, guides, links: links(base), base }), {
    'Content-Security-Policy': START_PAGE_POLICY,
    Link: '</.well-known/api-catalog>; rel="api-catalog"',
  });
  serve('/llms.txt', 'text/plain; charset=utf-8', (base) => llmsText(info, guides, base, siblings(base)));
  serve('/.well-known/api-catalog', CATALOG_TYPE, (base) => catalog(info, guides, base, siblings(base)), {
    Link: '</.well-known/api-catalog>; rel="api-catalog"',
  });
  for (const guide of guides) serveGuide(app, guide);
  if (guides.length > 0) serveList(app);
  if (securityContact)
    serve('/.well-known/security.txt', 'text/plain; charset=utf-8', (base) => securityText(securityContact, base));
}

/** Redirects to the list of the guides on the start page. */
function serveList(app: NestExpressApplication): void {
  app.getHttpAdapter().get('/guides', (received: unknown, response: unknown) => {
    const request = received as ApiRequest;
    const list = new JsonResponse(undefined, 302, { Location: `${request.base}/#guides` });
    sendJsonResponse(request, response as ApiResponse, list, 302);
  });
}

/** Browsers get a page, other clients Markdown. */
function serveGuide(app: NestExpressApplication, guide: Guide): void {
  const markdown = () => replyOf(guide.markdown, 'text/markdown');
  const page = once(() => replyOf(guidePage(guide), 'text/html').with({ 'Content-Security-Policy': GUIDE_POLICY }));
  app.getHttpAdapter().get(guide.path, (received: unknown, response: unknown) => {
    const request = received as ApiRequest;
    const result = request.headers.accept?.includes('text/html') ? page() : markdown();
    sendJsonResponse(request, response as ApiResponse, result, 200);
  });
}

const replyOf = (text: string, mediaType: string): JsonResponse =>
  new JsonResponse(text, 200, { 'Content-Type': `${mediaType}; charset=utf-8`, Vary: 'Accept' });

/** https://llmstxt.org */
const llmsText = (
  { title, description, version, contact, mcp }: SiteInfo,
  guides: readonly Guide[],
  base: string,
  siblings: readonly StartPageLink[],
): string =>
  [
    `# ${title}`,
    `> ${description}`,
    [
      `JSON over HTTP, version ${version}. Paths begin with \`${base}/v1\`.`,
      `Send the API key in the header \`API-Key\`, and an \`Idempotency-Key\` with each POST and PUT, so that you can repeat it.`,
      `Ask the operator of this server${contact ? ` (${contact})` : ''} for a key.`,
      'Errors have a `code`, and the OpenAPI document says how to proceed after each.',
      ...(mcp ? [`Agents have tools: Model Context Protocol at \`${base}${mcp}\`, with the same key.`] : []),
    ].join(' '),
    '## API',
    `- [OpenAPI document](${base}/openapi.json): every operation with its permission and experimental flag`,
    ...siblings.map(({ href, text, remark }) => `- [${text}](${href}/openapi.json): ${remark}`),
    ...(guides.length > 0 ? ['## Guides'] : []),
    ...guides.map((guide) => `- [${guide.title}](${base}${guide.path}): ${guide.description}`),
    '',
  ]
    .join('\n\n')
    .replace(/(?<=^- .*)\n\n(?=- )/gm, '\n');

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** RFC 9727: the APIs of this installation, and links (RFC 9264) to their descriptions. */
function catalog(
  { mcp }: SiteInfo,
  guides: readonly Guide[],
  base: string,
  siblings: readonly StartPageLink[],
): string {
  const documents = guides.map(({ path, title }) => ({ href: base + path, type: 'text/markdown', title }));
  const ofAgents = documents.filter(({ href }) => href.endsWith('/agents.md'));
  const apis = [
    restApi(base, documents),
    ...(mcp ? [{ anchor: base + mcp, 'service-doc': ofAgents, status: statusAt(base) }] : []),
    ...siblings.map(({ href }) => restApi(href, [])),
  ];
  const items = apis.map(({ anchor }) => ({ href: anchor }));
  return JSON.stringify({ linkset: [...apis, { anchor: `${base}/.well-known/api-catalog`, item: items }] });
}

const statusAt = (base: string) => [{ href: `${base}/health/ready`, type: 'application/json' }];

const restApi = (base: string, guides: readonly object[]) => ({
  anchor: `${base}/v1`,
  'service-desc': [
    { href: `${base}/openapi.json`, type: 'application/json' },
    { href: `${base}/openapi.yaml`, type: 'text/yaml' },
  ],
  'service-doc': [{ href: `${base}/docs`, type: 'text/html' }, ...guides],
  status: statusAt(base),
});

/** RFC 9116; expires after 180 days. */
function securityText(contact: string, base: string): string {
  const expires = new Date(Math.ceil(Date.now() / DAY) * DAY + 180 * DAY).toISOString();
  const canonical = `${base}/.well-known/security.txt`;
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`;
}

import type { NestExpressApplication } from '@nestjs/platform-express';
import { type ApiRequest, type ApiResponse, JsonResponse, sendJsonResponse } from '@app/platform/rest';
import { type Guide, readGuides } from './guides.js';
import type { DocumentInfo } from './openapi.js';
import { START_PAGE_POLICY, startPage, type StartPageLink, StartPageLinks } from './start-page.js';

export interface SiteSettings {
  /** URL for reporting vulnerabilities. */
  securityContact: string | undefined;
  port: number;
}

/** Another API of the same installation. */
export interface SiblingApi {
  title: string;
  description: string;
  port: number;
  publicUrl: string | undefined;
}

const DAY = 86_400_000;

/** Serves the public pages: start page, guides and well-known documents. */
export function serveSite(
  app: NestExpressApplication,
  info: DocumentInfo,
  { securityContact, port }: SiteSettings,
  sibling?: SiblingApi,
): void {
  const guides = readGuides();
  const added = app.get(StartPageLinks);
  const serve = (path: string, mediaType: string, make: (base: string) => string, headers = {}): void => {
    app.getHttpAdapter().get(path, (received: unknown, response: unknown) => {
      const request = received as ApiRequest;
      const reply = new JsonResponse(make(request.base), 200, { 'Content-Type': mediaType, ...headers });
      sendJsonResponse(request, response as ApiResponse, reply, 200);
    });
  };
  const links = (base: string) => [...added.all(), ...(sibling ? linkTo(sibling, base, port) : [])];
  serve('/', 'text/html; charset=utf-8', (base) => startPage({ info, guides, links: links(base), base }), {
    'Content-Security-Policy': START_PAGE_POLICY,
    Link: '</.well-known/api-catalog>; rel="api-catalog"',
  });
  serve('/llms.txt', 'text/plain; charset=utf-8', (base) => llmsText(info, guides, base));
  serve('/.well-known/api-catalog', CATALOG_TYPE, (base) => catalog(guides, base), {
    Link: '</.well-known/api-catalog>; rel="api-catalog"',
  });
  for (const { path, markdown } of guides) serve(path, 'text/markdown; charset=utf-8', () => markdown);
  if (securityContact)
    serve('/.well-known/security.txt', 'text/plain; charset=utf-8', (base) => securityText(securityContact, base));
}

/** Without a public URL, where the client reached this API on its own port: then the other is on its own, too. */
function linkTo({ title, description, ...sibling }: SiblingApi, base: string, port: number): StartPageLink[] {
  const url = new URL(base);
  const isOnOwnPort = sibling.port !== 0 && url.port === String(port);
  const href = sibling.publicUrl ?? (isOnOwnPort && `${url.protocol}//${url.hostname}:${sibling.port}`);
  return href ? [{ href, text: title, remark: description }] : [];
}

/** https://llmstxt.org */
const llmsText = ({ title, description, version }: DocumentInfo, guides: readonly Guide[], base: string): string =>
  [
    `# ${title}`,
    `> ${description}`,
    [
      `JSON over HTTP, version ${version}. Paths begin with \`${base}/v1\`.`,
      'Send the API key in the header `API-Key`, and an `Idempotency-Key` with each POST and PUT, so that you can repeat it.',
      'Errors have a `code`, and the OpenAPI document says how to proceed after each.',
    ].join(' '),
    '## API',
    `- [OpenAPI document](${base}/openapi.json): every operation with its permission and experimental flag`,
    ...(guides.length > 0 ? ['## Guides'] : []),
    ...guides.map((guide) => `- [${guide.title}](${base}${guide.path}): ${guide.description}`),
    '',
  ]
    .join('\n\n')
    .replace(/(?<=^- .*)\n\n(?=- )/gm, '\n');

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** RFC 9727: links (RFC 9264) to the descriptions of the API. */
function catalog(guides: readonly Guide[], base: string): string {
  const description = [
    { href: `${base}/openapi.json`, type: 'application/json' },
    { href: `${base}/openapi.yaml`, type: 'text/yaml' },
  ];
  const documentation = [
    { href: `${base}/docs`, type: 'text/html' },
    ...guides.map(({ path, title }) => ({ href: base + path, type: 'text/markdown', title })),
  ];
  const status = [{ href: `${base}/health/ready`, type: 'application/json' }];
  const api = { anchor: `${base}/v1`, 'service-desc': description, 'service-doc': documentation, status };
  return JSON.stringify({ linkset: [api] });
}

/** RFC 9116; expires after 180 days. */
function securityText(contact: string, base: string): string {
  const expires = new Date(Math.ceil(Date.now() / DAY) * DAY + 180 * DAY).toISOString();
  const canonical = `${base}/.well-known/security.txt`;
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`;
}

import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViewerDocument } from '../../../apps/viewer/src/document.js';
import type { SortOrder, ViewerOptions, ViewerState } from '../../../apps/viewer/src/host-api.js';
import type { Manifest, PageRequest } from '../../../apps/viewer/src/page.js';
import { DOCUMENTS, makeDocument, makeUmap, TODAY } from './fixture.js';

/** Folder of the build that `npm test` made. */
export const BUILD = join(process.cwd(), 'dist', 'viewer');
export const readManifest = () =>
  JSON.parse(readFileSync(join(BUILD, 'client', 'manifest.json'), 'utf8')) as Required<Manifest>;

export type RenderPage = (page: PageRequest) => { html: string; status: number };
export async function loadRenderPage(): Promise<RenderPage> {
  const module = (await import(pathToFileURL(join(BUILD, 'server', 'render.js')).href)) as { renderPage: RenderPage };
  return module.renderPage;
}

const NONCE = 'c29tZXRoaW5n';
/** The policy that the service sends: no `unsafe-inline`, and no other hosts. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:; connect-src 'self'; frame-src 'self' https: http:`;
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The built viewer with documents of the fixture: `/embed/<name>` for DOCUMENTS, `/embed/<state>` for states without a document. */
export class Site {
  /** Paths of files that respond with 503. */
  readonly broken = new Set<string>();
  readonly documents = new Map<string, ViewerDocument>();
  private readonly server: Server;

  private constructor(private readonly renderPage: RenderPage) {
    this.server = createServer((request, response) => this.answer(new URL(request.url!, 'http://site'), response));
    for (const [name, change] of Object.entries(DOCUMENTS)) this.documents.set(name, makeDocument(change));
  }

  static async start(): Promise<Site> {
    const site = new Site(await loadRenderPage());
    await new Promise<void>((settle) => site.server.listen(0, '127.0.0.1', settle));
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((settle) => this.server.close(settle));
  }

  private answer({ pathname, searchParams }: URL, response: ServerResponse): void {
    const send = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
    const [, folder, name = ''] = pathname.split('/');
    if (this.broken.has(pathname)) return void send(503, 'text/plain', 'broken');
    if (pathname === '/host') return void send(200, 'text/html', hostPage(searchParams.get('options') ?? '{}'));
    if (pathname === '/embed/api.js') return void send(200, 'text/javascript', this.file(readManifest().loader));
    if (pathname.startsWith('/embed-files/'))
      return void send(200, TYPES[extname(pathname)] ?? 'application/json', this.file(pathname.split('/').at(-1)!));
    if (folder === 'embed') {
      const { html, status } = this.page(name, searchParams);
      return void send(status, 'text/html; charset=utf-8', html, { 'Content-Security-Policy': POLICY });
    }
    const document = this.documents.get(name);
    if (folder === 'documents' && document) return void send(200, 'application/json', JSON.stringify(document));
    if (folder === 'files') {
      const map = [...this.documents.values()]
        .flatMap(({ assets }) => assets[0]!.maps)
        .find(({ url }) => url === pathname);
      if (map)
        return void send(
          200,
          'application/json',
          JSON.stringify(makeUmap(map.unit_ids, map.unit_ids.length > 100 ? 100 : 4)),
        );
    }
    if (folder === 'elsewhere')
      return void send(200, 'text/html', '<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>');
    send(404, 'text/plain', 'not found');
  }

  private file(name: string): Buffer {
    return readFileSync(join(BUILD, 'client', name));
  }

  private page(name: string, query: URLSearchParams): { html: string; status: number } {
    const document = this.documents.get(name);
    return this.renderPage(
      pageRequest({
        ...(document && { document }),
        state: document?.state ?? (name as ViewerState),
        options: optionsOf(query),
        locale: query.get('locale') ?? 'en-US',
        urls: {
          self: `/embed/${name}`,
          canonical: `${this.url}/embed/${name}`,
          document: `/documents/${name}`,
          assets: '/embed-files/',
        },
      }),
    );
  }
}

export function pageRequest(given: Partial<PageRequest> = {}): PageRequest {
  return {
    state: 'live',
    options: {},
    locale: 'en-US',
    today: TODAY,
    urls: { self: '/embed/k', canonical: 'https://maps.example.com/embed/k', document: '/d', assets: '/embed-files/' },
    manifest: readManifest(),
    nonce: NONCE,
    ...given,
  };
}

function optionsOf(query: URLSearchParams): ViewerOptions {
  const text = (name: string) => query.get(name) ?? undefined;
  return {
    unit: text('unit'),
    floor: text('floor'),
    filters: text('filters'),
    saved: text('saved'),
    share_url: text('share_url'),
    sort: text('sort') as SortOrder | undefined,
  };
}

/** A page that embeds the map and records its events. */
const hostPage = (options: string) => `<!doctype html><html lang="en"><title>Host</title><div id="place"></div>
<script src="/embed/api.js"></script>
<script>
  window.events = [];
  PropertyMap.embed('#place', ${options}).then((map) => {
    window.map = map;
    for (const name of ['metrics.unitMap.unit.click', 'metrics.unitList.unit.click', 'metrics.filters.change',
      'metrics.unitDetails.apply.click', 'metrics.unitDetails.outbound.click', 'outbound.ask.click', 'share', 'saved.change', 'error'])
      map.on(name, (payload) => window.events.push([name, payload]));
    document.title = 'Ready';
  });
</script>`;

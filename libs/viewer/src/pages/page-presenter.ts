import { RequestLimits } from '@app/platform/auth';
import { Bulkhead, isTransientError } from '@app/platform/persistence';
import { MiB, type Settings, SETTINGS } from '@app/platform/core';
import type { PageKind } from '@app/mapping/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import type { ViewerDocument } from '../composition/viewer-document.schema.js';
import { SHARED_CACHE } from '../documents/shared-cache.js';
import { type PageDocument, ViewPageDocument } from '../documents/viewer-document.queries.js';
import { Content, ContentResponse } from './content-response.js';
import { pageHeaders } from './page-headers.js';
import { optionsOf, pageLocale, type PageQuery } from './page-options.js';
import { previewName } from './preview-name.js';
import { type PageRequest, ViewerProgram } from './viewer-program.js';

interface AskedPage {
  query: PageQuery;
  /** `Accept-Language` */
  languages: string | undefined;
  /** `Sec-Fetch-Dest`: what the browser shows the page in */
  destination: string | undefined;
  /** base URL of the server, as the client reached it */
  base: string;
  clientAddress: string;
}

type Viewed = PageDocument | { state: 'failed' | 'not_found'; page?: undefined };

/** Bytes of rendered pages kept while their documents are unchanged; compressed copies take about a third more. */
const KEPT = 32 * MiB;
/** Requests as which the rendering of a page counts: it takes that many times as long as one that is kept. */
const RENDERING = 30;
/** Share of the time of the process in which it renders pages, which blocks all other requests. */
const SHARE = 1 / 3;
/** Milliseconds that a request waits for the renderings before it. */
const WAIT_MS = 5_000;

interface RenderedPage {
  content: Content;
  headers: Record<string, string>;
}

/** Renders the response for a page: HTML with headers for every state, including an unknown key. */
@Injectable()
export class PagePresenter {
  private readonly logger = new Logger('Viewer');
  private readonly kept = new LRUCache<string, RenderedPage>({
    maxSize: KEPT,
    sizeCalculation: ({ content }) => content.bytes.length,
  });
  /** Pages are rendered one at a time, with pauses, so that many requests do not slow down the process. */
  private readonly rendering = new Bulkhead(1, WAIT_MS);

  constructor(
    private readonly queries: QueryBus,
    private readonly program: ViewerProgram,
    private readonly limits: RequestLimits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async present(kind: PageKind, key: string, asked: AskedPage): Promise<ContentResponse> {
    const viewed = await this.view(kind, key);
    return viewed.state === 'ready' ? this.ready(kind, key, asked, viewed) : this.without(kind, key, asked, viewed);
  }

  /** Reads the document; the page shows the state `failed` if the database is unavailable, too. */
  private async view(kind: PageKind, key: string): Promise<Viewed> {
    try {
      return (await this.queries.execute(new ViewPageDocument(kind, key))) ?? { state: 'not_found' };
    } catch (error) {
      if (!isTransientError(error)) throw error;
      this.logger.warn({ text: String(error) }, 'The viewer document could not be read');
      return { state: 'failed' };
    }
  }

  private async ready(
    kind: PageKind,
    key: string,
    asked: AskedPage,
    { json, etag, page }: Extract<PageDocument, { state: 'ready' }>,
  ): Promise<ContentResponse> {
    const options = optionsOf(asked.query);
    const locale = pageLocale(asked.query, asked.languages);
    const urls = this.urlsOf(kind, key, asked.base);
    const isFramed = FRAMES.includes(asked.destination ?? '');
    const id = JSON.stringify([etag, options, locale, urls, isFramed]);
    const rendered = await this.once(id, asked, async () => {
      const document = JSON.parse(json) as ViewerDocument;
      const preview = kind === 'landing_page' ? previewOf(document, etag, urls.canonical) : {};
      const { state, today } = document;
      const shown = { document, state, options, locale, today, is_framed: isFramed };
      const { html } = await this.render({ ...shown, urls: { ...urls, ...preview } }, page.allowed_origins);
      return {
        content: new Content(Buffer.from(html), 'text/html; charset=utf-8'),
        headers: { ...this.headers(kind, html, page.allowed_origins), 'Cache-Control': SHARED_CACHE },
      };
    });
    const vary = ['Sec-Fetch-Dest', ...variesByLanguage(asked)].join(', ');
    return new ContentResponse(rendered.content, { ...rendered.headers, Vary: vary });
  }

  /** The kept page, or one rendered now. @throws Problem if the client had too many rendered, or too many are waiting */
  private async once(
    id: string,
    { clientAddress }: AskedPage,
    render: () => Promise<RenderedPage>,
  ): Promise<RenderedPage> {
    const kept = this.kept.get(id);
    if (kept) return kept;
    const release = await this.rendering.enter();
    let pause = 0;
    try {
      const keptMeanwhile = this.kept.get(id);
      if (keptMeanwhile) return keptMeanwhile;
      await this.limits.countPublic(clientAddress, RENDERING);
      const startedAt = performance.now();
      const rendered = await render();
      pause = (performance.now() - startedAt) * (1 / SHARE - 1);
      this.kept.set(id, rendered);
      return rendered;
    } finally {
      setTimeout(release, pause).unref();
    }
  }

  /** A page without a map, which says why and retries if that may help. */
  private async without(
    kind: PageKind,
    key: string,
    asked: AskedPage,
    { state, page }: Exclude<Viewed, { state: 'ready' }>,
  ): Promise<ContentResponse> {
    const locale = pageLocale(asked.query, asked.languages);
    const urls = this.urlsOf(kind, state === 'not_found' ? '-' : key, asked.base);
    const today = new Date().toISOString().slice(0, 10);
    const options = optionsOf(asked.query);
    const origins = page?.allowed_origins ?? [];
    const { html, status } = await this.render({ state, options, locale, today, urls }, origins);
    const headers = {
      ...this.headers(kind, html, origins),
      Vary: variesByLanguage(asked).join(', '),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      ...(status === 503 && { 'Retry-After': '2' }),
    };
    return new ContentResponse(new Content(Buffer.from(html), 'text/html; charset=utf-8'), headers, status);
  }

  private render(page: Omit<PageRequest, 'manifest' | 'nonce'>, origins: readonly string[]) {
    return this.program.render({ ...page, ...(origins.length > 0 && { allowed_origins: [...origins] }) });
  }

  private headers(kind: PageKind, html: string, ancestors: readonly string[]): Record<string, string> {
    const sources = [this.settings.publicUrl, this.settings.viewerUrl].flatMap((url) =>
      url ? new URL(url).origin : [],
    );
    const headers = pageHeaders(html, { sources: [...new Set(sources)], ancestors });
    return kind === 'embed' ? { ...headers, 'X-Robots-Tag': 'noindex' } : headers;
  }

  /** URLs are relative unless a public URL is set, so that the page is identical on every host. */
  private urlsOf(kind: PageKind, key: string, base: string): PageRequest['urls'] {
    const { publicUrl = '', viewerUrl = publicUrl } = this.settings;
    const [page, resource] = kind === 'embed' ? ['embed', 'embeds'] : ['share', 'landing-pages'];
    return {
      self: `${viewerUrl}/${page}/${key}`,
      canonical: `${viewerUrl || base}/${page}/${key}`,
      document: `${publicUrl}/v1/${resource}/${key}/viewer-document`,
      assets: `${viewerUrl}/embed-files/`,
    };
  }
}

/** Values of `Sec-Fetch-Dest` for a page inside another one. */
const FRAMES = ['iframe', 'frame', 'embed', 'object'];

const variesByLanguage = ({ query }: AskedPage): string[] => (query['locale'] === undefined ? ['Accept-Language'] : []);

/** The preview image, if the document has a plan. */
const previewOf = ({ assets }: ViewerDocument, etag: string, page: string): { preview?: string } =>
  assets.some(({ maps }) => maps.some(({ url }) => url !== undefined))
    ? { preview: `${page}/${previewName(etag)}` }
    : {};

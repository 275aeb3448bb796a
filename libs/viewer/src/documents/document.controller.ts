import { Ctx, JsonResponse, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { notFound, unavailable } from '@app/platform/core';
import type { PageKind } from '@app/mapping/contract';
import { QueryBus } from '@nestjs/cqrs';
import { EmbedDocumentDto } from './document.dto.js';
import { ViewEmbedDocument } from './document.queries.js';
import { SHARED_CACHE } from './shared-cache.js';
import { ViewerDocumentDto } from './viewer-document.dto.js';
import { ViewPageDocument } from './viewer-document.queries.js';

const DESCRIPTION =
  'All that a map viewer shows, but for the geometry, which is in the compiled file of each map. For whoever has the key in the address of the page; needs no API key. Version 2 of the form: docs/viewer-document.md.';

@Resource('embeds', { tag: 'Viewer' })
export class EmbedDocumentController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/viewer-document', {
    id: 'view-embed-viewer-document',
    summary: 'View the viewer document of an embed',
    extension: true,
    description: DESCRIPTION,
    public: true,
    returns: one(ViewerDocumentDto),
  })
  view(@Ctx() { params }: RequestContext) {
    return documentOf(this.queries, 'embed', params['key']!);
  }

  @Operation('GET', ':key/document', {
    id: 'view-embed-document',
    summary: 'View the document of an embed, version 1',
    extension: true,
    description:
      'The same in the older form, with the paths of all shapes. For whoever has the key in the address of the embed; needs no API key.',
    public: true,
    returns: one(EmbedDocumentDto),
  })
  async viewFirst(@Ctx() { params }: RequestContext) {
    const { json, etag } = await this.queries.execute(new ViewEmbedDocument(params['key']!));
    return new JsonResponse(json).with({ ETag: etag });
  }
}

@Resource('landing-pages', { tag: 'Viewer' })
export class LandingPageDocumentController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/viewer-document', {
    id: 'view-landing-page-viewer-document',
    summary: 'View the viewer document of a landing page',
    extension: true,
    description: DESCRIPTION,
    public: true,
    returns: one(ViewerDocumentDto),
  })
  view(@Ctx() { params }: RequestContext) {
    return documentOf(this.queries, 'landing_page', params['key']!);
  }
}

async function documentOf(queries: QueryBus, kind: PageKind, key: string): Promise<JsonResponse> {
  const viewed = await queries.execute(new ViewPageDocument(kind, key));
  if (!viewed) throw notFound(kind === 'embed' ? 'Embed' : 'Landing page');
  if (viewed.state !== 'ready') throw unavailable('The document is being built for the first time');
  return new JsonResponse(viewed.json).with({ ETag: viewed.etag, 'Cache-Control': SHARED_CACHE });
}

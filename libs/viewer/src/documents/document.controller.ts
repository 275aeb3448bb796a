import { Ctx, JsonResponse, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { notFound, unavailable } from '@app/platform/core';
import { DEMO_KEYS, type PageKind } from '@app/mapping/contract';
import { QueryBus } from '@nestjs/cqrs';
import { EmbedDocumentDto } from './document.dto.js';
import { ViewEmbedDocument } from './document.queries.js';
import { SHARED_CACHE } from './shared-cache.js';
import { ViewerDocumentDto } from './viewer-document.dto.js';
import { ViewPageDocument } from './viewer-document.queries.js';

const DESCRIPTION =
  'Returns everything that a map viewer shows, except the geometry, which is in the compiled file of each map. This is version 2; the [guide](/guides/viewer-document.md) explains each field.';

@Resource('embeds', { tag: 'Viewer', extension: true })
export class EmbedDocumentController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/viewer-document', {
    id: 'view-embed-viewer-document',
    summary: 'View the viewer document of an embed',
    description: DESCRIPTION,
    public: true,
    examples: { key: DEMO_KEYS.embed },
    returns: returns.one(ViewerDocumentDto),
  })
  view(@Ctx() { params }: RequestContext) {
    return documentOf(this.queries, 'embed', params['key']!);
  }

  @Operation('GET', ':key/document', {
    id: 'view-embed-document',
    summary: 'View the document of an embed, version 1',
    description:
      'Returns version 1 of the viewer document, which includes the paths of all shapes. New clients use version 2: View the viewer document of an embed.',
    public: true,
    examples: { key: DEMO_KEYS.embed },
    returns: returns.one(EmbedDocumentDto),
  })
  async viewFirst(@Ctx() { params }: RequestContext) {
    const { json, etag } = await this.queries.execute(new ViewEmbedDocument(params['key']!));
    return new JsonResponse(json).with({ ETag: etag });
  }
}

@Resource('landing-pages', { tag: 'Viewer', extension: true })
export class LandingPageDocumentController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/viewer-document', {
    id: 'view-landing-page-viewer-document',
    summary: 'View the viewer document of a landing page',
    description: DESCRIPTION,
    public: true,
    examples: { key: DEMO_KEYS.landingPage },
    returns: returns.one(ViewerDocumentDto),
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

import { Call, one, Operation, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { EmbedDocumentDto } from './document.dto.js';
import { ViewEmbedDocument } from './document.queries.js';

@Resource('embeds', { tag: 'Viewer' })
export class DocumentController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/document', {
    id: 'view-embed-document',
    summary: 'View the document of an embed',
    extension: true,
    description: 'What a map viewer shows, for whoever has the key in the address of the embed. Needs no API key.',
    public: true,
    errors: [503],
    returns: one(EmbedDocumentDto),
  })
  view(@Call() { params }: Call) {
    return this.queries.execute(new ViewEmbedDocument(params['key']!));
  }
}

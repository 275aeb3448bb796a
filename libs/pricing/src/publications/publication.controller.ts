import { Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../entries/entry-pairs.js';
import { FORGOTTEN } from '../entries/past-publications.js';
import { PublicationChangeDto, PublicationDto } from './publication.dto.js';
import { ListPublicationChanges, ListPublications, ViewPublication } from './publication.queries.js';

const KIND = param.choice('kind', CHANGE_KIND_NAMES, 'Only changes of this kind.');

@Resource('assets/:asset/multifamily/pricing/:process/publications', {
  tag: 'Pricing',
  tables: { process: 'pricing.process', publication: 'pricing.publication' },
})
export class PublicationController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-publications',
    extension: true,
    description: 'Lists the commits that changed the data set of the process, the latest first.',
    permission: 'pricing.read',
    returns: returns.list(PublicationDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'process'>) {
    return this.queries.execute(new ListPublications(actor, ids, page));
  }

  @Operation('GET', ':publication', {
    id: 'view-publication',
    description:
      'Returns the time, sender and totals of one publication. For its entries, use List changes of a publication.',
    extension: true,
    permission: 'pricing.read',
    returns: returns.one(PublicationDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'process' | 'publication'>) {
    return this.queries.execute(new ViewPublication(actor, ids));
  }

  @Operation('GET', ':publication/changes', {
    id: 'list-publication-changes',
    summary: 'List changes of a publication',
    extension: true,
    description:
      'Lists the entries that the publication added, removed or changed, compared with the one before. An entry with changes of several kinds appears once for each kind.',
    permission: 'pricing.read',
    query: [KIND],
    errors: { 410: FORGOTTEN },
    returns: returns.list(PublicationChangeDto),
  })
  changes(
    @Ctx()
    { actor, ids, page, query }: RequestContext<'asset' | 'process' | 'publication', undefined, { kind?: ChangeKind }>,
  ) {
    return this.queries.execute(new ListPublicationChanges(actor, ids, query.kind, page));
  }
}

import { Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { momentOf, PUBLICATION_ENVELOPE } from './moment.dto.js';
import { FORGOTTEN } from './past-publications.js';
import { isPublicationPosition } from './publication-page.js';
import { PricingEntryDto } from './entry.dto.js';
import { type EntryFilter, ListEntries } from './entry.queries.js';

@Resource('assets/:asset/multifamily/pricing/:process/entries', {
  tag: 'Pricing',
  tables: { process: 'pricing.process' },
})
export class EntryController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-pricing-entries',
    description:
      'Lists the published entries, in one array for each unit that has any. A page has at most 4 MiB: it may end before `per-page` units, or within the entries of one, and `next_url` continues from there. All pages that `next_url` leads to belong to the same publication, whatever is published in the meantime. A page that you request by its number is complete, or is rejected (422) above 16 MiB.',
    query: [
      param.choice(
        'flat-pricing',
        { '1': true, '0': false },
        '`1` returns one entry for each unit, `0` returns all. The default is `1` for processes with the strategy `flat_pricing`, otherwise `0`.',
      ),
      param.id('unit', 'Only entries of the unit with this id.'),
      ...momentOf('Entries', ', matched to units as they are today'),
    ],
    returns: returns.listOfLists(PricingEntryDto, PUBLICATION_ENVELOPE),
    isPosition: isPublicationPosition,
    errors: { 410: FORGOTTEN },
  })
  list(@Ctx() { actor, ids, page, query }: RequestContext<'asset' | 'process', undefined, EntryFilter>) {
    return this.queries.execute(new ListEntries(actor, ids, query, page));
  }
}

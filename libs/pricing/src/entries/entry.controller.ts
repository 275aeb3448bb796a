import { Ctx, listOfLists, Operation, query as parameter, type RequestContext, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { momentOf, SNAPSHOT } from './moment.dto.js';
import { FORGOTTEN } from './past-publications.js';
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
    summary: 'List pricing entries',
    description:
      'What is published: an array for each unit that has entries, paged by unit. A page has at most 4 MiB: it may end before `per-page` units, or within the entries of one, and `next_url` goes on from there, in the same publication, whatever is published meanwhile. A page that is asked for by its number is whole, or refused (422) above 16 MiB.',
    query: [
      parameter.choice(
        'flat-pricing',
        { '1': true, '0': false },
        'Forces the flat view (one entry for each unit) or forbids it. Default: flat for processes of the strategy `flat_pricing`.',
      ),
      parameter.id('unit', 'Only entries of the unit with this id.'),
      ...momentOf('Entries, of units as they are mapped today,'),
    ],
    returns: listOfLists(PricingEntryDto, SNAPSHOT),
    errors: { 410: FORGOTTEN },
  })
  list(@Ctx() { actor, ids, page, query }: RequestContext<'asset' | 'process', undefined, EntryFilter>) {
    return this.queries.execute(new ListEntries(actor, ids, query, page));
  }
}

import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { Headers, HttpCode, UseFilters } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { INGEST } from '../transactions/ingest.js';
import { FORGOTTEN } from '../entries/past-publications.js';
import { ingestResponse, DRY_RUN, OPEN, optionsOf, REPLACED } from '../transactions/ingest-operation.js';
import { IngestProblemFilter } from '../transactions/ingest-problem.filter.js';
import { RestorePublication } from './restore-publication.command.js';
import { IngestDto } from '../transactions/transaction.dto.js';

@Resource('assets/:asset/multifamily/pricing/:process/publications', {
  tag: 'Pricing',
  tables: { process: 'pricing.process', publication: 'pricing.publication' },
})
export class RestorePublicationController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', ':publication/restore', {
    id: 'restore-publication',
    extension: true,
    description:
      'Publishes the data set of this publication again, as a new publication. Units keep the `provider_id` that they have now. With `dry-run=1`, only reports what would change.',
    permission: 'pricing.create-entries',
    query: [DRY_RUN],
    partition: INGEST,
    returns: returns.one(IngestDto),
    errors: { 409: OPEN, 410: FORGOTTEN, 412: REPLACED },
  })
  @HttpCode(200)
  @UseFilters(IngestProblemFilter)
  async restore(
    @Ctx()
    { ids, query, url }: RequestContext<'asset' | 'process' | 'publication', undefined, { dryRun?: boolean }>,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const options = optionsOf(query, ifMatch);
    const result = await this.commands.execute(new RestorePublication(ids, options));
    return ingestResponse(result, url.replace(/\/publications\/[^/]+\/restore$/, ''), 200);
  }
}

import { Ctx, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { Headers, HttpCode, UseFilters } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EntryStream } from '../deliveries/delivery.js';
import {
  ingestResponse,
  INGEST_OPERATION,
  type IngestQuery,
  NEXT_TRANSACTION,
  OPEN_ERRORS,
  optionsOf,
  SEND_ERRORS,
} from './ingest-operation.js';
import { OpenTransaction } from './open-transaction.command.js';
import { IngestProblemFilter } from './ingest-problem.filter.js';
import { AppendEntries } from './append-entries.command.js';
import { INGEST_EXAMPLES } from './transaction.dto.js';

type Ingest<Parameters extends string> = RequestContext<Parameters, EntryStream | undefined, IngestQuery>;

@Resource('assets/:asset/multifamily/pricing/:process', {
  tag: 'Pricing ingest',
  tables: { process: 'pricing.process', transaction: 'pricing.transaction' },
})
export class IngestController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', 'ingest', {
    id: 'open-pricing-transaction-and-send-data',
    description:
      'Opens a transaction and sends its first entries. With `commit=1`, one request publishes a complete data set, which replaces everything published before. Without a body, the transaction opens empty (202). A commit that exceeds the limits of the process is rejected (409, `guard_refused`), and the transaction stays open with everything that was sent.',
    ...INGEST_OPERATION,
    responseExamples: INGEST_EXAMPLES,
    errors: OPEN_ERRORS,
  })
  @HttpCode(200)
  @UseFilters(IngestProblemFilter)
  async open(
    @Ctx() { ids, body, query, url }: Ingest<'asset' | 'process'>,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const options = optionsOf(query, ifMatch);
    const result = await this.commands.execute(new OpenTransaction(ids, body, query.commit ?? false, options));
    return ingestResponse(result, url.replace(/\/ingest$/, ''), result.isEmpty ? 202 : 200);
  }

  @Operation('POST', 'transactions/:transaction/ingest', {
    id: 'send-data-to-an-open-transaction',
    description:
      'Adds entries to an open transaction. With `commit=1`, also publishes all entries of the transaction, which replace everything published before. A commit that exceeds the limits of the process is rejected (409, `guard_refused`), and the transaction stays open with everything that was sent.',
    ...INGEST_OPERATION,
    responseExamples: { 200: INGEST_EXAMPLES[200] },
    errors: SEND_ERRORS,
    examples: NEXT_TRANSACTION,
    link: 'transaction',
  })
  @HttpCode(200)
  @UseFilters(IngestProblemFilter)
  async send(
    @Ctx() { ids, body, query, url }: Ingest<'asset' | 'process' | 'transaction'>,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const options = optionsOf(query, ifMatch);
    const result = await this.commands.execute(new AppendEntries(ids, body, query.commit ?? false, options));
    return ingestResponse(result, url.replace(/\/transactions\/[^/]+\/ingest$/, ''), 200);
  }
}

import { Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AbortTransaction } from './abort-transaction.command.js';
import { CLOSED, NEXT_TRANSACTION } from './ingest-operation.js';
import { PricingTransactionDto } from './transaction.dto.js';
import { ListTransactions, ViewTransaction } from './transaction.queries.js';

@Resource('assets/:asset/multifamily/pricing/:process', {
  tag: 'Pricing ingest',
  tables: { process: 'pricing.process', transaction: 'pricing.transaction' },
})
export class TransactionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', 'transactions', {
    id: 'list-transactions',
    extension: true,
    description:
      'Lists the transactions of the process, the latest first, with the totals of their commits, also of those that the guard refused. Only the first can be open.',
    permission: 'pricing.read',
    returns: returns.list(PricingTransactionDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'process'>) {
    return this.queries.execute(new ListTransactions(actor, ids, page));
  }

  @Operation('GET', 'transactions/:transaction', {
    id: 'get-transaction-status',
    description:
      'Shows whether a transaction is open, finished or expired, how many entries it has, and for how many seconds it stays open. Call this before you repeat a request that got no response.',
    returns: returns.one(PricingTransactionDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'process' | 'transaction'>) {
    return this.queries.execute(new ViewTransaction(actor, ids));
  }

  @Operation('DELETE', 'transactions/:transaction', {
    id: 'abort-transaction',
    summary: 'Abort an open transaction',
    extension: true,
    description: 'Discards the transaction and its entries. You can open another one at once.',
    permission: 'pricing.create-entries',
    query: [param.dryRun('`1` returns the transaction, which stays open.', '0')],
    returns: returns.one(PricingTransactionDto),
    errors: { 409: CLOSED },
    examples: NEXT_TRANSACTION,
    link: 'transaction',
  })
  async abort(
    @Ctx() { actor, ids, query }: RequestContext<'asset' | 'process' | 'transaction', unknown, { dryRun?: boolean }>,
  ) {
    return this.work.run(async () => {
      await this.commands.execute(new AbortTransaction(ids, query.dryRun ?? false));
      return this.queries.execute(new ViewTransaction(actor, ids));
    });
  }
}

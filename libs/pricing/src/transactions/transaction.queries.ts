import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { all, exists, type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ViewTransaction extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'transaction'>,
  ) {
    super();
  }
}

/** Lists the transactions of a process, the latest first. */
export class ListTransactions extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly page: PageRequest,
  ) {
    super();
  }
}

const OVERDUE = `transaction.status = 'pending' and clock.now >= transaction.expires_at`;
const seconds = (column: string) => `date_trunc('second', transaction.${column})`;

const TRANSACTION = `transaction.id::text, transaction.uuid, transaction.asset_id::text, transaction.process_id::text,
  transaction.pricing_strategy, case when ${OVERDUE} then 'expired' else transaction.status end as status,
  transaction.source_count, transaction.entry_count, transaction.publication_id as publication, transaction.report, transaction.guard,
  case when transaction.status = 'pending' and clock.now < transaction.expires_at
    then ceil(extract(epoch from transaction.expires_at - clock.now))::int end as expires_in,
  ${seconds('created_at')} as created_at, ${seconds('queued_at')} as queued_at, ${seconds('started_at')} as started_at,
  case when ${OVERDUE} then ${seconds('expires_at')} else ${seconds('ended_at')} end as ended_at`;

const CLOCK = 'cross join (select platform.now() as now offset 0) clock';

const requires = (actor: Actor, { assetId, processId }: Ids<'asset' | 'process'>) =>
  all(visibleAsset(actor, assetId), exists('pricing.process', { process: processId }));

@QueryHandler(ListTransactions)
export class ListTransactionsHandler implements IQueryHandler<ListTransactions> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListTransactions): Promise<JsonPage> {
    return this.json.page(page, {
      requires: requires(actor, ids),
      from: 'pricing.transaction transaction',
      where: 'transaction.asset_id = :asset and transaction.process_id = :process',
      newestFirst: true,
      join: CLOCK,
      select: TRANSACTION,
    });
  }
}

@QueryHandler(ViewTransaction)
export class ViewTransactionHandler implements IQueryHandler<ViewTransaction> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewTransaction): Promise<Json> {
    return this.json.one({
      requires: requires(actor, ids),
      from: 'pricing.transaction transaction',
      join: CLOCK,
      where: 'transaction.asset_id = :asset and transaction.process_id = :process and transaction.id = :transaction',
      select: TRANSACTION,
      values: { transaction: ids.transactionId },
    });
  }
}

import { type Ids, notFound, Problem } from '@app/platform/core';
import { Clock, Database, runOrDryRun, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MAKE_STAGED, NUMBERS, SENT_COLUMNS, STAGED } from '../deliveries/copy-entries.js';
import type { HashSum } from '../parsing/copy-rows.js';
import { Processes } from '../processes/process.repository.js';
import { PastPublications } from '../entries/past-publications.js';
import { INGEST } from '../transactions/ingest.js';
import { PricePublisher } from '../transactions/price-publisher.js';
import { type IngestOptions, validateOptions } from '../transactions/publish-options.js';
import { PricingTransaction } from '../transactions/transaction.aggregate.js';
import type { IngestResult } from '../transactions/transaction.dto.js';
import { IngestMetrics } from '../transactions/transaction.metrics.js';
import { Transactions } from '../transactions/transaction.repository.js';

/** Publishes the data set of an earlier publication again, as a new publication. */
export class RestorePublication extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'publication'>,
    readonly options: IngestOptions,
  ) {
    super();
  }
}

const RESERVE = `select nextval(pg_get_serial_sequence('pricing.transaction', 'id'))::text as transaction`;

/** Locks the publication, so that it is not purged while it is being restored. */
const HOLD = `select entry_count as entries from pricing.publication
  where asset_id = :asset and process_id = :process and id = :number::bigint for key share`;

/** Reserves the numbers of as many deliveries as the entries need. */
const DELIVERIES = `select array_agg(nextval(pg_get_serial_sequence('pricing.entry', 'id')))::text[] as deliveries
  from generate_series(0, :entries::integer / ${NUMBERS})`;

const NTH = '(row_number() over (order by id) - 1)';
const RENEWED = SENT_COLUMNS.replace(
  'transaction_id, id',
  `:transaction::bigint, (:deliveries::bigint[])[1 + ${NTH} / ${NUMBERS}] * ${NUMBERS} + ${NTH} % ${NUMBERS}`,
);
const STAGE = `insert into ${STAGED} (${SENT_COLUMNS}) select ${RENEWED} from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since <= :number::bigint
    and (until is null or until > :number::bigint)`;

/** Approximate bytes of an entry's member names. */
const NAMES = 200;

interface Sum {
  entries: number;
  bytes: number;
  /** null if there are no entries */
  high: string | null;
  low: string | null;
}

/** Sums of the halves of the hashes, as in copy-rows.ts. */
const SUM = `select count(*)::int as entries, (sum((hash >> 32) & 4294967295) % 4294967296)::bigint::text as high,
  (sum(hash & 4294967295) % 4294967296)::bigint::text as low,
  (coalesce(sum(pg_column_size(staged)), 0) + ${NAMES} * count(*))::float8 as bytes
  from ${STAGED} staged where transaction_id = :transaction::bigint`;

@CommandHandler(RestorePublication)
export class RestorePublicationHandler implements ICommandHandler<RestorePublication> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly transactions: Transactions,
    private readonly publications: PastPublications,
    private readonly publisher: PricePublisher,
    private readonly metrics: IngestMetrics,
  ) {}

  async execute(command: RestorePublication): Promise<IngestResult> {
    const { options } = command;
    validateOptions(true, options);
    const isDryRun = options.isDryRun ?? false;
    const transact = (work: () => Promise<IngestResult>) => this.work.run(work, INGEST);
    const result = await runOrDryRun(isDryRun, transact, () => this.restore(command));
    return isDryRun ? result : this.metrics.counted(result);
  }

  private async restore({ ids, options }: RestorePublication): Promise<IngestResult> {
    const { assetId, processId, publicationId } = ids;
    const process = await this.processes.find({ assetId, id: processId });
    const now = await this.clock.now();
    const [reserved] = await this.database.rows<{ transaction: string }>(RESERVE);
    const { transaction: id } = reserved!;
    const transaction = new PricingTransaction(assetId, processId, process.strategy, now, id);
    if (!options.isDryRun) await this.transactions.open(transaction, now);
    const staged = await this.stage(ids, id);
    transaction.accept({ ...staged, largestUnit: 0 }, now);
    const report = await this.publisher.publish(transaction, now, true, { ...options, restoredFrom: publicationId });
    if (options.isDryRun) return { report: { ...report, dry_run: true } };
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report };
  }

  private async stage(
    { assetId, processId, publicationId }: RestorePublication['ids'],
    transaction: string,
  ): Promise<{ entries: number; bytes: number; hashSum: HashSum }> {
    const past = await this.publications.find({ assetId, processId }, { publication: publicationId });
    const { generation, number } = past;
    const [held] = await this.database.rows<{ entries: number }>(HOLD, { asset: assetId, process: processId, number });
    if (!held) throw notFound('Publication');
    await this.database.rows(MAKE_STAGED);
    const [received] = await this.database.rows<{ deliveries: string[] }>(DELIVERIES, held);
    await this.database.execute(STAGE, { asset: assetId, transaction, ...received, generation, number });
    const [sum] = await this.database.rows<Sum>(SUM, { transaction });
    const { entries, bytes, high, low } = sum!;
    if (entries !== held.entries)
      throw new Problem('gone', 'publication_forgotten', `Publication ${number} is no longer kept in full`);
    return { entries, bytes, hashSum: [Number(high), Number(low)] };
  }
}

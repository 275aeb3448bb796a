import {
  AbortTransaction,
  EntryStream,
  type Guard,
  type IngestOptions,
  ListProcesses,
  OpenTransaction,
  AppendEntries,
  type IngestReport,
  type SentEntry,
} from '@app/pricing/contract';
import { OPERATOR } from '@app/platform/auth';
import { firstPage } from '../pages.js';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { withContexts } from '../contexts.js';
import { Interrupted } from '../errors.js';
import type { Io } from '../io.js';

/** Entries per batch. */
export const BATCH = 5_000;
const MAX_PROCESSES = 1_000;

/**
 * Runs work with all contexts. The work handles signals itself by checking `io.signal` at every row: it must abort an open
 * transaction before disconnecting, because that would block the process for half an hour.
 */
export const withOrder = <T>(io: Io, work: (app: INestApplicationContext) => Promise<T>): Promise<T> =>
  withContexts({ ...io, signal: new AbortController().signal }, work);

export interface Process {
  id: string;
  name: string;
  guard: Guard | null;
}

/** Ids of a process and its asset. */
export interface Target {
  asset: string;
  process: string;
}

export type Batches = AsyncIterable<readonly SentEntry[]> | Iterable<readonly SentEntry[]>;

/** The pricing processes of an asset. */
export async function processesOf(app: INestApplicationContext, asset: string): Promise<Process[]> {
  const list = new ListProcesses(OPERATOR, asset, firstPage(MAX_PROCESSES));
  const { text } = await app.get(QueryBus).execute(list);
  return JSON.parse(text) as Process[];
}

export interface Sent {
  transaction: string;
  report: IngestReport;
}

/**
 * Replaces the prices of a process in one transaction; they go live together.
 * @throws Problem conflict if another transaction is open, or if the changes exceed the limits of the process
 */
export async function publish(
  app: INestApplicationContext,
  { asset, process }: Target,
  batches: Batches,
  signal: AbortSignal,
  options: Pick<IngestOptions, 'onlyIf' | 'overridesGuard'> = {},
): Promise<Sent> {
  const commands = app.get(CommandBus);
  let transaction: string | undefined;
  const ids = { assetId: asset, processId: process };
  const abort = async () => {
    if (transaction !== undefined) await commands.execute(new AbortTransaction({ ...ids, transactionId: transaction }));
  };
  const send = async (entries: readonly SentEntry[], commit: boolean): Promise<IngestReport> => {
    if (signal.aborted) throw new Interrupted();
    const stream = EntryStream.of(entries);
    const given = commit ? options : {};
    const result = await commands.execute(
      transaction === undefined
        ? new OpenTransaction(ids, stream, commit, given)
        : new AppendEntries({ ...ids, transactionId: transaction }, stream, commit, given),
    );
    transaction = result.id;
    if (result.rejection) throw result.rejection;
    return result.report;
  };
  try {
    let held: readonly SentEntry[] | undefined; // the commit sends the last batch
    for await (const batch of batches) {
      if (held) await send(held, false);
      held = batch;
    }
    const report = await send(held ?? [], true);
    return { transaction: transaction!, report };
  } catch (error) {
    await abort().catch(() => undefined);
    throw error;
  }
}

import {
  AbortTransaction,
  deliveryOf,
  ListProcesses,
  OpenTransaction,
  SendData,
  type SentEntry,
} from '@app/pricing/contract';
import { Caller, Route, Scope } from '@app/platform/auth';
import { Database } from '@app/platform/persistence';
import { Page } from '@app/platform/rest';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { withContexts } from '../connect.js';
import { Interrupted } from '../faults.js';
import type { Io } from '../io.js';

/** Entries that are handed on at once. */
export const BATCH = 5_000;
const PROCESSES_MOST = 1_000;

/** Who imports may do everything. */
const OPERATOR = new Caller('0', 'operator', ['service.*'], null);

/**
 * Runs work with all contexts. A signal is left to the work, which looks at `io.signal` at every row: a transaction
 * that is open must be given up before the database is left, or it would be in the way for half an hour.
 */
export const withOrder = <T>(io: Io, work: (app: INestApplicationContext) => Promise<T>): Promise<T> =>
  withContexts({ ...io, signal: new AbortController().signal }, work);

/** The operator's way to the things of an asset. */
export const scopeOf = (ids: Record<string, string>): Scope => new Scope(OPERATOR, new Route([], {}, false), ids);

/** The pricing processes of an asset. */
export async function processesOf(
  app: INestApplicationContext,
  asset: string,
): Promise<{ id: string; name: string }[]> {
  const request = { base: '', url: '', searchParams: new URLSearchParams() };
  const page = new Page(request, 1, PROCESSES_MOST, undefined, []);
  const reply = await app.get(QueryBus).execute(new ListProcesses(scopeOf({ asset }), page));
  return (JSON.parse(reply.text!) as { data: { id: string; name: string }[] }).data;
}

/**
 * Makes the prices of a process exactly these, in one transaction: none of them shows before all are there.
 * @returns the transaction's id
 * @throws Problem conflict, while another transaction is open
 */
export async function publish(
  app: INestApplicationContext,
  { asset, process }: { asset: string; process: string },
  batches: AsyncIterable<readonly SentEntry[]> | Iterable<readonly SentEntry[]>,
  signal: AbortSignal,
): Promise<string> {
  const commands = app.get(CommandBus);
  let transaction: string | undefined;
  const within = () => scopeOf({ asset, process, transaction: transaction! });
  const send = async (entries: readonly SentEntry[], commit: boolean): Promise<void> => {
    if (signal.aborted) throw new Interrupted();
    const scope = transaction === undefined ? scopeOf({ asset, process }) : within();
    const delivery = await deliveryOf(app.get(Database), scope, entries);
    if (transaction !== undefined) await commands.execute(new SendData(scope, delivery, commit));
    else transaction = (await commands.execute(new OpenTransaction(scope, delivery, commit, ''))).id;
  };
  try {
    let held: readonly SentEntry[] | undefined; // the last batch goes with the commit
    for await (const batch of batches) {
      if (held) await send(held, false);
      held = batch;
    }
    await send(held ?? [], true);
    return transaction!;
  } catch (error) {
    if (transaction !== undefined) await commands.execute(new AbortTransaction(within())).catch(() => undefined);
    throw error;
  }
}

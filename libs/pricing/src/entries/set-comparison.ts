import { setImmediate as turn } from 'node:timers/promises';
import type { Ids } from '@app/platform/core';
import type { Database } from '@app/platform/persistence';
import { CopiedRows } from '../ingest/copied-columns.js';
import type { RowIndex } from '../ingest/row-index.js';
import { ChangedPairs, SentEntry } from './changed-pairs.js';
import { countKnown, LiveEntries, type LiveSet } from './live-entries.js';

/** Entries compared per turn of the event loop. */
const AT_ONCE = 1_000;
/** Size of the sample from the first entries, and the share of new ones in it that makes a data set mostly new. */
const SAMPLED = 200;
const SAMPLED_OF = 2_000;
const MOSTLY = 0.8;

/** Stored entries: their ids, and their ctids when they were read. */
export interface NamedEntries {
  ids: readonly string[];
  ctids: readonly string[];
}

/** The difference between a complete data set and a publication. */
export interface SetDifference {
  /** number of the publication that it was compared with */
  publication: string;
  /** indexes in the data set, from 0 */
  added: readonly number[];
  /** number of the publication's entries that it lacks */
  removed: number;
  /** reads the removed entries, which may be many */
  named(): Promise<NamedEntries>;
  pairs: ChangedPairs;
}

/** Compares the rows of a data set with the live entries while they are being built. */
export class SetComparison {
  /** may resolve after the rows are complete, or to undefined */
  private readonly live: Promise<LiveEntries | undefined>;
  private entries: LiveEntries | undefined;
  private compared = 0;
  private isSampled = false;
  private readonly added: number[] = [];

  constructor(
    private readonly rows: RowIndex,
    private readonly database: Database,
    private readonly ids: Ids<'asset'>,
    private readonly set: LiveSet,
  ) {
    this.live = LiveEntries.read(database, ids, set);
    this.live.then(
      (entries) => (this.entries = entries),
      () => undefined,
    );
  }

  /** Waits until the live entries are read; then `follow` compares. */
  async ready(): Promise<void> {
    await this.live.catch(() => undefined);
  }

  /** Compares some of the new rows. */
  follow(): void {
    const { rows, entries } = this;
    if (!entries) return;
    const end = Math.min(rows.count, this.compared + AT_ONCE);
    for (; this.compared < end; this.compared += 1)
      if (entries.hashes.remove(rows.high(this.compared), rows.low(this.compared)) < 0) this.added.push(this.compared);
  }

  /** Call it while rows are being built. @param buffers full buffers @returns true once, if nearly all entries are new */
  async isMostlyNew(buffers: readonly Buffer[]): Promise<boolean> {
    const { rows } = this;
    if (this.isSampled || rows.count < SAMPLED_OF) return false;
    this.isSampled = true;
    const entry = new SentEntry();
    const [providers, hashes]: [string[], string[]] = [[], []];
    for (let row = 0; row < SAMPLED_OF && rows.buffer(row) < buffers.length; row += SAMPLED_OF / SAMPLED) {
      providers.push(entry.at(new CopiedRows(buffers[rows.buffer(row)]!), rows.start(row)).providerId);
      hashes.push(rows.hash(row));
    }
    const known = await countKnown(this.database, this.ids, this.set, { providers, hashes });
    return known < (1 - MOSTLY) * providers.length;
  }

  /**
   * @param buffers all rows
   * @returns undefined if the live entries could not be read
   */
  async finish(buffers: readonly Buffer[]): Promise<SetDifference | undefined> {
    const live = await this.live.catch(() => undefined);
    if (!live) return undefined;
    const { rows, added } = this;
    while (this.compared < rows.count) {
      this.follow();
      await turn();
    }
    const removed = live.hashes.left();
    const named = () => namesOf(live, removed);
    const pairs = await new ChangedPairs(rows, buffers, live, added, removed).pair();
    return { publication: live.publication, added, removed: removed.length, named, pairs };
  }

  /** Frees the memory; call nothing afterwards. */
  release(): void {
    this.entries?.release();
  }
}

async function namesOf(live: LiveEntries, removed: Int32Array): Promise<NamedEntries> {
  const [ids, ctids]: [string[], string[]] = [[], []];
  for (const at of removed) {
    ids.push(live.id(at));
    ctids.push(live.ctid(at));
    if (ids.length % AT_ONCE === 0) await turn();
  }
  return { ids, ctids };
}

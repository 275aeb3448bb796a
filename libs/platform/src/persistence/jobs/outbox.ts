import { Injectable } from '@nestjs/common';
import type { Lag } from '../../core/model/jobs.js';
import { Database } from '../connection/database.js';
import { type AssetEvent, UnitOfWork } from '../aggregates/unit-of-work.js';

/** Entries that a consumer finds at once. */
export const OUTBOX_BATCH = 100;

const INSERT = 'insert into platform.outbox_entry (asset_id, consumer) select unnest(:assets::bigint[]), :consumer';

const entries = (of: string): string => `select asset_id::text as asset, id::text from platform.outbox_entry where ${of}
  order by asset_id, id limit ${OUTBOX_BATCH}`;
const FIND = entries('consumer = :consumer');
const FIND_OF = entries('consumer = :consumer and asset_id = :asset');

const REMOVE = `delete from platform.outbox_entry where asset_id = any (:assets::bigint[]) and id = any (:ids::bigint[])
  returning asset_id::text as asset`;

const LAG = `select extract(epoch from platform.now() - min(inserted_at))::float8 as lag from platform.outbox_entry where consumer = :consumer`;

interface Entry {
  asset: string;
  id: string;
}

/** The assets with events that their consumers have not handled yet: an event is stored in the transaction that causes it. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly work: UnitOfWork,
  ) {}

  /** Inserts the asset of each of these events for a consumer. */
  subscribe(consumer: string, events: readonly AssetEvent[]): void {
    this.work.beforeCommit(async (caused) => {
      const assets = new Set<string>();
      for (const event of caused) for (const type of events) if (event instanceof type) assets.add(event.assetId);
      if (assets.size > 0) await this.database.execute(INSERT, { consumer, assets: [...assets] });
    });
  }

  /** The first entries of a consumer, of one asset or of all. */
  find(consumer: string, asset?: string): Promise<Entry[]> {
    return asset === undefined
      ? this.database.rows(FIND, { consumer })
      : this.database.rows(FIND_OF, { consumer, asset });
  }

  /** @returns the assets of the entries that no other process has removed */
  async remove(found: readonly Entry[]): Promise<string[]> {
    if (found.length === 0) return [];
    const values = { assets: found.map(({ asset }) => asset), ids: found.map(({ id }) => id) };
    const removed = await this.database.rows<{ asset: string }>(REMOVE, values);
    return [...new Set(removed.map(({ asset }) => asset))];
  }

  lag(consumer: string): Promise<Lag[]> {
    return this.database.rows(LAG, { consumer });
  }
}

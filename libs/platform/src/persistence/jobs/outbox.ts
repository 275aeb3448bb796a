import { Injectable } from '@nestjs/common';
import type { Lag } from '../../core/model/jobs.js';
import { Database } from '../connection/database.js';
import { type AssetEvent, UnitOfWork } from '../aggregates/unit-of-work.js';

export const OUTBOX_BATCH = 100;

const INSERT = `insert into platform.outbox_entry (asset_id, consumer, data) select unnest(:assets::bigint[]), :consumer, :data::jsonb`;

/** The first entry of each asset comes before the second of any, so that an asset whose entries stay does not keep the others waiting. */
const entries = (of: string): string => `select asset_id::text as asset, id::text
  from (select asset_id, id, row_number() over (partition by asset_id order by id) as n from platform.outbox_entry where ${of}) entry
  order by n, id limit ${OUTBOX_BATCH}`;
const FIND = entries('consumer = :consumer');
const FIND_OF = entries('consumer = :consumer and asset_id = :asset');
const HAS = 'select exists (select from platform.outbox_entry where consumer = :consumer) as found';

const REMOVE = `delete from platform.outbox_entry where asset_id = any (:assets::bigint[]) and id = any (:ids::bigint[])
  returning asset_id::text as asset`;

const TAKE = `with oldest as (
    select asset_id, id from platform.outbox_entry where consumer = :consumer order by id limit :limit
  )
  delete from platform.outbox_entry entry using oldest where entry.asset_id = oldest.asset_id and entry.id = oldest.id
  returning entry.id::text, entry.asset_id::text, entry.inserted_at::text, entry.data`;

const LAG = `select extract(epoch from platform.now() - min(inserted_at))::float8 as lag from platform.outbox_entry where consumer = :consumer`;

interface Entry {
  asset: string;
  id: string;
}

/** A removed entry, with what was inserted with it. */
interface TakenEntry {
  id: string;
  asset_id: string;
  inserted_at: string;
  data: object | null;
}

/** The events that their consumers have not handled yet, by asset: an event is stored in the transaction that causes it. */
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
      if (assets.size > 0) await this.insert(consumer, [...assets]);
    });
  }

  async insert(consumer: string, assets: readonly string[], data: object | null = null): Promise<void> {
    await this.database.execute(INSERT, { consumer, assets, data: data && JSON.stringify(data) });
  }

  /** Removes the first entries of a consumer of which one runs at a time. They return if the transaction is rolled back. */
  take(consumer: string, limit: number): Promise<TakenEntry[]> {
    return this.database.rows(TAKE, { consumer, limit });
  }

  async hasEntries(consumer: string): Promise<boolean> {
    return (await this.database.rows<{ found: boolean }>(HAS, { consumer }))[0]!.found;
  }

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

import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { PricingProcess } from '../processes/process.aggregate.js';
import type { Totals } from './publication.dto.js';

/** The publisher is the author of the transaction in the audit trail. */
const ADD = `insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, compared_with, restored_from,
    published_at, entry_count, totals, actor, key_id)
  select :asset, :process, :id, :transaction, :generation, :comparedWith::bigint, :restoredFrom::bigint, :at, :entries, :totals::jsonb,
    origin ->> 'actor', (origin ->> 'key_id')::bigint
  from (select current_setting('audit.origin')::json as origin) origin`;

/** Data of a publication besides that of its process. */
export interface Published {
  transaction: string;
  comparedWith: string | null;
  restoredFrom: string | null;
  totals: Totals;
  at: Date;
}

@Injectable()
export class Publications {
  constructor(private readonly database: Database) {}

  /** Records the current publication of the process. */
  async add(process: PricingProcess, { totals, ...published }: Published): Promise<void> {
    await this.database.execute(ADD, {
      ...{ asset: process.assetId, process: process.id, id: process.publication, generation: process.published },
      ...{ ...published, entries: totals['received'], totals: JSON.stringify(totals) },
    });
  }
}

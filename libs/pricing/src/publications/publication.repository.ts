import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { PricingProcess } from '../processes/process.aggregate.js';
import type { Totals } from './publication.dto.js';

/** Who publishes is what the audit trail says of the transaction. */
const ADD = `insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, compared_with, restored_from,
    published_at, entry_count, totals, actor, key_id)
  select :asset, :process, :id, :transaction, :generation, :comparedWith::bigint, :restoredFrom::bigint, :at, :entries, :totals::jsonb,
    origin ->> 'actor', (origin ->> 'key_id')::bigint
  from (select current_setting('audit.origin')::json as origin) origin`;

/** What is recorded of a publication beside what the process says of it. */
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

  /** Records what the process publishes now. */
  async add(process: PricingProcess, { totals, ...published }: Published): Promise<void> {
    await this.database.execute(ADD, {
      ...{ asset: process.assetId, process: process.id, id: process.publication, generation: process.published },
      ...{ ...published, entries: totals['received'], totals: JSON.stringify(totals) },
    });
  }
}

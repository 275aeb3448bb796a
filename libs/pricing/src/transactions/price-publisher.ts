import { Clock } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { copyEntries } from '../entries/copy-entries.js';
import type { FlatEntrySelector } from '../entries/flat-entry-selector.js';
import type { Delivery } from '../entries/ingest-body.js';
import { FLAT_ORDER } from '../entries/flat-rule.js';
import { Processes } from '../processes/process.repository.js';
import type { PricingTransaction } from './transaction.aggregate.js';

/** The entry that stands for each unit, and which came first with its provider id. */
interface Standing {
  best: string;
  received: string;
}

const OF_THE_TRANSACTION: Standing = {
  best: `select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.status, entry.specials_description
    from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :transaction
    order by entry.provider_id, ${FLAT_ORDER('entry')}`,
  received: `select unknown.*, first.unit_number, first.id as place from unknown cross join lateral (
      select entry.unit_number, entry.id from pricing.entry entry
      where entry.asset_id = :asset and entry.transaction_id = :transaction and entry.provider_id = unknown.provider_id
      order by entry.id limit 1) first`,
};

/** The same, chosen already (entries/flat-entry-selector.ts). */
const CHOSEN: Standing = {
  best: `select * from unnest(:providers::text[], :numbers::text[], :prices::integer[], :days::date[], :statuses::text[], :specials::text[])
    with ordinality as chosen (provider_id, unit_number, price, available_on, status, specials_description, place)`,
  received: 'select * from unknown',
};

/**
 * Each unit shows the entry that stands for it, or nothing; rows that stay as they are are not written. Units that no entry
 * reaches by provider id yet take one by their number: when exactly one unit of the asset has it, and has no provider id. Of
 * several entries for one unit the first received counts.
 */
const publishing = ({ best, received }: Standing) => `
  with best as materialized (
    ${best}
  ), unknown as materialized (
    select best.* from best where not exists (select from pricing.unit known
      where known.asset_id = :asset and known.process_id = :process and known.provider_id = best.provider_id)
  ), fresh as (
    ${received}
  ), numbered as (
    select unit.unit_number, min(unit.id) as id from catalog.unit_v1 unit
    where unit.asset_id = :asset and unit.unit_number in (select fresh.unit_number from fresh)
    group by unit.unit_number having count(*) = 1
  ), claimed as (
    select distinct on (numbered.id) numbered.id, fresh.provider_id, fresh.price, fresh.available_on, fresh.status, fresh.specials_description
    from fresh join numbered using (unit_number) order by numbered.id, fresh.place
  ), still_there as (
    select id from (select unit.id from catalog.unit_v1 unit where unit.asset_id = :asset and unit.id in (select claimed.id from claimed)
      for key share) locked
  ), bound as (
    insert into pricing.unit as unit (asset_id, process_id, id, provider_id, price, available_on, status, specials_description)
    select :asset, :process, id, provider_id, price, available_on, status, specials_description from claimed join still_there using (id)
    on conflict (asset_id, process_id, id) do update set provider_id = excluded.provider_id, price = excluded.price,
      available_on = excluded.available_on, status = excluded.status, specials_description = excluded.specials_description,
      updated_at = excluded.updated_at
    where unit.provider_id is null
    returning unit.id
  )
  update pricing.unit unit set price = next.price, available_on = next.available_on, status = next.status,
    specials_description = next.specials_description,
    full_price = case when next.price is not null then unit.full_price end, updated_at = now()
  from (
    select known.id, best.price, best.available_on, best.status, best.specials_description
    from pricing.unit known left join best on best.provider_id = known.provider_id
    where known.asset_id = :asset and known.process_id = :process and known.id not in (select bound.id from bound)
  ) next
  where unit.asset_id = :asset and unit.process_id = :process and unit.id = next.id
    and ((unit.price, unit.available_on, unit.status, unit.specials_description)
      is distinct from (next.price, next.available_on, next.status, next.specials_description)
      or (next.price is null and unit.full_price is not null))`;
const PUBLISH = publishing(OF_THE_TRANSACTION);
const PUBLISH_CHOSEN = publishing(CHOSEN);

/**
 * Entries that have just arrived have no statistics: a nested loop that is planned for one row meets ten thousand. What units
 * show from now on is the transaction's doing: the audit trail has that of it, not of each unit.
 */
const PREPARE = `select set_config('enable_nestloop', 'off', true), set_config('audit.unrecorded', 'pricing.unit', true)`;

/** The unit of a transaction that has the most entries. */
const LARGEST = `select entry.provider_id as provider, count(*)::int as entries from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
  group by entry.provider_id order by entries desc limit 1`;

/** The set work of a transaction: one COPY for a delivery, one statement for a commit, however many entries. */
@Injectable()
export class PricePublisher {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly processes: Processes,
  ) {}

  /**
   * Stores a delivery, if its rows are not there already.
   * @throws Problem when the transaction has too many entries of one unit then
   */
  async store({ entries, rows, early }: Delivery, transaction: PricingTransaction): Promise<void> {
    if (entries > 0 && !early?.isCopied) await copyEntries(this.database, rows);
    if (!transaction.mayExceedUnit) return;
    const { assetId: asset, id } = transaction;
    const [largest] = await this.database.rows<{ provider: string; entries: number }>(LARGEST, {
      asset,
      transaction: id,
    });
    if (largest) transaction.boundUnit(largest.provider, largest.entries);
  }

  /**
   * What readers see of the process becomes exactly the transaction's entries.
   * @param chosen of them, when they all came in one delivery
   */
  async publish(transaction: PricingTransaction, now: Date, chosen?: FlatEntrySelector): Promise<void> {
    const { assetId, processId, id } = transaction;
    transaction.queue(now);
    const process = await this.processes.lock({ assetId, id: processId });
    const values = { asset: assetId, process: processId, transaction: id };
    const columns = chosen?.holdsAt(now) ? chosen.columns() : undefined;
    await this.database.rows(PREPARE);
    if (columns) await this.database.execute(PUBLISH_CHOSEN, { ...values, ...columns });
    else await this.database.execute(PUBLISH, values);
    process.publish(id);
    await this.processes.save(process);
    transaction.finish(await this.clock.now());
  }
}

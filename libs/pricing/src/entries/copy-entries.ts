import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Database, LIMITS } from '@app/kernel';
import { from as copyFrom } from 'pg-copy-streams';

/** Columns of the rows of a delivery; asset and transaction are their defaults while it is copied. */
const COPY = `copy pricing.entry (unit_number, provider_id, price, available_on, lease_term, lease_starts_on, status,
  specials_description, leasing_fields) from stdin`;

const OWNER = `select set_config('pricing.asset', :asset, true), set_config('pricing.transaction', :id, true)`;

/** Copies rows, in the unit of work under way, as entries of the transaction. */
export async function copyEntries(
  database: Database,
  { assetId, id }: { assetId: string; id: string },
  rows: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  await database.rows(OWNER, { asset: assetId, id });
  const client = (await database.client())!;
  const stream = copyFrom(COPY);
  Object.assign(stream, { query_timeout: LIMITS.commit }); // read by pg when the stream is submitted
  await database.tracing.statement(COPY, () => {
    client.query(stream);
    return pipeline(Readable.from(rows), stream);
  });
}

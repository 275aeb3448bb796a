import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { eventually } from './async.mjs';

/** Tables and columns that change by themselves or by being asked: they are no effect of a request. */
const ASIDE = {
  'platform.api_key': ['last_used_at'],
  'pricing.transaction': ['needs_sweep', 'holds_entries'], // a job clears them every 15 seconds
};
const IGNORED =
  /^(public\.schema_migration|audit\.event|catalog\.unit_count|viewer\.build_request|platform\.(idempotency_record|change_log|outbox_entry|request_count))$/;

const RELAYED_WITHIN_MS = 10_000;

/** The rows of all tables, as a hash for each, once a job has made events of what changed before; and the stored files. */
export async function stateOf(deployment, where = () => '') {
  const pending = () => deployment.sql(`select from platform.outbox_entry where consumer = 'relay-events' limit 1`);
  await eventually(async () => (await pending()).length === 0, RELAYED_WITHIN_MS);
  const tables = await deployment.sql(
    `select relation.oid::regclass::text as name, array_agg(attname::text) as columns
     from pg_class relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
     join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema)'
     group by relation.oid order by 1`,
  );
  const state = {};
  for (const { name, columns } of tables) {
    const full = name.includes('.') ? name : `public.${name}`;
    const condition = where(columns);
    if (IGNORED.test(full) || condition === undefined) continue;
    const shown = columns.filter((column) => !(ASIDE[full] ?? []).includes(column)).map((column) => `"${column}"`);
    const [row] = await deployment.sql(
      `select count(*)::int as n, md5(coalesce(string_agg(it::text, ' ' order by it::text), '')) as hash
       from (select ${shown.join(', ')} from ${name} ${condition}) it`,
    );
    state[full] = `${row.n} rows ${row.hash}`;
  }
  if (deployment.dataDir) state.files = filesOf(deployment.dataDir);
  return state;
}

function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  return `${names.length} ${createHash('md5').update(names.join()).digest('hex')}`;
}

/** Names of what differs. */
export const changesOf = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);

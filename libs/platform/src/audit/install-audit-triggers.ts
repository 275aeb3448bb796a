import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { distributedTables } from '../persistence/connection/citus.js';
import type { Persistence } from '../persistence/connection/persistence.js';
import { assetColumnOf, type Table, tablesOf, TRANSITIONS } from '../persistence/reads/install-change-triggers.js';

/** Columns that repeat what the event already records. */
const LEFT_OUT = ['updated_at'];

/**
 * Installs audit triggers on every table of these contexts, except the tables and columns that they exclude. A trigger that
 * is already up to date is left alone, because creating one waits for all writers of the table.
 */
export async function installAuditTriggers(runner: QueryRunner, contexts: readonly Persistence[]): Promise<void> {
  const distributed = await distributedTables(runner);
  for (const table of await tablesOf(runner, contexts)) {
    if (distributed.includes(table.oid)) continue;
    const unaudited = contexts.find(({ schema }) => schema === table.schema)?.unaudited ?? {};
    for (const event of Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[]) {
      const wanted = table.table in unaudited ? undefined : argumentsFor(table, unaudited);
      const found = table.triggers[`audit_${event}`];
      if (found !== (wanted && hexOf(wanted))) await runner.query(change(table, event, wanted));
    }
  }
}

function argumentsFor(found: Table, unaudited: Record<string, string>): string[] {
  const { table, columns, key } = found;
  const isLeftOut = (column: string): boolean => LEFT_OUT.includes(column) || `${table}.${column}` in unaudited;
  return [
    assetColumnOf(found),
    ...[
      columns.filter((column) => !key.includes(column)),
      columns.filter((column) => !isLeftOut(column)),
      columns.filter(isLeftOut),
    ].map((names) => `{${names.join(',')}}`),
  ];
}

function change({ schema, table }: Table, event: keyof typeof TRANSITIONS, wanted: string[] | undefined): string {
  const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
  if (!wanted) return `drop trigger audit_${event} on ${name}`;
  const values = wanted.map((value) => pg.escapeLiteral(value)).join(', ');
  const recorded = pg.escapeLiteral(`${schema}.${table}`);
  return `create or replace trigger audit_${event} after ${event} on ${name} ${TRANSITIONS[event]}
    for each statement when (coalesce(current_setting('audit.unrecorded', true), '') <> ${recorded})
    execute function audit.record(${values})`;
}

/** The encoding of `pg_trigger.tgargs`. */
const hexOf = (values: string[]): string => Buffer.from(values.map((value) => `${value}\0`).join('')).toString('hex');

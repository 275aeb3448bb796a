/**
 * What the code knows of a database that docs/scaling/citus.sql has distributed. Triggers that write to other nodes do not work on
 * its distributed tables; everything else is in that script.
 */
import type { QueryRunner } from 'typeorm';

const HAS_CITUS = `select to_regclass('pg_catalog.pg_dist_partition') is not null as yes`;
const DISTRIBUTED = 'select array_agg(logicalrelid::oid) as tables from pg_dist_partition';

export async function hasCitus(runner: QueryRunner): Promise<boolean> {
  const [found] = (await runner.query(HAS_CITUS)) as [{ yes: boolean }];
  return found.yes;
}

export async function distributedTables(runner: QueryRunner): Promise<number[]> {
  if (!(await hasCitus(runner))) return [];
  const [found] = (await runner.query(DISTRIBUTED)) as [{ tables: number[] | null }];
  return found.tables ?? [];
}

/** The violated constraint by a message of Citus, which reports it only there, with the number of the shard appended. */
export const constraintIn = (message: string): string | undefined =>
  /constraint "(\w+?)(?:_\d{6,})?"/.exec(message)?.[1];

import { SchedulerRegistry } from '@nestjs/schedule';
import type { TestApp } from '../support/app.js';

/** Everything that is stored, as one text for each table; what access itself notes down (`last_used_at`, counted requests, refusals) aside. */
export async function contentsOf(app: TestApp): Promise<Record<string, string>> {
  const jobs = app.app.get(SchedulerRegistry, { strict: false }); // what they change is no effect of a request
  for (const name of jobs.getIntervals()) jobs.deleteInterval(name);
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and (table_schema, table_name) not in (('kernel', 'request_count'), ('audit', 'event')) and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const row = name === 'kernel.api_key' ? `to_jsonb(t) - 'last_used_at'` : 'to_jsonb(t)';
    const [all] = await app.sql<{ text: string }>(
      `select coalesce(string_agg((${row})::text, E'\\n' order by ${row}), '') as text from ${name} t`,
    );
    contents[name] = all!.text;
  }
  return contents;
}

import { Database } from '@app/platform/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandError } from './errors.js';

/** @throws CommandError naming the ids of accounts or assets that are unknown or archived */
export async function requireKnown(
  app: INestApplicationContext,
  what: 'account' | 'asset',
  ids: readonly string[],
): Promise<void> {
  const rows = await app
    .get(Database)
    .rows<{ id: string }>(`select id::text from catalog.${what}_v1 where id = any (:ids::bigint[])`, { ids });
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) throw new CommandError(`There is no ${what} with the id ${unknown.join(', ')}`);
}

import cluster from 'node:cluster';
import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import type { Settings } from '../core/settings/settings.js';
import { CONNECTION_LIMIT, connectionsOf } from '../persistence/connection/data-source-options.js';
import { Database } from '../persistence/connection/database.js';

/** Warns once per server when Postgres allows fewer connections than its processes may open. */
export async function checkConnections(
  app: INestApplicationContext,
  { poolSize, workers }: Settings,
  logger: LoggerService,
): Promise<void> {
  if (cluster.isWorker && cluster.worker!.id !== 1) return;
  const needed = connectionsOf(cluster.isWorker ? workers : 1, poolSize);
  const [limit] = await app.get(Database).rows<{ connections: number }>(CONNECTION_LIMIT);
  if (limit!.connections >= needed) return;
  const text = `Postgres allows ${limit!.connections} connections, and this server may open ${needed}`;
  logger.warn(`${text}: raise max_connections, or lower DATABASE_POOL`, 'Database');
}

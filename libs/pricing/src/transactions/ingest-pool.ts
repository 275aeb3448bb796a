import { type PoolPartition, LIMITS, type UnitOfWork } from '@app/platform/persistence';
import type { Delivery } from '../entries/ingest-body.js';

/** Deliveries are long and come together: they wait for each other, and leave most connections to everybody else. */
export const INGEST: PoolPartition = { name: 'ingest', share: 1 / 4, wait: 20_000, limit: LIMITS.commit };

/** Runs the work of a delivery, in the unit of work in which its rows have been copied already if there is one. */
export function ingest<T>(unit: UnitOfWork, delivery: Delivery | undefined, work: () => Promise<T>): Promise<T> {
  const alone = () => unit.run(work, INGEST);
  return delivery?.early ? delivery.early.finish(work, alone) : alone();
}

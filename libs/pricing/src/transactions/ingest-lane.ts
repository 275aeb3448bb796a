import { type Lane, LIMITS } from '@app/kernel';

/** Deliveries are long and come together: they wait for each other, and leave most connections to everybody else. */
export const INGEST: Lane = { name: 'ingest', share: 1 / 4, wait: 20_000, limit: LIMITS.commit };

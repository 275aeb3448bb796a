import { Merchandising1763600500000 } from './1763600500000-merchandising.js';

export const merchandisingMigrations = [Merchandising1763600500000];

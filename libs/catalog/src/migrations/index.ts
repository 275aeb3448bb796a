import { Catalog1763600100000 } from './1763600100000-catalog.js';

export const catalogMigrations = [Catalog1763600100000];

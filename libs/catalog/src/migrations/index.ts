import { Catalog1763600100000 } from './1763600100000-catalog.js';
import { UnitCounts1763611200000 } from './1763611200000-unit-counts.js';

export const catalogMigrations = [Catalog1763600100000, UnitCounts1763611200000];

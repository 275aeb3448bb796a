import { Catalog1 } from './1-catalog.js';

export const catalogMigrations = [Catalog1];

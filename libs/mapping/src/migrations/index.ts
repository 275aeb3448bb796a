import { Mapping1763600400000 } from './1763600400000-mapping.js';

export const mappingMigrations = [Mapping1763600400000];

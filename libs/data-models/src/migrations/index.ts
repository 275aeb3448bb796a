import { DataModel1763600800000 } from './1763600800000-data-model.js';

export const dataModelMigrations = [DataModel1763600800000];

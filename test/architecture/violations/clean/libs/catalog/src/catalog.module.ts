import * as migrations from './migrations/index.js';
import { Unit } from './units/unit.aggregate.js';

export class CatalogModule {
  static readonly persistence = { schema: 'catalog', entities: [Unit], migrations: Object.values(migrations) };
}

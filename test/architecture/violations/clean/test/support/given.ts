import { CatalogModule } from '@app/catalog';
import { CONTEXTS } from '../../apps/api/src/app.module.js';

export const given = [CatalogModule, CONTEXTS];

import { CatalogModule } from '@app/catalog';
import { Aggregate } from '@app/kernel';

export const CONTEXTS = [CatalogModule, Aggregate];

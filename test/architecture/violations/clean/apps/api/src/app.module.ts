import { CatalogModule } from '@app/catalog';
import { Aggregate } from '@app/platform/core';

export const CONTEXTS = [CatalogModule, Aggregate];

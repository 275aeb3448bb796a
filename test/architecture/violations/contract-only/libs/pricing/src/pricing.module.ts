export { CatalogModule } from '@app/catalog'; // not allowed: contract-only

export { CatalogModule } from '@app/catalog'; // not allowed: contexts-only-through-contract

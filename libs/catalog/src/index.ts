export { CatalogHttpModule, CatalogModule } from './catalog.module.js';

export { CatalogCore, CatalogModule } from './catalog.module.js';

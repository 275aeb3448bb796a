export { DataModelsModule } from './data-models.module.js';

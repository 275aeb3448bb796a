export { MappingModule } from './mapping.module.js';

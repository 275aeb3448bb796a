export { MappingCore, MappingModule } from './mapping.module.js';

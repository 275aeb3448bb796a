export { ReferencesModule } from './references.module.js';

export { ReferencesCore, ReferencesModule } from './references.module.js';

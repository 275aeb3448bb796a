export { ViewerModule } from './viewer.module.js';

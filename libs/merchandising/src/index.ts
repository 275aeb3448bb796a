export { MerchandisingModule } from './merchandising.module.js';

export { MerchandisingCore, MerchandisingModule } from './merchandising.module.js';

export { PricingCore, PricingModule } from './pricing.module.js';

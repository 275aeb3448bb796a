export { PricingModule } from './pricing.module.js';

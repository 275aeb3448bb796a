import { Pricing1763600200000 } from './1763600200000-pricing.js';

export const pricingMigrations = [Pricing1763600200000];

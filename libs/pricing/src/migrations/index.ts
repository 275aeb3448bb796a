import { Pricing1763600200000 } from './1763600200000-pricing.js';
import { TransactionIds1763609000000 } from './1763609000000-transaction-ids.js';

export const pricingMigrations = [Pricing1763600200000, TransactionIds1763609000000];

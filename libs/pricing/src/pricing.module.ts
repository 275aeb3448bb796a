import type { Persistence } from '@app/kernel';
import { Module } from '@nestjs/common';

/** Prices and availability of units, and the transactions they arrive in. */
@Module({})
export class PricingModule {
  static readonly persistence: Persistence = { schema: 'pricing', entities: [], migrations: [] };
}

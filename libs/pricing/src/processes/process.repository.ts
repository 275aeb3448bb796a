import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { PricingProcess } from './process.aggregate.js';

@Injectable()
export class Processes extends Repository<PricingProcess> {
  protected readonly entity = PricingProcess;
}

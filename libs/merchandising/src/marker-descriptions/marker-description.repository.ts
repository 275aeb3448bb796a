import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { MarkerDescription } from './marker-description.aggregate.js';

@Injectable()
export class MarkerDescriptions extends Repository<MarkerDescription> {
  protected readonly entity = MarkerDescription;
}

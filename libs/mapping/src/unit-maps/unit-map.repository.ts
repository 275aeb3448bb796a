import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { UnitMap } from './unit-map.aggregate.js';

@Injectable()
export class UnitMaps extends Repository<UnitMap> {
  protected readonly entity = UnitMap;
}

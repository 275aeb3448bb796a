import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataModel } from './data-model.aggregate.js';

@Injectable()
export class DataModels extends Repository<DataModel> {
  protected readonly entity = DataModel;
}

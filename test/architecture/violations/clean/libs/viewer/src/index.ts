import { ListUnits } from '@app/catalog/contract';
import { known } from '@app/pricing/contract';

export class ViewerModule {
  static readonly knows = [ListUnits, ...known];
}

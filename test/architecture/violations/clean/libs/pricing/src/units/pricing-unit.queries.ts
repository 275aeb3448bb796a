import { ListUnits } from '@app/catalog/contract';
import { Aggregate } from '@app/kernel';

export const known = [ListUnits, Aggregate];

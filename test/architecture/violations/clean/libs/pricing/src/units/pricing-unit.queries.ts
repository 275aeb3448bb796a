import { ListUnits } from '@app/catalog/contract';
import { Aggregate } from '@app/platform/core';

export const known = [ListUnits, Aggregate];

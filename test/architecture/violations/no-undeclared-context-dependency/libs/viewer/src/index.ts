import { name as catalog } from '@app/catalog/contract';
import { name as mapping } from '@app/mapping/contract';
import { name as merchandising } from '@app/merchandising/contract';
import { name as pricing } from '@app/pricing/contract';
import { name as references } from '@app/references/contract'; // not allowed: no-undeclared-context-dependency

export const all = [catalog, mapping, merchandising, pricing, references];

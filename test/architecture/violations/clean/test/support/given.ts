import { CatalogModule } from '@app/catalog';
import { CONTEXTS } from '../../apps/api/src/app.module.js';
import { SweepJob } from '../../libs/pricing/src/transactions/sweep.job.js';

export const given = [CatalogModule, CONTEXTS, SweepJob];

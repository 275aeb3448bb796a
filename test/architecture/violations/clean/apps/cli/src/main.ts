import { known } from '@app/pricing/contract';
import { CONTEXTS } from '../../api/src/app.module.js';

export const started = [CONTEXTS, known];

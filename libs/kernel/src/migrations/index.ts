import { Kernel1763600000000 } from './1763600000000-kernel.js';

export const kernelMigrations = [Kernel1763600000000];

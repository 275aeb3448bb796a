import { References1763600300000 } from './1763600300000-references.js';

export const referencesMigrations = [References1763600300000];

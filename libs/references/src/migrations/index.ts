import { References1763600300000 } from './1763600300000-references.js';
import { ReferencesStatistics1763607800000 } from './1763607800000-references-statistics.js';

export const referencesMigrations = [References1763600300000, ReferencesStatistics1763607800000];

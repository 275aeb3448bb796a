export * from './1763600300000-references.js';
export * from './1763607800000-references-statistics.js';

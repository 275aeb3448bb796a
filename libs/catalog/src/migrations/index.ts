export * from './1763600100000-catalog.js';
export * from './1763611200000-unit-counts.js';
export * from './1765200000000-published-floors.js';
export * from './1765400000000-unit-number-keys.js';

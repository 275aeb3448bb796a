export * from './1763600500000-merchandising.js';
export * from './1763900100000-marker-places.js';

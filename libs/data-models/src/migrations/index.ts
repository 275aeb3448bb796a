export * from './1763600800000-data-model.js';

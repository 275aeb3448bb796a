export * from './1766000700000-data-models.js';

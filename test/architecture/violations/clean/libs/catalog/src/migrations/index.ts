export * from './1-catalog.js';

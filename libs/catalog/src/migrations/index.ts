export * from './1766000100000-catalog.js';

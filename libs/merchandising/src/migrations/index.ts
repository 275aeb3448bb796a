export * from './1766000500000-merchandising.js';

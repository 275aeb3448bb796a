export * from './1766000300000-references.js';

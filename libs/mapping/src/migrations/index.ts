export * from './1766000400000-mapping.js';

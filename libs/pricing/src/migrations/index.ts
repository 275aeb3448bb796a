export * from './1766000200000-pricing.js';

export * from './1766000800000-expenses.js';

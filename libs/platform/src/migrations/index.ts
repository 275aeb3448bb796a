export * from './1766000000000-platform.js';

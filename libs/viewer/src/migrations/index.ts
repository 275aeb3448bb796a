export * from './1766000600000-viewer.js';

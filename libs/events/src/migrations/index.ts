export * from './1766000900000-events.js';

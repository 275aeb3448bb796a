export { Aggregate } from './domain/aggregate.js';

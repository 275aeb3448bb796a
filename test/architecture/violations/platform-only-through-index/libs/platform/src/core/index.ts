export { Aggregate } from './aggregate.js';

export { Aggregate } from '../../../kernel/src/domain/aggregate.js'; // not allowed: kernel-by-its-door, by-alias

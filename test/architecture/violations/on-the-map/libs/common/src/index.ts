export { Aggregate } from '@app/kernel'; // not allowed: on-the-map

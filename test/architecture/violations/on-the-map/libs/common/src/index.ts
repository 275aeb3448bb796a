export { Aggregate } from '@app/platform/core'; // not allowed: on-the-map

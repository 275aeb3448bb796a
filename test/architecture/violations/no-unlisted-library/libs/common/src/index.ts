export { Aggregate } from '@app/platform/core'; // not allowed: no-unlisted-library

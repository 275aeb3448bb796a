export { now } from '../../../../test/support/clock.js'; // not allowed: not-to-test

export { now } from '../../../../test/support/clock.js'; // not allowed: test-is-not-imported

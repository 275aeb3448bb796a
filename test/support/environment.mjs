import { TestEnvironment } from 'jest-environment-node';
import { disableCircusStorage } from './circus-storage.mjs';

/**
 * Jest's environment for Node, which leaves nothing behind that slows down the suites after it, and keeps the ten frames of Node for each
 * error. Jest keeps a hundred: of every assertion, and of every error that the application throws for a rejected request.
 */
export class SuiteEnvironment extends TestEnvironment {
  async setup() {
    Error.stackTraceLimit = 10;
    await super.setup();
  }

  async teardown() {
    await super.teardown();
    disableCircusStorage();
  }
}

export default SuiteEnvironment;

import { TestEnvironment } from 'jest-environment-node';
import { disableCircusStorage } from './circus-storage.mjs';

/** Jest's environment for Node, which leaves nothing behind that slows down the suites after it. */
export class SuiteEnvironment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    disableCircusStorage();
  }
}

export default SuiteEnvironment;

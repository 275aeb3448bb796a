import config from './jest.config.mjs';

const {
  globalTeardown: _,
  displayName: __,
  ...sources
} = config.projects.find(({ displayName }) => displayName === 'sources');

/** The specs that stand beside the code: no database, no processes, seconds. */
export default {
  ...sources,
  globalSetup: '<rootDir>/test/support/packages.mjs',
  reporters: config.reporters,
  testTimeout: config.testTimeout,
  roots: ['<rootDir>/apps', '<rootDir>/libs'],
  testRegex: '\\.spec\\.tsx?$',
};

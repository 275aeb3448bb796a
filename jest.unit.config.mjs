import config from './jest.config.mjs';

const { globalTeardown: _, ...rest } = config;

/** The specs that stand beside the code: no database, no processes, seconds. */
export default {
  ...rest,
  globalSetup: '<rootDir>/test/support/packages.mjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs'],
  testRegex: '\\.spec\\.tsx?$',
};

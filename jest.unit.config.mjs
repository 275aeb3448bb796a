import config from './jest.config.mjs';

/** The specs that stand beside the code: no database, no processes, seconds. */
export default {
  ...config,
  roots: ['<rootDir>/apps', '<rootDir>/libs'],
  testPathIgnorePatterns: ['/node_modules/', '\\.e2e-spec\\.ts$'],
  globalSetup: undefined,
  globalTeardown: undefined,
};

import config from './jest.config.mjs';

/** The specs that stand beside the code: no database, no processes, seconds. */
export default {
  ...config,
  projects: config.projects.map(({ globalTeardown: _, testPathIgnorePatterns = [], ...project }) => ({
    ...project,
    roots: ['<rootDir>/apps', '<rootDir>/libs'],
    globalSetup: '<rootDir>/test/support/unit-setup.mjs',
    testPathIgnorePatterns: [...testPathIgnorePatterns, '\\.e2e-spec\\.ts$'],
  })),
};

import config from './jest.config.mjs';

const { globalSetup: _, globalTeardown: __, ...rest } = config;

/** The specs that stand beside the code: no database, no processes, seconds. */
export default { ...rest, roots: ['<rootDir>/apps', '<rootDir>/libs'], testRegex: '\\.spec\\.tsx?$' };

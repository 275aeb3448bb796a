import { PACKAGE_FILES } from './test/support/packages.mjs';

/** As in tsconfig.json: declared fields that nobody sets are no properties. */
const LEGACY_CLASSES = { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false };

const swc = (parser, transform) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: { target: 'es2022', keepClassNames: true, parser: { syntax: 'typescript', ...parser }, transform },
  },
];

/** ES modules under Jest: run by `npm test`, or with node --experimental-vm-modules. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.(e2e-)?spec\\.tsx?$',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/run.mjs'],
  testTimeout: 120_000,
  // One more than the cores it is meant for: many suites wait for processes and timers.
  maxWorkers: 3,
  // A worker never frees the modules of the suites it ran.
  workerIdleMemoryLimit: '700MB',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    '^@app/platform/([^/]+)$': '<rootDir>/libs/platform/src/$1/index.ts',
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@app/([^/]+)/(contract|provisioning)$': '<rootDir>/libs/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...PACKAGE_FILES,
  },
  transform: {
    '\\.ts$': swc({ decorators: true }, LEGACY_CLASSES),
    '\\.tsx$': swc({ tsx: true }, { react: { runtime: 'automatic', importSource: 'preact' } }),
  },
};

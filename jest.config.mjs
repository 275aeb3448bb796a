import { PACKAGE_FILES } from './test/support/packages.mjs';
import { NATIVE_PACKAGE_FILES } from './test/support/native/packages.mjs';
import { compilerOptions } from './test/support/native/compiler.mjs';

const NATIVE = '<rootDir>/test/support/native';

/** Not for `apps/viewer`, which runs in a browser. */
const APPLICATION = '/(libs|apps/(?!viewer/)[^/]+)/(?!.*spec\\.ts$).*\\.ts$';

const tsx = {
  ...compilerOptions,
  jsc: {
    ...compilerOptions.jsc,
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', importSource: 'preact' } },
  },
};

const project = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    '^@app/platform/([^/]+)$': '<rootDir>/libs/platform/src/$1/index.ts',
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@app/([^/]+)/(contract|provisioning)$': '<rootDir>/libs/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '\\.ts$': ['@swc/jest', compilerOptions], '\\.tsx$': ['@swc/jest', tsx] },
};

/**
 * End-to-end suites that load the sources in Jest's sandbox: of the viewer in a browser, with fake timers that the application
 * must see, with the environment and globals of OpenTelemetry, and with resources and class-validator constraints of
 * their own.
 */
const SANDBOXED = [
  'viewer-app/[^/]+',
  'platform/wire',
  'observability/tracing',
  'platform/framework',
  'cli/provision-constraints',
  'cli/provisioned-set',
];

/** The other end-to-end suites get the application as Node loaded it, once for each worker: test/support/native. */
const NATIVE_SUITES = `/test/(?!(${SANDBOXED.join('|')})\\.e2e-spec)[^/]+/[^/]+\\.e2e-spec\\.ts$`;

const native = {
  ...project,
  displayName: 'native',
  roots: ['<rootDir>/test'],
  testRegex: NATIVE_SUITES,
  testEnvironment: `${NATIVE}/environment.mjs`,
  moduleNameMapper: { ...project.moduleNameMapper, ...NATIVE_PACKAGE_FILES },
  transform: {
    [APPLICATION]: `${NATIVE}/view.mjs`,
    '/test/support/documented\\.ts$': `${NATIVE}/view.mjs`,
    ...project.transform,
  },
};

/** The other suites load the sources they need, each for itself. */
const sources = {
  ...project,
  displayName: 'sources',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.(e2e-)?spec\\.tsx?$',
  testPathIgnorePatterns: ['/node_modules/', NATIVE_SUITES],
  moduleNameMapper: { ...project.moduleNameMapper, ...PACKAGE_FILES },
};

/** ES modules under Jest: run by `npm test`, or with node --experimental-vm-modules. */
export default {
  projects: [native, sources],
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/test/run.mjs'],
  // One more than the cores it is meant for: many suites wait for processes and timers.
  maxWorkers: 3,
  // A worker never frees the modules of the suites it ran.
  workerIdleMemoryLimit: '700MB',
};

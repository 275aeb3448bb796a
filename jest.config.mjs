import { availableParallelism, totalmem } from 'node:os';
import { PACKAGE_FILES } from './test/support/packages.mjs';
import { NATIVE_PACKAGE_FILES } from './test/support/native/packages.mjs';
import { compilerOptions } from './apps/cli/compile.mjs';

/** More would need more than the 200 connections of the server. */
const MOST_WORKERS = 8;

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
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testEnvironment: '<rootDir>/test/support/environment.mjs',
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
 * Suites that load the sources in Jest's sandbox, each for itself: with fake timers that the application must see, with the environment
 * and globals of OpenTelemetry and prom-client, and with resources and class-validator constraints of their own.
 */
const SANDBOXED = [
  'test/platform/wire',
  'test/observability/tracing',
  'test/platform/framework',
  'test/cli/provision-constraints',
  'test/cli/provisioned-set',
  'libs/platform/src/rest/bodies/dto',
  'libs/platform/src/core/telemetry/metrics',
  'test/sdk/retries',
];
const IS_SANDBOXED = `/(${SANDBOXED.join('|')})\\.(e2e-)?spec\\.ts$`;

/** The other suites get the application as Node loaded it, once for each worker: test/support/native. */
const native = {
  ...project,
  displayName: 'native',
  testRegex: '\\.(e2e-)?spec\\.tsx?$',
  testPathIgnorePatterns: ['/node_modules/', IS_SANDBOXED],
  testEnvironment: `${NATIVE}/environment.mjs`,
  moduleNameMapper: { ...project.moduleNameMapper, ...NATIVE_PACKAGE_FILES },
  transform: {
    [APPLICATION]: `${NATIVE}/view.mjs`,
    '/test/support/documented\\.ts$': `${NATIVE}/view.mjs`,
    ...project.transform,
  },
};

const sandboxed = {
  ...project,
  displayName: 'sandboxed',
  testRegex: IS_SANDBOXED,
  moduleNameMapper: { ...project.moduleNameMapper, ...PACKAGE_FILES },
};

/** ES modules under Jest: run by `npm test`, or with node --experimental-vm-modules. */
export default {
  projects: [native, sandboxed],
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/test/run.mjs'],
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // One more than the cores: many suites wait for processes and timers.
  maxWorkers: Math.min(availableParallelism() + 1, MOST_WORKERS),
  // A worker never frees the modules of the suites it ran. One that starts again loads the application again.
  workerIdleMemoryLimit: Math.max(700 * 2 ** 20, Math.min(1.5 * 2 ** 30, totalmem() / 16)),
};

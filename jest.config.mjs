import { availableParallelism } from 'node:os';
import { swcOptions } from './apps/cli/swc.mjs';

/** More would need more than the 200 connections of the server. */
const MAX_WORKERS = 8;

const { jsc } = swcOptions;
const tsx = {
  ...jsc,
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic', importSource: 'preact' } },
};

/** ES modules under Jest: run by `npm test`, or with node --experimental-vm-modules. */
export default {
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.(e2e-)?spec\\.tsx?$',
  transform: { '\\.ts$': ['@swc/jest', swcOptions], '\\.tsx$': ['@swc/jest', { ...swcOptions, jsc: tsx }] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/test/run.mjs'],
  // One more than the cores: many suites wait for processes and timers.
  maxWorkers: Math.min(availableParallelism() + 1, MAX_WORKERS),
  // A worker keeps the modules of the suites that it ran. On a busy machine, Node takes longer than the 500 ms that Jest waits to free
  // them at the end: "failed to exit gracefully" alone is no sign of a leak.
  workerIdleMemoryLimit: '1GB',
};

/** How swc compiles the TypeScript of apps, libs and test: for the build (build.mjs) and for Jest (jest.config.mjs). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const { paths } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')).compilerOptions;

/** As in tsconfig.json: decorators with metadata, aliases, and no property for a declared field that nobody sets. */
export const swcOptions = {
  swcrc: false,
  module: { type: 'es6', resolveFully: true },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    baseUrl: ROOT,
    paths,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

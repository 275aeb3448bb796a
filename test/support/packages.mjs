/** The packages that Jest takes from the bundle of the build: it loads every module again for each suite. */
import { join } from 'node:path';
import { fileOf, FOLDER, PACKAGES } from '../../apps/cli/build.mjs';

export { bundlePackages as default } from '../../apps/cli/build.mjs';

/** For `moduleNameMapper` of Jest. */
export const PACKAGE_FILES = Object.fromEntries(
  PACKAGES.map((name) => [`^${name.replace(/\.js$/, '(\\.js)?')}$`, join(FOLDER, fileOf(name))]),
);

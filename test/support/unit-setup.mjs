import { sourcesHash } from '../../apps/cli/bootstrap.mjs';
import bundlePackages from './packages.mjs';
import writePackageViews from './native/packages.mjs';

/** What suites load, as Jest needs it. */
export default async function unitSetup() {
  process.env.TEST_SOURCES = sourcesHash();
  await bundlePackages();
  await writePackageViews();
}

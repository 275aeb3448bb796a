import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { givenDataModel } from '../data-models/forms.js';
import { TestApp } from '../support/app.js';
import { givenAsset, givenProcess } from '../support/given.js';

const FOLDER = join(import.meta.dirname, '../../tools/generators');
const CALLS = [
  'list assets 200',
  'list units 200',
  'view unit 200',
  'create floor plan 201',
  'update floor plan 200',
  'delete floor plan 200',
  'create unit map 201',
  'open transaction 200',
  'view transaction 200',
  'abort transaction 200',
  'list data models 200',
  'upload data model 200',
];
const GENERATORS = ['hey-api', 'openapi-fetch', 'orval'];

const run = promisify(execFile);

interface Bootstrap {
  isInstalled(folder: string): boolean;
}

/** The generators require a hundred packages that nothing else needs. They are installed here, with a lock file of their own. */
async function generatorsAreInstalled(): Promise<boolean> {
  const { isInstalled } = (await import('../../apps/cli/bootstrap.mjs' as string)) as Bootstrap;
  if (isInstalled(FOLDER)) return true;
  const retries = ['--fetch-retries=0', '--fetch-timeout=60000'];
  const options = ['ci', '--include=dev', '--ignore-scripts', '--silent', ...retries, '--prefix', FOLDER];
  const shell = process.platform === 'win32';
  return run(shell ? 'npm.cmd' : 'npm', options, { shell }).then(
    () => true,
    () => false,
  );
}

/** Skipped, and counted as skipped, if the registry cannot be reached; with `REQUIRE_GENERATORS=1` the suites fail instead. */
const describeWithGenerators =
  (await generatorsAreInstalled()) || process.env['REQUIRE_GENERATORS'] ? describe : describe.skip;

describeWithGenerators('Clients by hey-api, openapi-fetch and orval', () => {
  let main: TestApp;
  let second: TestApp;

  beforeAll(async () => {
    main = await TestApp.start();
    second = await TestApp.start({}, createDataModelsApi);
  });
  afterAll(async () => {
    await main?.close();
    await second?.close();
  });

  it('compile strictly, and make twelve calls each as in the guide, with uploads', async () => {
    const asset = await givenAsset(main);
    const other = await givenAsset(second);
    await givenDataModel(second, other.id);
    const env = {
      ...process.env,
      MAIN_URL: main.base,
      MAIN_KEY: await main.key(),
      MAIN_ASSET: asset.id,
      MAIN_PROCESS: (await givenProcess(main, asset)).split('/').at(-1),
      SECOND_URL: second.base,
      SECOND_KEY: await second.key(),
      SECOND_ASSET: other.id,
    };

    const { stdout } = await run(process.execPath, [join(FOLDER, 'run.mjs')], { env }).catch(
      (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
    );

    expect(stdout.trim().split('\n')).toEqual(GENERATORS.flatMap((name) => CALLS.map((call) => `${name}: ${call}`)));
  }, 600_000);
});

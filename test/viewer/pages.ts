import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { FollowChangesJob } from '../../libs/viewer/src/builds/follow-changes.job.js';
import type { TestApp } from '../support/app.js';
import type { GivenAsset } from '../support/given.js';

let keys = 0;
const newKey = (): string => (++keys).toString(36).padStart(4, '0').padEnd(11, 'k');

interface Placed {
  asset: GivenAsset;
  map: string;
  instanceKey?: string;
  process?: string;
}

/** Creates an embed of these maps. @returns its key */
export async function givenEmbed(
  app: TestApp,
  account: string,
  maps: Placed[],
  { origins = [], name = 'Website map' }: { origins?: string[]; name?: string } = {},
): Promise<string> {
  const key = newKey();
  const [embed] = await app.sql<{ id: string }>(
    'insert into mapping.embed (account_id, key, name, allowed_origins) values ($1, $2, $3, $4) returning id',
    [account, key, name, origins],
  );
  for (const [at, { asset, map, instanceKey = null, process = null }] of maps.entries())
    await app.sql(
      `insert into mapping.embed_map (asset_id, account_id, embed_id, position, unit_map_id, instance_key, pricing_process_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [asset.id, account, embed!.id, at, map, instanceKey, process],
    );
  return key;
}

/** Creates a landing page of the map. @returns its key */
export async function givenLandingPage(app: TestApp, asset: GivenAsset, map: string, name = 'Share page') {
  const key = newKey();
  const insert = 'insert into mapping.landing_page (asset_id, key, name, unit_map_id) values ($1, $2, $3, $4)';
  await app.sql(insert, [asset.id, key, name, map]);
  return key;
}

/** Creates a map from a drawing. @returns its id */
export async function givenMap(app: TestApp, asset: GivenAsset, name: string, drawing: string): Promise<string> {
  const raw = new FormData();
  raw.append('data', JSON.stringify({ asset_id: asset.id, name, style: 'a' }));
  raw.append('source', new Blob([drawing]), 'level.svg');
  const made = await app.request('POST', `${asset.path}/maps`, { raw });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id as string;
}

const WAITING = `select from viewer.build_request request left join viewer.document document using (asset_id)
  where request.requested > coalesce(document.built_for, 0) limit 1`;

/** Does what the background does every few seconds, until no build is waiting; another poll may be running one. */
export async function lookForBuilds(app: TestApp): Promise<void> {
  await app.run(FollowChangesJob);
  for (let tries = 0; tries < 500; tries++) {
    await app.run(BuildDocumentsJob);
    if ((await app.sql(WAITING)).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('A document was not built');
}

/** Waits for the effect of an event, which another poll may already be processing. */
export async function eventually(app: TestApp, check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    await lookForBuilds(app);
    try {
      return await check();
    } catch (fault) {
      if (tries === 100) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

import { BuildDocumentsJob } from '../../../libs/viewer/src/builds/build-documents.job.js';
import { FollowChangeLogJob } from '../../../libs/viewer/src/builds/follow-change-log.job.js';
import { PurgeVisitsJob } from '../../../libs/viewer/src/visits/purge-visits.job.js';
import { StoreVisitsJob } from '../../../libs/viewer/src/visits/store-visits.job.js';
import type { Given, Samples } from './sample.js';

const keyOf = async ({ app }: Given): Promise<string> =>
  (await app.sql<{ key: string }>('select key from mapping.embed order by id limit 1'))[0]!.key;

async function build({ app, run }: Given): Promise<void> {
  await app.sql('update catalog.asset set count_visits = true');
  await run(BuildDocumentsJob);
}

async function changeLog({ app, run }: Given): Promise<void> {
  await app.sql('update catalog.floor set sort = sort + 1');
  await run(FollowChangeLogJob);
}

async function visit(given: Given): Promise<void> {
  const { id, units } = given.fixture.asset;
  const data = [
    { kind: 'view', asset_id: id },
    { kind: 'open', asset_id: id, unit_id: units[0] },
  ];
  const { status, text } = await given.app.post(`/embed/${await keyOf(given)}/visits`, { data });
  if (status >= 400) throw new Error(text);
}

export const VIEWER: Samples = {
  'viewer/src/builds/build': [
    ['a run of FollowChangeLogJob', ({ run }) => run(FollowChangeLogJob)],
    'POST caches/build',
    ['a run of BuildDocumentsJob', build],
    ['a run of FollowChangeLogJob after a change', changeLog],
    [
      'a failed build',
      ({ app, fixture }) => app.app.get(BuildDocumentsJob, { strict: false })['fail'](fixture.asset.id),
    ],
  ],
  'viewer/src/documents/viewer-document': [
    [
      '/v1/embeds/{key}/viewer-document',
      async (given) => given.app.get(`/v1/embeds/${await keyOf(given)}/viewer-document`),
    ],
  ],
  'viewer/src/visits/visit-count': [
    'visits',
    ['POST /embed/{key}/visits', visit],
    ['a run of StoreVisitsJob', ({ run }) => run(StoreVisitsJob)],
    ['a run of PurgeVisitsJob', ({ run }) => run(PurgeVisitsJob)],
  ],
};

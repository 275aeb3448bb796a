import { ViewerCatalog } from '@app/catalog/contract';
import { RemoveArchivedJob } from '../../../libs/catalog/src/archive/remove-archived.job.js';
import { CountUnitsJob } from '../../../libs/catalog/src/assets/count-units.job.js';
import { PROVISIONING } from './provision.js';
import type { Given, Samples } from './sample.js';

async function byKeyOfAccount({ app, fixture }: Given): Promise<void> {
  await app.get('/v1/assets', { key: await app.key(undefined, [fixture.account]) });
}

async function afterItsDays({ app, run }: Given): Promise<void> {
  await app.sql(`update catalog.asset set archived_at = archived_at - interval '31 days'`);
  await run(RemoveArchivedJob);
}

export const CATALOG: Samples = {
  'catalog/src/accounts/account': [
    '/v1/accounts',
    '/v1/accounts/1',
    '/v1/accounts/1/assets?asset=1',
    'PUT /v1/accounts/{account}/assets',
  ],
  'catalog/src/assets/asset': [
    '/v1/assets',
    '/v1/assets?q=creek&market=multifamily&updated-since=2026-01-01',
    '/v1/assets?sort=name',
    '/v1/assets/1',
    ['/v1/assets with a key of an account', byKeyOfAccount],
    'POST /v1/assets',
    ['a run of CountUnitsJob', ({ run }) => run(CountUnitsJob)],
  ],
  'catalog/src/archive/archived': [
    '/v1/assets?archived=1',
    '/v1/accounts?archived=1',
    'DELETE /v1/assets/{asset}?dry-run=1',
    'DELETE /v1/accounts/{account}?dry-run=1',
    'POST /v1/archived-accounts/{archived-account}/restore',
    'POST /v1/archived-assets/{archived-asset}/restore',
    'DELETE /v1/assets/{asset}',
    ['a run of RemoveArchivedJob', afterItsDays],
  ],
  'catalog/src/buildings/building': [
    'buildings',
    'buildings?page=2',
    'buildings?total=1',
    'buildings/1',
    [
      'PUT buildings/batch?match-by=name',
      {
        data: [
          { name: 'North', label: 'N' },
          { name: 'East', label: 'E' },
        ],
      },
    ],
    'DELETE buildings/{building}?cascade=1',
  ],
  'catalog/src/floor-plans/floor-plan': ['floor-plans', 'floor-plans/1', 'DELETE floor-plans/{floor-plan}'],
  'catalog/src/floors/floor': ['floors', 'floors/1', 'DELETE floors/{floor}?cascade=1'],
  'catalog/src/keys/key': [
    '/v1/keys',
    '/v1/keys?status=valid',
    'POST /v1/keys',
    ['PUT /v1/keys/{key}', { account_ids: ['1'], asset_ids: ['1'] }],
    '/v1/keys/{key}',
    'DELETE /v1/keys/{key}',
  ],
  'catalog/src/units/unit': [
    'units',
    'units?unit-number=101&building=1&floor=1&floor-plan=1&updated-since=2026-01-01',
    'units?sort=-updated_at',
    'units?fields=id,unit_number',
    'units?include=floor,floor_plan,building',
    'units/1',
    'POST units',
    'PUT units/{unit}',
    'DELETE units/{unit}',
  ],
  'catalog/src/provisioning/provisioning': PROVISIONING,
  'catalog/src/read-models/viewer-catalog': [
    ['ViewerCatalog', ({ fixture, query }) => query(new ViewerCatalog(fixture.asset.id, ''))],
  ],
};

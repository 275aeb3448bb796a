import { FindUnboundMapsJob } from '../../../libs/mapping/src/unit-maps/find-unbound-maps.job.js';
import { PROVISIONING } from './provision.js';
import type { Given, Samples } from './sample.js';

async function rebind({ app, run }: Given): Promise<void> {
  await app.sql(`update catalog.unit set unit_number = unit_number || '0' where unit_number = '102'`);
  await run(FindUnboundMapsJob);
}

export const MAPPING: Samples = {
  'mapping/src/backgrounds/background': ['maps/1/backgrounds', 'maps/1/backgrounds/1'],
  'mapping/src/embeds/embed': [
    '/v1/accounts/1/embeds',
    '/v1/accounts/1/embeds?asset=1',
    '/v1/accounts/1/embeds/1',
    'POST /v1/accounts/{account}/embeds',
    'PUT /v1/accounts/{account}/embeds/{embed}',
  ],
  'mapping/src/landing-pages/landing-page': ['landing-pages', 'landing-pages/1', 'POST landing-pages'],
  'mapping/src/unit-maps/unit-map': [
    'maps',
    'maps?tags=level-1',
    'maps/1',
    'maps/1/units',
    'POST maps',
    'PUT maps/{map}/shapes/{shape}',
    ['PUT maps/{map}/shapes/{shape}', { unit_id: null }],
    'DELETE maps/{map}?cascade=1',
    ['a run of FindUnboundMapsJob', rebind],
  ],
  'mapping/src/provisioning/provisioning': PROVISIONING,
};

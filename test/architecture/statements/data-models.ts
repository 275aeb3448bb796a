import { PROVISIONING } from './provision.js';
import type { Samples } from './sample.js';

export const DATA_MODELS: Samples = {
  'data-models/src/data-models/data-model': [
    '/v1/assets/{asset}/data-models',
    '/v1/assets/{asset}/data-models/{data-model}',
    'DELETE /v1/assets/{asset}/data-models/{data-model}?cascade=1',
  ],
  'data-models/src/provisioning/provisioning': PROVISIONING,
};

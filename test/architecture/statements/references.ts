import { PROVISIONING } from './provision.js';
import type { Samples } from './sample.js';

export const REFERENCES: Samples = {
  'references/src/asset-references/asset-reference': ['references', 'references/1', '/v1/references?key=k&value=v'],
  'references/src/unit-references/unit-reference': [
    'units/reference-groups',
    'units/reference-groups/1',
    'units/reference-groups/1/references',
    'units/references?key=k&value=v',
    'PUT units/reference-groups/{group}/references',
    'units?include=references',
  ],
  'references/src/provisioning/provisioning': PROVISIONING,
};

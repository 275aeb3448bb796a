import { ViewerMerchandise } from '@app/merchandising/contract';
import { PROVISIONING } from './provision.js';
import type { Samples } from './sample.js';

export const MERCHANDISING: Samples = {
  'merchandising/src/asset-outbound-links/asset-outbound-link': ['outbound-links', 'outbound-links/1'],
  'merchandising/src/description-groups/description-group': ['units/description-groups', 'units/description-groups/1'],
  'merchandising/src/descriptions/description': [
    'units/description-groups/1/descriptions',
    'units/description-groups/1/descriptions/1',
    'units/description-groups/1/units',
    'PUT units/description-groups/{group}/units',
  ],
  'merchandising/src/filters/filter': ['filters', 'filters/1', 'DELETE filters/{filter}?cascade=1'],
  'merchandising/src/filter-options/filter-option': [
    'filters/{filter}/options',
    'filters/1/options/1',
    'PUT filters/{filter}/options/batch',
    'DELETE filters/{filter}/options/{option}',
  ],
  'merchandising/src/filter-option-units/filter-option-unit': [
    'filters/{filter}/options/{option}/units',
    'PUT filters/{filter}/options/{option}/units',
    'PUT filters/{filter}/options/{option}/units/remove',
  ],
  'merchandising/src/galleries/gallery': ['galleries', 'galleries/1', 'DELETE galleries/{gallery}?dry-run=1'],
  'merchandising/src/marker-descriptions/marker-description': ['marker-descriptions', 'marker-descriptions/1'],
  'merchandising/src/unit-outbound-links/unit-outbound-link': [
    'units/outbound-links',
    'units/outbound-links/1',
    'PUT units/outbound-links/{outbound-link}/urls',
    'units/outbound-links/{outbound-link}/urls',
  ],
  'merchandising/src/provisioning/provisioning': PROVISIONING,
  'merchandising/src/read-models/viewer-merchandise': [
    ['ViewerMerchandise', ({ fixture, query }) => query(new ViewerMerchandise(fixture.asset.id, ''))],
  ],
};

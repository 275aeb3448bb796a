import { ReadController, Resource } from '@app/platform/rest';
import { MarkerDescriptionDto } from './marker-description.dto.js';
import { MARKER_DESCRIPTIONS } from './marker-description.queries.js';

@Resource('assets/:asset/multifamily/marker-descriptions', {
  tag: 'Marker descriptions',
  tables: { markerDescription: 'merchandising.marker_description' },
  flag: 'marker-descriptions-resource',
})
export class MarkerDescriptionController extends ReadController({
  name: 'marker-description',
  descriptions: {
    list: 'Lists what visitors see when they open a marker of a map.',
    view: 'Returns the text, links and gallery of one marker.',
  },
  dto: MarkerDescriptionDto,
  rows: MARKER_DESCRIPTIONS,
}) {}

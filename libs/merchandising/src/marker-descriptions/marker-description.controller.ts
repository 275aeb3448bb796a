import { Resource, ResourceController } from '@app/platform/rest';
import { MarkerDescription } from './marker-description.aggregate.js';
import { CreateMarkerDescriptionDto, MarkerDescriptionDto, UpdateMarkerDescriptionDto } from './marker-description.dto.js'; // oxfmt-ignore
import { MARKER_DESCRIPTIONS } from './marker-description.queries.js';

const of = (action: string) => ({ permission: `manage.marker-descriptions.${action}`, extension: true });

@Resource('assets/:asset/multifamily/marker-descriptions', {
  tag: 'Marker descriptions',
  flag: 'marker-descriptions-resource',
})
export class MarkerDescriptionController extends ResourceController({
  name: 'marker-description',
  entity: MarkerDescription,
  deletesUnused: true,
  create: CreateMarkerDescriptionDto,
  update: UpdateMarkerDescriptionDto,
  descriptions: {
    list: 'Lists what visitors see when they open a marker of a map.',
    view: 'Returns the text, links, gallery and places of one marker.',
    create: 'Adds a marker. `places` says where maps show it, in the coordinates of their drawings.',
    update: 'Changes a marker. `places` replaces all of its places.',
  },
  dto: MarkerDescriptionDto,
  rows: MARKER_DESCRIPTIONS,
  operations: { create: of('create'), update: of('update'), delete: of('delete') },
}) {}

import { Resource, ResourceController } from '@app/platform/rest';
import { AssetOutboundLink } from './asset-outbound-link.aggregate.js';
import {
  AssetOutboundLinkDto,
  CreateAssetOutboundLinkDto,
  UpdateAssetOutboundLinkDto,
} from './asset-outbound-link.dto.js';

@Resource('assets/:asset/multifamily/outbound-links', {
  tag: 'Asset outbound links',
  flag: 'asset-outbound-links-resource',
})
export class AssetOutboundLinkController extends ResourceController({
  name: 'asset-outbound-link',
  parameter: 'outboundLink',
  entity: AssetOutboundLink,
  deletesUnused: true,
  create: CreateAssetOutboundLinkDto,
  update: UpdateAssetOutboundLinkDto,
  descriptions: {
    list: 'Lists the buttons of the whole map, such as a tour of the property.',
    view: 'Returns the label, icon and URL template of one button.',
    create: 'Adds a button to the map of the asset. For a button on each unit, create a unit outbound link.',
    update: 'Changes the label, icon or URL template of a button.',
  },
  dto: AssetOutboundLinkDto,
}) {}

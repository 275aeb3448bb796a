import { Resource, ResourceController } from '@app/platform/rest';
import { AssetOutboundLink } from './asset-outbound-link.aggregate.js';
import {
  AssetOutboundLinkDto,
  CreateAssetOutboundLinkDto,
  UpdateAssetOutboundLinkDto,
} from './asset-outbound-link.dto.js';

@Resource('assets/:asset/multifamily/outbound-links', {
  tag: 'Asset outbound links',
  tables: { outboundLink: 'merchandising.asset_outbound_link' },
  flag: 'asset-outbound-links-resource',
})
export class AssetOutboundLinkController extends ResourceController({
  name: 'asset-outbound-link',
  parameter: 'outboundLink',
  entity: AssetOutboundLink,
  create: CreateAssetOutboundLinkDto,
  update: UpdateAssetOutboundLinkDto,
  dto: AssetOutboundLinkDto,
}) {}

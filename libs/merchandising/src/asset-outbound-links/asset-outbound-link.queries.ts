import { assetRows } from '@app/platform/resources';

export const LINKS = assetRows(
  'merchandising.asset_outbound_link',
  `asset_outbound_link.name, asset_outbound_link.template, asset_outbound_link.label, asset_outbound_link.icon_type,
    asset_outbound_link.open_new_window`,
);

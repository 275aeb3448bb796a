import { jsonByType } from '@app/platform/persistence';

const COMMON = `link.id::text, link.asset_id::text, link.name, link.label, link.type, link.icon_type, link.event_key`;
const DATES = `link.created_at, link.updated_at`;

export const LINKS = {
  from: 'merchandising.unit_outbound_link link',
  where: 'link.asset_id = :asset',
  expression: jsonByType('link.type', {
    iframe_api: `${COMMON}, ${DATES}`,
    url_template: `${COMMON}, link.template, link.open_in_new_window, ${DATES}`,
    urls_per_unit: `${COMMON}, link.open_in_new_window, link.show_icon_in_list, ${DATES}`,
  }),
};

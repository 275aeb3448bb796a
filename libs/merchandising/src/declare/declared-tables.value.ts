import type { DeclaredTable } from '@app/catalog/contract';

/** What is shown and offered beside the map, as it is declared. */
export const TABLES = {
  unit_outbound_links: {
    table: 'merchandising.unit_outbound_link',
    columns: {
      name: 'text',
      type: 'text',
      label: 'text',
      icon_type: 'text',
      event_key: 'text',
      template: 'text',
      open_in_new_window: 'boolean',
      show_icon_in_list: 'boolean',
    },
    key: ['name'],
    fixed: 'type',
    defaults: { show_icon_in_list: `case when given.type = 'urls_per_unit' then false end` },
  },
  asset_outbound_links: {
    table: 'merchandising.asset_outbound_link',
    columns: { name: 'text', template: 'text', label: 'text', icon_type: 'text', open_new_window: 'boolean' },
    key: ['name'],
  },
  description_groups: { table: 'merchandising.description_group', columns: { name: 'text' }, key: ['name'] },
  descriptions: {
    table: 'merchandising.description',
    columns: { group_id: 'bigint', name: 'text', label: 'text', body: 'text', is_enabled: 'boolean' },
    key: ['group_id', 'name'],
  },
  filters: {
    table: 'merchandising.filter',
    columns: { name: 'text', type: 'text', label: 'text', is_enabled: 'boolean', range_type: 'text' },
    key: ['name'],
    fixed: 'type',
    defaults: { is_enabled: 'true' },
  },
  filter_options: {
    table: 'merchandising.filter_option',
    columns: {
      filter_id: 'bigint',
      type: 'text',
      label: 'text',
      sort: 'integer',
      is_enabled: 'boolean',
      floor_id: 'bigint',
      short_label: 'text',
      floor_plan_id: 'bigint',
      min: 'integer',
      max: 'integer',
    },
    key: ['filter_id', 'label'],
    // at the end, in the order of the file
    defaults: {
      is_enabled: 'true',
      sort: `least(255, coalesce((select max(last.sort) from merchandising.filter_option last
        where last.asset_id = :asset and last.filter_id = given.filter_id), 0) + given.n + 1)`,
    },
  },
  marker_descriptions: { table: 'merchandising.marker_description', columns: {}, key: ['name'] },
  galleries: { table: 'merchandising.gallery', columns: {}, key: ['name'] },
} satisfies Record<string, DeclaredTable>;

export type Part = keyof typeof TABLES;

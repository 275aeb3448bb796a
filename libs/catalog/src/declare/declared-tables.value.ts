import type { DeclaredTable } from './declared.value.js';

/** What an asset is made of, as it is declared. */
export const TABLES = {
  buildings: {
    table: 'catalog.building',
    columns: { name: 'text', label: 'text' },
    key: ['name'],
    defaults: { label: 'given.name' },
  },
  floors: {
    table: 'catalog.floor',
    columns: { name: 'text', filter_label: 'text', filter_short_label: 'text', sort: 'integer' },
    key: ['name'],
  },
  floor_plans: {
    table: 'catalog.floor_plan',
    columns: {
      name: 'text',
      bedroom_count: 'integer',
      bathroom_count: 'double precision',
      filter_label: 'text',
      image: 'text',
      secondary_image: 'text',
    },
    key: ['name'],
  },
  units: {
    table: 'catalog.unit',
    columns: {
      building_id: 'bigint',
      floor_id: 'bigint',
      floor_plan_id: 'bigint',
      unit_number: 'text',
      area: 'integer',
      is_affordable_housing_unit: 'boolean',
      view_image: 'text',
      secondary_view_image: 'text',
    },
    key: ['building_id', 'unit_number'],
    defaults: { is_affordable_housing_unit: 'false' },
  },
} satisfies Record<string, DeclaredTable>;

export type Part = keyof typeof TABLES;

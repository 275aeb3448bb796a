import type { DeclaredTable } from '@app/catalog/contract';

/** What an asset and its units are called elsewhere, as it is declared. */
export const TABLES = {
  asset_references: {
    table: 'reference.asset_reference',
    columns: { name: 'text', description: 'text', key: 'text', value: 'text' },
    key: ['name'],
  },
  unit_reference_groups: {
    table: 'reference.unit_reference_group',
    columns: { name: 'text', description: 'text', key: 'text' },
    key: ['name'],
  },
} satisfies Record<string, DeclaredTable>;

export type Part = keyof typeof TABLES;

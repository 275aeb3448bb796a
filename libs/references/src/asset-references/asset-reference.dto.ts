import { Id, Text, Timestamped } from '@app/platform/rest';

/** Names a third-party system. */
export const KEY = {
  body: 'O/O',
  max: 255,
  nullable: true,
  pattern: '^[a-z]{1}[a-z0-9-]{1,254}$',
  example: 'crm',
  description: 'Names the third-party system; unique in the asset',
} as const;

export class AssetReferenceDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Id({ body: 'R/R' }) assetId: string;
  @Text({ body: 'R/O', max: 255, example: 'CRM' }) name: string;
  @Text({ body: 'O/O', max: 255, nullable: true, example: 'Property code' }) description: string | null;
  @Text(KEY) key: string | null;
  @Text({ body: 'R/R', max: 255, example: 'NY-0012', description: 'The asset in that system' }) value: string;
}

type Written = 'name' | 'description' | 'key' | 'value';
export type NewAssetReference = Pick<AssetReferenceDto, 'name' | 'value'> & Partial<Pick<AssetReferenceDto, Written>>;
export type AssetReferenceChanges = Partial<Pick<AssetReferenceDto, Written>>;

import { Identified, PartialType, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

/** The name of a third-party system. */
export const KEY = {
  optional: true,
  max: 255,
  nullable: true,
  pattern: '^[a-z]{1}[a-z0-9-]{1,254}$',
  example: 'crm',
  description: 'Names the third-party system; unique in the asset',
} as const;

/** The examples of writes omit the key, so that they can be sent repeatedly. */
export const FREE_KEY = { ...KEY, example: undefined } as const;

const VALUE = { max: 255, example: 'NY-0012', description: 'Id of the asset in that system' } as const;

export class CreateAssetReferenceDto {
  @Text({ max: 255, example: 'CRM', description: 'Name of the reference' }) name: string;
  @Text({ optional: true, max: 255, nullable: true, example: 'Property code', description: 'Description of the value' })
  description?: string | null;
  @Text(FREE_KEY) key?: string | null;
  @Text(VALUE) value: string;
}

export class UpdateAssetReferenceDto extends PartialType(CreateAssetReferenceDto) {
  @Text(VALUE) override value: string;
}

@ApiSchema({ description: 'The id of an asset in a third-party system.' })
export class AssetReferenceDto extends IntersectionType(Identified, OfAsset, CreateAssetReferenceDto, Timestamped) {
  @Text(KEY) override key: string | null;
}

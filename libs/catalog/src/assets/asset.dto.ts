import { Float, Id, Int32, OneOf, Shape, Text, Timestamped } from '@app/platform/rest';
import { COUNTRIES, MARKETS } from './markets.js';

export class AssetDto extends Timestamped {
  @Id({ body: '-/R' }) id: string;
  @Shape({ type: 'string', format: 'uuid' }, { example: '0f8b6a4e-2f1d-4c57-9c3e-6a1b2c3d4e5f' }) uuid: string;
  @OneOf(MARKETS, { body: 'R/O', example: 'multifamily' }) market: string;
  @Text({ body: 'R/O', max: 255, example: 'Rope Works' }) name: string;
  @Text({ body: 'R/O', max: 255, example: 'Rope Works' }) displayName: string;
  @Text({ body: 'O/O', max: 255, nullable: true, example: 'Lofts at the old harbour' }) description: string | null;
  @Int32({ min: 0, example: 160 }) unitCount: number;
  @Text({ body: 'R/O', max: 63, example: '12 Quay Street' }) addressLine1: string;
  @Text({ body: 'O/O', max: 63, nullable: true, example: null }) addressLine2: string | null;
  @Text({ body: 'R/O', max: 63, example: 'New York' }) addressCity: string;
  @Text({ body: 'R/O', exactly: 2, pattern: '^[A-Za-z]{2}$', example: 'NY' }) addressState: string;
  @OneOf(COUNTRIES, { body: 'R/O', example: 'USA', description: 'ISO 3166-1 alpha-3' }) addressCountry: string;
  @Text({ body: 'R/O', max: 15, example: '10004' }) addressPostalCode: string;
  @Float({ body: 'O/O', min: -90, max: 90, nullable: true, example: 40.7019 }) addressLatitude: number | null;
  @Float({ body: 'O/O', min: -180, max: 180, nullable: true, example: -74.0123 }) addressLongitude: number | null;
}

export type NewAsset = Omit<AssetDto, 'id' | 'uuid' | 'unitCount' | 'createdAt' | 'updatedAt'>;
export type AssetChanges = Partial<NewAsset>;
export type AssetIdentity = Pick<
  AssetDto,
  ('name' | 'addressLine1' | 'addressLine2') | ('addressCity' | 'addressState' | 'addressCountry' | 'addressPostalCode')
>;

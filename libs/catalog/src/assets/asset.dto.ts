import type { FileChange } from '@app/platform/files';
import {
  Bool,
  Float,
  Identified,
  Int32,
  OneOf,
  PartialType,
  Shape,
  Text,
  Timestamp,
  Timestamped,
} from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { CONTACT_URL, EMAIL_ADDRESS, PHONE_NUMBER } from './contact.value.js';
import { COUNTRIES, MARKETS } from './markets.js';

const VISITORS = { optional: true, nullable: true } as const;

/** A logo that Swagger UI sends until another one is chosen: a house and two lines, 96 by 32 pixels. */
export const LOGO_SAMPLE = {
  name: 'logo.png',
  encoding: 'base64',
  content:
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAgAQMAAADXDu8XAAAABlBMVEX///8LXkrrpuTLAAAAAXRSTlMAQObYZgAAAFJJREFUeNpjYCAHMB5A4jA/QOKwf0Di8P9A4tj/Q+LU/0fi/P/fAMQg8IGB8f//A3AO8///D+Ac/v//fyAra0C4hgQORDuQ80MeHweuh6ocMgAAAotWwPdA3GoAAAAASUVORK5CYII=',
} as const;

export class CreateAssetDto {
  @OneOf(MARKETS, { example: 'multifamily', description: 'Kind of property' }) market: string;
  @Text({ max: 255, example: 'Rope Works', description: 'Name for people who manage it' }) name: string;
  @Text({ max: 255, example: 'Rope Works', description: 'Name that visitors see' }) displayName: string;
  @Text({
    optional: true,
    max: 255,
    nullable: true,
    example: 'Lofts at the old harbour',
    description: 'Text about the property, for visitors',
  })
  description?: string | null;
  @Text({ max: 63, example: '12 Quay Street', description: 'Street and number' }) addressLine1: string;
  @Text({ optional: true, max: 63, nullable: true, example: null, description: 'Second line of the address' })
  addressLine2?: string | null;
  @Text({ max: 63, example: 'New York', description: 'City' }) addressCity: string;
  @Text({ exactly: 2, pattern: '^[A-Za-z]{2}$', example: 'NY', description: 'State or province, two letters' })
  addressState: string;
  @OneOf(COUNTRIES, { example: 'USA', description: 'ISO 3166-1 alpha-3' }) addressCountry: string;
  @Text({ max: 15, example: '10004', description: 'Postal code' }) addressPostalCode: string;
  @Float({ optional: true, min: -90, max: 90, nullable: true, example: 40.7019, description: 'Degrees north' })
  addressLatitude?: number | null;
  @Float({ optional: true, min: -180, max: 180, nullable: true, example: -74.0123, description: 'Degrees east' })
  addressLongitude?: number | null;
  @Text({
    optional: true,
    max: 63,
    nullable: true,
    pattern: '^[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$',
    example: null,
    description:
      'IANA name of the time zone in which days begin, such as `America/New_York`; `null`: that of the coordinates',
  })
  timeZone?: string | null;
  @Text({
    ...VISITORS,
    exactly: 7,
    pattern: '^#[0-9A-Fa-f]{6}$',
    example: '#7a1f5c',
    description: 'Color of buttons and links on the map; text on it, and links on the page, are kept readable',
  })
  accentColor?: string | null;
  @Shape(PHONE_NUMBER, {
    ...VISITORS,
    example: '+1 212 555 0134',
    description: 'Phone number of the leasing office, for visitors',
  })
  contactPhone?: string | null;
  @Shape(EMAIL_ADDRESS, {
    ...VISITORS,
    example: 'leasing@example.com',
    description: 'E-mail address of the leasing office, for visitors',
  })
  contactEmail?: string | null;
  @Text({
    ...VISITORS,
    max: 255,
    example: 'Monday to Friday, 9 a.m. to 6 p.m.',
    description: 'When the leasing office can be reached, for visitors',
  })
  contactHours?: string | null;
  @Shape(CONTACT_URL, {
    ...VISITORS,
    example: 'https://www.example.com/contact',
    description: 'Page of the leasing office, such as a contact form: an https, mailto or tel URL',
  })
  contactUrl?: string | null;
  @Bool({
    optional: true,
    example: true,
    description: 'Whether the map counts each day what visitors do, without data about them; default: false',
  })
  countVisits?: boolean;
}

export class UpdateAssetDto extends PartialType(CreateAssetDto) {
  // the name of the demonstration's first asset, so that the examples do not change it
  @Text({
    optional: true,
    filled: true,
    max: 255,
    example: 'Spring Creek',
    description: 'Name for people who manage it',
  })
  override name?: string;
  @Text({ optional: true, filled: true, max: 255, example: 'Spring Creek', description: 'Name that visitors see' })
  override displayName?: string;
}

interface WithLogo {
  logo?: FileChange;
}
export type AssetFields = CreateAssetDto & WithLogo;
export type AssetChanges = UpdateAssetDto & WithLogo;

export type AssetIdentity = Pick<
  CreateAssetDto,
  ('name' | 'addressLine1' | 'addressLine2') | ('addressCity' | 'addressState' | 'addressCountry' | 'addressPostalCode')
>;

@ApiSchema({ description: 'A property: buildings at one address, with their units, prices and maps.' })
export class AssetDto extends IntersectionType(Identified, CreateAssetDto, Timestamped) {
  @Shape(
    { type: 'string', format: 'uuid' },
    { example: '0f8b6a4e-2f1d-4c57-9c3e-6a1b2c3d4e5f', description: 'Globally unique id' },
  )
  uuid: string;
  @Int32({ min: 0, example: 160, description: 'Units of the asset' }) unitCount: number;
  @Text({
    example: 'America/New_York',
    description: 'Time zone in force: `time_zone`, else that of the coordinates, else `UTC`',
  })
  effectiveTimeZone: string;
  @Text({ nullable: true, example: null, description: 'URL of the logo, which the map shows' }) logoUrl: string | null;
  @Timestamp({
    sometimes: true,
    example: undefined,
    description: 'When it was archived; only in lists of what is archived',
  })
  archivedAt?: string;
}

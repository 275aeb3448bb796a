import { HttpUrl, Id } from '@app/platform/rest';

export class UnitOutboundLinkUrlDto {
  @Id() unitId: string;
  @HttpUrl({ nullable: true, description: 'Address for the unit; null if it has none' }) url: string | null;
}

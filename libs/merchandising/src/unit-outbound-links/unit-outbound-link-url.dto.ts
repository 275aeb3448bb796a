import { HttpUrl, Id } from '@app/platform/rest';

export class UnitOutboundLinkUrlDto {
  @Id() unitId: string;
  @HttpUrl({ nullable: true, description: 'null where the unit has none' }) url: string | null;
}

import { HttpUrl, Id } from '@app/platform/rest';

export class UnitOutboundLinkUrlDto {
  @Id({ body: 'R/-' }) unitId: string;
  @HttpUrl({ body: 'R/-', nullable: true, description: 'null where the unit has none' }) url: string | null;
}

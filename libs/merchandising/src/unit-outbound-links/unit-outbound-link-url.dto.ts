import { HttpUrl, Id } from '@app/kernel';

export class UnitOutboundLinkUrlDto {
  @Id({ body: 'R/-' }) unitId: string;
  @HttpUrl({ body: 'R/-', nullable: true, description: 'null where the unit has none' }) url: string | null;
}

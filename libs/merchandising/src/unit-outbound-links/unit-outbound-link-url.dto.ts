import { ApiSchema } from '@nestjs/swagger';
import { HttpUrl, Id } from '@app/platform/rest';

@ApiSchema({ description: 'The URL that a link of the type `urls_per_unit` opens for one unit.' })
export class UnitOutboundLinkUrlDto {
  @Id() unitId: string;
  @HttpUrl({ nullable: true, description: 'URL for the unit; null if it has none' }) url: string | null;
}

import { Id, Identified, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class CreateLandingPageDto {
  @Text({ max: 255, example: 'Share page', description: 'Name of the page' }) name: string;
}

@ApiSchema({ description: 'A page of its own for one map of an asset, to share as a link.' })
export class LandingPageDto extends IntersectionType(Identified, CreateLandingPageDto, Timestamped) {
  @Id() assetId: string;
  @Id({ description: 'Id of the unit map that the page shows' }) serviceMapId: string;
  @Text({ filled: false, example: 'https://maps.example.com/share/p0c8w1z5e6t', description: "The viewer's page" })
  url: string;
}

import { Id, Identified, PartialType, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class CreateLandingPageDto {
  @Text({ max: 255, example: 'Share page', description: 'Name of the page' }) name: string;
}

export class NewLandingPageDto extends CreateLandingPageDto {
  @Id({ description: 'Id of the unit map that the page shows' }) serviceMapId: string;
}

export class UpdateLandingPageDto extends PartialType(NewLandingPageDto) {}

@ApiSchema({ description: 'A page of its own for one map of an asset, to share as a link.' })
export class LandingPageDto extends IntersectionType(Identified, NewLandingPageDto, Timestamped) {
  @Id() assetId: string;
  @Text({ filled: false, example: 'https://maps.example.com/share/p0c8w1z5e6t', description: "The viewer's page" })
  url: string;
}

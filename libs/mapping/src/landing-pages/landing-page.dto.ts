import { Id, Text, Timestamped } from '@app/platform/rest';

export class LandingPageDto extends Timestamped {
  @Id() id: string;
  @Id() assetId: string;
  @Id({ description: 'Id of the unit map that the page shows' }) serviceMapId: string;
  @Text({ body: 'R/-', max: 255, example: 'Share page' }) name: string;
  @Text({ example: 'https://maps.example.com/share/p0c8w1z5e6t', description: "The viewer's page" }) url: string;
}

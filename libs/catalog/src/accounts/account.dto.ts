import { Id, Identified, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

export class AccountDto extends IntersectionType(Identified, Timestamped) {
  @Text({ filled: false, example: 'Harbour Living', description: 'Name of the account' }) name: string;
}

export class AccountAssetDto {
  @Id() accountId: string;
  @Id({ example: '2' }) assetId: string;
}

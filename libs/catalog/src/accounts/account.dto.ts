import { Id, Identified, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';

export class AccountDto extends IntersectionType(Identified, Timestamped) {
  @Text({ filled: false, example: 'Harbour Living' }) name: string;
}

export class AccountAssetDto {
  @Id() accountId: string;
  @Id() assetId: string;
}

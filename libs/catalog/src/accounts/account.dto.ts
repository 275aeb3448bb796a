import { Id, Identified, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

@ApiSchema({
  description: 'A customer that groups assets. API keys are limited to accounts, and each embed belongs to one.',
})
export class AccountDto extends IntersectionType(Identified, Timestamped) {
  @Text({ filled: false, example: 'Harbour Living', description: 'Name of the account' }) name: string;
}

export class AccountAssetDto {
  @Id() accountId: string;
  @Id({ example: '2' }) assetId: string;
}

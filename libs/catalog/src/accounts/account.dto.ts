import { Id, Identified, Text, Timestamp, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';

export class WriteAccountDto {
  @Text({ max: 255, example: 'Harbour Living', description: 'Name of the account' }) name: string;
}

@ApiSchema({
  description: 'A customer that groups assets. API keys are limited to accounts, and each embed belongs to one.',
})
export class AccountDto extends IntersectionType(Identified, Timestamped) {
  @Text({ filled: false, example: 'Harbour Living', description: 'Name of the account' }) name: string;
  @Timestamp({
    sometimes: true,
    example: undefined,
    description: 'When it was archived; only in lists of what is archived',
  })
  archivedAt?: string;
}

export class AccountAssetDto {
  @Id({ example: '2' }) assetId: string;
}

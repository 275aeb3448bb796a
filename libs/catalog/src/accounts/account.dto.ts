import { Id, Text, Timestamped } from '@app/platform/rest';

export class AccountDto extends Timestamped {
  @Id() id: string;
  @Text({ example: 'Harbour Living' }) name: string;
}

export class AccountAssetDto {
  @Id({ body: 'R/-' }) accountId: string;
  @Id({ body: 'R/-' }) assetId: string;
}

import { CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** The assignment of an asset to an account. */
@Entity({ schema: 'catalog', name: 'account_asset' })
@Index('account_asset_by_account', ['accountId', 'assetId'])
export class AccountAsset {
  @PrimaryColumn('bigint')
  readonly assetId: string;

  @PrimaryColumn('bigint')
  readonly accountId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  readonly createdAt: Date;
}

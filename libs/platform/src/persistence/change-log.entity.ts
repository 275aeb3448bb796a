import { Entity, PrimaryColumn } from 'typeorm';

/** That a transaction changed something of an asset. Written by triggers, of every table that answers are made of. */
@Entity({ schema: 'kernel', name: 'noted_change' })
export class NotedChange {
  /** of Postgres: `xid8` */
  @PrimaryColumn('bigint') readonly transactionId: string;
  /** 0: something that is no asset's */
  @PrimaryColumn('bigint') readonly asset: string;
}

import { Entity, PrimaryColumn } from 'typeorm';

/** Records that a transaction changed rows of an asset. Written by triggers on every table that responses are made of. */
@Entity({ schema: 'kernel', name: 'noted_change' })
export class ChangeLog {
  /** of Postgres: `xid8` */
  @PrimaryColumn('bigint') readonly transactionId: string;
  /** 0: something that is no asset's */
  @PrimaryColumn('bigint') readonly asset: string;
}

import { Entity, PrimaryColumn } from 'typeorm';

/** A transaction that changed rows of an asset in a table. Triggers on every table that responses depend on write it. */
@Entity({ schema: 'platform', name: 'change_log' })
export class ChangeLog {
  /** Postgres transaction id, `xid8` */
  @PrimaryColumn('bigint') readonly transactionId: string;
  /** 0 for rows that belong to no asset */
  @PrimaryColumn('bigint') readonly asset: string;
  /** with its schema: `catalog.unit`; '' for all tables */
  @PrimaryColumn('text', { default: '' }) readonly tableName: string;
}

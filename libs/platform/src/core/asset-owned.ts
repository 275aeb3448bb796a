import { CreateDateColumn, PrimaryColumn, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import { Aggregate } from './aggregate.js';

/** Columns that nearly everything has. Whole seconds, as on the wire. */
export abstract class Timestamped extends Aggregate {
  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  readonly createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  readonly updatedAt: Date;
}

/** A thing of a property. The key begins with the asset: its page is one range, and tables can be distributed by it. */
export abstract class AssetOwned extends Timestamped {
  @PrimaryColumn('bigint')
  readonly assetId: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  constructor(assetId: string) {
    super();
    this.assetId = assetId;
  }
}

/** The fields that are given: an update changes those and leaves the others. */
export function omitUndefined<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;
}

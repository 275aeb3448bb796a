import {
  CreateDateColumn,
  getMetadataArgsStorage,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';
import { Aggregate } from './aggregate.js';

/** Creation and update times, in whole seconds as on the wire. */
export abstract class TimestampedAggregate extends Aggregate {
  @CreateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  readonly createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 0, default: () => 'now()' })
  readonly updatedAt: Date;
}

/** An aggregate of one asset. The key begins with the asset, so a page is one index range and tables can be distributed by it. */
export abstract class AssetOwned extends TimestampedAggregate {
  @PrimaryColumn('bigint')
  readonly assetId: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  constructor(assetId: string) {
    super();
    this.assetId = assetId;
  }

  /** Sets the columns that the changes name. A class with rules overrides it; ids and times are not columns of its own. */
  revise(changes: object): void {
    const own = getMetadataArgsStorage().columns.filter(({ target }) => target === this.constructor);
    const sent = changes as Readonly<Record<string, unknown>>;
    Object.assign(this, omitUndefined(Object.fromEntries(own.map(({ propertyName: name }) => [name, sent[name]]))));
  }
}

/** Drops undefined fields, which an update leaves unchanged. */
export function omitUndefined<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

// Only SQL accesses these tables; the entities let the schema check compare them with the migrations.

/** An event of the feed. */
@Entity({ schema: 'events', name: 'event' })
@Index('event_by_position', ['position'], { unique: true })
@Index('event_by_time', ['at'])
export class Event {
  /** orders all events */
  @Column('bigint') readonly position: string;
  /** 0: none */
  @PrimaryColumn('bigint') readonly assetId: string;
  /** orders the events of an asset, from 1 and without gaps */
  @PrimaryColumn('bigint') readonly sequence: string;
  @Column('text') readonly type: string;
  @Column('timestamptz') readonly at: Date;
  @Column('jsonb') readonly data: object;
}

/** The last sequence of an asset. */
@Entity({ schema: 'events', name: 'asset_sequence' })
export class AssetSequence {
  @PrimaryColumn('bigint') readonly assetId: string;
  @Column('bigint') readonly last: string;
}

/** The ends of the feed, in one row. */
@Entity({ schema: 'events', name: 'feed' })
export class Feed {
  @PrimaryColumn('integer') readonly id: number;
  /** of the last event */
  @Column('bigint', { default: 0 }) readonly position: string;
  /** of the last event that was purged */
  @Column('bigint', { default: 0 }) readonly purged: string;
}

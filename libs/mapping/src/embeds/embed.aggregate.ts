import { TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { newViewerKey } from './viewer-key.value.js';

/** A viewer on somebody's web site: maps of an account's assets under one key. */
@Entity({ schema: 'mapping', name: 'embed' })
@Index('embed_viewer_key', ['key'], { unique: true })
export class Embed extends TimestampedAggregate {
  @PrimaryColumn('bigint')
  readonly accountId: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text') readonly key: string;
  @Column('text') readonly name: string;
  @Column('text', { array: true, default: () => `'{}'` }) private tags: string[];

  constructor(accountId: string, name: string, tags: string[]) {
    super();
    this.accountId = accountId;
    this.key = newViewerKey();
    this.name = name;
    this.tags = tags;
  }

  /** True when that changes something. */
  declare(tags: string[]): boolean {
    const changed = JSON.stringify(this.tags) !== JSON.stringify(tags);
    this.tags = tags;
    return changed;
  }
}

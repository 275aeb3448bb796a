import { TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { newViewerKey } from './viewer-key.value.js';

/** Fields left out keep their values. */
interface EmbedFields {
  name?: string;
  tags?: string[] | undefined;
  allowedOrigins?: string[] | undefined;
}

/** A viewer embedded in a website: maps of an account's assets under one key. */
@Entity({ schema: 'mapping', name: 'embed' })
@Index('embed_viewer_key', ['key'], { unique: true })
export class Embed extends TimestampedAggregate {
  @PrimaryColumn('bigint')
  readonly accountId: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text') readonly key: string;
  @Column('text') name: string;
  @Column('text', { array: true, default: () => `'{}'` }) private tags: string[];
  /** origins of pages that may frame it; empty = all */
  @Column('text', { array: true, default: () => `'{}'` }) private allowedOrigins: string[];

  constructor(accountId: string, name: string, fields: EmbedFields, key: string = newViewerKey()) {
    super();
    this.accountId = accountId;
    this.key = key;
    this.name = name;
    this.tags = fields.tags ?? [];
    this.allowedOrigins = fields.allowedOrigins ?? [];
  }

  /** @returns whether anything changed */
  revise({ name = this.name, tags = this.tags, allowedOrigins = this.allowedOrigins }: EmbedFields): boolean {
    const before = JSON.stringify([this.name, this.tags, this.allowedOrigins]);
    this.name = name;
    this.tags = tags;
    this.allowedOrigins = allowedOrigins;
    return JSON.stringify([name, tags, allowedOrigins]) !== before;
  }
}

import { omitUndefined, TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { newWebhookSecret } from './signature.value.js';

/** What a webhook may be sent: events of the assets of these accounts, of these assets; null = all. */
export interface WebhookScope {
  accounts: readonly string[] | null;
  assets: readonly string[] | null;
}

export interface WebhookFields {
  name: string;
  url: string;
  types: string[];
  isEnabled?: boolean | undefined;
}

/** An endpoint to which events are sent. */
@Entity({ schema: 'events', name: 'webhook' })
export class Webhook extends TimestampedAggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text') private name: string;
  @Column('text') private url: string;
  /** `unit.updated`, `pricing.*` or `*` */
  @Column('text', { array: true }) private types: string[];
  @Column('bigint', { array: true, nullable: true }) private accounts: string[] | null;
  @Column('bigint', { array: true, nullable: true }) private assets: string[] | null;
  @Column('boolean', { default: true }) private isEnabled: boolean;
  /** why it is disabled */
  @Column('text', { nullable: true }) private statusDetails: string | null;
  @Column('text') private secret: string;
  /** signs too, until it ends */
  @Column('text', { nullable: true }) private previousSecret: string | null;
  @Column('timestamptz', { nullable: true }) private previousSecretEndsAt: Date | null;

  constructor(fields: WebhookFields, scope: WebhookScope) {
    super();
    Object.assign(this, { secret: newWebhookSecret(), previousSecret: null, previousSecretEndsAt: null });
    Object.assign(this, { isEnabled: true, statusDetails: null });
    this.revise(fields, scope);
  }

  /** Changes the fields that are sent. @returns whether anything changed */
  revise({ isEnabled, ...fields }: Partial<WebhookFields>, scope?: WebhookScope): boolean {
    const before = JSON.stringify(this);
    Object.assign(this, omitUndefined(fields), scope);
    if (isEnabled !== undefined && isEnabled !== this.isEnabled) {
      this.isEnabled = isEnabled;
      this.statusDetails = isEnabled ? null : 'Disabled by a request';
    }
    return JSON.stringify(this) !== before;
  }

  /** @returns whether it was enabled */
  disable(reason: string): boolean {
    const wasEnabled = this.isEnabled;
    if (wasEnabled) Object.assign(this, { isEnabled: false, statusDetails: reason });
    return wasEnabled;
  }

  /** Replaces the secret; for the overlap, requests carry signatures of both. @param overlap in milliseconds */
  rotate(now: Date, overlap: number): void {
    this.previousSecret = this.secret;
    this.previousSecretEndsAt = new Date(now.getTime() + overlap);
    this.secret = newWebhookSecret();
  }

  /** shown once, when it is new */
  get newSecret(): string {
    return this.secret;
  }
}

import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Aggregate } from '../core/model/aggregate.js';
import { conflict } from '../core/model/errors.js';
import { hashOf } from './secret.js';

/** What a key may do: permissions, visible accounts and assets, expiry and rate limit. */
export interface KeyTerms {
  permissions: string[];
  /** account ids; null = all */
  accounts: string[] | null;
  /** ids of the only assets that it sees, among those of its accounts; null = all of them */
  assets: string[] | null;
  /** whether it may only read, whatever its permissions */
  isReadOnly: boolean;
  /** null = never expires */
  expiresAt: Date | null;
  /** requests per minute, 0 = unlimited; null = the server's default */
  rateLimit: number | null;
}

const SHOWN = { first: 8, last: 4 };

/** An API key, limited to permissions and accounts. Only the hash of its secret is stored. */
@Entity({ schema: 'platform', name: 'api_key' })
@Index('api_key_hash', ['hash'], { unique: true })
export class ApiKey extends Aggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text')
  private name: string;

  @Column('bytea')
  private readonly hash: Buffer;

  /** its first and last characters, by which people recognise it */
  @Column('text', { default: '' })
  private readonly prefix: string;

  @Column('text', { default: '' })
  private readonly lastCharacters: string;

  @Column('text', { array: true })
  private permissions: string[];

  /** null = all accounts */
  @Column('bigint', { array: true, nullable: true })
  private accounts: string[] | null;

  /** null = all assets of the accounts */
  @Column('bigint', { array: true, nullable: true })
  private assets: string[] | null;

  @Column('boolean', { default: false })
  private isReadOnly: boolean;

  @Column('timestamptz', { nullable: true })
  private expiresAt: Date | null;

  /** requests per minute, 0 = unlimited; null = the server's default */
  @Column('integer', { nullable: true })
  private rateLimit: number | null;

  @Column('timestamptz', { nullable: true })
  private revokedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  private readonly lastUsedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  readonly createdAt: Date;

  constructor(name: string, secret: string, terms: KeyTerms) {
    super();
    this.name = name;
    this.hash = hashOf(secret);
    this.prefix = secret.slice(0, SHOWN.first);
    this.lastCharacters = secret.slice(-SHOWN.last);
    this.revise(terms);
  }

  rename(name: string): void {
    this.name = name;
  }

  /** Replaces the terms of the key. @returns whether they changed */
  revise({ permissions, accounts, assets, isReadOnly, expiresAt, rateLimit }: KeyTerms): boolean {
    const before = JSON.stringify(this.terms);
    this.permissions = permissions;
    this.accounts = accounts;
    this.assets = assets;
    this.isReadOnly = isReadOnly;
    this.expiresAt = expiresAt;
    this.rateLimit = rateLimit;
    return JSON.stringify(this.terms) !== before;
  }

  /**
   * Creates a successor with the same terms; this key expires after the overlap.
   * @param overlap in milliseconds
   */
  rotate(secret: string, now: Date, overlap: number): ApiKey {
    this.requireUnrevoked();
    if (this.expiresAt && this.expiresAt <= now)
      throw conflict('key_expired', `Key ${this.id} (${this.name}) is expired: create a new one instead`);
    const successor = new ApiKey(this.name, secret, this.terms);
    const end = new Date(now.getTime() + overlap);
    if (!this.expiresAt || end < this.expiresAt) this.expiresAt = end;
    return successor;
  }

  revoke(now: Date): void {
    this.revokedAt ??= now;
  }

  /** @throws Problem 409 */
  requireUnrevoked(): void {
    if (this.revokedAt)
      throw conflict('key_revoked', `Key ${this.id} (${this.name}) is revoked: create a new one instead`);
  }

  get terms(): KeyTerms {
    const { permissions, accounts, assets, isReadOnly, expiresAt, rateLimit } = this;
    return { permissions, accounts, assets, isReadOnly, expiresAt, rateLimit };
  }
}

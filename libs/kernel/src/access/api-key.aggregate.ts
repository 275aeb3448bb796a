import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Aggregate } from '../domain/aggregate.js';
import { conflict } from '../domain/errors.js';
import { hashOf } from './secret.js';

/** A key that a program calls with: named, limited to permissions and accounts, and never stored itself. */
@Entity({ schema: 'kernel', name: 'api_key' })
@Index('api_key_hash', ['hash'], { unique: true })
@Index('api_key_previous_hash', ['previousHash'], { unique: true })
export class ApiKey extends Aggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text')
  readonly name: string;

  @Column('bytea')
  private hash: Buffer;

  /** of the secret before the last rotation */
  @Column('bytea', { nullable: true })
  private previousHash: Buffer | null = null;

  @Column('timestamptz', { nullable: true })
  private previousUntil: Date | null = null;

  @Column('text', { array: true })
  private permissions: string[];

  /** null = all accounts */
  @Column('bigint', { array: true, nullable: true })
  private accounts: string[] | null;

  @Column('timestamptz', { nullable: true })
  private expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  private revokedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  private readonly lastUsedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  readonly createdAt: Date;

  constructor(name: string, secret: string, permissions: string[], accounts: string[] | null, expiresAt: Date | null) {
    super();
    this.name = name;
    this.hash = hashOf(secret);
    this.permissions = permissions;
    this.accounts = accounts;
    this.expiresAt = expiresAt;
  }

  /** Changes what the key may do and whose things it sees; true when that is a change. */
  entitle(permissions: string[], accounts: string[] | null, expiresAt: Date | null): boolean {
    const before = JSON.stringify([this.permissions, this.accounts, this.expiresAt]);
    this.permissions = permissions;
    this.accounts = accounts;
    this.expiresAt = expiresAt;
    return JSON.stringify([permissions, accounts, expiresAt]) !== before;
  }

  /**
   * Gives the key a new secret; the one it has works on for the overlap. One that still overlaps from an earlier rotation
   * ends at once.
   * @param overlap in milliseconds
   */
  rotate(secret: string, now: Date, overlap: number): void {
    if (this.revokedAt) throw conflict('key_revoked', `Key ${this.id} is revoked`);
    if (this.expiresAt && this.expiresAt <= now) throw conflict('key_expired', `Key ${this.id} is expired`);
    this.previousHash = overlap > 0 ? this.hash : null;
    this.previousUntil = overlap > 0 ? new Date(now.getTime() + overlap) : null;
    this.hash = hashOf(secret);
  }

  revoke(now: Date): void {
    this.revokedAt ??= now;
  }
}

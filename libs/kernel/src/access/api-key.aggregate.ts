import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Aggregate } from '../domain/aggregate.js';
import { hashOf } from './secret.js';

/** A key that a program calls with: named, limited to permissions and accounts, and never stored itself. */
@Entity({ schema: 'kernel', name: 'api_key' })
@Index('api_key_hash', ['hash'], { unique: true })
export class ApiKey extends Aggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text')
  readonly name: string;

  @Column('bytea')
  private readonly hash: Buffer;

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

  revoke(now: Date): void {
    this.revokedAt ??= now;
  }
}

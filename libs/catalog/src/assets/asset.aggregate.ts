import { randomUUID } from 'node:crypto';
import { TimestampedAggregate } from '@app/platform/core';
import { applyFileChange } from '@app/platform/files';
import { Column, Entity, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';
import { MARKETS } from './markets.js';
import { UTC, zoneAt } from './time-zone.value.js';
import type { AssetChanges, AssetFields, AssetIdentity } from './asset.dto.js';

/** A property: one or more buildings at one address, whose units are let or sold individually. */
@Entity({ schema: 'catalog', name: 'asset' })
@Index('asset_by_logo', ['logo'], { where: 'logo is not null' })
@Index('asset_archived', ['id'], { where: 'archived_at is not null' })
@Index('asset_by_name', ['name', 'id'])
@Index('asset_by_market', ['market', 'id'])
@Index('asset_by_update', ['updatedAt', 'id'])
@Index('asset_by_words', { synchronize: false })
export class Asset extends TimestampedAggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('uuid')
  @Generated('uuid')
  readonly uuid: string;

  @Column({ type: 'text', enum: MARKETS }) readonly market: string;
  @Column('text') readonly name: string;
  @Column('text') readonly displayName: string;
  @Column('text', { nullable: true }) readonly description: string | null;
  @Column('text') readonly addressLine1: string;
  @Column('text', { nullable: true }) readonly addressLine2: string | null;
  @Column('text') readonly addressCity: string;
  @Column('text') readonly addressState: string;
  @Column('text') readonly addressCountry: string;
  @Column('text') readonly addressPostalCode: string;
  @Column('double precision', { nullable: true }) readonly addressLatitude: number | null;
  @Column('double precision', { nullable: true }) readonly addressLongitude: number | null;
  @Column('text', { nullable: true }) readonly accentColor: string | null;
  @Column('text', { nullable: true }) readonly contactPhone: string | null;
  @Column('text', { nullable: true }) readonly contactEmail: string | null;
  @Column('text', { nullable: true }) readonly contactHours: string | null;
  @Column('text', { nullable: true }) readonly contactUrl: string | null;
  @Column('text', { nullable: true }) readonly timeZone: string | null;
  @Column('boolean', { default: false }) readonly countVisits: boolean = false;

  /** name of a stored file */
  @Column('text', { nullable: true }) private logo: string | null = null;

  /** that in which its days begin */
  @Column('text', { default: UTC }) effectiveTimeZone = UTC;

  /** null unless it is archived */
  @Column({ type: 'timestamptz', nullable: true, precision: 0 }) archivedAt: Date | null = null;

  constructor(fields: AssetFields, uuid: string = randomUUID()) {
    super();
    this.uuid = uuid;
    this.revise(fields);
  }

  /** Name and address, which are unique within an account. */
  get identity(): AssetIdentity {
    const { name, addressLine1, addressLine2, addressCity, addressState, addressCountry, addressPostalCode } = this;
    const line2 = addressLine2 ?? null;
    return { name, addressLine1, addressLine2: line2, addressCity, addressState, addressCountry, addressPostalCode };
  }

  revise({ logo, ...changes }: AssetChanges): void {
    Object.assign(this, changes);
    this.logo = applyFileChange(this.logo, logo);
  }

  /** Takes the time zone that is set, or that of the coordinates if the database knows it. @returns false if the one that is set is not known */
  resolveTimeZone(known: ReadonlySet<string>): boolean {
    const { timeZone, addressLatitude, addressLongitude } = this;
    const wanted = timeZone ?? zoneAt(addressLatitude, addressLongitude);
    this.effectiveTimeZone = known.has(wanted) ? wanted : UTC;
    return !timeZone || known.has(timeZone);
  }
}

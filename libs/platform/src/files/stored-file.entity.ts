import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A file that is in the store or is being stored. */
@Entity({ schema: 'platform', name: 'stored_file' })
@Index('stored_file_unnamed', ['unnamedSince'], { where: 'unnamed_since is not null' })
export class StoredFile {
  @PrimaryColumn('text')
  readonly name: string;

  @Column('timestamptz', { default: () => 'platform.now()' })
  readonly storedAt: Date;

  /** when the collector found it unreferenced */
  @Column('timestamptz', { nullable: true })
  readonly unnamedSince: Date | null;
}
